//! The stop signal of a search, shared with its thread.

use analysis::StopSignal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to stop; a new one for every search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn give(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn signal(&self) -> StopSignal {
        StopSignal::Flag(Arc::clone(&self.0))
    }
}
