//! The clock of one player of a match: a [`Clock`] that runs for one side, by the time that the player's
//! moves took.

use crate::Pace;
use clock::{Clock, Control, Moment, Span};
use game::{BySide, Side};
use std::time::Duration;

/// The side of the clock that is used; the other player of the match has a clock of its own.
const OWN: Side = Side::First;

/// A player's clock, which runs only while the player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayerClock {
    clock: Clock,
    increment: Span,
    /// The sum of all thinking times, exact: the clock counts in milliseconds.
    spent: Duration,
}

impl PlayerClock {
    /// The clock of a player with this pace, if it is one.
    pub(crate) fn new(pace: Pace) -> Option<Self> {
        let Pace::Clock { base, increment } = pace else { return None };
        let increment = span(increment);
        let mut clock = Clock::over_the_board(Control::Fischer { start: span(base), increment });
        clock.turn_to(OWN, Moment(0));
        Some(Self { clock, increment, spent: Duration::ZERO })
    }

    /// The time left.
    pub(crate) fn left(&self) -> Duration {
        Duration::from_millis(self.clock.left(OWN, self.now()).0)
    }

    /// The player has moved after so much time. Who was late, within the margin of the match, has the
    /// increment left.
    pub(crate) fn press(&mut self, time: Duration) {
        self.spent += time;
        let now = self.now();
        if self.clock.press(OWN, OWN, now, Span::ZERO).is_err() {
            self.clock = self.clock.with_left(BySide::new(self.increment, self.increment), now);
        }
    }

    fn now(&self) -> Moment {
        Moment(span(self.spent).0)
    }
}

fn span(time: Duration) -> Span {
    Span(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_clock_runs_down_and_is_topped_up() {
        let mut clock =
            PlayerClock::new(Pace::Clock { base: ms(1000), increment: ms(10) }).unwrap();
        assert_eq!(clock.left(), ms(1000));
        clock.press(ms(300));
        assert_eq!(clock.left(), ms(710));
        for _ in 0..10 {
            clock.press(Duration::from_micros(1500));
        }
        assert_eq!(clock.left(), ms(795), "half milliseconds count");
        clock.press(ms(9000));
        assert_eq!(clock.left(), ms(10), "late within the margin");
        clock.press(ms(4));
        assert_eq!(clock.left(), ms(16));
        assert_eq!(PlayerClock::new(Pace::Nodes(7)), None);
    }
}
