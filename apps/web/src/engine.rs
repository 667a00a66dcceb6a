//! The engine's worker, as the page sees it.

mod stop;

use crate::browser;
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use stop::StopSender;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use worker_protocol::{Request, Response, decode, encode};

/// The engine, for as long as somebody holds it.
#[derive(Clone)]
pub(crate) struct Engine(Rc<WorkerHandle>);

struct WorkerHandle {
    worker: Worker,
    /// What was asked before the worker could hear.
    waiting: RefCell<Option<Vec<Request>>>,
    stop: StopSender,
}

impl Engine {
    /// Starts a worker; `hear` is told everything it tells, `died` that it will tell no more.
    /// `None` where workers are not possible.
    pub(crate) fn start(
        hear: impl Fn(Response) + 'static,
        died: impl Fn() + 'static,
    ) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&browser::meta("engine")?, &options).ok()?;
        let waiting = RefCell::new(Some(Vec::new()));
        let engine = Self(Rc::new(WorkerHandle { worker, waiting, stop: StopSender::new() }));
        engine.0.listen(engine.0.listener(hear), died);
        Some(engine)
    }

    /// Asks the engine something, now or as soon as it hears.
    pub(crate) fn ask(&self, ask: Request) {
        match self.0.waiting.borrow_mut().as_mut() {
            Some(waiting) => waiting.push(ask),
            None => self.0.post(&ask),
        }
    }

    /// Stops the search or review with this number; the engine keeps its state. Returns whether
    /// the worker has the request, so that a last answer comes.
    pub(crate) fn stop(&self, id: u32) -> bool {
        self.0.stop.send(id);
        let mut waiting = self.0.waiting.borrow_mut();
        let sent = waiting.is_none();
        if let Some(waiting) = waiting.as_mut() {
            waiting.retain(|ask| ask.id() != id);
        }
        sent
    }
}

impl WorkerHandle {
    fn listener(
        self: &Rc<Self>,
        hear: impl Fn(Response) + 'static,
    ) -> impl Fn(MessageEvent) + 'static {
        let held = Rc::downgrade(self);
        move |message| {
            let Some(tell) = decode(&Uint8Array::new(&message.data()).to_vec()) else { return };
            if let (Response::Ready, Some(held)) = (&tell, held.upgrade()) {
                held.catch_up();
            }
            hear(tell);
        }
    }

    fn listen(&self, hear: impl Fn(MessageEvent) + 'static, died: impl Fn() + 'static) {
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(hear);
        let died = Closure::<dyn FnMut(Event)>::new(move |_| died());
        self.worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        self.worker.set_onerror(Some(died.as_ref().unchecked_ref()));
        // The listeners go when the worker does.
        hear.forget();
        died.forget();
    }

    fn catch_up(&self) {
        self.stop.share(&self.worker);
        let waiting = self.waiting.borrow_mut().take();
        waiting.into_iter().flatten().for_each(|ask| self.post(&ask));
    }

    fn post(&self, ask: &Request) {
        self.stop.begin(&self.worker, ask);
        // Posting fails only for what cannot be copied; bytes can.
        let _ = self.worker.post_message(&Uint8Array::from(encode(ask).as_slice()));
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Whether the engine answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Health {
    Starting,
    Ready,
    Missing,
}

/// Starts an engine, asks whether it is there, and lets it go with the page.
pub(crate) fn health() -> ReadSignal<Health> {
    let (health, set_health) = signal(Health::Starting);
    let hear = move |tell| {
        if tell == Response::Pong(6) {
            set_health.try_set(Health::Ready);
        }
    };
    let died = move || {
        set_health.try_set(Health::Missing);
    };
    let engine = Engine::start(hear, died);
    match &engine {
        Some(engine) => engine.ask(Request::Ping(6)),
        None => set_health.set(Health::Missing),
    }
    // Held until the page is left.
    StoredValue::new_local(engine);
    health
}
