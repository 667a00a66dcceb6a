//! The engine's worker, as the page sees it.

mod stop;
mod threads;

pub(crate) use threads::ThreadChoice;

use crate::browser;
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use stop::StopSender;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use worker_protocol::{FULL_LEVEL, Request, Response, SearchRequest, decode, encode};

/// The engine, for as long as somebody holds it: a worker that answers, and helpers that search what
/// it searches.
#[derive(Clone)]
pub(crate) struct Engine(Rc<Workers>);

struct Workers {
    main: Rc<WorkerHandle>,
    helpers: RefCell<Vec<Rc<WorkerHandle>>>,
    stop: Rc<StopSender>,
}

/// One worker.
struct WorkerHandle {
    worker: Worker,
    /// What was asked before the worker could hear.
    waiting: RefCell<Option<Vec<Request>>>,
    stop: Rc<StopSender>,
}

impl Engine {
    /// Starts a worker; `hear` is told everything it tells, `died` that it will tell no more.
    /// `None` where workers are not possible.
    pub(crate) fn start(
        hear: impl Fn(Response) + 'static,
        died: impl Fn() + 'static,
    ) -> Option<Self> {
        let stop = Rc::new(StopSender::new());
        let main = WorkerHandle::start(&stop, hear, died)?;
        Some(Self(Rc::new(Workers { main, helpers: RefCell::default(), stop })))
    }

    /// Asks the engine something, now or as soon as it hears. A search at full strength is helped by
    /// as many workers as are chosen.
    pub(crate) fn ask(&self, mut ask: Request) {
        if let Request::Search(request) = &mut ask
            && request.level == FULL_LEVEL
        {
            request.helpers = self.0.start_helpers();
            self.0.ask_helpers(request);
        }
        self.0.main.ask(ask);
    }

    /// Stops the search or review with this number; the engine keeps its state. Returns whether
    /// the worker has the request, so that a last answer comes.
    pub(crate) fn stop(&self, id: u32) -> bool {
        self.0.stop.send(id);
        for helper in self.0.helpers.borrow().iter() {
            helper.withdraw(id);
        }
        self.0.main.withdraw(id)
    }
}

impl Workers {
    /// Has as many helpers as are wanted; returns how many there are.
    fn start_helpers(&self) -> u8 {
        let wanted = if self.stop.is_shared() { threads::chosen() - 1 } else { 0 };
        let mut helpers = self.helpers.borrow_mut();
        helpers.truncate(wanted.into());
        while helpers.len() < wanted.into() {
            // A helper that cannot be started, or dies, leaves its part of the work undone.
            let Some(helper) = WorkerHandle::start(&self.stop, |_| (), || ()) else { break };
            helpers.push(helper);
        }
        helpers.len() as u8
    }

    /// Has the helpers search what the main worker is asked to.
    fn ask_helpers(&self, request: &SearchRequest) {
        for (number, helper) in (1..).zip(self.helpers.borrow().iter()) {
            helper.ask(Request::Help { number, request: request.clone() });
        }
    }
}

impl WorkerHandle {
    fn start(
        stop: &Rc<StopSender>,
        hear: impl Fn(Response) + 'static,
        died: impl Fn() + 'static,
    ) -> Option<Rc<Self>> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&browser::meta("engine")?, &options).ok()?;
        let waiting = RefCell::new(Some(Vec::new()));
        let held = Rc::new(Self { worker, waiting, stop: Rc::clone(stop) });
        held.listen(held.listener(hear), died);
        Some(held)
    }

    fn ask(&self, ask: Request) {
        match self.waiting.borrow_mut().as_mut() {
            Some(waiting) => waiting.push(ask),
            None => self.post(&ask),
        }
    }

    /// Takes back a request that was not sent yet; returns whether it was sent.
    fn withdraw(&self, id: u32) -> bool {
        let mut waiting = self.waiting.borrow_mut();
        if let Some(waiting) = waiting.as_mut() {
            waiting.retain(|ask| ask.id() != id);
        }
        waiting.is_none()
    }

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
