//! Time management: soft and hard limit of a move. The system clock is read here and nowhere else.

use analysis::{Limits, TimeLeft};
use std::time::Duration;
use web_time::Instant;

/// Number of moves that the time left should last for.
const MOVES_TO_GO: u32 = 28;

/// Reserve for communication.
const MARGIN: Duration = Duration::from_millis(40);

/// Least time of a search.
const LEAST: Duration = Duration::from_millis(1);

/// Soft and hard time limit of this move.
fn time_limits(clock: TimeLeft) -> (Duration, Duration) {
    let usable = clock.left.saturating_sub(MARGIN).max(LEAST);
    let soft = usable / MOVES_TO_GO + clock.increment * 3 / 4;
    let hard = (soft * 4).min(usable / 2).max(LEAST);
    (soft.clamp(LEAST, hard), hard)
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
        let times = limits.clock.map(time_limits);
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
                let (soft, hard) =
                    time_limits(TimeLeft { left: ms(left), increment: ms(increment) });
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
