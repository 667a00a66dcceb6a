//! When a search ends. The system clock is read here and nowhere else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// Where a search ends: at whichever of these is reached first. Without any it goes on until the
/// position is decided or nothing is left to look at.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead; for Monte-Carlo search the length of the main line.
    pub depth: Option<usize>,
    /// Nodes to visit: exact with one thread, and nearly so with more.
    pub nodes: Option<u64>,
    /// Time for this move, all of it.
    pub time: Option<Duration>,
    /// What is left on the player's clock, to be spread over the rest of the game.
    pub clock: Option<TimeLeft>,
    /// Set by anybody, at any time, to end the search at once.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A player's clock as the search sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// What is left.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
}

impl Limits {
    /// Ends after looking `plies` ahead.
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

    /// Spends a fitting part of a player's clock.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clock: Some(TimeLeft { left, increment }), ..Self::default() }
    }

    /// The same limits, and an end as soon as `stop` is set.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Whether somebody has asked for the end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// How many more moves a clock should last for.
const MOVES_TO_GO: u32 = 28;

/// Kept back for the way to the clock and back.
const MARGIN: Duration = Duration::from_millis(40);

/// The shortest time worth starting for.
const LEAST: Duration = Duration::from_millis(1);

impl TimeLeft {
    /// The time this move should take, and the most it may take.
    fn share(self) -> (Duration, Duration) {
        let usable = self.left.saturating_sub(MARGIN).max(LEAST);
        let fair = usable / MOVES_TO_GO + self.increment * 3 / 4;
        let most = (fair * 4).min(usable / 2).max(LEAST);
        (fair.clamp(LEAST, most), most)
    }
}

/// The clock of one search.
#[derive(Debug)]
pub(crate) struct Timer {
    start: Instant,
    /// Past this no new round should begin.
    fair: Option<Duration>,
    /// Past this the search is over.
    most: Option<Duration>,
}

impl Timer {
    /// Starts now.
    pub(crate) fn start(limits: &Limits) -> Self {
        let share = limits.clock.map(TimeLeft::share);
        let most = [limits.time, share.map(|(_, most)| most)].into_iter().flatten().min();
        Self { start: Instant::now(), fair: share.map(|(fair, _)| fair), most }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search is over.
    pub(crate) fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.elapsed() >= most)
    }

    /// Whether `percent` of the fair time has passed; never without a player's clock.
    pub(crate) fn has_spent(&self, percent: u32) -> bool {
        self.fair.is_some_and(|fair| self.elapsed() * 100 >= fair * percent)
    }

    /// Whether a player's clock is running.
    pub(crate) fn is_thrifty(&self) -> bool {
        self.fair.is_some()
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
                let (fair, most) = TimeLeft { left: ms(left), increment: ms(increment) }.share();
                assert!(LEAST <= fair && fair <= most, "{left}+{increment}: {fair:?} {most:?}");
                let usable = ms(left).saturating_sub(MARGIN).max(LEAST);
                assert!(most <= usable, "{left}+{increment}: {most:?}");
            }
        }
    }

    #[test]
    fn the_shorter_of_two_times_counts() {
        let minute = Duration::from_mins(1);
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::clock(minute, minute) };
        assert!(Timer::start(&limits).is_over());
        assert!(!Timer::start(&Limits::clock(minute, minute)).is_over());
        assert!(!Timer::start(&Limits::depth(1)).has_spent(0), "no clock, no thrift");
    }
}
