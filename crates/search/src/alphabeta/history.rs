//! History heuristic (Schaeffer 1983): quiet moves that caused beta cutoffs elsewhere in the tree
//! are searched earlier. Used for move ordering and late move reductions only.

use crate::move_hash::MoveHash;
use game::Side;

/// Largest absolute history score.
pub(crate) const MAX_SCORE: i32 = 1 << 14;

/// History scores by side and move hash.
pub(crate) struct History {
    /// Raised when a move causes a cutoff, lowered when another move does after it was searched.
    scores: [Box<[i16; MoveHash::COUNT]>; 2],
}

impl History {
    /// A table of zeros.
    pub(crate) fn new() -> Self {
        Self { scores: std::array::from_fn(|_| Box::new([0; MoveHash::COUNT])) }
    }

    /// The scores of `side` by move hash, within ±[`MAX_SCORE`].
    #[inline]
    pub(crate) fn scores(&self, side: Side) -> &[i16; MoveHash::COUNT] {
        &self.scores[side.index()]
    }

    /// The move caused a beta cutoff.
    pub(crate) fn reward(&mut self, side: Side, move_hash: MoveHash, depth: i32) {
        self.update(side, move_hash, bonus(depth));
    }

    /// The move was searched before the one that caused the cutoff.
    pub(crate) fn penalize(&mut self, side: Side, move_hash: MoveHash, depth: i32) {
        self.update(side, move_hash, -bonus(depth));
    }

    /// Adds `by` with gravity, so that scores stay within ±[`MAX_SCORE`] and old results decay:
    ///
    /// `h ← h + b − h·|b| / MAX_SCORE`
    fn update(&mut self, side: Side, move_hash: MoveHash, by: i32) {
        let score = &mut self.scores[side.index()][move_hash.index()];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MAX_SCORE) as i16;
    }
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_bounds_and_forget() {
        let mut history = History::new();
        let move_hash = MoveHash::of(5u8);
        (0..10_000).for_each(|_| history.reward(Side::First, move_hash, 60));
        let score = |history: &History, side| i32::from(history.scores(side)[move_hash.index()]);
        let high = score(&history, Side::First);
        assert!(high > MAX_SCORE / 2 && high <= MAX_SCORE, "{high}");
        assert_eq!(score(&history, Side::Second), 0, "sides are kept apart");
        (0..10_000).for_each(|_| history.penalize(Side::First, move_hash, 60));
        assert!(score(&history, Side::First) < -MAX_SCORE / 2);
    }
}
