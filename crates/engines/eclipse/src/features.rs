//! Features of the linear evaluation (Samuel 1959), from the view of the side to move;
//! [`Weights`](crate::Weights) has their weights, and the evaluation is the dot product.
//!
//! Every feature is the difference between the sides, so that it changes its sign when the sides
//! are exchanged; all but the first, which is the tempo.

use crate::bitboard::BoardTables;
use crate::survey::Survey;
use crate::symmetry::{COMETS, LONGS, RELATIONS, SHORTS, SymmetryClasses};
use eclipse::{Chain, ChainSet, Kind, Link, Position};
use game::{Position as _, Side};
use hexgrid::Cell;
use std::sync::OnceLock;

/// Groups of features: their names and sizes.
const GROUPS: [(&str, usize); 18] = [
    // Whose turn it is.
    ("tempo", 1),
    // By number: steps that the comet has; those of them that no opposing satellite can enter;
    // opposing chains that can enter one; opposing chains that can come near.
    ("exits", 7),
    ("safe", 7),
    ("hunters", 6),
    ("stalkers", 6),
    // Cells that the comet reaches in two and in three steps; those no opposing satellite reaches.
    ("near", 1),
    ("far", 1),
    ("near-safe", 1),
    ("far-safe", 1),
    // Moves of the satellites.
    ("mobility", 1),
    // By number: chains that are pinned.
    ("pinned", 6),
    // Which chain pins which: upper short or long, itself free or pinned, lower short or long.
    ("pins", 8),
    // Free chains that would release what they pin: short, long.
    ("tied", 2),
    // Chains pinned by a friend, by the tabletop rules.
    ("self-pinned", 1),
    // Where comets and chains stand.
    ("comet", COMETS),
    ("chain", SHORTS + LONGS),
    // How chains lie about their own comet and about the other: short or long, free or pinned.
    ("guard", 4 * RELATIONS),
    ("attack", 4 * RELATIONS),
];

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].1;
        i += 1;
    }
    sum
}

/// Number of features.
pub const FEATURES: usize = start(GROUPS.len());

pub(crate) const TEMPO: usize = start(0);
pub(crate) const EXITS: usize = start(1);
pub(crate) const SAFE: usize = start(2);
pub(crate) const HUNTERS: usize = start(3);
pub(crate) const STALKERS: usize = start(4);
pub(crate) const NEAR: usize = start(5);
pub(crate) const FAR: usize = start(6);
pub(crate) const NEAR_SAFE: usize = start(7);
pub(crate) const FAR_SAFE: usize = start(8);
pub(crate) const MOBILITY: usize = start(9);
pub(crate) const PINNED: usize = start(10);
pub(crate) const PINS: usize = start(11);
pub(crate) const TIED: usize = start(12);
pub(crate) const SELF_PINNED: usize = start(13);
pub(crate) const COMET: usize = start(14);
const CHAIN: usize = start(15);
pub(crate) const GUARD: usize = start(16);
pub(crate) const ATTACK: usize = start(17);

/// The name of every feature.
pub fn feature_names() -> &'static [String; FEATURES] {
    static NAMES: OnceLock<[String; FEATURES]> = OnceLock::new();
    NAMES.get_or_init(|| {
        let numbered = |&(name, size): &(&str, usize)| {
            (0..size).map(|i| format!("{name}.{i}")).collect::<Vec<_>>()
        };
        let names: Vec<String> = GROUPS.iter().flat_map(numbered).collect();
        std::array::from_fn(|i| names[i].clone())
    })
}

/// Lookup tables of the feature extraction.
#[derive(Debug)]
pub(crate) struct FeatureTables {
    tables: Box<BoardTables>,
    classes: Box<SymmetryClasses>,
}

impl FeatureTables {
    pub(crate) fn new() -> Self {
        Self { tables: BoardTables::new(), classes: SymmetryClasses::new() }
    }

