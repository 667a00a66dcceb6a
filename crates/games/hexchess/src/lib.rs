//! Hex Chess: eleven kinds of piece on a 37-cell star, and a fool that only its owner knows.
//!
//! [`Position`] keeps the contract of [`game::Position`]; rule numbers (`HC-3.11`) are those of
//! `content/hexchess/rules.md`. Nothing here searches, draws or knows the time.
//!
//! ```
//! use game::{Position as _, Record};
//! let mut game = Record::<hexchess::Position>::new(hexchess::Options);
//! for text in ["fixed", "fixed", "18-19"] {
//!     game.play_text(text).unwrap();
//! }
//! assert_eq!(game.position().to_string(), "1/2/KP3pk/CP2pc/D1Ppd/GP2pg/FP3pf/2/1 b even -");
//! ```

#![warn(missing_docs)]

pub mod board;
mod check;
mod contract;
mod editing;
mod effects;
mod fairness;
mod generate;
mod illegal_reason;
mod information_set;
mod key;
mod moves;
mod notation;
mod observed;
mod piece;
mod position;
mod position_text;
pub mod reach;
mod scene;
mod setup;
mod teach;
pub mod threat;
mod view;

pub use effects::{Effects, MoverOutcome};
pub use fairness::{is_fair, loses_within, wins_within};
/// Hex Chess is played in one way only.
pub use game::NoOptions as Options;
pub use information_set::{canonical_member, canonical_member_from_views};
pub use moves::{Lineup, Move};
pub use observed::{ObservedMove, fool_revealed, record_seen, view_of, viewer_of, worlds};
pub use piece::{Kind, Kinds, Piece};
pub use position::{Parity, Phase, Position};
pub use reach::attacks;
pub use setup::RECOMMENDED_LINEUPS;
pub use view::View;
