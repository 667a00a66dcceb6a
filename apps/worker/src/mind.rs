//! A player of one game, asked in notation and answering in it.

use bots::review::{self, review};
use bots::{Config, Engine, Level, Playable, player};
use game::{Position, Record};
use search::{Limits, Report};
use std::time::Duration;
use words::{Bounds, Finding, Judged, Line, Question, Said, Score, Verdict};

/// Modest: phones have little, and give it to many.
const MEMORY_MIB: usize = 48;

/// The page is told of progress so often and no oftener.
const PACE: Duration = Duration::from_millis(80);

/// Somebody who thinks about one game, whichever it is.
pub(crate) trait Mind {
    /// Thinks about a question, and tells of progress; or says why not.
    fn think(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(Finding),
    ) -> Result<Finding, String>;

    /// Goes over a game move by move, and tells how many positions are done, of how many.
    fn review(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<Judged>, String>;
}

/// A player with what it remembers of the game.
struct Player<P: Playable> {
    engine: Engine<P>,
    /// What it thought about last.
    last: Option<Record<P>>,
}

/// A player as strong as a question wants it.
pub(crate) fn mind<P: Playable>(level: Level, lines: u8, seed: u64) -> Box<dyn Mind> {
    let lines = usize::from(lines.max(1));
    let config = Config { threads: 1, memory_mib: MEMORY_MIB, lines, level, seed };
    Box::new(Player::<P> { engine: player(&config), last: None })
}

impl<P: Playable> Mind for Player<P> {
    fn think(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(Finding),
    ) -> Result<Finding, String> {
        let record = read::<P>(&question.record)?;
        if record.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if !self.last.as_ref().is_some_and(|last| same_game(last, &record)) {
            self.engine.forget();
        }
        let mut told = Duration::ZERO;
        let mut tell = |report: &Report<P>| {
            if report.elapsed >= told + PACE {
                told = report.elapsed;
                progress(finding(&record, report));
            }
        };
        let report = self.engine.search(&record, &limits(question.bounds), &mut tell);
        let found = finding(&record, &report);
        self.last = Some(record);
        if found.best().is_some() { Ok(found) } else { Err("no move was found".to_owned()) }
    }

    fn review(
        &mut self,
        question: &Question,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<Judged>, String> {
        let record = read::<P>(&question.record)?;
        let of = record.ply() as u32 + 1;
        self.engine.forget();
        let limits = limits(question.bounds);
        let mut tell = |done: usize| progress(done as u32, of);
        let judged = review(&record, self.engine.as_mut(), &limits, &mut tell);
        Ok(judged.iter().map(|judged| told(&record, judged)).collect())
    }
}

/// The game in a text.
pub(crate) fn read<P: Position>(record: &str) -> Result<Record<P>, String> {
    record.parse().map_err(|error: game::RecordError<P>| error.to_string())
}

fn told<P: Position>(record: &Record<P>, judged: &review::ReviewedMove<P>) -> Judged {
    Judged {
        ply: judged.ply as u32,
        best: line(&record.positions()[judged.ply], &judged.best),
        played: score(judged.played),
        verdict: match judged.quality {
            review::MoveQuality::Good => Verdict::Good,
            review::MoveQuality::Inaccuracy => Verdict::Inaccuracy,
            review::MoveQuality::Mistake => Verdict::Mistake,
            review::MoveQuality::Blunder => Verdict::Blunder,
        },
    }
}

/// Whether one record is the other, some moves on or some moves taken back.
fn same_game<P: Position>(a: &Record<P>, b: &Record<P>) -> bool {
    let shared = a.ply().min(b.ply());
    a.start() == b.start() && a.moves()[..shared] == b.moves()[..shared]
}

fn limits(bounds: Bounds) -> Limits {
    Limits {
        depth: bounds.depth.map(|plies| plies as usize),
        nodes: bounds.nodes,
        time: bounds.time_ms.map(|ms| Duration::from_millis(ms.into())),
        ..Limits::default()
    }
}

fn finding<P: Position>(record: &Record<P>, report: &Report<P>) -> Finding {
    Finding {
        lines: report.lines.iter().map(|found| line(record.position(), found)).collect(),
        depth: report.depth as u32,
        nodes: report.nodes,
        speed: report.nodes_per_second(),
        elapsed_ms: report.elapsed.as_millis() as u32,
    }
}

fn line<P: Position>(from: &P, line: &search::Line<P>) -> Line {
    Line { moves: said(from, &line.moves), score: score(line.score), visits: line.visits }
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

/// Moves in both notations. What a player without all knowledge expects may be impossible in
/// truth: the line ends there.
fn said<P: Position>(from: &P, moves: &[P::Move]) -> Vec<Said> {
    let mut position = from.clone();
    let mut said = Vec::new();
    for &mv in moves {
        let human = if position.is_legal(mv) { position.write_move(mv) } else { break };
        said.push(Said { mv: mv.to_string(), human });
        if position.play(mv).is_err() {
            break;
        }
    }
    said
}
