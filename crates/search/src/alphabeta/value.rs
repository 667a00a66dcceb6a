//! Integer values of the alpha-beta search: proven wins and losses with their distance, draws and
//! estimates in one order.
//!
//! ```text
//!   −WIN+p        −(2|e|+1)      0      2e+1         WIN−p
//!   lost at ply p   estimates  drawn  estimates   won at ply p
//! ```
//! Estimates are odd, so that 0 means a draw only: an estimate of 0 counts as half a unit in favour of the
//! side to move. Plies count from the root; in the transposition table, from the node (like mate scores in
//! chess programs).

use crate::Score;
use game::{Outcome, Side};
use std::ops::Neg;

/// A value from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Value(i32);

/// A win at the root itself.
const WIN: i32 = 1 << 29;

/// Values beyond ± this are proven: no variation is longer than the difference.
const PROVEN: i32 = WIN - 4096;

/// The largest estimate.
const MAX_ESTIMATE: i32 = 1 << 27;

impl Value {
    /// Below every value.
    pub(crate) const NEG_INFINITY: Self = Self(-WIN - 1);
    /// Above every value.
    pub(crate) const INFINITY: Self = Self(WIN + 1);
    /// A draw.
    pub(crate) const DRAW: Self = Self(0);

    /// A static evaluation.
    #[inline]
    pub(crate) fn estimate(estimate: i32) -> Self {
        let estimate = estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE);
        Self(2 * estimate + if estimate < 0 { -1 } else { 1 })
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
    pub(crate) fn is_proven(self) -> bool {
        self.0.abs() > PROVEN
    }

    /// Whether a loss is proven; also true of [`Self::NEG_INFINITY`].
    #[inline]
    pub(crate) fn is_lost(self) -> bool {
        self.0 < -PROVEN
    }

    /// Whether a win is proven.
    #[inline]
    pub(crate) fn is_won(self) -> bool {
        self.0 > PROVEN
    }

    /// Plies from the root to the end of the game, for a proven value.
    #[inline]
    pub(crate) fn end_ply(self) -> usize {
        (WIN - self.0.abs()) as usize
    }

    /// The value just above.
    #[inline]
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// This value plus a margin in the evaluator's units, never a proven one.
    #[inline]
    pub(crate) fn plus(self, units: i32) -> Self {
        Self(self.0.saturating_add(units.saturating_mul(2)).clamp(-PROVEN, PROVEN))
    }

    /// The value for the transposition table, with its end counted from the node at `ply`.
    #[inline]
    pub(crate) fn to_table(self, ply: usize) -> i32 {
        match self {
            v if v.is_won() => v.0 + ply as i32,
            v if v.is_lost() => v.0 - ply as i32,
            v => v.0,
        }
    }

    /// A value from the transposition table, with its end counted from the root again.
    #[inline]
    pub(crate) fn from_table(stored: i32, ply: usize) -> Self {
        match Self(stored) {
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
            v if v.is_won() => Self::WinIn(v.end_ply() as u32),
            v if v.is_lost() => Self::LossIn(v.end_ply() as u32),
            v => Self::Estimate(v.0 / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_survive_and_are_no_draws() {
        for estimate in [-MAX_ESTIMATE, -70, -1, 0, 1, 2, 70, MAX_ESTIMATE] {
            let value = Value::estimate(estimate);
            assert_eq!(Score::from(value), Score::Estimate(estimate));
            assert_eq!(Score::from(-value), Score::Estimate(-estimate));
            assert_ne!(value, Value::DRAW);
            assert!(!value.is_proven());
        }
        assert_eq!(Value::estimate(i32::MAX), Value::estimate(MAX_ESTIMATE));
        assert!(Value::estimate(-1) < Value::DRAW && Value::DRAW < Value::estimate(0));
    }

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Value::win_at(3) > Value::win_at(5));
        assert!(Value::loss_at(5) > Value::loss_at(3));
        assert!(Value::loss_at(4000) < Value::estimate(-MAX_ESTIMATE));
        assert_eq!(Score::from(Value::win_at(7)), Score::WinIn(7));
        assert_eq!(Score::from(-Value::win_at(7)), Score::LossIn(7));
    }

    #[test]
    fn margins_never_decide_anything() {
        assert!(!Value::estimate(MAX_ESTIMATE).plus(i32::MAX).is_proven());
        assert!(!Value::estimate(-MAX_ESTIMATE).plus(i32::MIN).is_proven());
        assert_eq!(Value::estimate(10).plus(5), Value::estimate(15));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        let seen = Value::win_at(9);
        assert_eq!(Value::from_table(seen.to_table(4), 4), seen);
        assert_eq!(Value::from_table(seen.to_table(4), 2), Value::win_at(7));
        assert_eq!(Value::from_table((-seen).to_table(4), 6), Value::loss_at(11));
        let estimate = Value::estimate(33);
        assert_eq!(Value::from_table(estimate.to_table(4), 9), estimate);
    }
}
