//! Thinking on a page: one question at a time to an engine that is started again if it dies.
//!
//! A question that is given up is stopped, and the same worker, with its transposition table and
//! tree, takes the next one. A worker that does not stop soon, or that should have answered long
//! ago, is taken for dead and replaced.

use crate::engine::Engine;
use analysis::{Limits, Mark, Report, ReviewedMove};
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;
use worker_protocol::{Request, Response, SearchRequest};

/// How often an engine may die over one question before it is given up.
const FALLS: u8 = 3;

/// How long an engine may be silent when it should speak, in milliseconds.
const SILENCE: u32 = 25_000;

/// How long a search may take to stop, in milliseconds: longer than anything in it that cannot be
/// interrupted, such as the virtual connections of a large board.
const STOPPING: u64 = 5_000;

/// The last word on a question.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    Best(Report),
    Reviewed(Vec<ReviewedMove>),
    LineUp(String),
    Seen,
}

/// How far the question is that was asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Answered or given up.
    Idle,
    /// Waits for its answer.
    Asked,
    /// A review that has done so many positions of so many.
    Reviewing(u32, u32),
}

/// What is done with the last word on a question.
type Done = Rc<dyn Fn(Result<Answer, String>)>;

/// The thinking of one page.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    found: RwSignal<Option<Report>>,
    seen: RwSignal<Vec<Mark>>,
    state: RwSignal<State>,
    notice: RwSignal<Option<&'static str>>,
    held: StoredValue<Held, LocalStorage>,
}

#[derive(Default)]
struct Held {
    engine: Option<Engine>,
    task: Option<Task>,
    asked: u32,
    /// Counts what was asked and heard, so that a silence is known for one.
    heard: u32,
    /// The searches that were stopped and have not ended yet.
    stopping: Vec<u32>,
}

#[derive(Clone)]
struct Task {
    id: u32,
    ask: Request,
    done: Done,
    falls: u8,
}

impl Task {
    /// Whether it can be stopped while it is worked on.
    fn is_search(&self) -> bool {
        matches!(self.ask, Request::Search(_) | Request::Review(_))
    }

    /// How long the engine may take to its next word; no matter how long where nobody set a time.
    fn patience(&self) -> Option<u32> {
        let bounds = match &self.ask {
            Request::Search(question) | Request::Review(question) => &question.limits,
            Request::Ping(_)
            | Request::Help { .. }
            | Request::Bench { .. }
            | Request::Marks { .. }
            | Request::LineUp { .. } => {
                return Some(SILENCE);
            }
        };
        bounds.time.map(|time| (time.as_millis() as u32).saturating_add(SILENCE))
    }
}

impl Thinking {
    pub(crate) fn new() -> Self {
        Self {
            found: RwSignal::new(None),
            seen: RwSignal::new(Vec::new()),
            state: RwSignal::new(State::Idle),
            notice: RwSignal::new(None),
            held: StoredValue::new_local(Held::default()),
        }
    }

    /// What was found so far, on the question now asked or asked last.
    pub(crate) fn found(self) -> ReadSignal<Option<Report>> {
        self.found.read_only()
    }

    /// What was seen without searching, of the position asked about last.
    pub(crate) fn seen(self) -> ReadSignal<Vec<Mark>> {
        self.seen.read_only()
    }

    /// How far a review has come: positions done, and of how many.
    pub(crate) fn progress(self) -> Option<(u32, u32)> {
        match self.state.get() {
            State::Reviewing(done, of) => Some((done, of)),
            State::Idle | State::Asked => None,
        }
    }

    /// Whether a question waits for its answer.
    pub(crate) fn is_busy(self) -> bool {
        self.state.get() != State::Idle
    }

