//! The evaluator: static evaluation, move ordering and noisy moves of a game, as alpha-beta uses them. All
//! of it is heuristic, except where a law is stated.

use game::{MoveList, Position};

/// The class of a move in move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// A noisy move, such as a capture: searched before quiet ones if the number is not negative
    /// and after them if it is, larger numbers first; never reduced, pruned, or stored as a killer.
    /// Numbers are clamped to ±8,000.
    Noisy(i32),
    /// A quiet move: ordered by its history score (−16,384 to 16,384) plus this number. Sums are
    /// clamped to ±40,000.
    Quiet(i32),
}

/// Static evaluation and move ordering. Only [`evaluate`](Self::evaluate) is required.
///
/// No method is called for a position that is over. Each thread of a search has its own copy, so an
/// evaluator may keep caches.
pub trait Evaluator<P: Position> {
    /// The value of a small but clear advantage ("a pawn"): margins of pruning are multiples of it.
    const UNIT: i32 = 100;

    /// Static evaluation of `position` for the side to move, clamped to ±2²⁷.
    fn evaluate(&mut self, position: &P) -> i32;

    /// Generates the moves of the quiescence search into `into` (given empty).
    ///
    /// Laws: every one is legal; sequences of them end after few plies.
    fn noisy_moves(&self, _position: &P, _into: &mut MoveList<P::Move>) {}

    /// Ordering class of `mv`.
    fn rank(&self, _position: &P, _mv: P::Move) -> Rank {
        Rank::Quiet(0)
    }

    /// [`rank`](Self::rank) for all moves of one position, for evaluators that can prepare
    /// something once per position.
    #[inline]
    fn ranking(&self, position: &P) -> impl Fn(P::Move) -> Rank {
        move |mv| self.rank(position, mv)
    }

    /// Whether the side to move must answer a threat. Such positions are extended by one ply, and
    /// neither null moves nor futility pruning are tried. Useful only while such positions are
    /// rare: the tree grows with every one of them.
    fn is_forced(&self, _position: &P) -> bool {
        false
    }

    /// The position after a null move (the side to move passes).
    ///
    /// Laws: the other side is to move and the game is not over. `None` where passing is
    /// impossible, and wherever passing might be better than every move (zugzwang).
    fn pass(&self, _position: &P) -> Option<P> {
        None
    }

    /// A move that wins at once.
    ///
    /// Law: a returned move is legal and ends the game in favour of the side to move. `None` does not mean
    /// that there is no such move.
    fn win_in_one(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// A search begins here: drops incremental state of earlier variations.
    fn begin(&mut self, _root: &P) {}

    /// The search makes a move, or a null move, from `before` to `after`. For evaluators with
    /// incremental state; every step is undone by one [`back`](Self::back).
    #[inline]
    fn step(&mut self, _before: &P, _mv: Option<P::Move>, _after: &P) {}

    /// The search undoes its last step.
    #[inline]
    fn back(&mut self) {}
}
