//! Engine session: a player of one game that keeps its state between searches, asked in notation
//! and answering in it.

use analysis::{MoveText, Report, ReviewedMove};
use bots::review::review;
use bots::{Config, Engine, Level, Playable, in_notation, line_in_notation, player};
use game::{Position, Record};
use std::time::Duration;
use worker_protocol::SearchRequest;

/// Small, for phones.
const MEMORY_MIB: usize = 48;

/// Least time between two progress responses.
const PACE: Duration = Duration::from_millis(80);

/// An engine session of any game.
pub(crate) trait EngineSession {
    /// Searches a position and reports progress; or says why not.
    fn search(
        &mut self,
        request: &SearchRequest,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Report, String>;

    /// Reviews a game and reports how many positions are done, of how many.
    fn review(
        &mut self,
        request: &SearchRequest,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, String>;
}

/// The engine session of a game.
struct GameSession<P: Playable> {
    engine: Engine<P>,
    /// The game searched last.
    last: Option<Record<P>>,
}

/// A session of this level.
pub(crate) fn session<P: Playable>(level: Level, lines: u8, seed: u64) -> Box<dyn EngineSession> {
    let lines = usize::from(lines.max(1));
    let config = Config { threads: 1, memory_mib: MEMORY_MIB, lines, level, seed };
    Box::new(GameSession::<P> { engine: player(&config), last: None })
}

impl<P: Playable> EngineSession for GameSession<P> {
    fn search(
        &mut self,
        request: &SearchRequest,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        let record = read::<P>(&request.record)?;
        if record.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if !self.last.as_ref().is_some_and(|last| same_game(last, &record)) {
            self.engine.forget();
        }
        let mut told: Option<Duration> = None;
        let mut tell = |report: &Report<P::Move>| {
            // The first line is never held back.
            if told.is_none_or(|told| report.elapsed >= told + PACE) {
                told = Some(report.elapsed);
                progress(in_notation(record.position(), report));
            }
        };
        let report = self.engine.search(&record, &request.limits, &mut tell);
        let found = in_notation(record.position(), &report);
        self.last = Some(record);
        if found.best().is_some() { Ok(found) } else { Err("no move was found".to_owned()) }
    }

    fn review(
        &mut self,
        request: &SearchRequest,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, String> {
        let record = read::<P>(&request.record)?;
        let of = record.ply() as u32 + 1;
        self.engine.forget();
        let mut tell = |done: usize| progress(done as u32, of);
        let moves = review(&record, self.engine.as_mut(), &request.limits, &mut tell);
        Ok(moves.iter().map(|one| reviewed_move(&record, one)).collect())
    }
}

/// Parses a record.
pub(crate) fn read<P: Position>(record: &str) -> Result<Record<P>, String> {
    record.parse().map_err(|error: game::RecordError<P>| error.to_string())
}

fn reviewed_move<P: Playable>(
    record: &Record<P>,
    reviewed: &ReviewedMove<P::Move>,
) -> ReviewedMove {
    let &ReviewedMove { ply, mv, ref best, played, quality } = reviewed;
    let before = &record.positions()[ply];
    let mv = MoveText { mv: mv.to_string(), human: before.write_move(mv) };
    ReviewedMove { ply, mv, best: line_in_notation(before, best), played, quality }
}

/// Whether one record is the other, some moves on or some moves taken back.
fn same_game<P: Position>(a: &Record<P>, b: &Record<P>) -> bool {
    let shared = a.ply().min(b.ply());
    a.start() == b.start() && a.moves()[..shared] == b.moves()[..shared]
}
