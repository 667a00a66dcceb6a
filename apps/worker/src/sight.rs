//! What can be seen of a position without thinking.

use crate::mind::read;
use bots::Playable;
use game::Record;
use words::{Mark, MarkKind};

/// Everything to be drawn over the position that a record ends with.
pub(crate) fn look<P: Playable>(record: &str) -> Result<Vec<Mark>, String> {
    let record: Record<P> = read(record)?;
    // Nothing is left to be proven of a game that is over.
    let open = record.position().outcome().is_none();
    let marks = if open { P::marks(record.position()) } else { Vec::new() };
    Ok(marks.into_iter().map(told).collect())
}

fn told(mark: bots::Mark) -> Mark {
    let bots::Mark { kind, side, ends, places } = mark;
    let kind = match kind {
        bots::MarkKind::Link => MarkKind::Link,
        bots::MarkKind::MustPlay => MarkKind::MustPlay,
        bots::MarkKind::Win => MarkKind::Win,
        bots::MarkKind::Captured => MarkKind::Captured,
        bots::MarkKind::Dead => MarkKind::Dead,
    };
    Mark { kind, side: side.map(|side| side.index() as u8), ends, places }
}
