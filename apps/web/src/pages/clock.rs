//! Clock of hot-seat games and games against the computer; the elapsed time is an argument.

use analysis::{TimeAllotment, TimeLeft};
use game::{BySide, Side};
use std::time::Duration;

const MINUTE: f64 = 60_000.0;
const SECOND: f64 = 1000.0;
/// Below this, tenths of seconds are shown.
const SHORT: f64 = 10.0 * SECOND;

/// Time control: main time in minutes, Fischer increment in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    pub(crate) minutes: u16,
    pub(crate) bonus: u16,
}

/// What is left to each side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Clock {
    left: BySide<f64>,
    bonus: f64,
}

impl Clock {
    pub(crate) fn new(pace: TimeControl) -> Self {
        let left = f64::from(pace.minutes) * MINUTE;
        Self { left: BySide::new(left, left), bonus: f64::from(pace.bonus) * SECOND }
    }

    /// How much a machine should spend on its next move, in milliseconds.
    pub(crate) fn share(self, side: Side) -> u32 {
        let ms = |time: f64| Duration::from_millis(time as u64);
        let clock = TimeLeft { left: ms(self.left[side]), increment: ms(self.bonus) };
        TimeAllotment::PAGE.time(clock).as_millis() as u32
    }

    /// The same clock with other hands.
    pub(crate) fn with_left(self, left: BySide<f64>) -> Self {
        let real = |ms: f64| if ms.is_finite() { ms.max(0.0) } else { 0.0 };
        Self { left: left.map(real), ..self }
    }

    pub(crate) fn left(self) -> BySide<f64> {
        self.left
    }

    /// Time passes for a side. Its flag falls at nothing, and nothing runs below.
    pub(crate) fn run(&mut self, side: Side, passed: f64) {
        self.left[side] = (self.left[side] - passed.max(0.0)).max(0.0);
    }

    /// A side has moved in time.
    pub(crate) fn press(&mut self, side: Side) {
        if !self.has_fallen(side) {
            self.left[side] += self.bonus;
        }
    }

    pub(crate) fn has_fallen(self, side: Side) -> bool {
        self.left[side] <= 0.0
    }

    /// Whether a side should hurry.
    pub(crate) fn is_low(self, side: Side) -> bool {
        self.left[side] < 2.0 * SHORT
    }

    /// `4:59`, and `0:09.3` when it matters. A clock that has not fallen never shows nothing.
    pub(crate) fn text(self, side: Side) -> String {
        let left = self.left[side];
        if left < SHORT {
            let tenths = (left / 100.0).ceil() as u64;
            return format!("0:{:02}.{}", tenths / 10, tenths % 10);
        }
        let seconds = (left / SECOND).ceil() as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Clock times at each ply, restored when a move is taken back.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ClockHistory(Vec<BySide<f64>>);

impl ClockHistory {
    /// The clocks stood so when `ply` moves had been made.
    pub(crate) fn note(&mut self, ply: usize, clock: Clock) {
        self.0.truncate(ply);
        // What was not noted is taken to have been as it is now.
        self.0.resize(ply + 1, clock.left);
        self.0[ply] = clock.left;
    }

    /// The clock as it stood then.
    pub(crate) fn at(&self, ply: usize, now: Clock) -> Clock {
        self.0.get(ply).map_or(now, |left| now.with_left(*left))
    }

    /// In one line, to be kept.
    pub(crate) fn text(&self) -> String {
        let pairs = self.0.iter().map(|left| format!("{:.0}+{:.0}", left.first, left.second));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// What was kept, as far as it makes sense.
    pub(crate) fn read(words: &[&str]) -> Self {
        let pair = |word: &&str| {
            let (first, second) = word.split_once('+')?;
            Some(BySide::new(whole(first)?, whole(second)?))
        };
        Self(words.iter().map_while(pair).collect())
    }
}

/// A whole number, as a clock counts. Reading fractions would weigh more than the clock itself.
pub(crate) fn whole(text: &str) -> Option<f64> {
    text.parse::<i32>().ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: TimeControl = TimeControl { minutes: 5, bonus: 3 };

    #[test]
    fn one_side_s_time_runs_and_a_move_adds_to_it() {
        let mut clock = Clock::new(FIVE);
        clock.run(Side::First, 10_000.0);
        clock.press(Side::First);
        assert_eq!(clock.left(), BySide::new(293_000.0, 300_000.0));
    }

    #[test]
    fn a_fallen_flag_stays_fallen() {
        let mut clock = Clock::new(FIVE);
        clock.run(Side::Second, 1e9);
        clock.press(Side::Second);
        assert!(clock.has_fallen(Side::Second) && !clock.has_fallen(Side::First));
        assert_eq!(clock.text(Side::Second), "0:00.0");
    }

    #[test]
    fn a_clock_that_runs_backwards_gives_no_time() {
        let mut clock = Clock::new(FIVE);
        clock.run(Side::First, -5000.0);
        assert!((clock.left().first - 300_000.0).abs() < f64::EPSILON);
        assert!(clock.with_left(BySide::new(f64::NAN, -1.0)).has_fallen(Side::First));
    }

    #[test]
    fn a_machine_never_thinks_its_time_away() {
        let mut clock = Clock::new(FIVE);
        for _ in 0..300 {
            clock.run(Side::First, f64::from(clock.share(Side::First)) + 50.0);
            assert!(!clock.has_fallen(Side::First));
            clock.press(Side::First);
        }
        assert!(clock.with_left(BySide::new(10.0, 0.0)).share(Side::First) >= 50);
    }

    #[test]
    fn faces_are_read_as_people_read_them() {
        let text = |ms| Clock::new(FIVE).with_left(BySide::new(ms, 0.0)).text(Side::First);
        assert_eq!(text(300_000.0), "5:00");
        assert_eq!(text(299_001.0), "5:00");
        assert_eq!(text(61_000.0), "1:01");
        assert_eq!(text(9_999.0), "0:10.0");
        assert_eq!(text(9_300.0), "0:09.3");
        assert_eq!(text(1.0), "0:00.1");
    }

    #[test]
    fn time_is_given_back_with_a_move() {
        let mut past = ClockHistory::default();
        let mut clock = Clock::new(FIVE);
        past.note(0, clock);
        clock.run(Side::First, 9_000.0);
        past.note(1, clock);
        clock.run(Side::Second, 60_000.0);
        assert_eq!(past.at(1, clock).left(), BySide::new(291_000.0, 300_000.0));
        assert_eq!(past.at(0, clock), Clock::new(FIVE));
        assert_eq!(past.at(7, clock), clock);
        let text = past.text();
        assert_eq!(ClockHistory::read(&text.split(' ').collect::<Vec<_>>()), past);
    }
}
