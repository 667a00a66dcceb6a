//! Time management (Hyatt 1984): how long a move may take, given the player's clock.
//!
//! One formula for engines, bots and the computer players of server and page; they differ by constants:
//!
//! - `usable = max(left − reserve, least)`
//! - `soft = usable / moves_to_go + increment · increment_percent / 100`
//! - `hard = min(4 · soft, usable / 2)`
//!
//! A search that can stop between two iterations uses soft and hard limit ([`TimeAllotment::limits`]),
//! everyone else one time ([`TimeAllotment::time`]).

use crate::TimeLeft;
use std::time::Duration;

/// The constants of time management.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeAllotment {
    /// Moves that the time left should last for.
    pub moves_to_go: u32,
    /// The part of the increment that a move may use, in percent.
    pub increment_percent: u32,
    /// What stays on the clock, for communication.
    pub reserve: Duration,
    /// Least time of a move.
    pub least: Duration,
    /// Greatest time of a move.
    pub most: Duration,
}

impl TimeAllotment {
    /// Of engines that get the time left on their clock (UGI, HTP, matches).
    pub const ENGINE: Self = Self {
        moves_to_go: 28,
        increment_percent: 75,
        reserve: Duration::from_millis(40),
        least: Duration::from_millis(1),
        most: Duration::MAX,
    };

    /// Of the server's computer players, which share its processors and use no increment.
    pub const SERVER: Self = Self {
        moves_to_go: 30,
        increment_percent: 0,
        reserve: Duration::ZERO,
        least: Duration::from_millis(20),
        most: Duration::from_secs(3),
    };

    /// Of the computer in the page, whose reserve is for the way to the worker and back.
    pub const PAGE: Self = Self {
        moves_to_go: 25,
        increment_percent: 75,
        reserve: Duration::from_millis(300),
        least: Duration::from_millis(50),
        most: Duration::MAX,
    };

    /// Of a number of moves that are due within a time (byo-yomi, a time per move).
    pub const fn moves(moves_to_go: u32) -> Self {
        Self {
            moves_to_go,
            increment_percent: 0,
            reserve: Duration::ZERO,
            least: Duration::ZERO,
            most: Duration::MAX,
        }
    }

    /// The time of this move.
    pub fn time(self, clock: TimeLeft) -> Duration {
        self.share(clock).min(self.usable(clock)).max(self.least).min(self.most)
    }

    /// Soft and hard time limit of this move: no iteration begins after the first, and none goes on
    /// after the second.
    pub fn limits(self, clock: TimeLeft) -> (Duration, Duration) {
        let soft = self.share(clock);
        let hard = (soft * 4).min(self.usable(clock) / 2).max(self.least);
        (soft.clamp(self.least, hard), hard)
    }

    fn usable(self, clock: TimeLeft) -> Duration {
        clock.left.saturating_sub(self.reserve).max(self.least)
    }

    fn share(self, clock: TimeLeft) -> Duration {
        self.usable(clock) / self.moves_to_go.max(1)
            + clock.increment * self.increment_percent / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [TimeAllotment; 3] =
        [TimeAllotment::ENGINE, TimeAllotment::SERVER, TimeAllotment::PAGE];

    fn clock(left: u64, increment: u64) -> TimeLeft {
        let ms = Duration::from_millis;
        TimeLeft { left: ms(left), increment: ms(increment) }
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 30, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for kind in KINDS {
                    let clock = clock(left, increment);
                    let (soft, hard) = kind.limits(clock);
                    assert!(
                        kind.least <= soft && soft <= hard,
                        "{left}+{increment}: {soft:?} {hard:?}"
                    );
                    let usable = clock.left.saturating_sub(kind.reserve).max(kind.least);
                    assert!(
                        hard <= usable && kind.time(clock) <= usable,
                        "{left}+{increment}: {kind:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_constants_give_the_times_they_were_chosen_for() {
        let ms = Duration::from_millis;
        assert_eq!(TimeAllotment::ENGINE.limits(clock(60_040, 1_000)).0, ms(60_000) / 28 + ms(750));
        assert_eq!(TimeAllotment::SERVER.time(clock(30_000, 9_000)), ms(1_000));
        assert_eq!(TimeAllotment::SERVER.time(clock(600_000, 0)), ms(3_000));
        assert_eq!(TimeAllotment::SERVER.time(clock(100, 0)), ms(20));
        assert_eq!(TimeAllotment::PAGE.time(clock(25_300, 2_000)), ms(2_500));
        assert_eq!(TimeAllotment::PAGE.time(clock(310, 5_000)), ms(50), "never into the reserve");
        let period = TimeAllotment { most: ms(1_000), ..TimeAllotment::moves(4) };
        assert_eq!(period.time(clock(2_000, 0)), ms(500));
        assert_eq!(period.time(clock(20_000, 0)), ms(1_000));
    }
}
