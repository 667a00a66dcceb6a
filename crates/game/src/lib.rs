//! The contract every game keeps, and what follows from it.
//!
//! A game gives a [`Position`]: small, free of history, with moves and texts. From that alone it
//! gets [`Record`] (repetition, endings, undo, text), [`perft`] and the [`conformance`] kit.
//! Nothing here knows any game by name, does I/O, reads a clock or draws real randomness.

#![warn(missing_docs)]

mod collection;
pub mod conformance;
mod dice;
mod error;
mod key;
mod move_list;
mod outcome;
pub mod perft;
mod position;
mod record;
mod record_error;
mod record_text;
mod row;
pub mod setting;
mod side;
pub mod splitmix64;
mod view;

pub use collection::{RecordText, split_records};
pub use dice::Dice;
pub use error::{IllegalMove, InvalidPosition, MoveError, ParseError, excerpt};
pub use key::Key;
pub use move_list::MoveList;
pub use outcome::{Conclusion, Ending, Outcome, Reason};
pub use position::{Position, nothing_is_hidden};
pub use record::Record;
pub use record_error::{RecordError, RecordFault};
pub use record_text::{CommentedRecord, Tags};
pub use row::write_row;
pub use setting::{GameOptions, NoOptions, Setting, SettingChoice, SettingKind};
pub use side::{BySide, Side};
pub use view::{PlayerView, Viewer};
