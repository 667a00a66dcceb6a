//! Node and time limits of the solver.

use search::StopSignal;
use std::time::Duration;
use web_time::Instant;

/// Limits of solving: it ends at the first one reached, or with the solution.
#[derive(Clone, Debug, Default)]
pub struct SolverLimits {
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Stop signal: the search ends as soon as it is given.
    pub stop: Option<StopSignal>,
}

/// Nodes and time used so far.
pub(crate) struct Budget<'a> {
    limits: &'a SolverLimits,
    start: Instant,
    nodes: u64,
    is_spent: bool,
    tell: &'a mut dyn FnMut(u64, Duration),
}

/// Nodes between two readings of the clock.
const POLL_EVERY: u64 = 8;

impl<'a> Budget<'a> {
    /// Starts now; calls `tell` with nodes and time every [`POLL_EVERY`] nodes.
    pub(crate) fn start(limits: &'a SolverLimits, tell: &'a mut dyn FnMut(u64, Duration)) -> Self {
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
        if self.nodes.is_multiple_of(POLL_EVERY) {
            let elapsed = self.elapsed();
            self.is_spent |= self.limits.time.is_some_and(|most| elapsed >= most);
            self.is_spent |= self.limits.stop.as_ref().is_some_and(StopSignal::is_given);
            (self.tell)(self.nodes, elapsed);
        }
    }
}
