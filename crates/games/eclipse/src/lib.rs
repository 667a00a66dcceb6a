//! Eclipse: comets, chains and what pins what.
//!
//! The rules are those of `content/eclipse/rules.md`; sentences there are cited as EC-3.4. Everything
//! geometric is decided in integers when the crate is compiled and looked up ever after.
//!
//! - `board`: the 49 cells and their numbers
//! - `link`: every link that can stand on the board, and what crosses what
//! - `chain`: the ten chains by letter
//! - `position`, `legal`, `play`: the rules
//! - `key`: when two positions are the same
//! - `setup`: positions put together by hand
//! - `moves`, `player_notation`, `notation`, `drawing`, `illegal_reason`: the texts
//!
//! ```
//! use eclipse::Position;
//! use game::Position as _;
//!
//! let mut position = Position::start(eclipse::Options::Standard);
//! let mv = position.read_move("e34-12").unwrap();
//! position.play(mv).unwrap();
//! assert_eq!(position.moves().len(), 35);
//! ```

#![warn(missing_docs)]

mod board;
mod chain;
mod drawing;
mod editing;
mod illegal_reason;
mod key;
mod legal;
mod link;
mod moves;
mod notation;
mod options;
mod palette;
mod parsed_setup;
mod play;
mod player_notation;
mod position;
mod scanner;
mod scene;
mod setup;
mod teach;

pub use board::{ALL_CELLS, BOARD, half_turn, number};
pub use chain::{Chain, ChainSet, Kind};
pub use link::Link;
pub use moves::Move;
pub use options::Options;
pub use position::{Piece, Position};
pub use setup::{Part, Setup, SetupError};
