//! The engine on a thread of its own, for everything but the opponent's moves: analysis, hints, review.

use crate::screen::WORKER;
use crate::stop::Stop;
use analysis::{Limits, MoveText, Report, ReviewedMove};
use bots::review::review;
use bots::{Config, InformationSet, Playable, in_notation, line_in_notation, move_texts};
use catalog::{AnyRecord, GameName, with_game};
use game::Record;
use search::Search;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many of the best moves an analysis shows.
pub(crate) const LINES: usize = 3;
/// Intermediate reports come no more often than this.
const REPORT_EVERY: Duration = Duration::from_millis(150);
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(300);

/// What the engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineTask {
    /// Reports until it is stopped.
    Analysis,
    /// The best move, as far as a second goes.
    Hint,
    /// Every move of the game.
    Review,
}

/// What the engine has found.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineResult {
    /// A report of the running analysis.
    Report(Report),
    /// The best move.
    Hint(Option<MoveText>),
    /// So many positions of the review are done.
    Progress(usize),
    /// Every move with its quality.
    Reviewed(Vec<ReviewedMove>),
}

/// A message of the engine: the number of the request and what was found.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineReply {
    /// The number of the request.
    pub number: u64,
    /// The result.
    pub result: EngineResult,
}

struct Request {
    number: u64,
    task: EngineTask,
    record: AnyRecord,
    stop: Stop,
}

/// The engine of one game on its thread. Dropping it stops its search.
pub(crate) struct Analyst {
    game: GameName,
    requests: Sender<Request>,
    stop: Stop,
}

impl Analyst {
    pub(crate) fn start(game: GameName, tell: impl Fn(EngineReply) + Send + 'static) -> Self {
        let (requests, asked) = channel();
        let serving = move || with_game!(game, P => serve::<P>(&asked, &tell));
        // Without a thread no answer comes, and the game goes on.
        let _ = thread::Builder::new().name(WORKER.to_owned()).spawn(serving);
        Self { game, requests, stop: Stop::default() }
    }

    pub(crate) fn game(&self) -> GameName {
        self.game
    }

    /// Asks for something; what was asked for before is stopped.
    pub(crate) fn ask(&mut self, number: u64, task: EngineTask, record: AnyRecord) {
        self.stop.give();
        self.stop = Stop::default();
        let stop = self.stop.clone();
        let _ = self.requests.send(Request { number, task, record, stop });
    }

    pub(crate) fn stop(&self) {
        self.stop.give();
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop.give();
    }
}

fn serve<P: Playable>(asked: &Receiver<Request>, tell: &dyn Fn(EngineReply)) {
    let mut engine = None;
    while let Ok(request) = asked.recv() {
        let config = Config { memory_mib: P::MEMORY.analysis, lines: LINES, ..Config::default() };
        let engine = engine.get_or_insert_with(|| P::engine(&config));
        let Some(record) = request.record.of_game::<P>() else { continue };
        let say = |result| tell(EngineReply { number: request.number, result });
        let limits = Limits { stop: Some(request.stop.signal()), ..Limits::default() };
        match request.task {
            EngineTask::Analysis => analyse(&mut **engine, record, &limits, &say),
            EngineTask::Hint => {
                let limits = Limits { time: Some(HINT_TIME), ..limits };
                let known = known(record);
                let best = engine.search(&known, &limits, &mut |_| ()).best();
                let best = best.map(|mv| move_texts(known.position(), &[mv]));
                say(EngineResult::Hint(best.and_then(|mut texts| texts.pop())));
            }
            EngineTask::Review => {
                let limits = Limits { time: Some(REVIEW_TIME), ..limits };
                let judged = review(record, &mut **engine, &limits, &mut |done| {
                    say(EngineResult::Progress(done));
                });
                let in_notation = judged.iter().map(|judged| in_text(record, judged));
                say(EngineResult::Reviewed(in_notation.collect()));
            }
        }
    }
}

/// What the side to move may know; all of it once the game is over.
fn known<P: Playable>(record: &Record<P>) -> Record<P> {
    match record.conclusion() {
        Some(_) => record.clone(),
        None => InformationSet::of(record).record().clone(),
    }
}

fn analyse<P: Playable>(
    engine: &mut dyn Search<P>,
    record: &Record<P>,
    limits: &Limits,
    say: &dyn Fn(EngineResult),
) {
    let known = known(record);
    let position = known.position();
    let mut said: Option<Instant> = None;
    let report = engine.search(&known, limits, &mut |report| {
        if said.is_none_or(|said| said.elapsed() >= REPORT_EVERY) {
            said = Some(Instant::now());
            say(EngineResult::Report(in_notation(position, report)));
        }
    });
    if !limits.is_stopped() {
        say(EngineResult::Report(in_notation(position, &report)));
    }
}

fn in_text<P: Playable>(record: &Record<P>, judged: &ReviewedMove<P::Move>) -> ReviewedMove {
    let before = &record.positions()[judged.ply];
    ReviewedMove {
        ply: judged.ply,
        mv: MoveText { mv: judged.mv.to_string(), human: before.write_move(judged.mv) },
        best: line_in_notation(before, &judged.best),
        played: judged.played,
        quality: judged.quality,
    }
}
