//! What a search may spend.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// Where solving ends: at whichever of these is reached first, or with the answer.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to take.
    pub time: Option<Duration>,
    /// Set by anybody, at any time, to end the search at once.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Nodes and time under way.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    start: Instant,
    nodes: u64,
    is_spent: bool,
    tell: &'a mut dyn FnMut(u64, Duration),
}

/// The clock is read once in so many nodes.
const NODES_A_LOOK: u64 = 8;

impl<'a> Budget<'a> {
    /// Starts now; `tell` hears of nodes and time every now and then.
    pub(crate) fn start(limits: &'a Limits, tell: &'a mut dyn FnMut(u64, Duration)) -> Self {
        Self { limits, start: Instant::now(), nodes: 0, is_spent: false, tell }
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Counts a node.
    pub(crate) fn spend(&mut self) {
        self.nodes += 1;
        self.is_spent |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if self.nodes.is_multiple_of(NODES_A_LOOK) {
            let elapsed = self.elapsed();
            self.is_spent |= self.limits.time.is_some_and(|most| elapsed >= most);
            self.is_spent |= self.limits.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed));
            (self.tell)(self.nodes, elapsed);
        }
    }
}
