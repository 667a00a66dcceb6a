//! What the playing search is told about a position: wins in one, threats that must be answered,
//! which moves look likely, and at positions visited often what virtual connections prove.

use crate::instinct::Instinct;
use crate::network::Sight;
use crate::outlook::{Lookout, Outlook};
use crate::player::Models;
use game::{MoveList, Outcome, Position as _, Side};
use hex::{CellSet, Edge, Move, Position};
use hexgrid::Cell;
use search::mcts::{DomainKnowledge, Prior, Proof, ProvenOutcome};

/// Tells the search what it knows of Hex.
#[derive(Debug)]
pub(crate) struct Adviser {
    lookout: Lookout,
    instinct: Instinct,
    sight: Sight,
    likelihoods: Vec<f32>,
    belief: Belief,
}

/// What opinions of moves are worth, in playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Belief {
    /// First sight.
    pub(crate) trust: f32,
    /// The network's.
    pub(crate) regard: f32,
    /// A look at virtual connections.
    pub(crate) faith: f32,
}

impl Adviser {
    pub(crate) fn new(belief: Belief, models: &Models) -> Self {
        Self {
            lookout: Lookout::default(),
            instinct: Instinct::new(&models.weights),
            sight: Sight::new(&models.network),
            likelihoods: Vec::new(),
            belief,
        }
    }
}

/// What moves without and with the highest promise are taken to be worth.
const LOWEST: f32 = 0.35;
const HIGHEST: f32 = 0.75;

/// What moves that are hardly and most likely, at first sight or to the network, are taken to be
/// worth.
const UNLIKELY: f32 = 0.3;
const LIKELY: f32 = 0.7;

impl DomainKnowledge<Position> for Adviser {
    fn winning_move(&mut self, position: &Position, _: &[Move]) -> Option<Move> {
        let cell = winning_cells(position, position.side_to_move()).lowest()?;
        Some(Move::Place(position.board().axial(cell)))
    }

    /// Two cells at which the opponent would win cannot both be taken.
    fn proven_outcome(&mut self, position: &Position) -> Option<ProvenOutcome> {
        let other = position.side_to_move().other();
        let lost = !position.can_swap() && winning_cells(position, other).len() > 1;
        lost.then_some(ProvenOutcome { outcome: Outcome::Win(other), plies: 2 })
    }

    fn priors(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &mut MoveList<Move>,
        priors: &mut Vec<Prior>,
    ) {
        let side = position.side_to_move();
        if position.can_swap() || winning_cells(position, side).lowest().is_some() {
            return;
        }
        if let Some(cell) = winning_cells(position, side.other()).lowest() {
            let only = Move::Place(position.board().axial(cell));
            moves.retain(|&mv| mv == only);
        } else if self.belief.trust > 0.0 {
            self.instinct.likelihoods(position, last, moves, &mut self.likelihoods);
            priors.extend(self.likelihoods.iter().map(|&likelihood| Prior {
                chance: UNLIKELY + (LIKELY - UNLIKELY) * likelihood.sqrt(),
                weight: self.belief.trust,
            }));
        }
    }

    fn policy(
        &mut self,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        priors: &mut Vec<Prior>,
    ) {
        if position.can_swap() || moves.len() < 2 {
            return;
        }
        self.sight.likelihoods(position, last, moves, &mut self.likelihoods);
        priors.extend(self.likelihoods.iter().map(|&likelihood| Prior {
            chance: UNLIKELY + (LIKELY - UNLIKELY) * likelihood.sqrt(),
            weight: self.belief.regard,
        }));
    }

    fn prove(
        &mut self,
        position: &Position,
        moves: &mut MoveList<Move>,
        priors: &mut Vec<Prior>,
    ) -> Proof<Move> {
        if position.can_swap() {
            return Proof::Unproven;
        }
        let board = position.board();
        let place = |mv: Move| match mv {
            Move::Place(at) => board.cell(at),
            Move::Swap => None,
        };
        match self.lookout.look(position) {
            Outlook::Won { by, plies } => Proof::WonBy(Move::Place(board.axial(by)), plies),
            Outlook::Lost { plies } => Proof::Lost(plies),
            Outlook::Open { moves: kept, promises } => {
                let wanted = |mv: &Move| place(*mv).is_some_and(|cell| kept.contains(cell));
                if moves.iter().any(wanted) {
                    moves.retain(wanted);
                    priors.extend(moves.iter().map(|&mv| self.prior(place(mv), &promises)));
                }
                Proof::Unproven
            }
        }
    }
}

impl Adviser {
    fn prior(&self, cell: Option<Cell>, promises: &[(Cell, f32)]) -> Prior {
        let promise = promises.iter().find(|(known, _)| Some(*known) == cell);
        let promise = promise.map_or(0.0, |(_, promise)| *promise);
        Prior { chance: LOWEST + (HIGHEST - LOWEST) * promise, weight: self.belief.faith }
    }
}

/// The empty cells at which a stone of `side` would win at once.
fn winning_cells(position: &Position, side: Side) -> CellSet {
    let board = position.board();
    let own = position.stones(side);
    let near = position.rooted(side);
    let far = (own & board.edge(Edge::far(side)) & !near).into_iter().fold(
        CellSet::EMPTY,
        |sum, cell| {
            if sum.contains(cell) { sum } else { sum | board.joined(cell, own) }
        },
    );
    let touching = |edge: Edge, joined: CellSet| {
        let around = joined.into_iter().flat_map(|cell| board.neighbours(cell).iter().copied());
        around.fold(board.edge(edge), CellSet::with)
    };
    position.empties() & touching(Edge::near(side), near) & touching(Edge::far(side), far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Record};
    use hex::{Options, SwapRule};

    #[test]
    fn wins_in_one_are_those_the_rules_see() {
        let mut dice = Dice::new(5);
        let mut seen = 0;
        for _ in 0..200 {
            let options = Options::new(5, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            while record.conclusion().is_none() {
                let position = record.position();
                let side = position.side_to_move();
                let wins = |cell: &hexgrid::Cell| {
                    let mut after = position.clone();
                    after.place(*cell);
                    after.winner() == Some(side)
                };
                let slow: CellSet = position.empties().into_iter().filter(wins).collect();
                assert_eq!(winning_cells(position, side), slow, "{position}");
                seen += slow.len();
                let mv = dice.choose(&position.moves()).expect("a move");
                record.play(mv).expect("legal");
            }
        }
        assert!(seen > 100, "only {seen} wins to find");
    }
}
