//! Engine session: a player of one game that keeps its state between searches, asked in notation
//! and answering in it.

use bots::review::{self, review};
use bots::{Config, Engine, Level, Playable, player};
use game::{Position, Record};
use search::{Limits, Report};
use std::time::Duration;
use worker_protocol::{
    Line, MoveQuality, MoveText, ReviewedMove, Score, SearchLimits, SearchReport, SearchRequest,
};

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
        progress: &mut dyn FnMut(SearchReport),
    ) -> Result<SearchReport, String>;

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
        progress: &mut dyn FnMut(SearchReport),
    ) -> Result<SearchReport, String> {
        let record = read::<P>(&request.record)?;
        if record.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if !self.last.as_ref().is_some_and(|last| same_game(last, &record)) {
            self.engine.forget();
        }
        let mut told: Option<Duration> = None;
        let mut tell = |report: &Report<P>| {
            // The first line is never held back.
            if told.is_none_or(|told| report.elapsed >= told + PACE) {
                told = Some(report.elapsed);
                progress(search_report(&record, report));
            }
        };
        let report = self.engine.search(&record, &limits(request.limits), &mut tell);
        let found = search_report(&record, &report);
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
        let limits = limits(request.limits);
        let mut tell = |done: usize| progress(done as u32, of);
        let moves = review(&record, self.engine.as_mut(), &limits, &mut tell);
        Ok(moves.iter().map(|one| reviewed_move(&record, one)).collect())
    }
}

/// Parses a record.
pub(crate) fn read<P: Position>(record: &str) -> Result<Record<P>, String> {
    record.parse().map_err(|error: game::RecordError<P>| error.to_string())
}

fn reviewed_move<P: Playable>(record: &Record<P>, moves: &review::ReviewedMove<P>) -> ReviewedMove {
    ReviewedMove {
        ply: moves.ply as u32,
        best: line(&record.positions()[moves.ply], &moves.best),
        played: score(moves.played),
        quality: match moves.quality {
            review::MoveQuality::Good => MoveQuality::Good,
            review::MoveQuality::Inaccuracy => MoveQuality::Inaccuracy,
            review::MoveQuality::Mistake => MoveQuality::Mistake,
            review::MoveQuality::Blunder => MoveQuality::Blunder,
        },
    }
}

/// Whether one record is the other, some moves on or some moves taken back.
fn same_game<P: Position>(a: &Record<P>, b: &Record<P>) -> bool {
    let shared = a.ply().min(b.ply());
    a.start() == b.start() && a.moves()[..shared] == b.moves()[..shared]
}

fn limits(limits: SearchLimits) -> Limits {
    Limits {
        depth: limits.depth.map(|plies| plies as usize),
        nodes: limits.nodes,
        time: limits.time_ms.map(|ms| Duration::from_millis(ms.into())),
        ..Limits::default()
    }
}

fn search_report<P: Playable>(record: &Record<P>, report: &Report<P>) -> SearchReport {
    SearchReport {
        lines: report.lines.iter().map(|found| line(record.position(), found)).collect(),
        depth: report.depth as u32,
        nodes: report.nodes,
        speed: report.nodes_per_second(),
        elapsed_ms: report.elapsed.as_millis() as u32,
    }
}

fn line<P: Playable>(from: &P, line: &search::Line<P>) -> Line {
    let told = |mv| P::countdown(from, mv, line.score)?.text(line.score);
    Line {
        moves: move_texts(from, &line.moves),
        score: score(line.score),
        countdown: line.first().filter(|&mv| from.is_legal(mv)).and_then(told),
        visits: line.visits,
    }
}

pub(crate) fn score(score: search::Score) -> Score {
    match score {
        search::Score::Estimate(value) => Score::Estimate(value),
        search::Score::Chance(share) => Score::Chance(share),
        search::Score::Draw => Score::Draw,
        search::Score::WinIn(plies) => Score::WinIn(plies),
        search::Score::LossIn(plies) => Score::LossIn(plies),
    }
}

/// Moves in both notations. With hidden information a variation may be illegal in the true
/// position: it ends there.
fn move_texts<P: Position>(from: &P, moves: &[P::Move]) -> Vec<MoveText> {
    let mut position = from.clone();
    let mut move_texts = Vec::new();
    for &mv in moves {
        let human = if position.is_legal(mv) { position.write_move(mv) } else { break };
        move_texts.push(MoveText { mv: mv.to_string(), human });
        if position.play(mv).is_err() {
            break;
        }
    }
    move_texts
}
