//! The clock of a search, with the soft and hard limit of [time management](TimeAllotment). The system
//! clock is read here and nowhere else.

use analysis::{Limits, TimeAllotment};
use std::time::Duration;
use web_time::Instant;

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
        let times = limits.clock.map(|clock| TimeAllotment::ENGINE.limits(clock));
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
    fn the_shorter_of_two_times_counts() {
        let minute = Duration::from_mins(1);
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::clock(minute, minute) };
        assert!(Timer::start(&limits).is_over());
        assert!(!Timer::start(&Limits::clock(minute, minute)).is_over());
        assert!(!Timer::start(&Limits::depth(1)).soft_limit_reached(0), "no clock, no thrift");
    }
}
