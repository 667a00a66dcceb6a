//! Games of Hex and Havannah as other programs write them: SGF (`FF[4]`) with variations, comments and
//! markup, and for Hex `HexWorld` links. Text in, text out; nothing is read from or written to anywhere
//! else, so a link that holds no more than the number of a game cannot be followed: [`other_site`] says
//! where its record is.
//!
//! What differs between the games is an [`SgfGame`]; a [`Tree`] is of one of them, and an [`AnyTree`] of
//! any. In Hex (`GM[11]`) Black (our Red) moves first and connects top and bottom, with a1 top left (HX-1.3).
//! In Havannah (`GM[havannah]`) White moves first; Little Golem's files are read too, with their own names
//! of cells (`content/havannah/notation.md`).
//!
//! Swaps come in two forms (HX-2.3): *swap-pieces* is our `swap`; *swap-sides* leaves the stone and
//! exchanges the players, which is the same game with the colours exchanged, and in Hex seen in the mirror of
//! the long diagonal. Games read with swap-sides are kept in our form and written back in theirs.
//!
//! A reader of untrusted text can rely on this: the work is linear in its length, nothing is
//! recursive, and there are limits on nodes, nesting and values. [`probe`] checks it on any bytes.

#![warn(missing_docs)]

#[macro_use]
mod any_tree;
mod dialect;
mod hexworld;
mod other_site;
pub mod probe;
mod property;
mod raw;
mod read;
mod read_error;
mod root;
mod setup;
mod sgf_game;
mod steps;
mod time;
mod tree;
mod write;

pub use any_tree::AnyTree;
pub use hexworld::{NotFromEmptyBoard, read_hexworld, read_hexworld_counted, write_hexworld};
pub use other_site::other_site;
pub use property::{Property, read_properties};
pub use read::{read_any_sgf, read_any_sgf_counted, read_sgf, read_sgf_counted, read_sgf_games};
pub use read_error::ReadError;
pub use sgf_game::{SgfGame, StoneMove};
pub use steps::Steps;
pub use tree::{Node, SwapForm, Tree};
pub use write::write_sgf;

use game::Tags;

/// The tag of the time control, which SGF writes as `TM` and `OT`.
const TIME_TAG: &str = "TimeControl";

/// The tag that says how a game was swapped.
const SWAP_TAG: &str = "Swap";

fn swap_form(tags: &Tags) -> SwapForm {
    let sides = |(name, value): &(String, String)| name == SWAP_TAG && value == "sides";
    if tags.iter().any(sides) { SwapForm::Sides } else { SwapForm::Pieces }
}
