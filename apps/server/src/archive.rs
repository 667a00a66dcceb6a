//! Reading what was played: searching finished games, telling them move by move, writing them for
//! other programs, reading theirs; and what ratings say of people. Nothing is written to the store.

mod error;
mod export;
mod import;
mod replay;
mod search;
mod standing;

pub use error::{ExportError, ImportError};
pub use export::{Format, date, export};
pub(crate) use import::LONGEST_TEXT;
pub use import::{Imported, import};
pub use replay::{Replay, ReplayedMove, replay};
pub use search::{Cursor, PAGE, ResultFilter, Search, SearchResults};
pub use standing::{Against, Leader, Point, Standing};
