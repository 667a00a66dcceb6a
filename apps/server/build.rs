//! Makes a new front end reach the binary: cargo does not see files that appear in a folder which
//! a macro embeds.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/dist");
    // A folder that is not there would count as changed, and rebuild the server every time.
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo::warning={}: {error}", dist.display());
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    // Debug builds read the folder when they run. What is installed carries it, or has no page.
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if embeds && !dist.join("index.html").exists() {
        println!(
            "cargo::warning=this build has no browser app: run `cargo xtask dist` first, then build \
             or install again"
        );
    }
}
