//! Entry point of the WebAssembly module: decodes requests, passes them on and posts the responses.

mod shared;
mod stop;

use analysis::StopSignal;
use js_sys::Uint8Array;
use shared::PageWorkers;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use worker::WorkerState;
use worker_protocol::{Request, Response, decode, encode};

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let port = scope.clone();
    let mut state = WorkerState::new(StopSignal::Poll(stop::is_given), Rc::new(PageWorkers));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data();
        if stop::accept(&data) | shared::accept(&data) {
            return;
        }
        let bytes = Uint8Array::new(&data).to_vec();
        if let Some(request) = decode::<Request>(&bytes) {
            stop::begin(request.id());
            state.answer(request, &mut |response| post(&port, &response));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The closure lives as long as the worker.
    on_message.forget();
    post(&scope, &Response::Ready);
}

fn post(scope: &DedicatedWorkerGlobalScope, response: &Response) {
    let bytes = Uint8Array::from(encode(response).as_slice());
    // Posting fails only for what cannot be copied; bytes can.
    let _ = scope.post_message(&bytes);
}
