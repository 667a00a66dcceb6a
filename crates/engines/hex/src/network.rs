//! A small network that says which moves a strong player would try: a wide first layer that looks
//! at stones and edges two steps around, then layers that pass on what the neighbours have seen.
//!
//! ```text
//!   own · opponent's · last stones     → 16 values a cell, from 19 cells     (sparse: stone by stone)
//!   16 values a cell                   → 16 values a cell, from 7 cells, added to what was there
//!   16 values a cell                   → how likely a move to it is
//! ```
//! An opinion, never a proof. The board is seen by the side to move: its own edges are above and
//! below.

mod school;
mod seen;
mod training;
mod values;

pub use school::{Learned, School, Stage};
pub use training::Marks;

use crate::instinct::compare;
use game::Position as _;
use hex::{Move, Position};
use seen::{KINDS, Seen, cell};
use values::{Lane, NOTHING, Values};

/// Values that are worked out for every cell.
const CHANNELS: usize = 16;
/// Layers after the first.
const DEEP: usize = 3;
/// Cells within two steps, and within one.
const WIDE: usize = 19;
const NEXT: usize = 7;

/// Where the weights stand: first what each kind of stone says to the cells around it.
const BIAS: usize = KINDS * WIDE;
const LAYER: usize = NEXT * CHANNELS + 1;
const HEAD: usize = BIAS + 1 + DEEP * LAYER;
const LANES: usize = HEAD + 1;

/// What a stored weight of one means.
const UNIT: f32 = 2048.0;

/// The weights, sixteen by sixteen.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    lanes: Vec<Lane>,
}

impl Default for Network {
    /// Our own, as `sixfold tune hex --network` wrote it.
    fn default() -> Self {
        Self::from_bytes(include_bytes!("../network.bin")).unwrap_or_else(Self::blank)
    }
}

impl Network {
    /// One that thinks the same of every move.
    fn blank() -> Self {
        Self { lanes: vec![NOTHING; LANES] }
    }

    /// A network as it is stored, two bytes a weight; `None` if there are too many or too few.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != LANES * CHANNELS * 2 {
            return None;
        }
        let mut network = Self::blank();
        let numbers = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        for (weight, number) in network.lanes.iter_mut().flatten().zip(numbers) {
            *weight = f32::from(number) / UNIT;
        }
        Some(network)
    }

    /// As it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.lanes.iter().flatten();
        numbers.flat_map(|weight| ((weight * UNIT).round() as i16).to_le_bytes()).collect()
    }

    /// What a stone says to the cell it reaches by a step.
    fn near(&self, kind: usize, tap: usize) -> &Lane {
        &self.lanes[kind * WIDE + tap]
    }

    /// The weights of one layer: for each step and each value there, what it adds; and the bias.
    fn layer(&self, layer: usize) -> &[Lane] {
        let first = BIAS + 1 + layer * LAYER;
        &self.lanes[first..first + LAYER]
    }

    fn head(&self) -> &Lane {
        &self.lanes[HEAD]
    }
}

/// Looks at moves with a network; kept for its memory.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    network: Network,
    seen: Seen,
    values: Values,
}

impl Sight {
    pub(crate) fn new(network: &Network) -> Self {
        Self { network: network.clone(), seen: Seen::default(), values: Values::default() }
    }

    /// How likely each of `moves` is compared with the likeliest of them, from 0 to 1. `last` is
    /// the move that led to the position. Nothing is thought of a swap.
    pub(crate) fn likelihoods(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        likelihoods: &mut Vec<f32>,
    ) {
        self.seen.show(position, last);
        self.values.work_out(&self.network, &self.seen);
        likelihoods.clear();
        let side = position.side_to_move();
        likelihoods.extend(moves.iter().map(|&mv| match mv {
            Move::Place(at) => self.values.logits[cell(position.size(), side, at)],
            Move::Swap => f32::NEG_INFINITY,
        }));
        compare(likelihoods);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;
    use hex::{Options, SwapRule};

    fn likelihoods(text: &str, last: &str) -> Vec<(Move, f32)> {
        let position: Position = text.parse().expect("a position");
        let moves = position.moves();
        let mut likelihoods = Vec::new();
        let mut sight = Sight::new(&Network::default());
        sight.likelihoods(&position, last.parse().ok(), &moves, &mut likelihoods);
        moves.iter().copied().zip(likelihoods).collect()
    }

    #[test]
    fn our_own_is_what_is_stored() {
        let stored = include_bytes!("../network.bin");
        assert_eq!(Network::default().to_bytes(), stored);
        assert_ne!(Network::default(), Network::blank());
        assert_eq!(Network::from_bytes(&stored[1..]), None);
    }

    #[test]
    fn moves_look_the_same_to_the_other_side() {
        let here = likelihoods("7/2b4/7/1r5/5b1/7/3r3 b swap=off", "b4");
        // The board in its long diagonal, and the colours exchanged.
        let mirrored = likelihoods("7/3b3/1r5/6b/7/4r2/7 r swap=off", "d2");
        for (mv, likelihood) in here {
            let Move::Place(at) = mv else { continue };
            let other = Move::Place(hexgrid::Axial::new(at.r, at.q));
            assert!(mirrored.contains(&(other, likelihood)), "{mv} {other}");
        }
    }

    #[test]
    fn something_is_thought_of_every_move_on_every_board() {
        let mut sight = Sight::new(&Network::default());
        let mut dice = Dice::new(2);
        for size in [19, 3, 4, 11, 5, 12, 11] {
            let options = Options::new(size, SwapRule::Off).expect("a size");
            let mut position = Position::start(options);
            let last = dice.choose(&position.moves()).expect("a move");
            position.play(last).expect("legal");
            let moves = position.moves();
            let mut likelihoods = Vec::new();
            sight.likelihoods(&position, Some(last), &moves, &mut likelihoods);
            assert!(likelihoods.iter().all(|likelihood| (0.0..=1.0).contains(likelihood)));
            assert_eq!(likelihoods.iter().filter(|&&likelihood| likelihood >= 1.0).count(), 1);
        }
    }

    #[test]
    fn to_mend_a_broken_bridge_is_the_first_thought() {
        let thoughts = likelihoods("7/7/3r3/3b3/2r4/7/7 r swap=off", "d4");
        let first =
            thoughts.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(mv, _)| mv.to_string());
        assert_eq!(first.as_deref(), Some("c4"));
    }
}