    /// Calls `add` for every feature that is not zero, some of them more than once: values add up.
    #[inline]
    pub(crate) fn count(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let pinned = position.pinned();
        let mover = position.side_to_move();
        let sides = [mover, mover.other()];
        let surveys = sides.map(|side| Survey::new(&self.tables, position, side, pinned));
        add(TEMPO, 1);
        for (i, sign) in [1, -1].into_iter().enumerate() {
            count_freedom(&surveys[i], &surveys[1 - i], sign, &mut add);
            self.count_chains(position, pinned, sides[i], sign, &mut add);
        }
    }

    /// The features of a chain with this link, for comets on these cells.
    #[inline]
    pub(crate) fn places(
        &self,
        chain: Chain,
        link: Link,
        is_pinned: bool,
        own: Cell,
        other: Cell,
    ) -> [usize; 3] {
        let (kind, classes) = (chain.kind(), &self.classes);
        let family = (2 * kind as usize + usize::from(is_pinned)) * RELATIONS;
        [
            place_of_chain(classes, chain.side(), kind, link),
            GUARD + family + classes.relation(own, link),
            ATTACK + family + classes.relation(other, link),
        ]
    }

    #[inline]
    fn count_chains(
        &self,
        position: &Position,
        pinned: ChainSet,
        side: Side,
        sign: i32,
        add: &mut impl FnMut(usize, i32),
    ) {
        let (own, other) = (position.comet(side), position.comet(side.other()));
        add(COMET + self.classes.comet(side, own), sign);
        let mut held = 0;
        for chain in Chain::of(side) {
            let is_pinned = pinned.contains(chain);
            held += usize::from(is_pinned);
            for place in self.places(chain, position.link(chain), is_pinned, own, other) {
                add(place, sign);
            }
            count_pins(position, chain, usize::from(is_pinned), sign, add);
        }
        add(PINNED + held, sign);
    }
}

/// The feature that counts chains of a side and kind on links like this one.
pub(crate) fn place_of_chain(
    classes: &SymmetryClasses,
    side: Side,
    kind: Kind,
    link: Link,
) -> usize {
    let first = if kind == Kind::Long { SHORTS } else { 0 };
    CHAIN + first + classes.link(side, link)
}

/// Mobility features of the comet and the satellites of `own`.
#[inline]
fn count_freedom(own: &Survey, other: &Survey, sign: i32, add: &mut impl FnMut(usize, i32)) {
    let safe = own.exits & !other.cover;
    add(EXITS + own.exits.count_ones() as usize, sign);
    add(SAFE + safe.count_ones() as usize, sign);
    add(HUNTERS + other.chains_to(own.exits), sign);
    add(STALKERS + other.chains_to(own.near), sign);
    let linear = [
        (NEAR, own.near.count_ones()),
        (FAR, own.far.count_ones()),
        (NEAR_SAFE, (own.near & !other.cover).count_ones()),
        (FAR_SAFE, (own.far & !other.cover).count_ones()),
        (MOBILITY, own.mobility),
    ];
    for (feature, amount) in linear {
        add(feature, sign * amount as i32);
    }
}

/// Pin features of `chain`; `state` is 1 if it is pinned itself.
#[inline]
fn count_pins(
    position: &Position,
    chain: Chain,
    state: usize,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    let below = position.pinned_by(chain);
    if below.is_empty() {
        return;
    }
    let upper = usize::from(chain.kind() == Kind::Long);
    if state == 0 {
        add(TIED + upper, sign);
    }
    for lower in below {
        if lower.side() == chain.side() {
            add(SELF_PINNED, sign);
        } else {
            let lower = usize::from(lower.kind() == Kind::Long);
            add(PINS + 4 * upper + 2 * state + lower, sign);
        }
    }
}

/// The features of a position that is not over, from the view of the side to move.
pub fn features(position: &Position) -> [i16; FEATURES] {
    static TABLES: OnceLock<FeatureTables> = OnceLock::new();
    let mut counts = [0; FEATURES];
    let tables = TABLES.get_or_init(FeatureTables::new);
    tables.count(position, |feature, amount| counts[feature] += amount as i16);
    counts
}
