//! Limits of a search: it ends at the first one reached.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits of a search: it ends at the first one reached. Without any it goes on until the position
/// is solved or the maximum depth is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Depth in plies; for Monte-Carlo tree search the length of the principal variation.
    pub depth: Option<usize>,
    /// Number of nodes: exact with one thread, and nearly so with more.
    pub nodes: Option<u64>,
    /// Time for this move, used completely.
    pub time: Option<Duration>,
    /// What is left on the player's clock, to be spread over the rest of the game.
    pub clock: Option<TimeLeft>,
    /// Stop signal: the search ends as soon as it is given. It stays in its process.
    #[serde(skip)]
    pub stop: Option<StopSignal>,
}

/// The signal that stops a search in progress.
#[derive(Clone, Debug)]
pub enum StopSignal {
    /// A flag that another thread sets.
    Flag(Arc<AtomicBool>),
    /// A function that is asked every few microseconds to milliseconds: for programs of one thread,
    /// such as a WebAssembly module, where nothing else runs that could set a flag.
    Poll(fn() -> bool),
}

impl StopSignal {
    /// Whether the search is to stop.
    pub fn is_given(&self) -> bool {
        match self {
            Self::Flag(flag) => flag.load(Ordering::Relaxed),
            Self::Poll(is_given) => is_given(),
        }
    }
}

/// Signals are equal if they are the same flag or the same function.
impl PartialEq for StopSignal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flag(a), Self::Flag(b)) => Arc::ptr_eq(a, b),
            (Self::Poll(a), Self::Poll(b)) => std::ptr::fn_addr_eq(*a, *b),
            (Self::Flag(_), Self::Poll(_)) | (Self::Poll(_), Self::Flag(_)) => false,
        }
    }
}

impl Eq for StopSignal {}

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
        Self { stop: Some(StopSignal::Flag(stop)), ..self }
    }

    /// What is left after a search that took so many nodes and so much time.
    #[must_use]
    pub fn remaining(&self, nodes: u64, elapsed: Duration) -> Self {
        let less = |time: Duration| time.saturating_sub(elapsed);
        Self {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            time: self.time.map(less),
            clock: self.clock.map(|clock| TimeLeft { left: less(clock.left), ..clock }),
            ..self.clone()
        }
    }

    /// Whether the stop signal is given.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(StopSignal::is_given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_remains_is_never_negative() {
        let second = Duration::from_secs(1);
        let left = Limits::time(second).remaining(3, Duration::from_millis(300)).time;
        assert_eq!(left, Some(Duration::from_millis(700)));
        assert_eq!(Limits::nodes(5).remaining(9, second).nodes, Some(0));
    }

    #[test]
    fn a_stop_signal_is_a_flag_or_a_function() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::default().with_stop(Arc::clone(&flag));
        assert!(!limits.is_stopped());
        assert_ne!(limits, Limits::default().with_stop(Arc::default()));
        flag.store(true, Ordering::Relaxed);
        assert!(limits.is_stopped());
        let signals: [fn() -> bool; 2] = [|| false, || true];
        for given in signals {
            let limits = Limits { stop: Some(StopSignal::Poll(given)), ..Limits::default() };
            assert_eq!(limits.is_stopped(), given());
            assert_eq!(limits, limits.clone());
        }
    }
}
