//! Budget of a search in progress: its limits, its clock and the nodes spent so far.

use crate::Limits;
use crate::timer::Timer;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The limits of a search and what it has used of them. Searches of several positions that together choose
/// one move share one budget, so that none of it is left unused.
#[derive(Debug)]
pub struct Budget {
    pub(crate) limits: Limits,
    pub(crate) timer: Timer,
    /// Nodes published by all threads; behind the true number by at most one polling interval each.
    nodes: AtomicU64,
}

impl Budget {
    /// A budget whose clock starts now.
    ///
    /// ```
    /// use search::{Budget, Limits};
    /// let budget = Budget::start(&Limits::depth(4));
    /// assert_eq!((budget.depth(64), budget.nodes()), (4, 0));
    /// assert!(!budget.is_spent() && !budget.has_clock());
    /// assert!(Budget::start(&Limits::nodes(0)).is_spent());
    /// ```
    pub fn start(limits: &Limits) -> Self {
        Self { limits: limits.clone(), timer: Timer::start(limits), nodes: AtomicU64::new(0) }
    }

    /// Nodes spent.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    /// The depth limit, or `most` if it is less.
    pub fn depth(&self, most: usize) -> usize {
        self.limits.depth.map_or(most, |depth| depth.min(most))
    }

    /// Whether the budget is spent: all nodes or all time are used, or the stop flag is set.
    ///
    /// ```
    /// use search::{Budget, Limits};
    /// use std::time::Duration;
    /// assert!(Budget::start(&Limits::time(Duration::ZERO)).is_spent());
    /// assert!(!Budget::start(&Limits::nodes(1)).is_spent());
    /// ```
    pub fn is_spent(&self) -> bool {
        self.nodes_left() == 0 || self.limits.is_stopped() || self.timer.is_over()
    }

    /// Whether a player's clock makes it better not to begin another iteration: `percent` of the
    /// soft time limit has passed. Never without a player's clock.
    ///
    /// ```
    /// use search::{Budget, Limits};
    /// let untimed = Budget::start(&Limits::depth(4));
    /// assert!(!untimed.soft_limit_reached(0));
    /// ```
    pub fn soft_limit_reached(&self, percent: u32) -> bool {
        self.timer.soft_limit_reached(percent)
    }

    /// Whether a player's clock is running.
    pub fn has_clock(&self) -> bool {
        self.timer.has_clock()
    }

    pub(crate) fn nodes_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()))
    }

    /// Adds nodes and returns the sum.
    pub(crate) fn spend(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }
}
