//! Draws the pictures of `docs/rules` from `docs/rules/pictures/list.txt`.
//!
//! `cargo run -p lessons --example draw_diagrams`

use lessons::diagrams;
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/pictures");
    for diagram in diagrams() {
        let file = folder.join(diagram.name).with_extension("svg");
        fs::write(&file, scene::svg::render(&diagram.scene()))?;
    }
    Ok(())
}
