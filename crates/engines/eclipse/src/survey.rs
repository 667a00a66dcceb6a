//! What can be seen of a position at a glance: where comets and satellites could go. What it is
//! worth is told in `features`.

use crate::ground::{self, Bits, Ground};
use eclipse::{Chain, ChainSet, Position};
use game::Side;

/// How many satellites a side has.
const SATELLITES: usize = 10;

/// What one side could do, were it that side's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Survey {
    /// Where its comet could step.
    pub(crate) exits: Bits,
    /// The empty cells that its comet reaches within two steps.
    pub(crate) near: Bits,
    /// The empty cells that its comet reaches within three steps.
    pub(crate) far: Bits,
    /// Where each of its satellites could go; nowhere if pinned.
    pub(crate) reach: [Bits; SATELLITES],
    /// Where some satellite of its could go.
    pub(crate) cover: Bits,
}

impl Survey {
    #[inline]
    pub(crate) fn new(ground: &Ground, position: &Position, side: Side, pinned: ChainSet) -> Self {
        let empty = ground::bits_of(position.empty());
        let paths = ground.paths(position, side);
        let comet = ground::bit_of(position.comet(side));
        let exits = ground::step(comet, &paths) & empty;
        let near = (ground::step(exits, &paths) | exits) & empty;
        let far = (ground::step(near, &paths) | near) & empty;
        let mut reach = [0; SATELLITES];
        for (i, chain) in Chain::of(side).enumerate() {
            let free = if pinned.contains(chain) { 0 } else { empty };
            let [low, high] = ground.reach(position, chain);
            (reach[2 * i], reach[2 * i + 1]) = (low & free, high & free);
        }
        let cover = reach.iter().fold(0, |all, cells| all | cells);
        Self { exits, near, far, reach, cover }
    }

    /// How many moves its satellites have.
    #[inline]
    pub(crate) fn mobility(&self) -> u32 {
        count_all(&self.reach)
    }

    /// How many of its chains could put a satellite on one of `cells`.
    #[inline]
    pub(crate) fn chains_to(&self, cells: Bits) -> usize {
        let pairs = self.reach.chunks_exact(2);
        pairs.filter(|pair| (pair[0] | pair[1]) & cells != 0).count()
    }
}

/// The sum and the carry of three bits, for all 64 places at once.
#[inline]
fn add(a: Bits, b: Bits, c: Bits) -> (Bits, Bits) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// How many bits ten words have together: added up place by place first, because counting the bits
/// of a word is slow where the machine has no instruction for it.
#[inline]
fn count_all(words: &[Bits; SATELLITES]) -> u32 {
    let &[a, b, c, d, e, f, g, h, i, j] = words;
    let (s1, t1) = add(a, b, c);
    let (s2, t2) = add(d, e, f);
    let (s3, t3) = add(g, h, i);
    let (s4, t4) = add(s1, s2, s3);
    let (ones, t5) = (s4 ^ j, s4 & j);
    let (t6, f1) = add(t1, t2, t3);
    let (twos, f2) = add(t4, t5, t6);
    let (fours, eights) = (f1 ^ f2, f1 & f2);
    ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones() + 8 * eights.count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use eclipse::{BOARD, Options};
    use game::{Dice, Position as _};
    use hexgrid::{Cell, CellSet};

    /// The comet of `side` put on another cell, where that makes a position.
    fn with_comet(position: &Position, side: Side, cell: Cell) -> Option<Position> {
        let mut setup = position.setup();
        setup.comets[side] = cell;
        setup.position().ok()
    }

    /// Where the comet of `side` gets in so many steps, one after the other by the rules.
    fn wander(position: &Position, side: Side, steps: usize) -> CellSet {
        let mut reached = CellSet::EMPTY;
        let mut at = vec![position.comet(side)];
        for _ in 0..steps {
            let there = at.iter().filter_map(|&cell| {
                // It may come back to where it stood, which counts as occupied.
                let stands = with_comet(position, side, cell)?;
                Some(stands.comet_moves(side).without(position.comet(side)))
            });
            let next = there.fold(CellSet::EMPTY, |all, cells| all | cells);
            reached |= next;
            at = next.into_iter().collect();
        }
        reached
    }

    #[test]
    fn a_survey_sees_what_the_rules_allow() {
        let ground = Ground::new();
        let mut dice = Dice::new(3);
        for options in Options::ALL {
            let mut position = Position::start(options);
            for _ in 0..2_000 {
                let pinned = position.pinned();
                for side in Side::BOTH {
                    let survey = Survey::new(&ground, &position, side, pinned);
                    let bits = |steps| ground::bits_of(wander(&position, side, steps));
                    assert_eq!(survey.exits, ground::bits_of(position.comet_moves(side)));
                    assert_eq!((survey.near, survey.far), (bits(2), bits(3)), "{position}");
                    assert_eq!(survey.mobility() as usize, position.mobility(side));
                    assert_eq!(survey.chains_to(survey.cover), chains_that_move(&position, side));
                }
                match dice.choose(&position.moves()) {
                    Some(mv) => position.play_unchecked(mv),
                    None => position = Position::start(options),
                }
            }
        }
    }

    fn chains_that_move(position: &Position, side: Side) -> usize {
        let pinned = position.pinned();
        let moves = |chain: &Chain| position.satellite_moves(*chain).iter().any(|c| !c.is_empty());
        Chain::of(side).filter(|chain| !pinned.contains(*chain) && moves(chain)).count()
    }

    #[test]
    fn ten_words_are_counted_together() {
        let mut dice = Dice::new(8);
        for _ in 0..1_000 {
            let words: [Bits; SATELLITES] = std::array::from_fn(|_| dice.roll() | dice.roll());
            assert_eq!(count_all(&words), words.iter().map(|word| word.count_ones()).sum::<u32>());
        }
        assert_eq!(count_all(&[Bits::MAX; SATELLITES]), 640);
        assert_eq!(BOARD.cells().count(), 49);
    }
}
