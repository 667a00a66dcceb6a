//! The integer that alpha-beta counts with.
//!
//! ```text
//!   −WIN+p        −(2|e|+1)      0      2e+1         WIN−p
//!   lost at ply p   estimates  drawn  estimates   won at ply p
//! ```
//! Estimates are odd, so that 0 is a draw and nothing else: an estimate of nothing at all leans to
//! the side to move by half a unit. Plies count from the root; in the table, from the node.

use crate::Score;
use game::{Outcome, Side};
use std::ops::Neg;

/// A value from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Value(i32);

/// A win at the root itself.
const WIN: i32 = 1 << 29;

/// Everything beyond is decided: no line is longer than this.
const DECIDED: i32 = WIN - 4096;

/// The largest estimate.
const MOST: i32 = 1 << 27;

impl Value {
    /// Less than every value.
    pub(crate) const LEAST: Self = Self(-WIN - 1);
    /// More than every value.
    pub(crate) const MOST: Self = Self(WIN + 1);
    /// A draw.
    pub(crate) const DRAW: Self = Self(0);

    /// An evaluator's opinion.
    #[inline]
    pub(crate) fn estimate(opinion: i32) -> Self {
        let opinion = opinion.clamp(-MOST, MOST);
        Self(2 * opinion + if opinion < 0 { -1 } else { 1 })
    }

    /// The game is won at this ply.
    #[inline]
    pub(crate) fn win_at(ply: usize) -> Self {
        Self(WIN - ply as i32)
    }

    /// The game is lost at this ply.
    #[inline]
    pub(crate) fn loss_at(ply: usize) -> Self {
        -Self::win_at(ply)
    }

    /// The game is over at this ply, with `side` to move.
    #[inline]
    pub(crate) fn over(outcome: Outcome, side: Side, ply: usize) -> Self {
        match outcome.winner() {
            None => Self::DRAW,
            Some(winner) if winner == side => Self::win_at(ply),
            Some(_) => Self::loss_at(ply),
        }
    }

    /// Whether a win or a loss is proven.
    #[inline]
    pub(crate) fn is_decided(self) -> bool {
        self.0.abs() > DECIDED
    }

    /// Whether a loss is proven (or nothing known at all).
    #[inline]
    pub(crate) fn is_lost(self) -> bool {
        self.0 < -DECIDED
    }

    /// Whether a win is proven.
    #[inline]
    pub(crate) fn is_won(self) -> bool {
        self.0 > DECIDED
    }

    /// Plies from the root to the end of a decided game.
    #[inline]
    pub(crate) fn end(self) -> usize {
        (WIN - self.0.abs()) as usize
    }

    /// The value just above.
    #[inline]
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// This value and so many of the evaluator's units more, still undecided.
    #[inline]
    pub(crate) fn plus(self, units: i32) -> Self {
        Self(self.0.saturating_add(units.saturating_mul(2)).clamp(-DECIDED, DECIDED))
    }

    /// The value with its end counted from a node at `ply`, as the table keeps it.
    #[inline]
    pub(crate) fn kept_at(self, ply: usize) -> i32 {
        match self {
            v if v.is_won() => v.0 + ply as i32,
            v if v.is_lost() => v.0 - ply as i32,
            v => v.0,
        }
    }

    /// A value out of the table, with its end counted from the root again.
    #[inline]
    pub(crate) fn from_table(kept: i32, ply: usize) -> Self {
        match Self(kept) {
            v if v.is_won() => Self(v.0 - ply as i32),
            v if v.is_lost() => Self(v.0 + ply as i32),
            v => v,
        }
    }
}

impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value {
            v if v.is_won() => Self::WinIn(v.end() as u32),
            v if v.is_lost() => Self::LossIn(v.end() as u32),
            v => Self::Estimate(v.0 / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_survive_and_are_no_draws() {
        for opinion in [-MOST, -70, -1, 0, 1, 2, 70, MOST] {
            let value = Value::estimate(opinion);
            assert_eq!(Score::from(value), Score::Estimate(opinion));
            assert_eq!(Score::from(-value), Score::Estimate(-opinion));
            assert_ne!(value, Value::DRAW);
            assert!(!value.is_decided());
        }
        assert_eq!(Value::estimate(i32::MAX), Value::estimate(MOST));
        assert!(Value::estimate(-1) < Value::DRAW && Value::DRAW < Value::estimate(0));
    }

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Value::win_at(3) > Value::win_at(5));
        assert!(Value::loss_at(5) > Value::loss_at(3));
        assert!(Value::loss_at(4000) < Value::estimate(-MOST));
        assert_eq!(Score::from(Value::win_at(7)), Score::WinIn(7));
        assert_eq!(Score::from(-Value::win_at(7)), Score::LossIn(7));
    }

    #[test]
    fn margins_never_decide_anything() {
        assert!(!Value::estimate(MOST).plus(i32::MAX).is_decided());
        assert!(!Value::estimate(-MOST).plus(i32::MIN).is_decided());
        assert_eq!(Value::estimate(10).plus(5), Value::estimate(15));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        let seen = Value::win_at(9);
        assert_eq!(Value::from_table(seen.kept_at(4), 4), seen);
        assert_eq!(Value::from_table(seen.kept_at(4), 2), Value::win_at(7));
        assert_eq!(Value::from_table((-seen).kept_at(4), 6), Value::loss_at(11));
        let opinion = Value::estimate(33);
        assert_eq!(Value::from_table(opinion.kept_at(4), 9), opinion);
    }
}
