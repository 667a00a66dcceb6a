//! Engine requests of a page: one at a time, to a worker that is restarted if it crashes.
//!
//! A request that is cancelled is stopped, and the same worker, with its transposition table and
//! tree, takes the next one. A worker that does not stop in time, or does not answer in time, is
//! terminated and replaced.

use crate::engine::Engine;
use analysis::{Limits, Mark, Report, ReviewedMove};
use leptos::prelude::*;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;
use worker_protocol::{Request, Response, SearchRequest};

/// How often the worker may crash on one request before the request fails.
const MAX_CRASHES: u8 = 3;

/// Timeout between two responses to a request, in milliseconds.
const RESPONSE_TIMEOUT: u32 = 25_000;

/// The number of the search before the first request; responses to it belong to no request.
const WARM_UP_ID: u32 = 0;

/// How long the engine searches before it is asked for the first time: shorter than anybody takes for a first move.
const WARM_UP: Duration = Duration::from_millis(400);

/// How long a search may take to stop, in milliseconds: longer than anything in it that cannot be
/// interrupted, such as the virtual connections of a large board.
const STOP_TIMEOUT: u64 = 5_000;

/// The final response to a request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    Best(Report),
    Reviewed(Vec<ReviewedMove>),
    LineUp(String),
    Seen,
}

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EngineError {
    /// The engine says why.
    Refused(String),
    /// It crashed [`MAX_CRASHES`] times.
    Crashes,
    /// The browser cannot start it.
    NotStarted,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Crashes => f.write_str("the engine crashes repeatedly"),
            Self::NotStarted => f.write_str("this browser cannot start the engine"),
        }
    }
}

impl std::error::Error for EngineError {}

/// The state of the last request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Answered or cancelled.
    Idle,
    /// Waits for its answer.
    Asked,
    /// A review that has done so many positions of so many.
    Reviewing(u32, u32),
}

/// Callback for the final response.
type Done = Rc<dyn Fn(Result<Answer, EngineError>)>;

/// The engine of one page and its pending request.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    found: RwSignal<Option<Report>>,
    seen: RwSignal<Vec<Mark>>,
    state: RwSignal<State>,
    notice: RwSignal<Option<&'static str>>,
    held: StoredValue<ThinkingState, LocalStorage>,
}

#[derive(Default)]
struct ThinkingState {
    engine: Option<Engine>,
    task: Option<Task>,
    /// The number of the last request.
    last_id: u32,
    /// Counts requests and responses: unchanged after the timeout, the worker does not respond.
    activity: u32,
    /// The searches that were stopped and have not ended yet.
    stopping: Vec<u32>,
    /// Whether it was told to warm up and has not been asked since.
    is_warming_up: bool,
}

#[derive(Clone)]
struct Task {
    id: u32,
    request: Request,
    done: Done,
    crashes: u8,
}

impl Task {
    /// Whether it can be stopped while it is worked on.
    fn is_search(&self) -> bool {
        matches!(self.request, Request::Search(_) | Request::Review(_))
    }

    /// Timeout until the next response; `None` for a search without a time limit.
    fn timeout(&self) -> Option<u32> {
        let limits = match &self.request {
            Request::Search(question) | Request::Review(question) => &question.limits,
            Request::Ping(_)
            | Request::Help { .. }
            | Request::Bench { .. }
            | Request::Marks { .. }
            | Request::LineUp { .. } => {
                return Some(RESPONSE_TIMEOUT);
            }
        };
        limits.time.map(|time| (time.as_millis() as u32).saturating_add(RESPONSE_TIMEOUT))
    }
}

impl Thinking {
    pub(crate) fn new() -> Self {
        Self {
            found: RwSignal::new(None),
            seen: RwSignal::new(Vec::new()),
            state: RwSignal::new(State::Idle),
            notice: RwSignal::new(None),
            held: StoredValue::new_local(ThinkingState::default()),
        }
    }

    /// The latest search report, of the pending or the last request.
    pub(crate) fn found(self) -> ReadSignal<Option<Report>> {
        self.found.read_only()
    }

    /// Marks computed without a search, of the last position.
    pub(crate) fn seen(self) -> ReadSignal<Vec<Mark>> {
        self.seen.read_only()
    }

    /// Progress of a review: positions done, and their number.
    pub(crate) fn progress(self) -> Option<(u32, u32)> {
        match self.state.get() {
            State::Reviewing(done, of) => Some((done, of)),
            State::Idle | State::Asked => None,
        }
    }

    /// Whether a request is pending.
    pub(crate) fn is_busy(self) -> bool {
        self.state.get() != State::Idle
    }

