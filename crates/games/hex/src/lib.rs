//! Hex: the connection game, 3×3 to 19×19.
//!
//! Red ([`Side::First`](game::Side)) joins the top edge to the bottom edge, Blue the left to the
//! right. The rules follow `content/hex/rules.md`; numbers such as HX-2.3 are its sentences. No
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
mod notation;
mod options;
mod palette;
mod position;
mod rules;
mod scene;
mod symmetry;
mod teach;

pub use board::{Board, Edge};
pub use options::{BoardSizeError, Options};
pub use placement::{CellSet, SwapRule};
pub use position::Position;

use notation::NOTATION;
use placement::Shape;

/// The outline of the board (HX-1.1).
pub(crate) const SHAPE: Shape = Shape::Rhombus;

/// A move: `c4` puts a stone on (column, row) (HX-2.1), `swap` swaps pieces (HX-2.3).
pub type Move = placement::Move<{ SHAPE.skew() }>;
