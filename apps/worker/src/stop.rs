//! The page's stop signal: a word of shared memory or, where the browser gives none, an address that
//! the page revokes.
//!
//! A search keeps the worker's thread busy until it ends, so no message can stop it; both signals
//! can be read meanwhile.

use js_sys::{Atomics, Date, Int32Array};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::XmlHttpRequest;
use worker_protocol::{ENDED_WORD, STOP_WORD};

/// Milliseconds between two requests for the address, each of which takes a fraction of one.
const INTERVAL_MS: f64 = 20.0;

/// Where the signal is read.
enum Source {
    /// Nowhere: searches end at their limits.
    Absent,
    /// The page raises the stop word above the number of the request; or the main worker, which
    /// has ended, the other word.
    Shared(Int32Array),
    /// An object URL of the page that can be fetched until it is revoked.
    Address {
        url: String,
        /// When it was last fetched.
        fetched: f64,
    },
}

/// The signal for the request in progress.
struct Signal {
    source: Source,
    /// Number of the request.
    id: u32,
    /// Once given it stays so.
    given: bool,
}

thread_local! {
    static SIGNAL: RefCell<Signal> =
        const { RefCell::new(Signal { source: Source::Absent, id: 0, given: false }) };
}

/// Takes a message that says where the stop signal is read; returns whether it is one.
pub(crate) fn accept(message: &JsValue) -> bool {
    let source = if let Some(words) = message.dyn_ref::<Int32Array>() {
        Source::Shared(words.clone())
    } else if let Some(url) = message.as_string() {
        Source::Address { url, fetched: Date::now() }
    } else {
        return false;
    };
    SIGNAL.with_borrow_mut(|signal| signal.source = source);
    true
}

/// A request begins.
pub(crate) fn begin(id: u32) {
    SIGNAL.with_borrow_mut(|signal| (signal.id, signal.given) = (id, false));
}

/// Whether the request in progress is to stop.
pub(crate) fn is_given() -> bool {
    SIGNAL.with_borrow_mut(|signal| {
        signal.given = signal.given || signal.source.is_given(signal.id);
        signal.given
    })
}

impl Source {
    fn is_given(&mut self, id: u32) -> bool {
        match self {
            Self::Absent => false,
            Self::Shared(words) => [STOP_WORD, ENDED_WORD].into_iter().any(|word| {
                // Reading fails only outside the array.
                Atomics::load(words, word).is_ok_and(|least| i64::from(least) > i64::from(id))
            }),
            Self::Address { url, fetched } => {
                let now = Date::now();
                let due = now - *fetched >= INTERVAL_MS;
                if due {
                    *fetched = now;
                }
                due && !can_fetch(url)
            }
        }
    }
}

/// Fetches an address and waits for the answer, which a worker may.
fn can_fetch(url: &str) -> bool {
    let fetch = || {
        let request = XmlHttpRequest::new()?;
        request.open_with_async("GET", url, false)?;
        request.send()
    };
    let fetched: Result<(), JsValue> = fetch();
    fetched.is_ok()
}
