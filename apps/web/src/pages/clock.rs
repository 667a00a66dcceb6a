//! Clock of hot-seat games and games against the computer; the elapsed time is an argument.

use analysis::{TimeAllotment, TimeLeft};
use clock::{Clock, Control, Moment, Span};
use game::{BySide, Side};
use std::time::Duration;

/// Time control: main time in minutes, Fischer increment in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    pub(crate) minutes: u16,
    pub(crate) bonus: u16,
}

impl TimeControl {
    fn control(self) -> Control {
        let seconds = |count: u16| Span::seconds(u64::from(count));
        let start = seconds(self.minutes).times(60);
        Control::Fischer { start, increment: seconds(self.bonus) }
    }
}

/// A game's clock, and how long the game has been going on: time that passes while no side may
/// look at the board does not count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LocalClock {
    clock: Clock,
    /// Milliseconds; in fractions, so that many short steps add up to what passed.
    elapsed: f64,
    increment: Span,
}

impl LocalClock {
    pub(crate) fn new(pace: TimeControl) -> Self {
        let clock = Clock::over_the_board(pace.control());
        let increment = Span::seconds(u64::from(pace.bonus));
        Self { clock, elapsed: 0.0, increment }
    }

    fn now(self) -> Moment {
        Moment(self.elapsed as u64)
    }

    /// How much a machine should spend on its next move, in milliseconds.
    pub(crate) fn share(self, side: Side) -> u32 {
        let duration = |span: Span| Duration::from_millis(span.0);
        let left = duration(self.left()[side]);
        let clock = TimeLeft { left, increment: duration(self.increment) };
        TimeAllotment::PAGE.time(clock).as_millis() as u32
    }

    /// The same clock with other times.
    pub(crate) fn with_left(self, left: BySide<Span>) -> Self {
        Self { clock: self.clock.with_left(left, self.now()), ..self }
    }

    /// What is left to each side.
    pub(crate) fn left(self) -> BySide<Span> {
        let left = |side| self.clock.left(side, self.now());
        BySide::new(left(Side::First), left(Side::Second))
    }

    /// Time passes for a side.
    pub(crate) fn run(&mut self, side: Side, passed: f64) {
        if self.clock.running().map(|(running, _)| running) != Some(side) {
            *self = self.with_left(self.left());
            self.clock.turn_to(side, self.now());
        }
        self.elapsed += passed.max(0.0);
    }

    /// A side has moved. A flag that has fallen stays fallen.
    pub(crate) fn press(&mut self, side: Side) {
        let _ = self.clock.press(side, side.other(), self.now(), Span::ZERO);
    }

    pub(crate) fn has_fallen(self, side: Side) -> bool {
        self.left()[side] == Span::ZERO
    }

    /// Whether a side should hurry.
    pub(crate) fn is_low(self, side: Side) -> bool {
        self.left()[side].is_low()
    }

    /// What the clock shows.
    pub(crate) fn text(self, side: Side) -> String {
        self.left()[side].clock_text()
    }
}

/// Clock times at each ply, restored when a move is taken back.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ClockHistory(Vec<BySide<Span>>);

impl ClockHistory {
    /// The clocks stood so when `ply` moves had been made.
    pub(crate) fn note(&mut self, ply: usize, clock: LocalClock) {
        self.0.truncate(ply);
        // What was not noted is taken to have been as it is now.
        self.0.resize(ply + 1, clock.left());
        self.0[ply] = clock.left();
    }

    /// The clock as it stood then.
    pub(crate) fn at(&self, ply: usize, now: LocalClock) -> LocalClock {
        self.0.get(ply).map_or(now, |left| now.with_left(*left))
    }

    /// In one line, to be kept.
    pub(crate) fn text(&self) -> String {
        let pairs = self.0.iter().map(|left| format!("{}+{}", left.first.0, left.second.0));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// What was kept, as far as it makes sense.
    pub(crate) fn read(words: &[&str]) -> Self {
        let pair = |word: &&str| {
            let (first, second) = word.split_once('+')?;
            Some(BySide::new(milliseconds(first)?, milliseconds(second)?))
        };
        Self(words.iter().map_while(pair).collect())
    }
}

/// A stored time.
pub(crate) fn milliseconds(text: &str) -> Option<Span> {
    text.parse().ok().map(Span)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: TimeControl = TimeControl { minutes: 5, bonus: 3 };

    fn left(first: u64, second: u64) -> BySide<Span> {
        BySide::new(Span(first), Span(second))
    }

    #[test]
    fn one_side_s_time_runs_and_a_move_adds_to_it() {
        let mut clock = LocalClock::new(FIVE);
        clock.run(Side::First, 10_000.0);
        clock.press(Side::First);
        assert_eq!(clock.left(), left(293_000, 300_000));
        clock.run(Side::Second, 1_000.0);
        assert_eq!(clock.left(), left(293_000, 299_000));
    }

    #[test]
    fn a_fallen_flag_stays_fallen() {
        let mut clock = LocalClock::new(FIVE);
        clock.run(Side::Second, 1e9);
        clock.press(Side::Second);
        assert!(clock.has_fallen(Side::Second) && !clock.has_fallen(Side::First));
        assert_eq!(clock.text(Side::Second), "0:00.0");
    }

    #[test]
    fn a_clock_that_runs_backwards_gives_no_time() {
        let mut clock = LocalClock::new(FIVE);
        clock.run(Side::First, -5000.0);
        assert_eq!(clock.left(), left(300_000, 300_000));
    }

    #[test]
    fn short_steps_add_up() {
        let mut clock = LocalClock::new(FIVE);
        for _ in 0..1_000 {
            clock.run(Side::First, 100.4);
        }
        assert!(clock.left().first.0.abs_diff(300_000 - 100_400) <= 1);
    }

    #[test]
    fn a_machine_never_thinks_its_time_away() {
        let mut clock = LocalClock::new(FIVE);
        for _ in 0..300 {
            clock.run(Side::First, f64::from(clock.share(Side::First)) + 50.0);
            assert!(!clock.has_fallen(Side::First));
            clock.press(Side::First);
        }
        assert!(clock.with_left(left(10, 0)).share(Side::First) >= 50);
    }

    #[test]
    fn time_is_given_back_with_a_move() {
        let mut past = ClockHistory::default();
        let mut clock = LocalClock::new(FIVE);
        past.note(0, clock);
        clock.run(Side::First, 9_000.0);
        past.note(1, clock);
        clock.run(Side::Second, 60_000.0);
        assert_eq!(past.at(1, clock).left(), left(291_000, 300_000));
        assert_eq!(past.at(0, clock).left(), LocalClock::new(FIVE).left());
        assert_eq!(past.at(7, clock), clock);
        let text = past.text();
        assert_eq!(ClockHistory::read(&text.split(' ').collect::<Vec<_>>()), past);
    }
}
