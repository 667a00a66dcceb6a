//! What somebody who knows the game can tell a Monte-Carlo search about a position.

use super::playout::wins;
use game::{MoveList, Outcome, Position};

/// An opinion of a move, worth as much as so many playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// What the side that makes the move may expect, from 0 to 1.
    pub chance: f32,
    /// How many playouts the opinion is worth.
    pub weight: f32,
}

/// A result known without playing on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who wins with best play.
    pub outcome: Outcome,
    /// The most plies it takes.
    pub plies: u16,
}

/// Knowledge of a game, asked whenever a position gets children. Nothing is required.
pub trait Guide<P: Position> {
    /// A move that wins at once, if there is one among `moves`, the legal moves.
    ///
    /// Law: exact. No move must be returned that does not win, and none overlooked: the promise
    /// that a win in one is never missed rests on this.
    fn winning_move(&mut self, position: &P, moves: &[P::Move]) -> Option<P::Move> {
        wins(position, moves)
    }

    /// What is proven of `position`, which is not over.
    ///
    /// Law: true. It is reported as proven.
    fn verdict(&mut self, _position: &P) -> Option<Verdict> {
        None
    }

    /// Opinions of the legal `moves`: one each, in the order of the list, or none at all. Moves
    /// may be taken off the list. `last` is the move that led to the position, if there was one.
    ///
    /// Laws: a move taken off is no better than one that is left; at least one is left.
    fn consider(
        &mut self,
        _position: &P,
        _last: Option<P::Move>,
        _moves: &mut MoveList<P::Move>,
        _priors: &mut Vec<Prior>,
    ) {
    }

    /// A second opinion of the `moves` that are still looked at, once for each position that is
    /// visited again and again: one each, or none at all. It may take a little longer than the
    /// first.
    fn reconsider(
        &mut self,
        _position: &P,
        _last: Option<P::Move>,
        _moves: &[P::Move],
        _priors: &mut Vec<Prior>,
    ) {
    }

    /// A closer look at a position that is visited often, once for each; it may take its time.
    /// `moves` are those still looked at, and as with [`consider`](Self::consider) some may be
    /// taken off, with opinions given on those that are left: one each or none.
    ///
    /// Laws: a move taken off is no better than one that is left; at least one is left.
    fn study(
        &mut self,
        _position: &P,
        _moves: &mut MoveList<P::Move>,
        _priors: &mut Vec<Prior>,
    ) -> Insight<P::Move> {
        Insight::Open
    }
}

/// What a closer look at a position has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insight<M> {
    /// Who wins is open.
    Open,
    /// The side to move wins by this move, the game ending within so many plies of it.
    ///
    /// Law: true. It is reported as proven.
    WonBy(M, u16),
    /// The side to move loses, within so many plies.
    ///
    /// Law: true. It is reported as proven.
    Lost(u16),
}

/// Knows nothing but the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<P: Position> Guide<P> for Unguided {}
