//! The weights of all moves of a position at once: every stone adds to the cells around it, which
//! is less work than to look around every cell. Says the same as `features`, move by move.

use super::features::{FEATURES, add_to_ground, far_weights, of_ring, reply_weights};
use super::view::{EMPTY, OTHER, OWN, PLACES, View, offset, place};
use crate::ring::Ring;
use game::Side;
use hexgrid::{Axial, Direction};

/// Own stones in rings.
const SELF: Side = Side::First;

/// Adds up what moves look like; kept for its buffers.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    weights: Box<[f32; FEATURES]>,
    of_ring: Box<[f32; Ring::CODES]>,
    /// What stones of either side add to the places two and three steps off.
    far: [Vec<(isize, f32)>; 2],
    size: i8,
    /// What the board alone says of each place, and what stands around it.
    ground: Box<[f32; PLACES]>,
    bare: Box<[Ring; PLACES]>,
    places: Box<[f32; PLACES]>,
    rings: Box<[Ring; PLACES]>,
}

impl Sums {
    pub(super) fn new(weights: Box<[f32; FEATURES]>) -> Self {
        let mut by_ring = Box::new([0.0; Ring::CODES]);
        for ring in Ring::all() {
            by_ring[ring.code()] = weights[of_ring(ring, SELF)];
        }
        let nothing = Box::new([0.0; PLACES]);
        let empty = Box::new([Ring::default(); PLACES]);
        Self {
            of_ring: by_ring,
            far: [OWN, OTHER].map(|stone| {
                far_weights(&weights, stone).map(|(step, w)| (offset(step), w)).collect()
            }),
            weights,
            size: 0,
            ground: nothing.clone(),
            bare: empty.clone(),
            places: nothing,
            rings: empty,
        }
    }

    /// Looks at the position in view.
    pub(super) fn add_up(&mut self, view: &View) {
        if self.size != view.size() {
            self.lay_out(view.size());
        }
        *self.places = *self.ground;
        *self.rings = *self.bare;
        for &(at, stone) in view.stones() {
            let at = usize::from(at);
            for &(step, weight) in &self.far[usize::from(stone - OWN)] {
                self.places[at.wrapping_add_signed(step)] += weight;
            }
            tell_around(&mut self.rings, at, stone);
            self.add_bridges(view, at, stone);
        }
        self.add_edge_bridges(view);
        for (at, weight) in reply_weights(view, &self.weights) {
            if let Some(sum) = self.places.get_mut(at) {
                *sum += weight;
            }
        }
    }

    /// What a move to a seen place weighs.
    #[inline]
    pub(super) fn of(&self, at: Axial) -> f32 {
        let at = place(at);
        self.places[at] + self.of_ring[self.rings[at].code()]
    }

    /// The board without stones: distances, and the edges as stones.
    fn lay_out(&mut self, size: i8) {
        self.size = size;
        self.ground.fill(0.0);
        self.bare.fill(Ring::default());
        let view = View::of_empty_board(size as usize);
        for at in view.cells() {
            add_to_ground(&view, at, &self.weights, &mut self.ground[place(at)]);
            for d in Direction::ALL {
                let stone = view.stone(at, d.step());
                if stone != EMPTY {
                    let ring = &mut self.bare[place(at)];
                    *ring = ring.with(owner(stone), d.index());
                }
            }
        }
    }

    /// Bridges from a stone to places where two steps meet, over two empty ones.
    #[inline]
    fn add_bridges(&mut self, view: &View, at: usize, stone: u8) {
        let free = view.free_around(at);
        let mut pairs = free & (free >> 1 | free << 5);
        while pairs != 0 {
            let d = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let step =
                offset(Direction::ALL[d].step()) + offset(Direction::ALL[(d + 1) % 6].step());
            self.places[at.wrapping_add_signed(step)] += self.bridge_weight(stone);
        }
    }

    /// The same from the edges: only to the second row, over the first.
    fn add_edge_bridges(&mut self, view: &View) {
        let last = self.size - 1;
        for i in 0..=last {
            for (at, toward, stone) in [
                (Axial::new(i, 1), [Direction::ALL[1], Direction::ALL[2]], OWN),
                (Axial::new(i, last - 1), [Direction::ALL[4], Direction::ALL[5]], OWN),
                (Axial::new(1, i), [Direction::ALL[3], Direction::ALL[4]], OTHER),
                (Axial::new(last - 1, i), [Direction::ALL[0], Direction::ALL[1]], OTHER),
            ] {
                let [a, b] = toward;
                let beyond = view.stone(at, a.step() + b.step());
                let open = toward.iter().all(|d| view.stone(at, d.step()) == EMPTY);
                if open && beyond == stone {
                    self.places[place(at)] += self.bridge_weight(stone);
                }
            }
        }
    }

    fn bridge_weight(&self, stone: u8) -> f32 {
        self.weights[super::features::bridge(stone)]
    }
}

fn owner(stone: u8) -> Side {
    if stone == OWN { SELF } else { SELF.other() }
}

/// Tells the places around one of a stone that stands there.
#[inline]
fn tell_around(rings: &mut [Ring; PLACES], at: usize, stone: u8) {
    for d in Direction::ALL {
        let ring = &mut rings[at.wrapping_add_signed(offset(d.step()))];
        *ring = ring.with(owner(stone), d.opposite().index());
    }
}
