//! Hex: the connection game, 3×3 to 19×19.
//!
//! Red ([`Side::First`](game::Side)) joins the top edge to the bottom edge, Blue the left to the
//! right. The rules follow `docs/rules/hex.md`; numbers such as HX-2.3 are its sentences. No
//! opinion about who is ahead lives here.
//!
//! ```
//! use game::{Outcome, Position as _, Side};
//! let mut position: hex::Position = "3/3/3 r swap=on".parse().unwrap();
//! for text in ["b2", "swap", "b1", "a2", "b3", "c1"] {
//!     let mv = position.read_move(text).unwrap();
//!     position.play_unchecked(mv);
//! }
//! assert_eq!(position.to_string(), "1rb/bb1/1r1 r swap=on");
//! assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
//! ```

#![warn(missing_docs)]

mod board;
mod chain;
mod drawing;
mod key;
mod moves;
mod notation;
mod options;
mod position;
mod rules;
mod symmetry;

pub use board::{Board, CellSet, Edge};
pub use moves::Move;
pub use options::{BoardSizeError, Options, SwapRule};
pub use position::Position;

use game::Side;

/// What a side is called in sentences (HX-1.3).
pub(crate) const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Blue",
    }
}
