//! Features of the linear evaluation (Samuel 1959), from the view of the side to move;
//! [`Weights`](crate::Weights) has their weights, and the evaluation is the dot product.
//!
//! Features that do not depend on the turn are differences between the sides. Those that do (a
//! hanging piece, king safety) are counted separately for the side to move and, negated, for the
//! other side.

use crate::cell_classes::{self, CLASSES};
use game::{Position as _, Side};
use hexchess::{Kind, Parity, Position, reach};
use hexgrid::{Cell, CellSet};
use std::sync::OnceLock;

/// A group of features: one for each value.
struct Group {
    name: &'static str,
    size: usize,
}

const GROUPS: [Group; 14] = [
    Group { name: "tempo", size: 1 },
    Group { name: "material", size: Kind::COUNT },
    Group { name: "place", size: Kind::COUNT * CLASSES },
    Group { name: "mobility", size: Kind::COUNT },
    Group { name: "moon-next", size: 1 },
    Group { name: "free-pawn", size: 6 },
    Group { name: "attacked", size: 1 },
    Group { name: "escapes", size: 2 * ESCAPES_SHOWN },
    Group { name: "hunters", size: 2 * HUNTERS_SHOWN },
    Group { name: "hits", size: 2 },
    Group { name: "loose", size: 2 },
    Group { name: "bullied", size: 2 },
    Group { name: "weak-pawns", size: 2 },
    Group { name: "space", size: 1 },
];

/// Escapes are shown from 0 to 6, hunters from 0 to 4.
const ESCAPES_SHOWN: usize = 7;
const HUNTERS_SHOWN: usize = 5;

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].size;
        i += 1;
    }
    sum
}

/// Number of features.
pub const FEATURES: usize = start(GROUPS.len());

const TEMPO: usize = start(0);
const MATERIAL: usize = start(1);
const PLACE: usize = start(2);
const MOBILITY: usize = start(3);
const MOON_NEXT: usize = start(4);
const FREE_PAWN: usize = start(5);
const ATTACKED: usize = start(6);
const ESCAPES: usize = start(7);
const HUNTERS: usize = start(8);
const HITS: usize = start(9);
const LOOSE: usize = start(10);
const BULLIED: usize = start(11);
const WEAK_PAWNS: usize = start(12);
const SPACE: usize = start(13);

/// The feature that counts pieces of a kind.
pub(crate) const fn material(kind: Kind) -> usize {
    MATERIAL + kind.index()
}

/// The name of every feature: its group and its number in it, or the piece and the number.
pub fn feature_names() -> &'static [String; FEATURES] {
    static NAMES: OnceLock<[String; FEATURES]> = OnceLock::new();
    NAMES.get_or_init(|| {
        let names: Vec<String> = GROUPS.iter().flat_map(names_of).collect();
        std::array::from_fn(|i| names[i].clone())
    })
}

fn names_of(group: &Group) -> Vec<String> {
    let name = group.name;
    let called = |i: usize| match group.size {
        Kind::COUNT => format!("{name}.{}", Kind::ALL[i].name()),
        size if size == Kind::COUNT * CLASSES => {
            format!("{name}.{}.{}", Kind::ALL[i / CLASSES].name(), i % CLASSES)
        }
        _ => format!("{name}.{i}"),
    };
    (0..group.size).map(called).collect()
}

/// Attack sets of one side, and its attack on the opposing king.
struct Survey {
    side: Side,
    /// All cells it attacks.
    attacks: CellSet,
    /// Those its pawns attack.
    by_pawns: CellSet,
    /// Number of its pieces that attack the king zone of the other side.
    hunters: usize,
    /// Number of their attacks on it.
    hits: usize,
    /// Cells of its own pieces.
    own: CellSet,
    /// King zone of the other side.
    target: CellSet,
}

/// King zone: the king's own cell and those adjacent to it.
#[inline]
fn zone(position: &Position, side: Side) -> CellSet {
    position.king(side).map_or(CellSet::EMPTY, |king| reach::steps(king).with(king))
}

/// Receives features. Features may come several times: values add up.
pub(crate) trait FeatureSink {
    /// Adds `amount` to a feature.
    fn add(&mut self, feature: usize, amount: i32);

    /// Adds material and piece-square features of a piece, for (1) or against (−1) the side to
    /// move.
    #[inline]
    fn add_piece(&mut self, side: Side, kind: Kind, cell: Cell, sign: i32) {
        self.add(material(kind), sign);
        self.add(place(side, kind, cell), sign);
    }
}

/// The piece-square feature of a kind on this cell.
pub(crate) fn place(side: Side, kind: Kind, cell: Cell) -> usize {
    PLACE + kind.index() * CLASSES + cell_classes::class(side, cell)
}

/// Passes every feature that is not zero to `sink`.
#[inline]
pub(crate) fn count(position: &Position, sink: &mut impl FeatureSink) {
    let mover = position.side_to_move();
    let sides = [mover, mover.other()];
    let parities = [position.parity(), position.parity().after(mover)];
    sink.add(TEMPO, 1);
    let surveys = [
        Survey::new::<1>(position, sides[0], parities[0], sink),
        Survey::new::<-1>(position, sides[1], parities[1], sink),
    ];
    let king = position.pieces(mover, Kind::King);
    sink.add(ATTACKED, i32::from(king.meets(surveys[1].attacks)));
    for view in [0, 1] {
        let (own, other) = (&surveys[view], &surveys[1 - view]);
        count_safety(position, sides[view], view, own, other, sink);
    }
}

