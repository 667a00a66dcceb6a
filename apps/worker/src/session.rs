//! Engine session: a player of one game that keeps its state between searches, asked in notation
//! and answering in it.

use crate::error::RequestError;
use crate::exchange::Exchange;
use crate::merge::{Combination, merge};
use analysis::{Limits, Line, MoveText, Report, ReviewedMove, StopSignal};
use bots::review::review;
use bots::{Config, Engine, Level, Playable, in_notation, line_in_notation, player};
use catalog::{AnyRecord, GameName, with_game};
use game::Record;
use std::rc::Rc;
use worker_protocol::SearchRequest;

/// Root moves whose statistics are added up. Boards have up to 361 cells, but not all are visited.
const ROOT_MOVES: u8 = u8::MAX;

/// Lines of a helper that are sent with their whole variation.
const WHOLE_LINES: usize = 10;

/// What a session depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SessionKey {
    pub(crate) game: GameName,
    pub(crate) level: Level,
    pub(crate) lines: u8,
    pub(crate) seed: u64,
    pub(crate) role: Role,
    pub(crate) combination: Combination,
}

/// The part of a worker among those that search one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It answers the page.
    Main,
    /// The helper with this number, from 1 on.
    Helper(u8),
}

impl SessionKey {
    /// The configuration of the player.
    fn config(&self) -> Config {
        let Self { level, seed, role, combination, .. } = *self;
        // Helpers of a tree search use other random numbers; alpha-beta uses none.
        let seed = match combination {
            Combination::RootStatistics | Combination::FirstMoves => {
                seed.wrapping_add(u64::from(role.number()) * 0x9e37_79b9)
            }
            Combination::Alone | Combination::Deepest => seed,
        };
        let lines =
            if combination == Combination::RootStatistics { ROOT_MOVES } else { self.lines.max(1) };
        let memory = with_game!(self.game, P => P::MEMORY);
        let memory_mib = if role == Role::Main { memory.page } else { memory.page_helper };
        Config { threads: 1, memory_mib, lines: lines.into(), level, seed }
    }
}

impl Role {
    /// Number among the workers: 0 for the main one.
    fn number(self) -> u8 {
        match self {
            Self::Main => 0,
            Self::Helper(number) => number,
        }
    }
}

/// An engine session of any game.
pub(crate) trait EngineSession {
    /// Searches a position and reports progress, with the number of helpers whose part is in it; or
    /// says why not.
    fn search(
        &mut self,
        record: &AnyRecord,
        request: &SearchRequest,
        progress: &mut dyn FnMut(Report, u8),
    ) -> Result<Report, RequestError>;

    /// Searches the position of the main worker and publishes reports for it.
    fn help(&mut self, record: &AnyRecord, request: &SearchRequest) -> Result<(), RequestError>;

    /// Reviews a game and reports how many positions are done, of how many.
    fn review(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, RequestError>;
}

/// The engine session of a game.
struct GameSession<P: Playable> {
    key: SessionKey,
    engine: Engine<P>,
    /// The start of the game searched last. Table and tree are kept for all positions of games with
    /// the same start, so that one can step back and forth and into variations.
    start: Option<P>,
    stop: Option<StopSignal>,
    exchange: Rc<dyn Exchange>,
}

/// A session, whose searches end at the stop signal.
pub(crate) fn session<P: Playable>(
    key: SessionKey,
    stop: Option<StopSignal>,
    exchange: Rc<dyn Exchange>,
) -> Box<dyn EngineSession> {
    let mut engine = player::<P>(&key.config());
    if key.combination == Combination::Deepest {
        engine.share_table(exchange.table(key.role.number()));
    }
    Box::new(GameSession::<P> { key, engine, start: None, stop, exchange })
}

impl<P: Playable> GameSession<P> {
    /// These limits, and the stop signal.
    fn limits(&self, limits: &Limits) -> Limits {
        Limits { stop: self.stop.clone(), ..limits.clone() }
    }

