//! Policy and value of a game, as PUCT needs them (Silver et al. 2017).

use crate::mcts::DomainKnowledge;
use game::{MoveList, Position};

/// Policy and value of positions, such as by a network, with [`DomainKnowledge`] for wins in one and
/// proofs. Of the latter the priors in equivalent visits are not used.
pub trait PolicyValue<P: Position>: DomainKnowledge<P> {
    /// Evaluates a position that is not over. Writes the policy, a probability
    /// for each of the legal `moves` in their order, into `priors` (given empty), and returns the
    /// value: the expected reward of the side to move, from 0 to 1. `last` is the move that led to
    /// the position. Moves may be removed from the list.
    ///
    /// Laws: a removed move is no better than one that is left; at least one is left; there are as
    /// many priors as moves, and they sum to 1.
    fn evaluate(
        &mut self,
        position: &P,
        last: Option<P::Move>,
        moves: &mut MoveList<P::Move>,
        priors: &mut Vec<f32>,
    ) -> f32;
}
