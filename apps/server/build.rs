//! Makes a new browser app reach a binary that embeds it: cargo does not see files that appear in a
//! folder which a macro embeds.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/dist");
    // The macro takes note of the folder's place only if it is there; and a folder that is not there
    // would count as changed, and rebuild the server every time.
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo::warning={}: {error}", dist.display());
    }
    // Builds with debug assertions read the folder when they run.
    if std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        watch(&dist);
    }
}

fn watch(dist: &Path) {
    println!("cargo::rerun-if-changed={}", dist.display());
    if !dist.join("index.html").exists() {
        println!(
            "cargo::warning=this build has no browser app: run `cargo xtask dist` first, then build \
             or install again"
        );
    }
}