    /// A message about the engine for the player.
    pub(crate) fn notice(self) -> ReadSignal<Option<&'static str>> {
        self.notice.read_only()
    }

    /// Searches for the best move; `done` gets the report or an error.
    pub(crate) fn search(
        self,
        question: SearchRequest,
        done: impl Fn(Result<Report, EngineError>) + 'static,
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

    /// Reviews a game; `done` gets its judged moves or an error.
    pub(crate) fn review(
        self,
        question: SearchRequest,
        done: impl Fn(Result<Vec<ReviewedMove>, EngineError>) + 'static,
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

    /// Computes the marks of a position, without a search: see [`Self::seen`].
    pub(crate) fn look(self, game: String, record: String) {
        self.put_question(|id| Request::Marks { id, game, record }, |_| ());
    }

    /// Chooses a random line-up; `done` gets the move.
    pub(crate) fn line_up(
        self,
        game: String,
        record: String,
        seed: u64,
        done: impl Fn(Result<String, EngineError>) + 'static,
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

    /// Starts the engine and lets it search a little (warm-up), so that its memory is there and its code is compiled
    /// when it is asked: the first answer takes no longer than later ones. There is no response. Where it is asked at
    /// once, it only allocates.
    pub(crate) fn prepare(self, question: SearchRequest, is_asked_at_once: bool) {
        if let Some(engine) = self.engine() {
            let limits = if is_asked_at_once { Limits::nodes(1) } else { Limits::time(WARM_UP) };
            engine.send(Request::Search(SearchRequest { id: WARM_UP_ID, limits, ..question }));
            self.held.update_value(|held| held.is_warming_up = true);
        }
    }

    /// The engine, which is started if there is none; `None` where it cannot be.
    fn engine(self) -> Option<Engine> {
        let engine = self.held.with_value(|held| held.engine.clone());
        let engine = engine.or_else(|| {
            Engine::start(move |response| self.on_response(response), move || self.on_crash())
        });
        self.held.update_value(|held| held.engine.clone_from(&engine));
        engine
    }

    /// Replaces the pending request by another.
    fn put_question(
        self,
        request: impl FnOnce(u32) -> Request,
        done: impl Fn(Result<Answer, EngineError>) + 'static,
    ) {
        self.clear();
        self.state.set(State::Asked);
        self.held.update_value(|held| {
            held.last_id += 1;
            let id = held.last_id;
            held.task = Some(Task { id, request: request(id), done: Rc::new(done), crashes: 0 });
        });
        self.send_pending();
    }

    /// Cancels the pending request, if there is one. The engine keeps its state.
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

    /// Replaces the worker if a stopped search does not end in time.
    fn watch_stop(self, id: u32) {
        let look = move || {
            let hangs = self.held.try_with_value(|held| held.stopping.contains(&id));
            if hangs == Some(true) {
                self.drop_engine();
                self.send_pending();
            }
        };
        set_timeout(look, Duration::from_millis(STOP_TIMEOUT));
    }

    /// Terminates the worker.
    fn drop_engine(self) {
        self.held.try_update_value(|held| (held.engine, held.stopping) = (None, Vec::new()));
    }

    /// Cancels the pending request, and clears the report and the marks.
    pub(crate) fn clear(self) {
        self.stop();
        self.found.set(None);
        self.seen.set(Vec::new());
    }

    /// Sends the pending request to the engine, which is started if there is none.
    fn send_pending(self) {
        let Some(task) = self.held.with_value(|held| held.task.clone()) else { return };
        match self.engine() {
            Some(engine) => {
                let warms_up = |held: &mut ThinkingState| std::mem::take(&mut held.is_warming_up);
                if self.held.try_update_value(warms_up) == Some(true) {
                    // Nobody waits for the rest of it.
                    engine.stop(WARM_UP_ID);
                }
                engine.send(task.request);
                self.watch();
            }
            None => self.end(Err(EngineError::NotStarted)),
        }
    }

    /// Treats the worker as crashed if the next response does not come in time.
    fn watch(self) {
        let waits = self.held.try_update_value(|held| {
            held.activity += 1;
            held.task.as_ref().and_then(Task::timeout).map(|timeout| (held.activity, timeout))
        });
        let Some(Some((activity, timeout))) = waits else { return };
        let look = move || {
            let silent =
                self.held.try_with_value(|held| held.task.is_some() && held.activity == activity);
            if silent == Some(true) {
                self.on_crash();
            }
        };
        set_timeout(look, Duration::from_millis(timeout.into()));
    }

    fn on_response(self, response: Response) {
        if let Some(ended) = response.ends_search() {
            self.held.try_update_value(|held| held.stopping.retain(|&id| id != ended));
        }
        let waits = self.held.try_with_value(|held| held.task.as_ref().map(|task| task.id));
        let Some(Some(waits)) = waits else { return };
        match response {
            Response::Marks { id, marks } if id == waits => {
                self.seen.set(marks);
                if self.is_marks_pending() {
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
            Response::Refused { id, why } if id == waits => {
                return self.end(Err(EngineError::Refused(why)));
            }
            _ => {}
        }
        self.watch();
    }

    /// Whether the pending request is for marks only.
    fn is_marks_pending(self) -> bool {
        let request = |held: &ThinkingState| held.task.as_ref().map(|task| task.request.clone());
        matches!(self.held.with_value(request), Some(Request::Marks { .. }))
    }

    /// The worker crashed: a new one takes over the pending request.
    fn on_crash(self) {
        self.drop_engine();
        let crashes = self.held.try_update_value(|held| {
            held.task.as_mut().map(|task| {
                task.crashes += 1;
                task.crashes
            })
        });
        match crashes.flatten() {
            None => {}
            Some(crashes) if crashes < MAX_CRASHES => {
                self.notice
                    .set(Some("The engine stopped and was started again; the game goes on."));
                self.send_pending();
            }
            Some(_) => self.end(Err(EngineError::Crashes)),
        }
    }

    fn end(self, answer: Result<Answer, EngineError>) {
        let task = self.held.try_update_value(|held| held.task.take()).flatten();
        self.state.set(State::Idle);
        if let Some(task) = task {
            (task.done)(answer);
        }
    }
}
