//! Which moves have worked elsewhere in the tree: for ordering only, never for deciding.

use super::settings::{Technique, Techniques};
use crate::tag::Tag;
use game::Side;

/// The largest score of a move.
pub(crate) const MOST: i32 = 1 << 14;

/// What has worked, by side and move.
pub(crate) struct History {
    techniques: Techniques,
    /// How often a move was the refutation, less how often it was tried before one.
    scores: [Box<[i16; Tag::COUNT]>; 2],
}

impl History {
    /// Nothing has worked yet.
    pub(crate) fn new(techniques: Techniques) -> Self {
        Self { techniques, scores: std::array::from_fn(|_| Box::new([0; Tag::COUNT])) }
    }

    /// How well every tag has worked for `side`, within ±[`MOST`].
    #[inline]
    pub(crate) fn of(&self, side: Side) -> &[i16; Tag::COUNT] {
        &self.scores[side.index()]
    }

    /// `tag` was the refutation.
    pub(crate) fn refuted(&mut self, side: Side, tag: Tag, depth: i32) {
        if self.techniques.has(Technique::History) {
            self.shift(side, tag, bonus(depth));
        }
    }

    /// `tag` was tried, and another move was the refutation.
    pub(crate) fn failed(&mut self, side: Side, tag: Tag, depth: i32) {
        if self.techniques.has(Technique::History) {
            self.shift(side, tag, -bonus(depth));
        }
    }

    /// Moves a score towards ±[`MOST`], the less the nearer it is.
    fn shift(&mut self, side: Side, tag: Tag, by: i32) {
        let score = &mut self.scores[side.index()][tag.index()];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MOST) as i16;
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
        let mut history = History::new(Techniques::ALL);
        let tag = Tag::of(5u8);
        (0..10_000).for_each(|_| history.refuted(Side::First, tag, 60));
        let score = |history: &History, side| i32::from(history.of(side)[tag.index()]);
        let high = score(&history, Side::First);
        assert!(high > MOST / 2 && high <= MOST, "{high}");
        assert_eq!(score(&history, Side::Second), 0, "sides are kept apart");
        (0..10_000).for_each(|_| history.failed(Side::First, tag, 60));
        assert!(score(&history, Side::First) < -MOST / 2);
    }
}
