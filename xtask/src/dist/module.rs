//! A WebAssembly module: compiled by cargo, bound by wasm-bindgen.
//!
//! Not by wasm-opt: Debian's version mixes up the tables of reference types, and the page it makes
//! does not start. It would save some 2 % after compression.

use super::Finish;
use crate::run::{cargo_with, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// How one of the app's modules is made.
pub(super) struct Module {
    /// The package, its module and its files.
    pub(super) name: &'static str,
    profile: &'static str,
    flags: &'static str,
}

/// The page, small.
pub(super) const PAGE: Module = Module { name: "web", profile: "wasm-page", flags: "" };

/// The engine, fast.
pub(super) const ENGINE: Module =
    Module { name: "worker", profile: "wasm-worker", flags: "-C target-feature=+simd128" };

impl Module {
    /// Runs cargo, which does nothing if nothing changed.
    pub(super) fn compile(&self, finish: Finish) -> Result<(), String> {
        let (name, profile) = (self.name, self.profile(finish));
        let target = "wasm32-unknown-unknown";
        let args =
            ["build", "--target", target, "--profile", profile, "--package", name, "--bin", name];
        let flags = ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", self.flags);
        cargo_with(&format!("module {name}"), &args, &[flags])
    }

    fn profile(&self, finish: Finish) -> &'static str {
        match finish {
            Finish::Draft => "wasm-draft",
            Finish::Full => self.profile,
        }
    }

    /// The file that cargo made.
    pub(super) fn compiled(&self, finish: Finish) -> Result<PathBuf, String> {
        let folder = target_folder()?.join("wasm32-unknown-unknown").join(self.profile(finish));
        Ok(folder.join(self.name).with_extension("wasm"))
    }

    /// The script and the code a browser loads.
    pub(super) fn bind(&self, finish: Finish) -> Result<(Vec<u8>, Vec<u8>), String> {
        let bound = target_folder()?.join("bound").join(self.name);
        self.run_bindgen(finish, &bound)
            .map_err(|e| format!("wasm-bindgen {}: {e:#}", self.name))?;
        let code = bound.join(format!("{}_bg.wasm", self.name));
        let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
        Ok((read(&bound.join(self.name).with_extension("js"))?, read(&code)?))
    }

    fn run_bindgen(&self, finish: Finish, into: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(self.compiled(finish)?)
            .out_name(self.name)
            .web(true)?
            .typescript(false)
            .omit_default_module_path(true)
            .remove_name_section(finish == Finish::Full)
            .remove_producers_section(true);
        bindgen.generate(into)?;
        Ok(())
    }
}
