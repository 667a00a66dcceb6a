//! Marks of a position.

use crate::session::read;
use analysis::Mark;
use bots::Playable;
use game::Record;

/// The marks of the position that a record ends with.
pub(crate) fn marks<P: Playable>(record: &str) -> Result<Vec<Mark>, String> {
    let record: Record<P> = read(record)?;
    // A game that is over has no marks.
    let open = record.position().outcome().is_none();
    Ok(if open { P::marks(record.position()) } else { Vec::new() })
}
