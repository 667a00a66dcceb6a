//! Thinking on a page: one question at a time to an engine that is started again if it dies.
//!
//! A search cannot be told to stop while it runs in a worker of its own; the worker is ended
//! instead, and the next question starts another.

use crate::engine::Engine;
use leptos::prelude::*;
use std::rc::Rc;
use worker::{Ask, Finding, Question, Tell};

/// How often an engine may die over one question before it is given up.
const FALLS: u8 = 3;

/// What is done with the last word on a question.
type Done = Rc<dyn Fn(Result<Finding, String>)>;

/// The thinking of one page.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    found: RwSignal<Option<Finding>>,
    busy: RwSignal<bool>,
    notice: RwSignal<Option<&'static str>>,
    held: StoredValue<Held, LocalStorage>,
}

#[derive(Default)]
struct Held {
    engine: Option<Engine>,
    task: Option<Task>,
    asked: u32,
}

#[derive(Clone)]
struct Task {
    question: Question,
    done: Done,
    falls: u8,
}

impl Thinking {
    pub(crate) fn new() -> Self {
        Self {
            found: RwSignal::new(None),
            busy: RwSignal::new(false),
            notice: RwSignal::new(None),
            held: StoredValue::new_local(Held::default()),
        }
    }

    /// What was found so far, on the question now asked or asked last.
    pub(crate) fn found(self) -> ReadSignal<Option<Finding>> {
        self.found.read_only()
    }

    /// Whether a question waits for its answer.
    pub(crate) fn busy(self) -> ReadSignal<bool> {
        self.busy.read_only()
    }

    /// What somebody should know of the engine, as a sentence.
    pub(crate) fn notice(self) -> ReadSignal<Option<&'static str>> {
        self.notice.read_only()
    }

    /// Asks a question, instead of any that waits; `done` gets the answer, or why there is none.
    pub(crate) fn ask(self, question: Question, done: impl Fn(Result<Finding, String>) + 'static) {
        self.stop();
        self.found.set(None);
        self.busy.set(true);
        self.held.update_value(|held| {
            held.asked += 1;
            let question = Question { id: held.asked, ..question };
            held.task = Some(Task { question, done: Rc::new(done), falls: 0 });
        });
        self.put();
    }

    /// Gives up the question that waits, if one does.
    pub(crate) fn stop(self) {
        self.held.update_value(|held| {
            if held.task.take().is_some() {
                held.engine = None;
            }
        });
        self.busy.set(false);
    }

    /// Puts the question that waits to the engine, which is started if there is none.
    fn put(self) {
        let Some(task) = self.held.with_value(|held| held.task.clone()) else { return };
        let engine = self.held.with_value(|held| held.engine.clone());
        let engine =
            engine.or_else(|| Engine::start(move |tell| self.hear(tell), move || self.fell()));
        match engine {
            Some(engine) => {
                engine.ask(Ask::Think(task.question));
                self.held.update_value(|held| held.engine = Some(engine));
            }
            None => self.end(Err("this browser cannot start the engine".to_owned())),
        }
    }

    fn hear(self, tell: Tell) {
        let waits = self.held.try_with_value(|held| held.task.as_ref().map(|t| t.question.id));
        let Some(Some(waits)) = waits else { return };
        match tell {
            Tell::Thought { id, finding } if id == waits => self.found.set(Some(finding)),
            Tell::Best { id, finding } if id == waits => {
                self.found.set(Some(finding.clone()));
                self.end(Ok(finding));
            }
            Tell::Refused { id, why } if id == waits => self.end(Err(why)),
            _ => {}
        }
    }

    /// The engine died: another takes its place and its question.
    fn fell(self) {
        let falls = self.held.try_update_value(|held| {
            held.engine = None;
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

    fn end(self, answer: Result<Finding, String>) {
        let task = self.held.try_update_value(|held| held.task.take()).flatten();
        self.busy.set(false);
        if let Some(task) = task {
            (task.done)(answer);
        }
    }
}
