//! Games of Hex as other programs write them: SGF (`FF[4]` `GM[11]`) with variations, comments and
//! markup, and `HexWorld` links. Text in, text out; nothing is read from or written to anywhere else,
//! so a link that holds no more than the number of a game cannot be followed: [`other_site`] says
//! where its record is.
//!
//! Both have Black (our Red) move first and connect top and bottom, with a1 top left (HX-1.3).
//! Swaps come in two forms (HX-2.3): *swap-pieces* is our `swap`; *swap-sides* leaves the stone and
//! exchanges the players, which is the same game seen in the mirror of the long diagonal. Games
//! read with swap-sides are kept in our form and written back in theirs.
//!
//! Whoever reads a stranger's text can rely on this: the work is linear in its length, nothing is
//! recursive, and there are limits on nodes, nesting and values. [`probe`] checks it on any bytes.

#![warn(missing_docs)]

mod hexworld;
mod other_site;
pub mod probe;
mod property;
mod raw;
mod read;
mod read_error;
mod setup;
mod steps;
mod time;
mod tree;
mod write;

pub use hexworld::{NotFromEmptyBoard, read_hexworld, read_hexworld_counted, write_hexworld};
pub use other_site::other_site;
pub use property::{Property, read_properties};
pub use read::{read_sgf, read_sgf_counted, read_sgf_games, read_sgf_games_counted};
pub use read_error::ReadError;
pub use steps::Steps;
pub use tree::{Node, SwapForm, Tree};
pub use write::write_sgf;

use game::Tags;

/// The properties of a game that are names and dates, with the tags that records have for them.
const NAMES: [(&str, &str); 11] = [
    ("PB", "Red"),
    ("PW", "Blue"),
    ("BR", "FirstRating"),
    ("WR", "SecondRating"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("GN", "Name"),
    ("SO", "Source"),
    ("AN", "Annotator"),
];

/// The tag of the time control, which SGF writes as `TM` and `OT`.
const TIME_TAG: &str = "TimeControl";

/// The tag that says how a game was swapped.
const SWAP_TAG: &str = "Swap";

fn swap_form(tags: &Tags) -> SwapForm {
    let sides = |(name, value): &(String, String)| name == SWAP_TAG && value == "sides";
    if tags.iter().any(sides) { SwapForm::Sides } else { SwapForm::Pieces }
}
