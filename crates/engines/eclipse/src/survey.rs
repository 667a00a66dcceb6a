//! Mobility and attack sets of both sides, as bitboards; `features` turns them into the evaluation.

use crate::bitboard::{self, Bitboard, BoardTables};
use eclipse::{Chain, ChainSet, Kind, Position};
use game::{Key, Position as _, Side};

/// Moves of one side, if it were its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Survey {
    /// Cells its comet can step to.
    pub(crate) exits: Bitboard,
    /// The empty cells that its comet reaches within two steps.
    pub(crate) near: Bitboard,
    /// The empty cells that its comet reaches within three steps.
    pub(crate) far: Bitboard,
    /// The cells next to its comet, whatever stands there.
    around: Bitboard,
    /// Cells the satellites of each chain can go to; none if pinned.
    chains: [Bitboard; Chain::EACH],
    /// Cells any of its satellites can go to.
    pub(crate) cover: Bitboard,
    /// Number of moves of its satellites.
    pub(crate) mobility: u32,
}

impl Survey {
    #[inline]
    pub(crate) fn new(
        tables: &BoardTables,
        position: &Position,
        side: Side,
        pinned: ChainSet,
    ) -> Self {
        let empty = bitboard::bits_of(position.empty());
        let (own, opposing) = (position.links(side), position.links(side.other()));
        let (paths, comet) = (tables.paths(opposing), position.comet(side));
        let exits = bitboard::step(bitboard::bit_of(comet), &paths) & empty;
        let near = (bitboard::step(exits, &paths) | exits) & empty;
        let far = (bitboard::step(near, &paths) | near) & empty;
        let is_pinned = pinned.of(side);
        let reach: [[Bitboard; 2]; Chain::EACH] = std::array::from_fn(|i| {
            let kind = if i < Chain::SHORT { Kind::Short } else { Kind::Long };
            let free = if is_pinned[i] { 0 } else { empty };
            let [low, high] = tables.reach(kind, own[i]);
            [low & free, high & free]
        });
        let chains = reach.map(|[low, high]| low | high);
        let cover = chains.iter().fold(0, |all, cells| all | cells);
        let around = tables.around(comet);
        Self { exits, near, far, around, chains, cover, mobility: count_all(&reach) }
    }

    /// Number of its chains that can put a satellite on one of `cells`.
    #[inline]
    pub(crate) fn chains_to(&self, cells: Bitboard) -> usize {
        self.chains.iter().map(|reach| usize::from(reach & cells != 0)).sum()
    }

    /// Whether this side might confine the comet of the other at once: a fast necessary condition.
    /// Why two exits must be adjacent is drawn in `threats`.
    #[inline]
    pub(crate) fn might_confine(&self, target: &Self) -> bool {
        let first = target.exits & target.exits.wrapping_neg();
        let second = target.exits ^ first;
        if second == 0 {
            let enters = (self.cover | self.exits) & target.around;
            return target.exits == 0 || enters != 0;
        }
        let side_by_side = [first << 1, first << 7, first << 8].contains(&second);
        side_by_side && self.cover & target.exits != 0
    }
}

/// Surveys of both sides for one position, cached: the search asks several questions about each.
#[derive(Clone, Debug)]
pub(crate) struct SurveyCache {
    of: Option<Key>,
    pub(crate) pinned: ChainSet,
    /// The side to move.
    pub(crate) own: Survey,
    /// The side that waits.
    pub(crate) other: Survey,
}

impl SurveyCache {
    /// An empty cache.
    pub(crate) fn none() -> Self {
        let (own, other) = (Survey::default(), Survey::default());
        Self { of: None, pinned: ChainSet::EMPTY, own, other }
    }

    /// Computes the surveys of a position, unless they are cached.
    #[inline]
    pub(crate) fn update(&mut self, tables: &BoardTables, position: &Position) -> &Self {
        if self.of != Some(position.key()) {
            let side = position.side_to_move();
            self.of = Some(position.key());
            self.pinned = position.pinned();
            self.own = Survey::new(tables, position, side, self.pinned);
            self.other = Survey::new(tables, position, side.other(), self.pinned);
        }
        self
    }
}

/// Full adder: sum and carry of three bits, for all 64 bit positions at once.
#[inline]
fn add(a: Bitboard, b: Bitboard, c: Bitboard) -> (Bitboard, Bitboard) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Population count of ten words by carry-save addition (Harley-Seal): faster where the machine has
/// no instruction for it, as in WebAssembly.
#[inline]
fn count_all(words: &[[Bitboard; 2]; Chain::EACH]) -> u32 {
    let &[[a, b], [c, d], [e, f], [g, h], [i, j]] = words;
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
    use game::Dice;
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
        let tables = BoardTables::new();
        let mut dice = Dice::new(3);
        for options in Options::ALL {
            let mut position = Position::start(options);
            for _ in 0..2_000 {
                let pinned = position.pinned();
                for side in Side::BOTH {
                    let survey = Survey::new(&tables, &position, side, pinned);
                    let bits = |steps| bitboard::bits_of(wander(&position, side, steps));
                    assert_eq!(survey.exits, bitboard::bits_of(position.comet_moves(side)));
                    assert_eq!((survey.near, survey.far), (bits(2), bits(3)), "{position}");
                    assert_eq!(survey.mobility as usize, position.mobility(side));
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
            let mut word = || dice.roll() | dice.roll();
            let words: [[Bitboard; 2]; Chain::EACH] = std::array::from_fn(|_| [word(), word()]);
            let counts = words.as_flattened().iter().map(|word| word.count_ones());
            assert_eq!(count_all(&words), counts.sum::<u32>());
        }
        assert_eq!(count_all(&[[Bitboard::MAX; 2]; Chain::EACH]), 640);
        assert_eq!(BOARD.cells().count(), 49);
    }
}
