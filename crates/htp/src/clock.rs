//! Time control of a session, from `time_settings` and `time_left`: Canadian byo-yomi, so many stones in a period.
//!
//! Not `clock::Clock`: that judges a game in Fischer time or Japanese byo-yomi, for both sides and by moments. An
//! engine judges nothing; it holds what the referee said is left, less what its own moves took.

use game::{BySide, Side};
use search::{Limits, TimeAllotment, TimeLeft};
use std::time::Duration;

/// Reserve for communication.
const MARGIN: Duration = Duration::from_millis(30);

/// Moves that the main time should last for where periods follow.
const MAIN_TIME_MOVES: u32 = 12;

/// What is left of a side's time.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    /// Moves to be made in that time; 0 for the rest of the game.
    stones: u32,
}

/// The clocks of both sides, as far as there are any.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    /// Time for each move where no clock runs.
    pub(crate) each: Duration,
    left: BySide<Option<Left>>,
    /// What a new period brings: time and stones.
    period: Option<Left>,
}

impl Clocks {
    pub(crate) fn new(each: Duration) -> Self {
        Self { each, left: BySide::new(None, None), period: None }
    }

    /// `time_settings`: a main time, then periods of so many stones. A period without stones means
    /// that no clock runs.
    pub(crate) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let endless = stones == 0 && !period.is_zero();
        let nothing = main.is_zero() && period.is_zero();
        let fresh = (stones > 0).then_some(Left { time: period, stones });
        self.period = fresh;
        let first = if main.is_zero() { fresh } else { Some(Left { time: main, stones: 0 }) };
        let first = first.filter(|_| !endless && !nothing);
        self.left = BySide::new(first, first);
    }

    /// `time_left`: what the referee says is left.
    pub(crate) fn set_left(&mut self, side: Side, time: Duration, stones: u32) {
        self.left[side] = Some(Left { time, stones });
    }

    /// The limits of the next move of `side`.
    pub(crate) fn limits(&self, side: Side) -> Limits {
        match self.left[side] {
            None => Limits::time(share(self.each, 1)),
            Some(Left { time, stones: 0 }) => match self.period {
                // The main time may run out: a period follows.
                Some(period) => {
                    let next = (period.time / period.stones.max(1)).min(time);
                    Limits::time(share(time, MAIN_TIME_MOVES).max(share(next, 1)))
                }
                None => Limits::clock(time, Duration::ZERO),
            },
            Some(Left { time, stones }) => Limits::time(share(time, stones)),
        }
    }

    /// A move of `side` took so long.
    pub(crate) fn spend(&mut self, side: Side, spent: Duration) {
        let Some(left) = &mut self.left[side] else { return };
        left.time = left.time.saturating_sub(spent);
        left.stones = left.stones.saturating_sub(1);
        let over = left.time.is_zero()
            || (left.stones == 0 && self.period.is_some_and(|p| left.time <= p.time));
        if let Some(period) = self.period.filter(|_| over) {
            *left = period;
        }
    }
}

/// The time of the next of `moves` that are due within `time`, with a reserve for each of them.
fn share(time: Duration, moves: u32) -> Duration {
    let reserve = MARGIN.min(time / moves.saturating_mul(4)) * moves;
    let least = Duration::from_millis(1);
    let allotment = TimeAllotment { reserve, least, ..TimeAllotment::moves(moves) };
    allotment.time(TimeLeft { left: time, increment: Duration::ZERO })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_takes_what_the_clock_allows() {
        let mut clocks = Clocks::new(SECOND);
        let each = |clocks: &Clocks| clocks.limits(Side::First).time;
        assert!(each(&clocks).is_some_and(|time| time < SECOND && time > SECOND / 2));
        clocks.set(Duration::ZERO, SECOND * 10, 5);
        assert!(each(&clocks).is_some_and(|time| time <= SECOND * 2));
        clocks.set(SECOND * 60, Duration::ZERO, 0);
        assert_eq!(clocks.limits(Side::First).clock.map(|clock| clock.left), Some(SECOND * 60));
        clocks.spend(Side::First, SECOND * 20);
        assert_eq!(clocks.limits(Side::First).clock.map(|clock| clock.left), Some(SECOND * 40));
        clocks.set_left(Side::First, SECOND * 3, 0);
        assert_eq!(clocks.limits(Side::First).clock.map(|clock| clock.left), Some(SECOND * 3));
        clocks.set(Duration::ZERO, SECOND, 0);
        assert!(clocks.limits(Side::First).clock.is_none(), "no clock at all");
    }
}
