//! A WebAssembly module: compiled by cargo, split into what is loaded at once and what later, bound
//! by wasm-bindgen.
//!
//! Not by wasm-opt: Debian's version mixes up the tables of reference types, and the page it makes
//! does not start. It would save some 2 % after compression.

use super::Finish;
use super::files::{files_in, read};
use super::sections;
use crate::run::{cargo_with, target_folder};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

/// How one of the app's modules is made.
pub(super) struct Module {
    /// The package, its module and its files.
    pub(super) name: &'static str,
    flags: &'static str,
    parts: Parts,
}

/// Whether a module is loaded at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    One,
    /// What its split points (`#[wasm_split]`) lead to is loaded when they are reached.
    Many,
}

/// The page, small. Leptos keeps the views of components behind one type (`erase_components`) instead of
/// a type that grows with all they contain: two thirds of the code, compiled in half the time.
pub(super) const PAGE: Module =
    Module { name: "web", flags: "--cfg erase_components", parts: Parts::Many };

/// The engine, fast. Its memory ends at 3,906 pages of 64 KiB, the most under 256 MB: a telephone
/// has to have room for more than us.
pub(super) const ENGINE: Module = Module {
    name: "worker",
    flags: "-C opt-level=3 -C target-feature=+simd128 -C link-arg=--max-memory=255983616",
    parts: Parts::One,
};

impl Module {
    /// Runs cargo, which does nothing if nothing changed.
    pub(super) fn compile(&self, finish: Finish) -> Result<(), String> {
        let (name, profile) = (self.name, profile(finish));
        let target = "wasm32-unknown-unknown";
        let mut args = vec![
            "rustc",
            "--locked",
            "--target",
            target,
            "--profile",
            profile,
            "--package",
            name,
            "--bin",
            name,
        ];
        if self.parts == Parts::Many {
            args.extend(["--", "-C", "link-arg=--emit-relocs"]);
        }
        let flags = ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", self.flags);
        cargo_with(&format!("module {name}"), &args, &[flags])
    }

    /// The file that cargo made.
    pub(super) fn compiled(&self, finish: Finish) -> Result<PathBuf, String> {
        let folder = target_folder()?.join("wasm32-unknown-unknown").join(profile(finish));
        Ok(folder.join(self.name).with_extension("wasm"))
    }

    /// The scripts and the code a browser loads, by their names. They find each other by these
    /// names, so they must stay together.
    pub(super) fn bind(&self, finish: Finish) -> Result<Vec<(String, Vec<u8>)>, String> {
        let bound = target_folder()?.join("bound").join(self.name);
        // Parts of an earlier build would be taken for parts of this one.
        let _ = fs::remove_dir_all(&bound);
        self.run(finish, &bound).map_err(|e| format!("module {}: {e:#}", self.name))?;
        let tidied = |path: &PathBuf| {
            let content = read(path)?;
            let is_code = path.extension().is_some_and(|kind| kind == "wasm");
            Ok((file_name(path), if is_code { sections::needed(&content) } else { content }))
        };
        files_in(&bound)?.iter().map(tidied).collect()
    }

    fn run(&self, finish: Finish, into: &Path) -> Result<(), Box<dyn Error>> {
        let compiled = self.compiled(finish)?;
        let main = match self.parts {
            Parts::One => compiled,
            Parts::Many => self.split(&compiled, into)?,
        };
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(main)
            .out_name(self.name)
            .web(true)?
            .typescript(false)
            .omit_default_module_path(true)
            // The parts share the memory, the stack and the table of functions of the first.
            .keep_lld_exports(self.parts == Parts::Many)
            .remove_producers_section(true);
        bindgen.generate(into)?;
        Ok(())
    }

    /// Writes all parts but the first; gives the place of the first, which is yet to be bound.
    fn split(&self, compiled: &Path, into: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let code = fs::read(compiled)?;
        let main = into.with_extension("main.wasm");
        let script = format!("./{}.js", self.name);
        let mut options = Options::new(&code);
        options.output_dir = into;
        options.main_out_path = &main;
        options.main_module = &script;
        fs::create_dir_all(into)?;
        wasm_split_cli_support::transform(options)?;
        Ok(main)
    }
}

/// One profile for both modules: macros are compiled once for each.
fn profile(finish: Finish) -> &'static str {
    match finish {
        Finish::Draft => "wasm-draft",
        Finish::Serve => "serve",
        Finish::Full => "wasm",
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
