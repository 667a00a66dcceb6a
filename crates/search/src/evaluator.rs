//! What alpha-beta asks of somebody who knows the game. All of it is opinion, except where a law
//! says otherwise.

use game::{MoveList, Position};

/// How early a move should be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// A move that changes much: tried before quiet ones if the number is not negative and after
    /// them if it is, larger numbers first; never reduced, pruned, or remembered as a killer.
    /// Numbers beyond ±8,000 count as that.
    Noisy(i32),
    /// Any other move: what has worked elsewhere decides, with this number added. What has worked
    /// runs from −16,384 to 16,384; sums beyond ±40,000 count as that.
    Quiet(i32),
}

/// Somebody's opinion of positions and moves. Only [`evaluate`](Self::evaluate) is required.
///
/// Nothing here is ever asked about a position that is over. Each thread of a search has its own
/// copy, so an evaluator may keep caches.
pub trait Evaluator<P: Position> {
    /// What a small but clear advantage is worth: margins are counted in it.
    const UNIT: i32 = 100;

    /// What `position` is worth to the side to move, within ±2²⁷ (more is cut off).
    fn evaluate(&mut self, position: &P) -> i32;

    /// Fills `into` (given empty) with the moves to look at beyond the horizon.
    ///
    /// Laws: every one is legal; following them comes to an end in few plies.
    fn noisy_moves(&self, _position: &P, _into: &mut MoveList<P::Move>) {}

    /// When to try `mv`.
    fn rank(&self, _position: &P, _mv: P::Move) -> Rank {
        Rank::Quiet(0)
    }

    /// When to try each move of one position: [`rank`](Self::rank), for those who can prepare
    /// their answers.
    #[inline]
    fn ranking(&self, position: &P) -> impl Fn(P::Move) -> Rank {
        move |mv| self.rank(position, mv)
    }

    /// Whether the side to move must answer a threat at once. Such positions are looked at one ply
    /// deeper, never passed in and never taken at their face value. It pays while such positions
    /// are rare: the tree grows with every one of them.
    fn is_forced(&self, _position: &P) -> bool {
        false
    }

    /// The position if the side to move passed.
    ///
    /// Laws: the other side is to move and the game is not over. `None` where passing is
    /// impossible, and wherever passing might be better than every move.
    fn pass(&self, _position: &P) -> Option<P> {
        None
    }

    /// A move that wins at once.
    ///
    /// Law: if there is a move here, it is legal and ends the game in favour of the side to move.
    /// `None` promises nothing.
    fn win_in_one(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// A search begins here: whatever was kept of earlier lines is gone.
    fn begin(&mut self, _root: &P) {}

    /// The search steps from `before` to `after` by a move, or by passing. For evaluators that
    /// keep something up to date; every step is taken back by one [`back`](Self::back).
    #[inline]
    fn step(&mut self, _before: &P, _mv: Option<P::Move>, _after: &P) {}

    /// The search takes its last step back.
    #[inline]
    fn back(&mut self) {}
}
