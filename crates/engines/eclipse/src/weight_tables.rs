//! Fast linear evaluation (Samuel 1959): the dot product of [`features`](crate::features()) and
//! weights, with the weights expanded into lookup tables. A test holds the two together.
//!
//! Rows are as long as the smallest power of two that their index can reach, so that no bound is
//! checked in the inner loop.

use crate::bitboard::{ByLink, CELLS};
use crate::features as f;
use crate::survey::{Survey, SurveyCache};
use crate::symmetry::{RELATIONS, SymmetryClasses};
use crate::weights::Weights;
use eclipse::{BOARD, Chain, ChainSet, Kind, Link, Position};
use game::{BySide, Position as _, Side};
use hexgrid::Cell;

/// Weights by a small count.
type ByCount = [i32; 8];

/// Weights expanded into lookup tables.
#[derive(Debug)]
pub(crate) struct WeightTables {
    tempo: i32,
    exits: ByCount,
    safe: ByCount,
    hunters: ByCount,
    stalkers: ByCount,
    pinned: ByCount,
    near: i32,
    far: i32,
    near_safe: i32,
    far_safe: i32,
    mobility: i32,
    /// By kind of the upper chain, whether it is pinned itself, and kind of the lower.
    pins: ByCount,
    tied: [i32; 2],
    self_pinned: i32,
    comet: BySide<[i32; CELLS]>,
    /// Piece-square table: weight of the chains of each side and kind on a link.
    chain: BySide<[ByLink<i32>; 2]>,
    /// The relation of every link to a comet on each cell.
    relations: Box<[ByLink<u8>; CELLS]>,
    /// By kind, whether pinned, and relation: about the own comet, and about the other.
    guard: [[i32; 32]; 4],
    attack: [[i32; 32]; 4],
}

impl WeightTables {
    pub(crate) fn new(weights: &Weights) -> Self {
        let all = weights.all();
        let classes = SymmetryClasses::new();
        let small = |from: usize, size: usize| {
            std::array::from_fn(|i| if i < size { all[from + i] } else { 0 })
        };
        let about = |from: usize| {
            let weight =
                |family, i| if i < RELATIONS { all[from + family * RELATIONS + i] } else { 0 };
            std::array::from_fn(|family| std::array::from_fn(|i| weight(family, i)))
        };
        Self {
            tempo: all[f::TEMPO],
            exits: small(f::EXITS, 7),
            safe: small(f::SAFE, 7),
            hunters: small(f::HUNTERS, 6),
            stalkers: small(f::STALKERS, 6),
            pinned: small(f::PINNED, 6),
            near: all[f::NEAR],
            far: all[f::FAR],
            near_safe: all[f::NEAR_SAFE],
            far_safe: all[f::FAR_SAFE],
            mobility: all[f::MOBILITY],
            pins: small(f::PINS, 8),
            tied: [all[f::TIED], all[f::TIED + 1]],
            self_pinned: all[f::SELF_PINNED],
            comet: BySide::from_fn(|side| {
                let class = |i| classes.comet(side, Cell::new(i));
                std::array::from_fn(|i| all[f::COMET + class(i)])
            }),
            chain: BySide::from_fn(|side| chains(all, &classes, side)),
            relations: relations(&classes),
            guard: about(f::GUARD),
            attack: about(f::ATTACK),
        }
    }

    /// Static evaluation of `position` with these surveys, for the side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Position, surveys: &SurveyCache) -> i32 {
        let mover = position.side_to_move();
        let SurveyCache { own, other, pinned, .. } = surveys;
        let [mine, theirs] =
            [mover, mover.other()].map(|side| self.standing(position, *pinned, side));
        let tension = if pinned.is_empty() { 0 } else { self.tension(position, *pinned) };
        self.tempo + mine - theirs + self.freedom(own, other) - self.freedom(other, own) + tension
    }

    /// Piece-square terms of the comet and the chains of `side`.
    #[inline]
    fn standing(&self, position: &Position, pinned: ChainSet, side: Side) -> i32 {
        let (own, other) = (position.comet(side).index(), position.comet(side.other()).index());
        let (to_own, to_other) = (&self.relations[own], &self.relations[other]);
        let (links, is_pinned, chains) = (position.links(side), pinned.of(side), &self.chain[side]);
        let mut sum = self.comet[side][own];
        let mut held = 0;
        for i in 0..Chain::EACH {
            let kind = usize::from(i >= Chain::SHORT);
            let (link, state) = (links[i].index(), usize::from(is_pinned[i]));
            let family = 2 * kind + state;
            held += state;
            sum += chains[kind][link];
            sum += self.guard[family][usize::from(to_own[link] % 32)];
            sum += self.attack[family][usize::from(to_other[link] % 32)];
        }
        sum + self.pinned[held % 8]
    }

    /// Mobility terms of the comet and the satellites of `own`.
    #[inline]
    fn freedom(&self, own: &Survey, other: &Survey) -> i32 {
        let count = |cells: u64| cells.count_ones() as i32;
        let few = |cells: u64| cells.count_ones() as usize % 8;
        let uncovered = !other.cover;
        self.exits[few(own.exits)]
            + self.safe[few(own.exits & uncovered)]
            + self.hunters[other.chains_to(own.exits) % 8]
            + self.stalkers[other.chains_to(own.near) % 8]
            + self.near * count(own.near)
            + self.far * count(own.far)
            + self.near_safe * count(own.near & uncovered)
            + self.far_safe * count(own.far & uncovered)
            + self.mobility * own.mobility as i32
    }

    /// Pin terms, for the side to move.
    #[inline]
    fn tension(&self, position: &Position, pinned: ChainSet) -> i32 {
        let mover = position.side_to_move();
        let mut sum = 0;
        for chain in Chain::ALL {
            let below = position.pinned_by(chain);
            if !below.is_empty() {
                let value = self.pins_of(chain, below, pinned.contains(chain));
                sum += if chain.side() == mover { value } else { -value };
            }
        }
        sum
    }

    fn pins_of(&self, chain: Chain, below: ChainSet, is_pinned: bool) -> i32 {
        let upper = chain.kind() as usize;
        let tied = if is_pinned { 0 } else { self.tied[upper] };
        below.into_iter().fold(tied, |sum, lower| {
            let family = 4 * upper + 2 * usize::from(is_pinned) + lower.kind() as usize;
            let is_friend = lower.side() == chain.side();
            sum + if is_friend { self.self_pinned } else { self.pins[family] }
        })
    }
}

fn chains(all: &[i32; f::FEATURES], classes: &SymmetryClasses, side: Side) -> [ByLink<i32>; 2] {
    let mut chains = [[0; 256]; 2];
    for kind in [Kind::Short, Kind::Long] {
        for link in Link::all().filter(|link| link.suits(kind)) {
            chains[kind as usize][link.index()] = all[f::place_of_chain(classes, side, kind, link)];
        }
    }
    chains
}

fn relations(classes: &SymmetryClasses) -> Box<[ByLink<u8>; CELLS]> {
    let mut rows = Box::new([[0; 256]; CELLS]);
    for cell in BOARD.cells() {
        for link in Link::all() {
            rows[cell.index()][link.index()] = classes.relation(cell, link) as u8;
        }
    }
    rows
}
