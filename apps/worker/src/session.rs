//! Engine session: a player of one game that keeps its state between searches, asked in notation
//! and answering in it.

use analysis::{Limits, MoveText, Report, ReviewedMove, StopSignal};
use bots::review::review;
use bots::{Config, Engine, Level, Playable, in_notation, line_in_notation, player};
use catalog::AnyRecord;
use game::Record;

/// Small, for phones.
const MEMORY_MIB: usize = 48;

/// An engine session of any game.
pub(crate) trait EngineSession {
    /// Searches a position and reports progress; or says why not.
    fn search(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Report, String>;

    /// Reviews a game and reports how many positions are done, of how many.
    fn review(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, String>;
}

/// The engine session of a game.
struct GameSession<P: Playable> {
    engine: Engine<P>,
    /// The start of the game searched last. Table and tree are kept for all positions of games with
    /// the same start, so that one can step back and forth and into variations.
    start: Option<P>,
    stop: Option<StopSignal>,
}

/// A session of this level, whose searches end at the stop signal.
pub(crate) fn session<P: Playable>(
    level: Level,
    lines: u8,
    seed: u64,
    stop: Option<StopSignal>,
) -> Box<dyn EngineSession> {
    let lines = usize::from(lines.max(1));
    let config = Config { threads: 1, memory_mib: MEMORY_MIB, lines, level, seed };
    Box::new(GameSession::<P> { engine: player(&config), start: None, stop })
}

impl<P: Playable> GameSession<P> {
    /// These limits, and the stop signal.
    fn limits(&self, limits: &Limits) -> Limits {
        Limits { stop: self.stop.clone(), ..limits.clone() }
    }
}

impl<P: Playable> EngineSession for GameSession<P> {
    fn search(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        let record = of_game::<P>(record)?;
        if record.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.start.as_ref() != Some(record.start()) {
            self.engine.forget();
            self.start = Some(record.start().clone());
        }
        let mut tell = |report: &Report<P::Move>| progress(in_notation(record.position(), report));
        let report = self.engine.search(record, &self.limits(limits), &mut tell);
        let found = in_notation(record.position(), &report);
        if found.best().is_some() { Ok(found) } else { Err("no move was found".to_owned()) }
    }

    fn review(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, String> {
        let record = of_game::<P>(record)?;
        let of = record.ply() as u32 + 1;
        self.engine.forget();
        let limits = self.limits(limits);
        let mut tell = |done: usize| progress(done as u32, of);
        let moves = review(record, self.engine.as_mut(), &limits, &mut tell);
        Ok(moves.iter().map(|one| reviewed_move(record, one)).collect())
    }
}

/// The record of the session's game.
fn of_game<P: Playable>(record: &AnyRecord) -> Result<&Record<P>, String> {
    record.of_game().ok_or_else(|| format!("this is a game of {}", record.game().title()))
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
