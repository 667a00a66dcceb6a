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

/// The engine, until it is dropped: a main worker that responds, and helpers that search the same
/// position.
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
    /// Requests queued until the worker is ready; then `None`.
    queue: RefCell<Option<Vec<Request>>>,
    stop: Rc<StopSender>,
}

impl Engine {
    /// Starts a worker; `on_response` is called for each response, `on_crash` when it fails.
    /// `None` where workers are not available.
    pub(crate) fn start(
        on_response: impl Fn(Response) + 'static,
        on_crash: impl Fn() + 'static,
    ) -> Option<Self> {
        let stop = Rc::new(StopSender::new());
        let main = WorkerHandle::start(&stop, on_response, on_crash)?;
        Some(Self(Rc::new(Workers { main, helpers: RefCell::default(), stop })))
    }

    /// Sends a request, or queues it until the worker is ready. A search at full strength is helped by
    /// as many workers as are chosen.
    pub(crate) fn send(&self, mut request: Request) {
        if let Request::Search(search) = &mut request
            && search.level == FULL_LEVEL
        {
            search.helpers = self.0.start_helpers();
            self.0.send_to_helpers(search);
        }
        self.0.main.send(request);
    }

    /// Stops the search or review with this number; the engine keeps its state. Returns whether
    /// the worker has the request, so that a final response comes.
    pub(crate) fn stop(&self, id: u32) -> bool {
        self.0.stop.send(id);
        for helper in self.0.helpers.borrow().iter() {
            helper.withdraw(id);
        }
        self.0.main.withdraw(id)
    }
}

impl Workers {
    /// Starts or ends helpers until there are as many as chosen; returns their number.
    fn start_helpers(&self) -> u8 {
        let wanted = if self.stop.is_shared() { threads::chosen() - 1 } else { 0 };
        let mut helpers = self.helpers.borrow_mut();
        helpers.truncate(wanted.into());
        while helpers.len() < wanted.into() {
            // A helper that cannot be started, or crashes, is not replaced: the main worker needs none.
            let Some(helper) = WorkerHandle::start(&self.stop, |_| (), || ()) else { break };
            helpers.push(helper);
        }
        helpers.len() as u8
    }

    /// Lets the helpers search what the main worker searches.
    fn send_to_helpers(&self, request: &SearchRequest) {
        for (number, helper) in (1..).zip(self.helpers.borrow().iter()) {
            helper.send(Request::Help { number, request: request.clone() });
        }
    }
}

impl WorkerHandle {
    fn start(
        stop: &Rc<StopSender>,
        on_response: impl Fn(Response) + 'static,
        on_crash: impl Fn() + 'static,
    ) -> Option<Rc<Self>> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&browser::meta("engine")?, &options).ok()?;
        let queue = RefCell::new(Some(Vec::new()));
        let handle = Rc::new(Self { worker, queue, stop: Rc::clone(stop) });
        handle.listen(handle.decoder(on_response), on_crash);
        Some(handle)
    }

    fn send(&self, request: Request) {
        match self.queue.borrow_mut().as_mut() {
            Some(queue) => queue.push(request),
            None => self.post(&request),
        }
    }

    /// Removes a request from the queue; returns whether requests are sent already.
    fn withdraw(&self, id: u32) -> bool {
        let mut queue = self.queue.borrow_mut();
        if let Some(queue) = queue.as_mut() {
            queue.retain(|request| request.id() != id);
        }
        queue.is_none()
    }

    /// Decodes messages; the first one says that the worker is ready for the queue.
    fn decoder(
        self: &Rc<Self>,
        on_response: impl Fn(Response) + 'static,
    ) -> impl Fn(MessageEvent) + 'static {
        let handle = Rc::downgrade(self);
        move |message| {
            let Some(response) = decode(&Uint8Array::new(&message.data()).to_vec()) else { return };
            if let (Response::Ready, Some(handle)) = (&response, handle.upgrade()) {
                handle.flush_queue();
            }
            on_response(response);
        }
    }

    fn listen(&self, on_message: impl Fn(MessageEvent) + 'static, on_crash: impl Fn() + 'static) {
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(on_message);
        let on_error = Closure::<dyn FnMut(Event)>::new(move |_| on_crash());
        self.worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        self.worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // The browser frees the listeners with the worker.
        on_message.forget();
        on_error.forget();
    }

    fn flush_queue(&self) {
        self.stop.share(&self.worker);
        let queue = self.queue.borrow_mut().take();
        queue.into_iter().flatten().for_each(|request| self.post(&request));
    }

    fn post(&self, request: &Request) {
        self.stop.begin(&self.worker, request);
        // Posting fails only for what cannot be copied; bytes can.
        let _ = self.worker.post_message(&Uint8Array::from(encode(request).as_slice()));
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

/// Starts an engine and pings it (health check); it ends with the page.
pub(crate) fn health() -> ReadSignal<Health> {
    let (health, set_health) = signal(Health::Starting);
    let on_response = move |response| {
        if response == Response::Pong(6) {
            set_health.try_set(Health::Ready);
        }
    };
    let on_crash = move || {
        set_health.try_set(Health::Missing);
    };
    let engine = Engine::start(on_response, on_crash);
    match &engine {
        Some(engine) => engine.send(Request::Ping(6)),
        None => set_health.set(Health::Missing),
    }
    // Kept until the page is left.
    StoredValue::new_local(engine);
    health
}
