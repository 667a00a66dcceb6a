//! Marks of a position, in the types of the protocol.

use crate::session::read;
use bots::Playable;
use game::Record;
use worker_protocol::{Mark, MarkKind};

/// The marks of the position that a record ends with.
pub(crate) fn marks<P: Playable>(record: &str) -> Result<Vec<Mark>, String> {
    let record: Record<P> = read(record)?;
    // A game that is over has no marks.
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
