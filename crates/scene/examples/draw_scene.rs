//! Draws a game in the terminal and as SVG, and finds a move by clicks.
//!
//! `cargo run -p scene --example draw_scene`

use catalog::games::hex;
use game::{Record, Viewer};
use scene::{Depict, scene_of, svg, text};

fn main() {
    let mut record = Record::<hex::Position>::new("size=5 swap=off".parse().expect("options"));
    for mv in ["c3", "b4", "d2"] {
        record.play_text(mv).expect("a legal move");
    }
    let scene = scene_of(&record, Viewer::Watcher);
    println!("{}", text::render(&scene, text::Ink::Plain));
    let picture = svg::render(&scene);
    println!("as SVG: {} bytes, {} pieces", picture.len(), scene.pieces.len());

    let mv = "a5".parse().expect("a move");
    println!("a5 is played by these clicks: {:?}", record.position().clicks(mv));
}
