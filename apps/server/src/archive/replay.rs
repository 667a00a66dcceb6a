//! A finished game, move by move with its clocks, from its log.

use crate::game_event::GameEvent;
use crate::store::{GameRow, StoreError, StoredEvent};
use clock::{Clock, ClockReading, Moment, Span};
use game::{Ending, Position, Record, Side};
use protocol::{EndReason, GameResult, Seat};
use std::fmt::Display;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay<P: Position> {
    /// The moves, and how it ended as far as a record can say.
    pub record: Record<P>,
    /// What is known of each move.
    pub moves: Vec<ReplayedMove>,
    /// The result; nothing while the game runs.
    pub result: Option<GameResult>,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayedMove {
    /// When it was made.
    pub at: Moment,
    /// How long it took.
    pub spent: Span,
    /// The clock afterwards, if there was one.
    pub clock: Option<ClockReading>,
}

/// Plays a log again.
///
/// # Errors
/// If it tells of something that cannot have happened.
pub fn replay<P: Position>(row: &GameRow, log: &[StoredEvent]) -> Result<Replay<P>, StoreError> {
    let nonsense = |what: &dyn Display| StoreError::nonsense(&format!("game {}: {what}", row.id));
    let usual = row.terms.options.trim().is_empty();
    let options = if usual { Ok(P::Options::default()) } else { row.terms.options.parse() };
    let mut record = Record::<P>::new(options.map_err(|error| nonsense(&error))?);
    let mut clock = Clock::new(row.terms.time);
    clock.turn_to(record.position().side_to_move(), row.created);
    let (mut moves, mut result, mut since) = (Vec::new(), None, row.created);
    for stored in log {
        match &stored.event {
            GameEvent::Played { mv, delay } => {
                let side = record.position().side_to_move();
                record.play_text(mv).map_err(|error| nonsense(&error))?;
                let next = record.position().side_to_move();
                let pressed = clock.press(side, next, stored.at, *delay);
                pressed.map_err(|_| nonsense(&"a move after the time was up"))?;
                let (spent, clock) = (stored.at.since(since), clock.reading(stored.at));
                moves.push(ReplayedMove { at: stored.at, spent, clock });
                since = stored.at;
            }
            GameEvent::TakenBack { ply } => {
                while record.ply() > *ply {
                    record.undo();
                }
                moves.truncate(*ply);
                clock.turn_to(record.position().side_to_move(), stored.at);
                since = stored.at;
            }
            GameEvent::Allowance { each, away: Some(away), .. } => clock.give_back(*each, *away),
            GameEvent::Allowance { each, down, away: None } => clock.allow(*each, *down, stored.at),
            GameEvent::Over { result: how, .. } => result = Some(*how),
            GameEvent::Offered { .. }
            | GameEvent::Declined { .. }
            | GameEvent::Chat(_)
            | GameEvent::Rematch { .. } => {}
        }
    }
    // What the rules have ended already needs no other end.
    if let Some(ending) = result.and_then(ending) {
        let _ = record.end(ending);
    }
    Ok(Replay { record, moves, result })
}

/// The end outside the rules that a record can tell of.
fn ending(result: GameResult) -> Option<Ending> {
    let loser = result.winner.map(|seat: Seat| Side::from(seat).other());
    match (result.why, loser) {
        (EndReason::Time, Some(loser)) => Some(Ending::Time(loser)),
        (EndReason::Resignation | EndReason::Left, Some(loser)) => Some(Ending::Resignation(loser)),
        (EndReason::Agreement | EndReason::Left | EndReason::Time, None) => Some(Ending::Agreement),
        _ => None,
    }
}