    /// The game to be searched, for which the engine forgets what belongs to another one.
    fn prepare<'a>(&mut self, record: &'a AnyRecord) -> Result<&'a Record<P>, RequestError> {
        let record = of_game::<P>(record)?;
        if record.position().outcome().is_some() {
            return Err(RequestError::GameOver);
        }
        if self.start.as_ref() != Some(record.start()) {
            self.engine.forget();
            self.start = Some(record.start().clone());
        }
        Ok(record)
    }
}

impl<P: Playable> EngineSession for GameSession<P> {
    fn search(
        &mut self,
        record: &AnyRecord,
        request: &SearchRequest,
        progress: &mut dyn FnMut(Report, u8),
    ) -> Result<Report, RequestError> {
        let record = self.prepare(record)?;
        let limits = self.limits(&request.limits);
        let (how, exchange) = (self.key.combination, Rc::clone(&self.exchange));
        let whole = |report: &Report<P::Move>| {
            let helpers = collect::<P>(how, exchange.as_ref(), request);
            let count = helpers.len() as u8;
            let lines = usize::from(request.lines.max(1));
            let report =
                in_notation(record.position(), &merge(how, report.clone(), helpers, lines));
            (report, count)
        };
        let mut tell = |report: &Report<P::Move>| {
            let (report, helpers) = whole(report);
            if how == Combination::RootStatistics && is_solved(&report, request) {
                exchange.end(request.id);
            }
            progress(report, helpers);
        };
        let report = self.engine.search(record, &limits, &mut tell);
        let (found, _) = whole(&report);
        self.exchange.end(request.id);
        if found.best().is_some() { Ok(found) } else { Err(RequestError::NoMove) }
    }

    fn help(&mut self, record: &AnyRecord, request: &SearchRequest) -> Result<(), RequestError> {
        let Role::Helper(number) = self.key.role else { return Ok(()) };
        if self.key.combination == Combination::Alone {
            return Ok(());
        }
        let record = self.prepare(record)?;
        let limits = self.limits(&request.limits);
        let exchange = Rc::clone(&self.exchange);
        let publish = |report: &Report<P::Move>| {
            exchange.publish(number, request.id, &written::<P>(report));
        };
        let report = self.engine.search(record, &limits, &mut |report| publish(report));
        publish(&report);
        Ok(())
    }

    fn review(
        &mut self,
        record: &AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<ReviewedMove>, RequestError> {
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
fn of_game<P: Playable>(record: &AnyRecord) -> Result<&Record<P>, RequestError> {
    record.of_game().ok_or_else(|| RequestError::OtherGame(record.game()))
}

/// The latest reports of the helpers.
fn collect<P: Playable>(
    how: Combination,
    exchange: &dyn Exchange,
    request: &SearchRequest,
) -> Vec<Report<P::Move>> {
    if how == Combination::Alone {
        return Vec::new();
    }
    exchange.collect(request.helpers, request.id).iter().map(parsed::<P>).collect()
}

/// Whether a search that was asked for one move need not go on. With the statistics of all root
/// moves a tree search does not end by itself, because it is still to find out about the others.
fn is_solved(report: &Report, request: &SearchRequest) -> bool {
    request.lines <= 1 && report.lines.first().is_some_and(|line| line.score.is_proven())
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

/// A report for another worker: moves in machine notation, and of lesser lines the first one only.
fn written<P: Playable>(report: &Report<P::Move>) -> Report<String> {
    let line = |(rank, line): (usize, &Line<P::Move>)| {
        let length = if rank < WHOLE_LINES { line.moves.len() } else { 1 };
        let moves = line.moves.iter().take(length).map(ToString::to_string).collect();
        Line { visits: line.visits, ..Line::new(moves, line.score) }
    };
    report.with_lines(report.lines.iter().enumerate().map(line).collect())
}

/// A report of another worker. Moves that cannot be read end their variation.
fn parsed<P: Playable>(report: &Report<String>) -> Report<P::Move> {
    let line = |line: &Line<String>| {
        let moves = line.moves.iter().map_while(|mv| mv.parse().ok()).collect();
        Line { visits: line.visits, ..Line::new(moves, line.score) }
    };
    let lines = report.lines.iter().map(line).filter(|line| !line.moves.is_empty());
    report.with_lines(lines.collect())
}
