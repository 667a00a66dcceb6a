//! Domain knowledge for Monte-Carlo tree search: priors in equivalent visits (Gelly and Silver
//! 2007), a policy, and proofs.

use super::playout::wins;
use game::{MoveList, Outcome, Position};

/// Prior value of a move with its weight in equivalent visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// Expected reward of the side that makes the move, from 0 to 1.
    pub chance: f32,
    /// Weight in equivalent visits.
    pub weight: f32,
}

/// A proven outcome of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenOutcome {
    /// The result with best play.
    pub outcome: Outcome,
    /// Upper bound of the plies it takes.
    pub plies: u16,
}

/// Domain knowledge of a game. Every method has a default that uses the rules only.
pub trait DomainKnowledge<P: Position> {
    /// A move that wins at once, if there is one among `moves`, the legal moves.
    ///
    /// Law: exact. Only winning moves are returned, and one is returned if there is one: the guarantee that
    /// a win in one is never missed depends on this.
    fn winning_move(&mut self, position: &P, moves: &[P::Move]) -> Option<P::Move> {
        wins(position, moves)
    }

    /// A proven outcome of `position`, which is not over. Called when a node is expanded.
    ///
    /// Law: true. It is reported as proven.
    fn proven_outcome(&mut self, _position: &P) -> Option<ProvenOutcome> {
        None
    }

    /// Priors of the legal `moves` when a node is expanded: one for each, in the order of the list, or an
    /// empty list. Moves may be removed from the list. `last` is the move that led to the position.
    ///
    /// Laws: a removed move is no better than one that is left; at least one is left.
    fn priors(
        &mut self,
        _position: &P,
        _last: Option<P::Move>,
        _moves: &mut MoveList<P::Move>,
        _priors: &mut Vec<Prior>,
    ) {
    }

    /// Priors from a slower policy (such as a network) for the remaining `moves`, once for each node that
    /// reaches [`policy_after`](super::MctsSettings::policy_after) visits: one for each, or an empty list.
    /// They are added to the first priors.
    fn policy(
        &mut self,
        _position: &P,
        _last: Option<P::Move>,
        _moves: &[P::Move],
        _priors: &mut Vec<Prior>,
    ) {
    }

    /// Tries to prove a node that reaches [`prove_after`](super::MctsSettings::prove_after) visits, once.
    /// As with [`priors`](Self::priors), moves may be removed from `moves`, and priors returned for the
    /// remaining ones: one for each, or an empty list.
    ///
    /// Laws: a removed move is no better than one that is left; at least one is left.
    fn prove(
        &mut self,
        _position: &P,
        _moves: &mut MoveList<P::Move>,
        _priors: &mut Vec<Prior>,
    ) -> Proof<P::Move> {
        Proof::Unproven
    }
}

/// Result of [`DomainKnowledge::prove`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof<M> {
    /// No proof.
    Unproven,
    /// The side to move wins by this move, and the game ends within this number of plies after it.
    ///
    /// Law: true. It is reported as proven.
    WonBy(M, u16),
    /// The side to move loses, within this number of plies.
    ///
    /// Law: true. It is reported as proven.
    Lost(u16),
}

/// No knowledge but the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<P: Position> DomainKnowledge<P> for NoKnowledge {}
