//! What a room adds to a record of any game: moves as the protocol sends them, and computer players.
//! No rule of play is in this crate.

use analysis::Limits;
use bots::{Config, InformationSet, Level, Playable, player};
use catalog::{AnyRecord, GameName, with_record};
use game::{ParseError, Viewer};
use protocol::Ply;
use scene::Table as _;
use scene::table::Played;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Finds a move in this time at most.
pub(crate) type Thinker = Box<dyn FnOnce(Duration) -> Option<String> + Send>;

/// A new game; empty options are the usual ones.
///
/// # Errors
/// If there is no such game or it has no such options.
pub(crate) fn open(game: &str, options: &str) -> Result<AnyRecord, ParseError> {
    AnyRecord::begin(game.parse::<GameName>()?, options)
}

/// The name and the options as they are stored, if there are such.
///
/// # Errors
/// If there is no such game or it has no such options.
pub(crate) fn canonical(game: &str, options: &str) -> Result<(String, String), ParseError> {
    let record = open(game, options)?;
    Ok((record.game().text().to_owned(), record.options()))
}

/// The move number `ply` from 0 as `viewer` may see it.
pub(crate) fn seen(record: &AnyRecord, ply: usize, viewer: Viewer) -> Option<Ply> {
    let Played { side, mv, human: text, .. } = record.played_at(ply, viewer)?;
    Some(Ply { seat: side.into(), mv, text, view: record.view(ply + 1, viewer) })
}

/// Somebody who thinks about the move to make, and knows no more than the side to move.
pub(crate) fn thinker(record: &AnyRecord, level: Level, seed: u64) -> Thinker {
    with_record!(record, record => {
        let set = InformationSet::of(record);
        Box::new(move |time| thought(&set, level, seed, time))
    })
}

/// A move that a computer player is to find, for a worker on another machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct EngineMove {
    game: String,
    /// The record so far. The worker, like a room, lets the player know of it what its side may know.
    record: String,
    level: u8,
    seed: u64,
    /// How long it may think.
    pub(crate) milliseconds: u64,
}

impl EngineMove {
    pub(crate) fn new(record: &AnyRecord, level: Level, seed: u64, time: Duration) -> Self {
        Self {
            game: record.game().text().to_owned(),
            record: record.to_string(),
            level: level.number(),
            seed,
            milliseconds: time.as_millis() as u64,
        }
    }
}

/// Finds the move; nothing if the record cannot be read or is over.
pub(crate) fn search_move(wanted: &EngineMove) -> Option<String> {
    let record = AnyRecord::read(wanted.game.parse().ok()?, &wanted.record).ok()?;
    let level = Level::new(wanted.level)?;
    thinker(&record, level, wanted.seed)(Duration::from_millis(wanted.milliseconds))
}

/// The move of a computer player, from the information set of the side to move.
fn thought<P: Playable>(
    sight: &InformationSet<P>,
    level: Level,
    seed: u64,
    time: Duration,
) -> Option<String> {
    let record = sight.record();
    let config = Config { memory_mib: P::MEMORY.server_move, level, seed, ..Config::default() };
    let report = player::<P>(&config).search(record, &Limits::time(time), &mut |_| ());
    report.best().or_else(|| record.position().moves().first().copied()).map(|mv| mv.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Half of Black's line-up stands, and one of the two ends of the rest is for the fool. Nothing but
    /// the seed, which is secret, can tell the answers of a strong player apart.
    #[test]
    fn the_computer_places_a_fool_by_its_seed() {
        let mut board = open("hexchess", "").unwrap();
        for mv in ["all:KCDGB", "Q@10", "D@21", "K@34"] {
            board.play(mv).unwrap();
        }
        let level = Level::new(7).unwrap();
        let place = |seed| thinker(&board, level, seed)(Duration::from_mins(1)).unwrap();
        let placed: BTreeSet<String> = (1..=6).map(place).collect();
        assert!(placed.len() >= 2, "always {placed:?}");
        assert_eq!(place(3), place(3), "a seed decides");
    }
}
