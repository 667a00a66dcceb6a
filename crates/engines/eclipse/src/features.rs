//! What is counted in a position, from the view of the side to move. What each count is worth is
//! for [`Weights`](crate::Weights) to say; the evaluation is their sum of products.
//!
//! Everything is counted for both sides and the difference taken, so the features of a position
//! change their sign when the sides change about; all but the first, which says whose turn it is.

use crate::ground::Ground;
use crate::placement::{COMETS, LONGS, Placement, RELATIONS, SHORTS};
use crate::survey::Survey;
use eclipse::{Chain, ChainSet, Kind, Link, Position};
use game::{Position as _, Side};
use hexgrid::Cell;
use std::sync::OnceLock;

/// Groups of features that belong together: their names and sizes.
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
    // Who pins whom: upper short or long, itself free or pinned, lower short or long.
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

/// How many features there are.
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

/// What is looked up while counting.
#[derive(Debug)]
pub(crate) struct Tables {
    ground: Box<Ground>,
    placement: Box<Placement>,
}

impl Tables {
    pub(crate) fn new() -> Self {
        Self { ground: Ground::new(), placement: Placement::new() }
    }

    /// Tells `tell` every feature that is not zero, some of them more than once: counts add up.
    #[inline]
    pub(crate) fn count(&self, position: &Position, mut tell: impl FnMut(usize, i32)) {
        let pinned = position.pinned();
        let mover = position.side_to_move();
        let sides = [mover, mover.other()];
        let surveys = sides.map(|side| Survey::new(&self.ground, position, side, pinned));
        tell(TEMPO, 1);
        for (i, sign) in [1, -1].into_iter().enumerate() {
            count_freedom(&surveys[i], &surveys[1 - i], sign, &mut tell);
            self.count_chains(position, pinned, sides[i], sign, &mut tell);
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
        let (kind, placement) = (chain.kind(), &self.placement);
        let family = (2 * kind as usize + usize::from(is_pinned)) * RELATIONS;
        [
            place_of_chain(placement, chain.side(), kind, link),
            GUARD + family + placement.relation(own, link),
            ATTACK + family + placement.relation(other, link),
        ]
    }

    #[inline]
    fn count_chains(
        &self,
        position: &Position,
        pinned: ChainSet,
        side: Side,
        sign: i32,
        tell: &mut impl FnMut(usize, i32),
    ) {
        let (own, other) = (position.comet(side), position.comet(side.other()));
        tell(COMET + self.placement.comet(side, own), sign);
        let mut held = 0;
        for chain in Chain::of(side) {
            let is_pinned = pinned.contains(chain);
            held += usize::from(is_pinned);
            for place in self.places(chain, position.link(chain), is_pinned, own, other) {
                tell(place, sign);
            }
            count_pins(position, chain, usize::from(is_pinned), sign, tell);
        }
        tell(PINNED + held, sign);
    }
}

/// The feature that counts chains of a side and kind on links like this one.
pub(crate) fn place_of_chain(placement: &Placement, side: Side, kind: Kind, link: Link) -> usize {
    let first = if kind == Kind::Long { SHORTS } else { 0 };
    CHAIN + first + placement.link(side, link)
}

/// What the comet and the satellites of `own` could do.
#[inline]
fn count_freedom(own: &Survey, other: &Survey, sign: i32, tell: &mut impl FnMut(usize, i32)) {
    let safe = own.exits & !other.cover;
    tell(EXITS + own.exits.count_ones() as usize, sign);
    tell(SAFE + safe.count_ones() as usize, sign);
    tell(HUNTERS + other.chains_to(own.exits), sign);
    tell(STALKERS + other.chains_to(own.near), sign);
    let linear = [
        (NEAR, own.near.count_ones()),
        (FAR, own.far.count_ones()),
        (NEAR_SAFE, (own.near & !other.cover).count_ones()),
        (FAR_SAFE, (own.far & !other.cover).count_ones()),
        (MOBILITY, own.mobility),
    ];
    for (feature, amount) in linear {
        tell(feature, sign * amount as i32);
    }
}

/// What `chain` pins; `state` is 1 if it is pinned itself.
#[inline]
fn count_pins(
    position: &Position,
    chain: Chain,
    state: usize,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    let below = position.pinned_by(chain);
    if below.is_empty() {
        return;
    }
    let upper = usize::from(chain.kind() == Kind::Long);
    if state == 0 {
        tell(TIED + upper, sign);
    }
    for lower in below {
        if lower.side() == chain.side() {
            tell(SELF_PINNED, sign);
        } else {
            let lower = usize::from(lower.kind() == Kind::Long);
            tell(PINS + 4 * upper + 2 * state + lower, sign);
        }
    }
}

/// The features of a position that is not over, from the view of the side to move.
pub fn features(position: &Position) -> [i16; FEATURES] {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    let mut counts = [0; FEATURES];
    let tables = TABLES.get_or_init(Tables::new);
    tables.count(position, |feature, amount| counts[feature] += amount as i16);
    counts
}
