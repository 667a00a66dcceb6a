//! The worker's module: hears what the page asks, answers, and knows nothing else.

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use words::{Tell, decode, encode};
use worker::Seat;

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let voice = scope.clone();
    let mut seat = Seat::default();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let bytes = Uint8Array::new(&message.data()).to_vec();
        if let Some(ask) = decode(&bytes) {
            seat.answer(ask, &mut |tell| say(&voice, &tell));
        }
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens for as long as it lives.
    hear.forget();
    say(&scope, &Tell::Ready);
}

fn say(scope: &DedicatedWorkerGlobalScope, tell: &Tell) {
    let bytes = Uint8Array::from(encode(tell).as_slice());
    // Posting fails only for what cannot be copied; bytes can.
    let _ = scope.post_message(&bytes);
}
