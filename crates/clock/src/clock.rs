//! The game clock: remaining time of both sides, of which at most one runs down. Fischer increment, byo-yomi
//! and time per move.
//!
//! The first move of each side is free: until both have moved, there is only a moment by which
//! the move must be made, or the game does not take place. The clock is a pure function of what
//! happened when, so that a room resumed from its event log has the same clock.

use crate::{Control, Lag, Moment, Span};
use game::{BySide, Side};
use serde::{Deserialize, Serialize};

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeLeft {
    main: Span,
    periods: u8,
    lag: Lag,
}

/// A game's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: Control,
    left: BySide<TimeLeft>,
    /// Who has moved already: before that a move costs nothing.
    moved: BySide<bool>,
    running: Option<(Side, Moment)>,
}

/// Remaining times at the moment at which the clock was read, as the wire has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockReading {
    /// Milliseconds left to the side that moves first.
    pub first: Span,
    /// Milliseconds left to the other.
    pub second: Span,
    /// Periods left to each, if the time control has periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<(u8, u8)>,
    /// 0 or 1, the side whose time runs down; none before both have moved and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<u8>,
}

/// A side has used up its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(pub Side);

/// What happens at a deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The first move was not made: the game does not take place.
    NoShow(Side),
    /// A flag falls.
    Flag(Side),
}

/// A moment at which something happens unless a move comes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The moment.
    pub at: Moment,
    /// What happens then.
    pub due: Due,
}

impl Clock {
    /// How long a side may take for its first move in a live game.
    pub const FIRST_MOVE: Span = Span::seconds(60);

    /// A clock that stands still.
    pub fn new(control: Control) -> Self {
        let (main, periods) = control.initial_time();
        let left = TimeLeft { main, periods, lag: Lag::default() };
        Self {
            control,
            left: BySide::new(left, left),
            moved: BySide::new(false, false),
            running: None,
        }
    }

    /// A clock of players who sit at one board: the first move is charged like every other.
    pub fn over_the_board(control: Control) -> Self {
        Self { moved: BySide::new(true, true), ..Self::new(control) }
    }

    /// The same clock with these main times, from `now` on.
    #[must_use]
    pub fn with_left(mut self, left: BySide<Span>, now: Moment) -> Self {
        for side in Side::BOTH {
            self.left[side].main = left[side];
        }
        self.running = self.running.map(|(side, _)| (side, now));
        self
    }

    /// The time control.
    pub fn control(&self) -> Control {
        self.control
    }

    /// Whose time it is, and since when.
    pub fn running(&self) -> Option<(Side, Moment)> {
        self.running
    }

    /// Sets it going for `side`, who thinks from `now` on. Nothing is taken from the other side;
    /// this is also what a take-back does.
    pub fn turn_to(&mut self, side: Side, now: Moment) {
        self.running = self.control.is_timed().then_some((side, now));
    }

    /// `side` has moved, over a connection with this delay. Its time is charged and it is `next`'s turn
    /// (in some games a side moves twice). Gives what was given back for the delay.
    ///
    /// # Errors
    /// If the time was up before: nothing has changed then.
    pub fn press(
        &mut self,
        side: Side,
        next: Side,
        now: Moment,
        delay: Span,
    ) -> Result<Span, Flag> {
        let since = match self.running {
            Some((running, since)) if running == side => since,
            _ => now,
        };
        let mut left = self.left[side];
        let spent = now.since(since);
        let mut given = Span::ZERO;
        // The first move is free: nothing is charged for it, and nothing given back.
        if self.moved[side] {
            given = left.lag.give(delay, spent);
            left = self.charge(left, spent.less(given)).ok_or(Flag(side))?;
        }
        self.left[side] = left;
        self.moved[side] = true;
        self.turn_to(next, now);
        Ok(if self.control.is_timed() { given } else { Span::ZERO })
    }

    /// What is left after a move that took `spent`, if it came in time.
    fn charge(&self, left: TimeLeft, spent: Span) -> Option<TimeLeft> {
        match self.control {
            Control::None => Some(left),
            Control::Fischer { increment, .. } => (spent < left.main)
                .then(|| TimeLeft { main: left.main.less(spent) + increment, ..left }),
            Control::PerMove(each) => {
                (spent < left.main).then_some(TimeLeft { main: left.main.max(each), ..left })
            }
            Control::ByoYomi { period, .. } => {
                let over = spent.less(left.main);
                let lost = over.0 / period.0.max(1);
                let periods = u8::try_from(lost).ok().and_then(|l| left.periods.checked_sub(l))?;
                let main = left.main.less(spent);
                (main > Span::ZERO || periods > 0).then_some(TimeLeft { main, periods, ..left })
            }
        }
    }

    /// Stops it: the game is over. The running side is charged, down to nothing.
    pub fn stop(&mut self, now: Moment) {
        let Some((side, since)) = self.running.take() else { return };
        if self.moved[side] && !matches!(self.control, Control::PerMove(_)) {
            let spent = now.since(since);
            let left = self.left[side];
            let left = self.charge(left, spent).map_or(Span::ZERO, |_| left.main.less(spent));
            self.left[side].main = left;
        }
    }

    /// Gives both sides time, and the running one what passed unused since `down`: after a
    /// server's absence. Where no clock runs nothing is given.
    pub fn allow(&mut self, each: Span, down: Moment, now: Moment) {
        let Some((_, since)) = self.running else { return };
        self.give_back(each, now.since(down.max(since)));
    }

    /// Gives both sides time, and the running one what passed unused: `away` of the time since its
    /// turn began. Where no clock runs nothing is given.
    pub fn give_back(&mut self, each: Span, away: Span) {
        let Some((side, since)) = self.running else { return };
        for one in Side::BOTH {
            self.left[one].main = self.left[one].main + each;
        }
        self.running = Some((side, since + away));
    }

    /// What happens next if no move comes.
    pub fn deadline(&self) -> Option<Deadline> {
        let (side, since) = self.running?;
        let left = self.left[side];
        if !self.moved[side] {
            let patience = self.first_patience(left);
            return Some(Deadline { at: since + patience, due: Due::NoShow(side) });
        }
        let at = since + self.whole(left) + left.lag.quota();
        Some(Deadline { at, due: Due::Flag(side) })
    }

    /// Days for every move are days for the first as well.
    fn first_patience(&self, left: TimeLeft) -> Span {
        match self.control {
            Control::PerMove(each) => each.max(left.main).max(Self::FIRST_MOVE),
            _ => Self::FIRST_MOVE + left.main.less(self.control.initial_time().0),
        }
    }

    fn whole(&self, left: TimeLeft) -> Span {
        match self.control {
            Control::ByoYomi { period, .. } => left.main + period.times(u64::from(left.periods)),
            _ => left.main,
        }
    }

    /// What is left to `side` at this moment, periods included.
    pub fn left(&self, side: Side, now: Moment) -> Span {
        let whole = self.whole(self.left[side]);
        match self.running {
            Some((running, since)) if running == side && self.moved[side] => {
                whole.less(now.since(since))
            }
            _ => whole,
        }
    }

    /// The remaining times now.
    pub fn reading(&self, now: Moment) -> Option<ClockReading> {
        self.control.is_timed().then(|| ClockReading {
            first: self.left(Side::First, now),
            second: self.left(Side::Second, now),
            periods: matches!(self.control, Control::ByoYomi { .. })
                .then_some((self.left.first.periods, self.left.second.periods)),
            running: self
                .running
                .filter(|(side, _)| self.moved[*side])
                .map(|(side, _)| side.index() as u8),
        })
    }
}
