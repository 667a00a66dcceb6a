//! A WebAssembly module: compiled by cargo, split into what is loaded at once and what later, bound
//! by wasm-bindgen.
//!
//! Not by wasm-opt: Debian's version mixes up the tables of reference types, and the page it makes
//! does not start. It would save some 2 % after compression.

use super::Finish;
use super::files::{files_in, read};
use super::minify::minified;
use super::parts::{PartFiles, put_together};
use super::sections;
use crate::run::{cargo_with, target_folder};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

/// The variable with the compiler's flags for the page's modules.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// The script that loads the later parts of a module; the module itself names it.
pub(super) const SPLIT_SCRIPT: &str = "__wasm_split.js";

/// How one of the app's modules is made.
pub(super) struct Module {
    /// The package, its module and its files.
    pub(super) name: &'static str,
    /// Flags that replace the optimisation of the profile.
    optimisation: &'static str,
    flags: &'static str,
    parts: Parts,
}

/// What a browser loads of a module.
pub(super) struct BoundModule {
    /// The scripts and the code, by their names. They find each other by these names, so they must
    /// stay together.
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) parts: PartFiles,
}

/// Whether a module is loaded at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    One,
    /// What its split points (`#[wasm_split]`) lead to is loaded when they are reached.
    Many,
}

/// The page, small. Views of one type (`erase_components` of Leptos) instead of a type for each place of a
/// page: the same code is compiled once, and not for each of them.
pub(super) const PAGE: Module =
    Module { name: "web", optimisation: "", flags: PAGE_FLAGS, parts: Parts::Many };
const PAGE_FLAGS: &str = "--cfg erase_components";

/// The rules for JavaScript, with the flags of the page: what both are made of is compiled once.
pub(super) const BINDINGS: Module =
    Module { name: "bindings", optimisation: "", flags: PAGE_FLAGS, parts: Parts::One };

/// The engine, fast. Its memory ends at 3,906 pages of 64 KiB, the most under 256 MB: a telephone
/// has to have room for more than us.
const ENGINE_FLAGS: &str = "-C target-feature=+simd128 -C link-arg=--max-memory=255983616";
pub(super) const ENGINE: Module = Module {
    name: "worker",
    optimisation: "-C opt-level=3 ",
    flags: ENGINE_FLAGS,
    parts: Parts::One,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the splitter needs to know of the code.
const RELOCATIONS: &str = "link-arg=--emit-relocs";

/// Runs cargo, which does nothing if nothing changed.
pub(super) fn compile(finish: Finish) -> Result<(), String> {
    match finish {
        Finish::Serve => compile_together(finish),
        Finish::Draft | Finish::Full => [ENGINE, PAGE].iter().try_for_each(|m| m.compile(finish)),
    }
}

/// Compiles both modules with the flags of both, so that what they share is compiled once. The engine is as fast
/// as the packages that `profile.serve-page` optimises.
fn compile_together(finish: Finish) -> Result<(), String> {
    let flags = format!("{ENGINE_FLAGS} {PAGE_FLAGS} -C {RELOCATIONS}");
    let args = ["build", "--locked", "--target", TARGET, "--profile", profile(finish)];
    let packages = ["--package", ENGINE.name, "--package", PAGE.name, "--bins"];
    cargo_with("modules of the page", &[&args[..], &packages].concat(), &[(FLAGS, &flags)])
}

impl Module {
    pub(super) fn compile(&self, finish: Finish) -> Result<(), String> {
        let (name, profile) = (self.name, profile(finish));
        let args = ["rustc", "--locked", "--target", TARGET, "--profile", profile];
        let mut args = [&args[..], &["--package", name, "--bin", name]].concat();
        if self.parts == Parts::Many {
            args.extend(["--", "-C", RELOCATIONS]);
        }
        let flags = format!("{}{}", self.optimisation, self.flags);
        cargo_with(&format!("module {name}"), &args, &[(FLAGS, &flags)])
    }

    /// The file that cargo made.
    pub(super) fn compiled(&self, finish: Finish) -> Result<PathBuf, String> {
        let folder = target_folder()?.join(TARGET).join(profile(finish));
        Ok(folder.join(self.name).with_extension("wasm"))
    }

    /// Splits and binds the compiled module.
    pub(super) fn bind(&self, finish: Finish) -> Result<BoundModule, String> {
        let bound = target_folder()?.join("bound").join(self.name);
        // Parts of an earlier build would be taken for parts of this one.
        let _ = fs::remove_dir_all(&bound);
        let parts = self.run(finish, &bound);
        let parts = parts.map_err(|e| format!("module {}: {e:#}", self.name))?;
        let mut files = BTreeMap::new();
        for path in files_in(&bound)? {
            let (name, content) = (file_name(&path), read(&path)?);
            let content = match path.extension().and_then(|kind| kind.to_str()) {
                Some("wasm") => sections::needed(&content),
                Some("js") => minified(&String::from_utf8_lossy(&content)).into_bytes(),
                _ => content,
            };
            files.insert(name, content);
        }
        let parts = match finish {
            Finish::Draft => parts,
            Finish::Serve | Finish::Full => self.fewer_parts(&mut files, &parts)?,
        };
        Ok(BoundModule { files: files.into_iter().collect(), parts })
    }

    /// Replaces the files of the later parts, and the script that loads them, by fewer and smaller ones.
    fn fewer_parts(
        &self,
        files: &mut BTreeMap<String, Vec<u8>>,
        parts: &PartFiles,
    ) -> Result<PartFiles, String> {
        if parts.is_empty() {
            return Ok(PartFiles::new());
        }
        let later = put_together(parts, files, &self.script())?;
        files.retain(|name, _| !parts.values().flatten().any(|part| part == name));
        files.extend(later.files);
        files.insert(SPLIT_SCRIPT.to_owned(), later.script.into_bytes());
        Ok(later.parts)
    }

    /// The script that wasm-bindgen writes, as the loader of the parts sees it.
    fn script(&self) -> String {
        format!("./{}.js", self.name)
    }

    fn run(&self, finish: Finish, into: &Path) -> Result<PartFiles, Box<dyn Error>> {
        let compiled = self.compiled(finish)?;
        let (main, parts) = match self.parts {
            Parts::One => (compiled, PartFiles::new()),
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
        Ok(parts)
    }

    /// Writes all parts but the first; gives the place of the first, which is yet to be bound.
    fn split(&self, compiled: &Path, into: &Path) -> Result<(PathBuf, PartFiles), Box<dyn Error>> {
        let code = fs::read(compiled)?;
        let main = into.with_extension("main.wasm");
        let script = self.script();
        let mut options = Options::new(&code);
        options.output_dir = into;
        options.main_out_path = &main;
        options.main_module = &script;
        fs::create_dir_all(into)?;
        let split = wasm_split_cli_support::transform(options)?;
        let file = |stem: &String| format!("{stem}.wasm");
        let files = |(part, stems): (String, Vec<String>)| (part, stems.iter().map(file).collect());
        Ok((main, split.prefetch_map.into_iter().map(files).collect()))
    }
}

/// One profile for both modules: macros are compiled once for each.
fn profile(finish: Finish) -> &'static str {
    match finish {
        Finish::Draft => "wasm-draft",
        Finish::Serve => "serve-page",
        Finish::Full => "wasm",
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
