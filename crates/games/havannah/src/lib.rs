//! Havannah: a ring, a bridge or a fork wins on a hexagonal board, 4 to 10 cells a side.
//!
//! White is [`Side::First`](game::Side), Black the second. The rules follow `content/havannah/rules.md`;
//! numbers such as HV-2.3 are its sentences. No opinion about who is ahead lives here.
//!
//! ```
//! use game::{Outcome, Position as _, Side};
//! use havannah::WinKind;
//! let mut position: havannah::Position = "4/5/6/7/6/5/4 w swap=on".parse().unwrap();
//! for text in ["b2", "swap", "a1", "d4", "b1", "e4", "c1", "e5", "d1"] {
//!     let mv = position.read_move(text).unwrap();
//!     position.play_unchecked(mv);
//! }
//! assert_eq!(position.to_string(), "wwww/1b3/6/3bb2/3b2/5/4 b swap=on");
//! assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
//! let win = position.win().unwrap();
//! assert_eq!((win.kind, win.cells.len()), (WinKind::Bridge, 4));
//! ```

#![warn(missing_docs)]

mod notation;
mod options;
mod palette;
mod position;
mod rules;
mod scene;
mod structure;
mod symmetry;
mod teach;
mod winning;

pub use options::{BoardSizeError, Options};
pub use placement::{Board, CellSet, SwapRule};
pub use position::Position;
pub use winning::{Win, WinKind};

use notation::NOTATION;
use placement::Shape;

/// The outline of the board (HV-1.1).
pub(crate) const SHAPE: Shape = Shape::Hexagon;

/// A move: `c4` puts a stone on a cell, `swap` takes over the first stone.
pub type Move = placement::Move<{ SHAPE.skew() }>;
