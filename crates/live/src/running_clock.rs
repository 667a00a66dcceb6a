//! A clock extrapolated from its last reading by the server.

use clock::{ClockReading, Control, Moment, Span};
use game::Side;

/// A clock reading and when it was taken, in the server's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningClock {
    reading: ClockReading,
    at: Moment,
    control: Control,
}

/// What a clock shows to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockDisplay {
    /// `4:59`, `0:09.3`, `2 d 3 h`.
    pub time: String,
    /// What else there is: `5 × 30 s`.
    pub more: Option<String>,
    /// Whether there is need to hurry.
    pub low: bool,
    /// Whether the clock runs.
    pub running: bool,
}

impl RunningClock {
    /// A clock as it was read at a moment.
    pub fn new(reading: ClockReading, at: Moment, control: Control) -> Self {
        Self { reading, at, control }
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.reading.running == Some(side.index() as u8))
    }

    /// What is left to a side now, periods included.
    pub fn left(&self, side: Side, now: Moment) -> Span {
        let left = match side {
            Side::First => self.reading.first,
            Side::Second => self.reading.second,
        };
        if self.running() == Some(side) { left.less(now.since(self.at)) } else { left }
    }

    /// What it shows now.
    pub fn display(&self, side: Side, now: Moment) -> ClockDisplay {
        let left = self.left(side, now);
        let running = self.running() == Some(side);
        let (time, more) = match self.control {
            Control::ByoYomi { period, .. } => in_periods(left, self.periods(side), period),
            _ => (left.clock_text(), None),
        };
        let sitting = !matches!(self.control, Control::PerMove(each) if each >= Span::days(1));
        ClockDisplay { time, more, low: sitting && left.is_low(), running }
    }

    fn periods(&self, side: Side) -> u8 {
        let (first, second) = self.reading.periods.unwrap_or_default();
        if side == Side::First { first } else { second }
    }
}

/// First the main time, then one period after the other.
fn in_periods(left: Span, periods: u8, period: Span) -> (String, Option<String>) {
    let kept = period.times(u64::from(periods));
    if left > kept {
        return (left.less(kept).clock_text(), Some(format!("{periods} × {} s", period.0 / 1_000)));
    }
    let after = left.0.div_ceil(period.0.max(1)).saturating_sub(1);
    let now = left.less(period.times(after));
    (now.clock_text(), Some(format!("{after} × {} s", period.0 / 1_000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(first: u64, periods: Option<(u8, u8)>, control: &str) -> RunningClock {
        let second = Span::seconds(300);
        let reading = ClockReading { first: Span(first), second, periods, running: Some(0) };
        RunningClock::new(reading, Moment(1_000_000), control.parse().unwrap())
    }

    fn after(clock: RunningClock, ms: u64) -> ClockDisplay {
        clock.display(Side::First, Moment(1_000_000 + ms))
    }

    #[test]
    fn only_the_running_clock_runs_and_none_runs_below_nothing() {
        let clock = clock(300_000, None, "300+3");
        assert_eq!(after(clock, 0).time, "5:00");
        assert_eq!(after(clock, 1_000).time, "4:59");
        assert_eq!(after(clock, 9_999_999).time, "0:00.0");
        assert_eq!(clock.display(Side::Second, Moment(9_999_999)).time, "5:00");
        assert_eq!(clock.left(Side::First, Moment(0)), Span(300_000), "time does not run back");
    }

    #[test]
    fn tenths_are_shown_when_they_matter() {
        let clock = clock(20_000, None, "300+3");
        assert!(!after(clock, 0).low && after(clock, 1).low);
        assert_eq!(after(clock, 10_001).time, "0:10.0");
        assert_eq!(after(clock, 10_700).time, "0:09.3");
        assert_eq!(after(clock, 19_999).time, "0:00.1");
    }

    #[test]
    fn periods_are_counted_down_after_the_main_time() {
        let clock = clock(70_000, Some((2, 2)), "600+2x30");
        let display = |ms| (after(clock, ms).time, after(clock, ms).more.unwrap());
        assert_eq!(display(0), ("0:10".to_owned(), "2 × 30 s".to_owned()));
        assert_eq!(display(10_000), ("0:30".to_owned(), "1 × 30 s".to_owned()));
        assert_eq!(display(40_001), ("0:30".to_owned(), "0 × 30 s".to_owned()));
        assert_eq!(display(69_950), ("0:00.1".to_owned(), "0 × 30 s".to_owned()));
    }

    #[test]
    fn days_are_days_and_nobody_hurries() {
        let clock = clock(3 * 86_400_000, None, "3d");
        assert_eq!(after(clock, 0).time, "3 d 0 h");
        assert_eq!(after(clock, 3_600_000).time, "2 d 23 h");
        assert_eq!(after(clock, 60 * 3_600_000).time, "12:00:00");
        assert!(!after(clock, 3 * 86_400_000 - 1).low);
    }
}
