//! Placement games: what games share in which stones are put on the cells of a board whose size is
//! an option, and are neither moved nor taken.
//!
//! A [`Board`] is a [`Shape`] of some size as tables: cells, neighbours, borders, corners, symmetries.
//! [`PlacedStones`], [`Move`], [`SwapRule`], [`Keys`] and [`Notation`] are the parts of a position that do not
//! depend on how the game is won. [`contract!`] and [`depiction!`] make the contract of games, texts and
//! drawing from them. Winning and sides are a matter of the game.
//!
//! ```
//! use placement::{Board, Shape};
//! let board = Board::sized(Shape::Hexagon, 4).unwrap();
//! assert_eq!((board.cells().len(), board.corners().len()), (37, 6));
//! let cell = board.named("g7").unwrap();
//! assert_eq!(board.neighbours(cell).iter().map(|&c| board.name(c)).collect::<Vec<_>>(), ["g6", "f6", "f7"]);
//! assert!(board.named("a5").is_none(), "row 5 begins with b");
//! ```

#![warn(missing_docs)]

mod board;
mod contract;
mod depiction;
mod drawing;
mod groups;
mod key;
mod moves;
mod notation;
mod shape;
mod stones;
mod swap;
mod symmetry;

pub use board::Board;
pub use contract::{StonePosition, list_moves, why_illegal};
pub use depiction::{scene, turn_caption, winning_marks};
pub use key::Keys;
pub use moves::Move;
pub use notation::{Notation, Setup};
pub use shape::Shape;
pub use stones::PlacedStones;
pub use swap::SwapRule;
pub use symmetry::Permutation;

/// A set of cells of a board of any shape and size.
pub type CellSet = hexgrid::CellSet<6>;
