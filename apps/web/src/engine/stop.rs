//! Tells searches in workers to stop: by a word of shared memory or, where the browser gives none, by
//! revoking an address that the worker fetches again and again. The shared memory also holds what
//! several workers tell each other.

use js_sys::{Array, Atomics, BigUint64Array, Int32Array, Reflect, SharedArrayBuffer};
use std::cell::RefCell;
use web_sys::{Blob, Url, Worker};
use worker_protocol::{Request, SHARED_WORDS, STOP_WORD, TABLE_WORDS};

/// The page's end of the stop signal of an engine.
pub(super) enum StopSender {
    /// Searches with a number below the stop word stop.
    Shared {
        words: Int32Array,
        /// The second-level transposition table. Memory is taken from the system when it is used.
        table: BigUint64Array,
    },
    /// The address of the search in progress.
    Address(RefCell<Option<String>>),
}

impl StopSender {
    pub(super) fn new() -> Self {
        if has_shared_memory() {
            let memory = |words: u32, each: usize| SharedArrayBuffer::new(words * each as u32);
            Self::Shared {
                words: Int32Array::new(&memory(SHARED_WORDS, size_of::<i32>())),
                table: BigUint64Array::new(&memory(TABLE_WORDS, size_of::<u64>())),
            }
        } else {
            Self::Address(RefCell::default())
        }
    }

    /// Whether there is shared memory.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Shared { .. })
    }

    /// Gives a worker the shared memory, before any request.
    pub(super) fn share(&self, worker: &Worker) {
        if let Self::Shared { words, table } = self {
            let _ = worker.post_message(words);
            let _ = worker.post_message(table);
        }
    }

    /// Gives the worker the address that belongs to the request that follows.
    pub(super) fn begin(&self, worker: &Worker, request: &Request) {
        let Self::Address(present) = self else { return };
        if matches!(request, Request::Search(_) | Request::Review(_))
            && let Some(address) = address()
        {
            let _ = worker.post_message(&address.as_str().into());
            revoke(present.replace(Some(address)));
        }
    }

    /// Stops the search with this number.
    pub(super) fn send(&self, id: u32) {
        match self {
            // Storing fails only outside the array.
            Self::Shared { words, .. } => {
                let _ = Atomics::store(words, STOP_WORD, (id + 1) as i32);
            }
            Self::Address(present) => revoke(present.take()),
        }
    }
}

impl Drop for StopSender {
    fn drop(&mut self) {
        self.send(0);
    }
}

/// An address of this page that can be fetched until it is revoked.
fn address() -> Option<String> {
    let empty = Blob::new_with_blob_sequence(&Array::new()).ok()?;
    Url::create_object_url_with_blob(&empty).ok()
}

fn revoke(address: Option<String>) {
    if let Some(address) = address {
        let _ = Url::revoke_object_url(&address);
    }
}

/// Browsers give shared memory to pages that are isolated from those of others, which needs https
/// or the same machine.
pub(crate) fn has_shared_memory() -> bool {
    let isolated = Reflect::get(&js_sys::global(), &"crossOriginIsolated".into());
    isolated.is_ok_and(|isolated| isolated.is_truthy())
}
