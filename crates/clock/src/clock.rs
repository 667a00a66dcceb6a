//! The clock of a game: two stocks of time, of which at most one runs down.
//!
//! The first move of each side is free: until both have moved, there is only a moment by which
//! the move must be made, or the game does not take place. The clock is a pure function of what
//! happened when, so that a room wakes from its log with the very same clock.

use crate::{Control, Lag, Moment, Span};
use game::{BySide, Side};
use serde::{Deserialize, Serialize};

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stock {
    main: Span,
    periods: u8,
    lag: Lag,
}

/// A game's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: Control,
    stock: BySide<Stock>,
    /// Who has moved already: before that a move costs nothing.
    moved: BySide<bool>,
    running: Option<(Side, Moment)>,
}

/// What a clock shows: the wire's form of it, at the moment at which it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Face {
    /// Milliseconds left to the side that moves first.
    pub first: Span,
    /// Milliseconds left to the other.
    pub second: Span,
    /// Periods left to each, if the time control has periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<(u8, u8)>,
    /// 0 or 1: whose time runs down; nobody's before both have moved and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<u8>,
}

/// A side has used up its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(pub Side);

/// What happens at a deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Nobody made the first move: the game does not take place.
    NoShow(Side),
    /// A flag falls.
    Flag(Side),
}

/// A moment at which something happens unless somebody moves before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When.
    pub at: Moment,
    /// What.
    pub due: Due,
}

impl Clock {
    /// How long a side may take for its first move at a sitting.
    pub const FIRST_MOVE: Span = Span::seconds(60);

    /// A clock that stands still.
    pub fn new(control: Control) -> Self {
        let (main, periods) = control.first_stock();
        let stock = Stock { main, periods, lag: Lag::default() };
        Self {
            control,
            stock: BySide::new(stock, stock),
            moved: BySide::new(false, false),
            running: None,
        }
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

    /// `side` has moved, over a line with this delay. Its time is charged and it is `next`'s turn
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
        let mut stock = self.stock[side];
        let spent = now.since(since);
        let mut given = Span::ZERO;
        // The first move is free: nothing is charged for it, and nothing given back.
        if self.moved[side] {
            given = stock.lag.give(delay, spent);
            stock = self.charge(stock, spent.less(given)).ok_or(Flag(side))?;
        }
        self.stock[side] = stock;
        self.moved[side] = true;
        self.turn_to(next, now);
        Ok(if self.control.is_timed() { given } else { Span::ZERO })
    }

    /// What is left after a move that took `spent`, if it came in time.
    fn charge(&self, stock: Stock, spent: Span) -> Option<Stock> {
        match self.control {
            Control::None => Some(stock),
            Control::Fischer { increment, .. } => (spent < stock.main)
                .then(|| Stock { main: stock.main.less(spent) + increment, ..stock }),
            Control::PerMove(each) => {
                (spent < stock.main).then_some(Stock { main: stock.main.max(each), ..stock })
            }
            Control::ByoYomi { period, .. } => {
                let over = spent.less(stock.main);
                let lost = over.0 / period.0.max(1);
                let periods = u8::try_from(lost).ok().and_then(|l| stock.periods.checked_sub(l))?;
                let main = stock.main.less(spent);
                (main > Span::ZERO || periods > 0).then_some(Stock { main, periods, ..stock })
            }
        }
    }

    /// Stops it: the game is over. The running side is charged, down to nothing.
    pub fn stop(&mut self, now: Moment) {
        let Some((side, since)) = self.running.take() else { return };
        if self.moved[side] && !matches!(self.control, Control::PerMove(_)) {
            let spent = now.since(since);
            let stock = self.stock[side];
            let left = self.charge(stock, spent).map_or(Span::ZERO, |_| stock.main.less(spent));
            self.stock[side].main = left;
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
            self.stock[one].main = self.stock[one].main + each;
        }
        self.running = Some((side, since + away));
    }

    /// What happens next if nobody moves.
    pub fn deadline(&self) -> Option<Deadline> {
        let (side, since) = self.running?;
        let stock = self.stock[side];
        if !self.moved[side] {
            let patience = self.first_patience(stock);
            return Some(Deadline { at: since + patience, due: Due::NoShow(side) });
        }
        let at = since + self.whole(stock) + stock.lag.quota();
        Some(Deadline { at, due: Due::Flag(side) })
    }

    /// Days for every move are days for the first as well.
    fn first_patience(&self, stock: Stock) -> Span {
        match self.control {
            Control::PerMove(each) => each.max(stock.main).max(Self::FIRST_MOVE),
            _ => Self::FIRST_MOVE + stock.main.less(self.control.first_stock().0),
        }
    }

    fn whole(&self, stock: Stock) -> Span {
        match self.control {
            Control::ByoYomi { period, .. } => stock.main + period.times(u64::from(stock.periods)),
            _ => stock.main,
        }
    }

    /// What is left to `side` at this moment, periods included.
    pub fn left(&self, side: Side, now: Moment) -> Span {
        let whole = self.whole(self.stock[side]);
        match self.running {
            Some((running, since)) if running == side && self.moved[side] => {
                whole.less(now.since(since))
            }
            _ => whole,
        }
    }

    /// What the clock shows now.
    pub fn face(&self, now: Moment) -> Option<Face> {
        self.control.is_timed().then(|| Face {
            first: self.left(Side::First, now),
            second: self.left(Side::Second, now),
            periods: matches!(self.control, Control::ByoYomi { .. })
                .then_some((self.stock.first.periods, self.stock.second.periods)),
            running: self
                .running
                .filter(|(side, _)| self.moved[*side])
                .map(|(side, _)| side.index() as u8),
        })
    }
}