    /// What somebody should know of the engine, as a sentence.
    pub(crate) fn notice(self) -> ReadSignal<Option<&'static str>> {
        self.notice.read_only()
    }

    /// Asks for the best move; `done` gets what was found, or why nothing was.
    pub(crate) fn ask(
        self,
        question: SearchRequest,
        done: impl Fn(Result<Report, String>) + 'static,
    ) {
        self.put_question(
            |id| Request::Search(SearchRequest { id, ..question }),
            move |answer| match answer {
                Ok(Answer::Best(finding)) => done(Ok(finding)),
                Ok(_) => {}
                Err(why) => done(Err(why)),
            },
        );
    }

    /// Has a game gone over; `done` gets what there is to say of its moves.
    pub(crate) fn review(
        self,
        question: SearchRequest,
        done: impl Fn(Result<Vec<ReviewedMove>, String>) + 'static,
    ) {
        self.put_question(
            |id| Request::Review(SearchRequest { id, ..question }),
            move |answer| match answer {
                Ok(Answer::Reviewed(judged)) => done(Ok(judged)),
                Ok(_) => {}
                Err(why) => done(Err(why)),
            },
        );
    }

    /// Has a position looked at, without thinking; what there is comes as [`Self::seen`].
    pub(crate) fn look(self, game: String, record: String) {
        self.put_question(|id| Request::Marks { id, game, record }, |_| ());
    }

    /// Has everything placed by chance; `done` gets the move.
    pub(crate) fn line_up(
        self,
        game: String,
        record: String,
        seed: u64,
        done: impl Fn(Result<String, String>) + 'static,
    ) {
        self.put_question(
            |id| Request::LineUp { id, game, record, seed },
            move |answer| match answer {
                Ok(Answer::LineUp(mv)) => done(Ok(mv)),
                Ok(_) => {}
                Err(why) => done(Err(why)),
            },
        );
    }

    /// Starts the engine and has it make ready for questions like this one, so that the first answer
    /// does not take longer than later ones. Nothing is told of it.
    pub(crate) fn prepare(self, question: SearchRequest) {
        if let Some(engine) = self.engine() {
            // Number 0 is nobody's question.
            let limits = Limits::nodes(1);
            engine.ask(Request::Search(SearchRequest { id: 0, limits, ..question }));
        }
    }

    /// The engine, which is started if there is none; `None` where it cannot be.
    fn engine(self) -> Option<Engine> {
        let engine = self.held.with_value(|held| held.engine.clone());
        let engine =
            engine.or_else(|| Engine::start(move |tell| self.hear(tell), move || self.fell()));
        self.held.update_value(|held| held.engine.clone_from(&engine));
        engine
    }

    /// Asks something instead of whatever waits.
    fn put_question(
        self,
        ask: impl FnOnce(u32) -> Request,
        done: impl Fn(Result<Answer, String>) + 'static,
    ) {
        self.clear();
        self.state.set(State::Asked);
        self.held.update_value(|held| {
            held.asked += 1;
            let id = held.asked;
            held.task = Some(Task { id, ask: ask(id), done: Rc::new(done), falls: 0 });
        });
        self.put();
    }

    /// Gives up the question that waits, if one does. The engine stays as it is.
    pub(crate) fn stop(self) {
        let stopped = self.held.try_update_value(|held| {
            let (task, engine) = (held.task.take()?, held.engine.as_ref()?);
            let stops = task.is_search() && engine.stop(task.id);
            stops.then(|| {
                held.stopping.push(task.id);
                task.id
            })
        });
        self.state.set(State::Idle);
        if let Some(id) = stopped.flatten() {
            self.watch_stop(id);
        }
    }

    /// Waits for the end of a search that was stopped; if it does not come, the worker is replaced.
    fn watch_stop(self, id: u32) {
        let look = move || {
            let hangs = self.held.try_with_value(|held| held.stopping.contains(&id));
            if hangs == Some(true) {
                self.drop_engine();
                self.put();
            }
        };
        set_timeout(look, Duration::from_millis(STOPPING));
    }

    /// Ends the worker, whatever it does.
    fn drop_engine(self) {
        self.held.try_update_value(|held| (held.engine, held.stopping) = (None, Vec::new()));
    }

    /// Gives up the question that waits, and what was found and seen.
    pub(crate) fn clear(self) {
        self.stop();
        self.found.set(None);
        self.seen.set(Vec::new());
    }

    /// Puts the question that waits to the engine, which is started if there is none.
    fn put(self) {
        let Some(task) = self.held.with_value(|held| held.task.clone()) else { return };
        match self.engine() {
            Some(engine) => {
                engine.ask(task.ask);
                self.watch();
            }
            None => self.end(Err("this browser cannot start the engine".to_owned())),
        }
    }

    /// Waits for the engine's next word; if it does not come, the engine is taken for dead.
    fn watch(self) {
        let waits = self.held.try_update_value(|held| {
            held.heard += 1;
            held.task.as_ref().and_then(Task::patience).map(|patience| (held.heard, patience))
        });
        let Some(Some((heard, patience))) = waits else { return };
        let look = move || {
            let silent =
                self.held.try_with_value(|held| held.task.is_some() && held.heard == heard);
            if silent == Some(true) {
                self.fell();
            }
        };
        set_timeout(look, Duration::from_millis(patience.into()));
    }

    fn hear(self, tell: Response) {
        if let Some(ended) = tell.ends_search() {
            self.held.try_update_value(|held| held.stopping.retain(|&id| id != ended));
        }
        let waits = self.held.try_with_value(|held| held.task.as_ref().map(|task| task.id));
        let Some(Some(waits)) = waits else { return };
        match tell {
            Response::Marks { id, marks } if id == waits => {
                self.seen.set(marks);
                if self.looks() {
                    return self.end(Ok(Answer::Seen));
                }
            }
            Response::Progress { id, report, .. } if id == waits => self.found.set(Some(report)),
            Response::ReviewProgress { id, done, of } if id == waits => {
                self.state.set(State::Reviewing(done, of));
            }
            Response::BestMove { id, report } if id == waits => {
                self.found.set(Some(report.clone()));
                return self.end(Ok(Answer::Best(report)));
            }
            Response::Review { id, moves } if id == waits => {
                return self.end(Ok(Answer::Reviewed(moves)));
            }
            Response::LineUp { id, mv } if id == waits => return self.end(Ok(Answer::LineUp(mv))),
            Response::Refused { id, why } if id == waits => return self.end(Err(why)),
            _ => {}
        }
        self.watch();
    }

    /// Whether what waits is a look, and not a question to think about.
    fn looks(self) -> bool {
        let asked = |held: &Held| held.task.as_ref().map(|task| task.ask.clone());
        matches!(self.held.with_value(asked), Some(Request::Marks { .. }))
    }

    /// The engine died: another takes its place and its question.
    fn fell(self) {
        self.drop_engine();
        let falls = self.held.try_update_value(|held| {
            held.task.as_mut().map(|task| {
                task.falls += 1;
                task.falls
            })
        });
        match falls.flatten() {
            None => {}
            Some(falls) if falls < FALLS => {
                self.notice
                    .set(Some("The engine stopped and was started again; the game goes on."));
                self.put();
            }
            Some(_) => self.end(Err("the engine stops whenever it is asked".to_owned())),
        }
    }

    fn end(self, answer: Result<Answer, String>) {
        let task = self.held.try_update_value(|held| held.task.take()).flatten();
        self.state.set(State::Idle);
        if let Some(task) = task {
            (task.done)(answer);
        }
    }
}