impl Survey {
    /// Material, piece-square and mobility features of a side: for (1) or against (−1) the side to
    /// move.
    #[inline]
    fn new<const SIGN: i32>(
        position: &Position,
        side: Side,
        parity: Parity,
        sink: &mut impl FeatureSink,
    ) -> Self {
        let (own, all) = (position.of(side), position.occupied());
        let mut survey = Self {
            attacks: CellSet::EMPTY,
            by_pawns: CellSet::EMPTY,
            hunters: 0,
            hits: 0,
            side,
            own,
            target: zone(position, side.other()),
        };
        let of = |kind: Kind| own & position.of_kind(kind);
        for cell in of(Kind::Pawn) {
            sink.add_piece(side, Kind::Pawn, cell, SIGN);
            survey.by_pawns |= reach::pawn(side, cell);
            count_free(side, cell, all, SIGN, sink);
        }
        survey.attacks = survey.by_pawns;
        let count = &mut *sink;
        survey.take::<SIGN>(Kind::King, of(Kind::King), count, reach::steps);
        survey.take::<SIGN>(Kind::Guardian, of(Kind::Guardian), count, reach::steps);
        survey.take::<SIGN>(Kind::Dragon, of(Kind::Dragon), count, reach::dragon);
        survey.take::<SIGN>(Kind::Fool, of(Kind::Fool), count, reach::horse);
        survey.take::<SIGN>(Kind::Knight, of(Kind::Knight), count, reach::horse);
        survey.take::<SIGN>(Kind::Charger, of(Kind::Charger), count, |c| {
            reach::forward(side, c, all)
        });
        survey.take::<SIGN>(Kind::Bishop, of(Kind::Bishop), count, |c| reach::slanted(c, all));
        survey.take::<SIGN>(Kind::Rook, of(Kind::Rook), count, |c| reach::upright(c, all));
        survey.take::<SIGN>(Kind::Queen, of(Kind::Queen), count, |c| reach::queen(c, all));
        survey.take::<SIGN>(Kind::Moon, of(Kind::Moon), count, |c| reach::moon(parity, c, all));
        for cell in of(Kind::Moon) {
            let next = reach::moon(parity.after(Side::Second), cell, all);
            sink.add(MOON_NEXT, SIGN * (next & !own).len() as i32);
        }
        sink.add(SPACE, SIGN * (survey.attacks & !own).len() as i32);
        survey
    }

    /// Features of the pieces of one kind. One instantiation for each kind, so that its move
    /// generator is inlined.
    #[inline]
    fn take<const SIGN: i32>(
        &mut self,
        kind: Kind,
        cells: CellSet,
        sink: &mut impl FeatureSink,
        reach: impl Fn(Cell) -> CellSet,
    ) {
        for cell in cells {
            let reached = reach(cell);
            self.attacks |= reached;
            sink.add_piece(self.side, kind, cell, SIGN);
            let free = (reached & !self.own).len() as i32;
            sink.add(MOBILITY + kind.index(), SIGN * free);
            // Most pieces are far from the king.
            if reached.meets(self.target) {
                self.hunters += 1;
                self.hits += (reached & self.target).len();
            }
        }
    }
}

/// Passed pawn: nothing ahead of it on a column that ends in promotion.
#[inline]
fn count_free(side: Side, cell: Cell, occupied: CellSet, sign: i32, sink: &mut impl FeatureSink) {
    let path = cell_classes::ahead_of(side, cell);
    let promotes = path.meets(hexchess::board::BACK_RANKS[side.other()]);
    if promotes && !path.meets(occupied) {
        sink.add(FREE_PAWN + path.len() - 1, sign);
    }
}

/// King safety and hanging pieces of a side.
#[inline]
fn count_safety(
    position: &Position,
    side: Side,
    view: usize,
    own: &Survey,
    other: &Survey,
    sink: &mut impl FeatureSink,
) {
    let sign = 1 - 2 * view as i32;
    let men = position.of(side);
    let king = position.pieces(side, Kind::King);
    if let Some(cell) = king.lowest() {
        let escapes = (reach::steps(cell) & !men & !other.attacks).len();
        sink.add(ESCAPES + ESCAPES_SHOWN * view + escapes, sign);
        sink.add(HUNTERS + HUNTERS_SHOWN * view + other.hunters.min(HUNTERS_SHOWN - 1), sign);
        sink.add(HITS + view, sign * other.hits as i32);
    }
    let pawns = men & position.of_kind(Kind::Pawn);
    let pieces = men & !pawns & !king;
    let loose = other.attacks & !own.attacks;
    sink.add(LOOSE + view, sign * (pieces & loose).len() as i32);
    sink.add(BULLIED + view, sign * (pieces & other.by_pawns).len() as i32);
    sink.add(WEAK_PAWNS + view, sign * (pawns & loose).len() as i32);
}

/// Feature values as an array.
struct FeatureCounts([i16; FEATURES]);

impl FeatureSink for FeatureCounts {
    fn add(&mut self, feature: usize, amount: i32) {
        self.0[feature] += amount as i16;
    }
}

/// The features of a position, from the view of the side to move.
pub fn features(position: &Position) -> [i16; FEATURES] {
    let mut counts = FeatureCounts([0; FEATURES]);
    count(position, &mut counts);
    counts.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: BTreeSet<&String> = feature_names().iter().collect();
        assert_eq!(names.len(), FEATURES);
        assert_eq!(feature_names()[material(Kind::Fool)], "material.fool");
        assert_eq!(feature_names()[PLACE + CLASSES * Kind::Pawn.index() + 20], "place.pawn.20");
    }
}
