//! Sets up a game of Hex Chess and shows it as the owner, the opponent and the rules see it: a fool
//! looks like a knight to everybody but its owner.
//!
//! `cargo run -p hexchess --example hidden_fool`

use game::{Record, Side, Viewer};
use hexchess::{Kind, Options, Position, view_of};

fn main() {
    let mut record = Record::<Position>::new(Options);
    // King, charger, dragon, guardian and fool, from the left.
    for text in ["S:KCDGF", "S:KCDGF", "18-19"] {
        record.play_text(text).expect("a legal move");
    }
    println!("{:#}", record.position());
    let viewers = [
        ("White", Viewer::Player(Side::First)),
        ("Black", Viewer::Player(Side::Second)),
        ("a watcher", Viewer::Watcher),
        ("the judge", Viewer::Judge),
    ];
    for (name, viewer) in viewers {
        let view = view_of(&record, viewer);
        let seen: Position = view.clone().into();
        let fools = |side| seen.pieces(side, Kind::Fool).len();
        let (white, black) = (fools(Side::First), fools(Side::Second));
        println!("{name} sees {white} white and {black} black fools: {view}");
    }
}
