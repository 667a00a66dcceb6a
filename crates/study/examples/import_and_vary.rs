//! Reads a pasted game, adds a variation with a comment and a mark, and writes it all.
//!
//! `cargo run -p study --example import_and_vary`

use catalog::{AnyRecord, GameName};
use study::{ImportError, MoveAnnotation, Tree, import};

fn main() {
    let board = AnyRecord::begin(GameName::Hex, "size=5 swap=off").expect("options of Hex");
    let here = Tree::new(&board);
    let imported = import::read(&here, "1. c3 d4 2. e2").expect("a list of moves");
    let mut tree = imported.tree;
    let first = tree.next(Tree::START).expect("the first move");
    let other = tree.play(first, "b2").expect("a legal move");
    tree.annotate(other, Some(MoveAnnotation::Good));
    tree.comment(other, "A classic block.");
    println!("{tree}");

    match import::read(&here, "(;GM[1]SZ[19];B[aa])") {
        Err(ImportError::Foreign(error)) => println!("not of Hex: {error}"),
        other => println!("unexpected: {other:?}"),
    }
}
