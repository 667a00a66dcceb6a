//! Limits of a search: it ends at the first one reached.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits of a search: it ends at the first one reached. Without any it goes on until the position
/// is solved or the maximum depth is reached.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Depth in plies; for Monte-Carlo tree search the length of the principal variation.
    pub depth: Option<usize>,
    /// Number of nodes: exact with one thread, and nearly so with more.
    pub nodes: Option<u64>,
    /// Time for this move, used completely.
    pub time: Option<Duration>,
    /// What is left on the player's clock, to be spread over the rest of the game.
    pub clock: Option<TimeLeft>,
    /// Stop flag: the search ends as soon as it is set. It stays in its process.
    #[serde(skip)]
    pub stop: Option<Arc<AtomicBool>>,
}

/// A player's clock as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Time left.
    pub left: Duration,
    /// Increment per move.
    pub increment: Duration,
}

impl Limits {
    /// Ends after depth `plies`.
    pub fn depth(plies: usize) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Ends after `count` nodes.
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// Ends after `time`.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Uses a share of a player's clock.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clock: Some(TimeLeft { left, increment }), ..Self::default() }
    }

    /// The same limits, and an end as soon as `stop` is set.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Limits are equal if they stop at the same flag.
impl PartialEq for Limits {
    fn eq(&self, other: &Self) -> bool {
        let same_flag = match (&self.stop, &other.stop) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let numbers = |limits: &Self| (limits.depth, limits.nodes, limits.time, limits.clock);
        same_flag && numbers(self) == numbers(other)
    }
}

impl Eq for Limits {}
