//! Limits of a search and its time management. The system clock is read here and nowhere else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// Limits of a search: it ends at the first one reached. Without any it goes on until the position
/// is solved or the maximum depth is reached.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies; for Monte-Carlo tree search the length of the principal variation.
    pub depth: Option<usize>,
    /// Number of nodes: exact with one thread, and nearly so with more.
    pub nodes: Option<u64>,
    /// Time for this move, used completely.
    pub time: Option<Duration>,
    /// What is left on the player's clock, to be spread over the rest of the game.
    pub clock: Option<TimeLeft>,
    /// Stop flag: the search ends as soon as it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A player's clock as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Number of moves that the time left should last for.
const MOVES_TO_GO: u32 = 28;

/// Reserve for communication.
const MARGIN: Duration = Duration::from_millis(40);

/// Least time of a search.
const LEAST: Duration = Duration::from_millis(1);

impl TimeLeft {
    /// Soft and hard time limit of this move.
    fn limits(self) -> (Duration, Duration) {
        let usable = self.left.saturating_sub(MARGIN).max(LEAST);
        let soft = usable / MOVES_TO_GO + self.increment * 3 / 4;
        let hard = (soft * 4).min(usable / 2).max(LEAST);
        (soft.clamp(LEAST, hard), hard)
    }
}

/// The clock of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    start: Instant,
    /// Soft limit: past this no new iteration begins.
    soft: Option<Duration>,
    /// Hard limit: past this the search is aborted.
    hard: Option<Duration>,
}

impl Timer {
    /// Starts now.
    pub(crate) fn start(limits: &Limits) -> Self {
        let times = limits.clock.map(TimeLeft::limits);
        let hard = [limits.time, times.map(|(_, hard)| hard)].into_iter().flatten().min();
        Self { start: Instant::now(), soft: times.map(|(soft, _)| soft), hard }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the hard limit is reached.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether `percent` of the soft limit has passed; never without a player's clock.
    pub(crate) fn soft_limit_reached(&self, percent: u32) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() * 100 >= soft * percent)
    }

    /// Whether a player's clock is running.
    pub(crate) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 30, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                let ms = Duration::from_millis;
                let (soft, hard) = TimeLeft { left: ms(left), increment: ms(increment) }.limits();
                assert!(LEAST <= soft && soft <= hard, "{left}+{increment}: {soft:?} {hard:?}");
                let usable = ms(left).saturating_sub(MARGIN).max(LEAST);
                assert!(hard <= usable, "{left}+{increment}: {hard:?}");
            }
        }
    }

    #[test]
    fn the_shorter_of_two_times_counts() {
        let minute = Duration::from_mins(1);
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::clock(minute, minute) };
        assert!(Timer::start(&limits).is_over());
        assert!(!Timer::start(&Limits::clock(minute, minute)).is_over());
        assert!(!Timer::start(&Limits::depth(1)).soft_limit_reached(0), "no clock, no thrift");
    }
}
