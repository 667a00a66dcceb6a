//! Draws the pictures of the rules pages from `content/<game>/diagrams.txt`.
//!
//! `cargo run -p lessons --example draw_diagrams`

use lessons::diagrams;
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    for diagram in diagrams() {
        let folder = content.join(diagram.game.text()).join("pictures");
        fs::create_dir_all(&folder)?;
        let file = folder.join(diagram.name).with_extension("svg");
        fs::write(&file, scene::svg::render(&diagram.scene()))?;
    }
    Ok(())
}
