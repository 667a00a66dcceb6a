//! Search stack: the move picker, killer moves (Akl and Newborn 1977) and principal variation of
//! each ply, allocated once.
//!
//! The move picker orders by TT move, noisy moves, killers and history score. It picks the maximum of the
//! remaining moves (selection sort), and sorts the list after the first few moves.

use super::history::History;
use super::settings::{Technique, Techniques};
use crate::evaluator::Rank;
use crate::move_hash::MoveHash;
use game::{MoveList, Position, Side};

/// A move index with its ordering score, packed into one integer: the best move is the largest, and
/// of equals the one that was generated first. 32 bits, so that the maximum is found with vector
/// instructions.
///
/// ```text
///   score : 16 | 2¹⁶ − 1 − index : 16
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ScoredMove(i32);

/// A move returned by the move picker.
#[derive(Clone, Copy)]
pub(crate) struct PickedMove<M> {
    pub(crate) mv: M,
    pub(crate) move_hash: MoveHash,
    pub(crate) scored: ScoredMove,
    /// Its position in the move order; the first move searched is number 1.
    pub(crate) number: usize,
}

/// Score of a noisy move of rank 0; negated, of one of rank −1. Quiet moves lie between the two.
const NOISY: i32 = 24_000;
/// Range of the rank of noisy moves.
const NOISY_SPAN: i32 = 8_000;
/// Score of the TT move.
const TT_MOVE: i32 = 32_767;
/// Score of the first killer move; the second is one less.
const KILLER: i32 = 23_000;
/// Largest absolute score of any other quiet move.
const QUIET_MAX: i32 = 20_000;
/// Moves picked by selection before the rest is sorted: most nodes are cut before that.
const SORT_AFTER: usize = 12;

impl ScoredMove {
    /// Marks a move that was picked already; less than every other.
    const PICKED: Self = Self(i32::MIN);

    #[inline]
    fn new(score: i32, index: u16) -> Self {
        Self(score << 16 | i32::from(!index))
    }

    /// A root move; the root keeps its own order, so that the index is not used.
    pub(crate) fn at_root(rank: Rank) -> Self {
        Self::new(score(rank, 0), 0)
    }

    /// Its index in the list of legal moves.
    #[inline]
    pub(crate) fn index(self) -> u16 {
        !(self.0 as u16)
    }

    #[inline]
    fn score(self) -> i32 {
        self.0 >> 16
    }

    /// Whether the move is quiet: neither noisy nor the TT move.
    #[inline]
    pub(crate) fn is_quiet(self) -> bool {
        self.score().abs() < NOISY
    }

    /// Whether the move was ordered as a killer.
    #[inline]
    pub(crate) fn is_killer(self) -> bool {
        (KILLER - 1..=KILLER).contains(&self.score())
    }

    /// History score of a quiet move that is no killer.
    #[inline]
    pub(crate) fn history(self) -> i32 {
        let score = self.score();
        if score.abs() <= QUIET_MAX { 2 * score } else { 0 }
    }
}

/// Ordering score of a move with this rank and history score.
#[inline]
fn score(rank: Rank, history: i32) -> i32 {
    match rank {
        Rank::Noisy(n) if n >= 0 => NOISY + n.min(NOISY_SPAN),
        Rank::Noisy(n) => -NOISY + n.max(-NOISY_SPAN),
        Rank::Quiet(n) => {
            (n.clamp(-2 * QUIET_MAX, 2 * QUIET_MAX) + history).clamp(-2 * QUIET_MAX, 2 * QUIET_MAX)
                / 2
        }
    }
}

/// Inputs of the move ordering besides the evaluator's ranking.
pub(crate) struct OrderingContext<'a> {
    pub(crate) techniques: Techniques,
    pub(crate) history: &'a History,
    pub(crate) side: Side,
    /// Index of the TT move.
    pub(crate) tt_move: Option<u16>,
}

/// One ply of the search stack.
pub(crate) struct StackFrame<P: Position> {
    /// The legal moves in generation order, which is never changed: TT moves are indices into it.
    pub(crate) moves: MoveList<P::Move>,
    /// The moves to be searched: each at its own index, or sorted.
    order: Vec<ScoredMove>,
    /// How many of the sorted moves were picked, once they are sorted.
    sorted: Option<usize>,
    /// The TT move, until it is picked.
    tt_move: Option<ScoredMove>,
    tried: Vec<(ScoredMove, MoveHash)>,
    killers: [MoveHash; 2],
    /// The principal variation from here; kept in PV nodes only.
    pub(crate) pv: Vec<P::Move>,
}

impl<P: Position> StackFrame<P> {
    pub(crate) fn new() -> Self {
        Self {
            moves: MoveList::new(),
            order: Vec::new(),
            sorted: None,
            tt_move: None,
            tried: Vec::new(),
            killers: [MoveHash::NONE; 2],
            pv: Vec::new(),
        }
    }

    /// Generates the legal moves of `position` and returns the TT move, if it is valid here. Moves
    /// are not scored yet: the TT move is searched first, and often causes a cutoff.
    ///
    /// An index from the transposition table may belong to another position with the same key: it is
    /// dropped if the list is shorter.
    pub(crate) fn generate(&mut self, position: &P, tt_move: Option<u16>) -> Option<u16> {
        self.moves.clear();
        self.order.clear();
        self.tried.clear();
        self.sorted = None;
        position.legal_moves(&mut self.moves);
        let tt_move = tt_move.filter(|&index| usize::from(index) < self.moves.len());
        self.tt_move = tt_move.map(|index| ScoredMove::new(TT_MOVE, index));
        tt_move
    }

    /// Scores all moves but the TT move, so that they can be picked in order.
    pub(crate) fn score_moves(
        &mut self,
        context: &OrderingContext<'_>,
        rank: impl Fn(P::Move) -> Rank,
    ) {
        let uses_killers = context.techniques.has(Technique::Killers);
        let killers = if uses_killers { self.killers } else { [MoveHash::NONE; 2] };
        let history = context.history.scores(context.side);
        let score = |mv, move_hash: MoveHash| match rank(mv) {
            Rank::Quiet(_) if move_hash == killers[0] => KILLER,
            Rank::Quiet(_) if move_hash == killers[1] => KILLER - 1,
            rank => score(rank, i32::from(history[move_hash.index()])),
        };
        self.order.extend(
            self.moves
                .iter()
                .enumerate()
                .take(usize::from(u16::MAX) + 1)
                .map(|(index, &mv)| ScoredMove::new(score(mv, MoveHash::of(mv)), index as u16)),
        );
        if let Some(index) = context.tt_move {
            self.order[usize::from(index)] = ScoredMove::PICKED;
        }
    }

    /// The next move to search: the best remaining one, the first of equals.
    #[inline]
    pub(crate) fn pick(&mut self) -> Option<PickedMove<P::Move>> {
        if self.tried.len() == SORT_AFTER && self.sorted.is_none() {
            self.sort();
        }
        let scored = match (self.tt_move.take(), self.sorted) {
            (Some(tt_move), _) => tt_move,
            (None, None) => self.select()?,
            (None, Some(picked_count)) => {
                self.sorted = Some(picked_count + 1);
                *self.order.get(picked_count)?
            }
        };
        let mv = self.moves[usize::from(scored.index())];
        let move_hash = MoveHash::of(mv);
        self.tried.push((scored, move_hash));
        Some(PickedMove { mv, move_hash, scored, number: self.tried.len() })
    }

    /// Selection step: takes the maximum of the unsorted moves.
    #[inline]
    fn select(&mut self) -> Option<ScoredMove> {
        let best = self.order.iter().fold(i32::MIN, |best, scored| best.max(scored.0));
        let best = Some(ScoredMove(best)).filter(|&best| best != ScoredMove::PICKED)?;
        self.order[usize::from(best.index())] = ScoredMove::PICKED;
        Some(best)
    }

    #[cold]
    fn sort(&mut self) {
        self.order.retain(|&scored| scored != ScoredMove::PICKED);
        self.order.sort_unstable_by(|a, b| b.cmp(a));
        self.sorted = Some(0);
    }

    /// Drops the quiet moves that are left.
    pub(crate) fn skip_quiets(&mut self) {
        let picked_count = self.sorted.unwrap_or(0);
        self.order.drain(..picked_count);
        self.order.retain(|scored| !scored.is_quiet());
        self.sort();
    }

    /// The quiet moves that were searched before the last one.
    pub(crate) fn tried_quiets(&self) -> impl Iterator<Item = MoveHash> {
        let before = self.tried.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().filter(|(scored, _)| scored.is_quiet()).map(|&(_, move_hash)| move_hash)
    }

    /// Stores a quiet move that caused a beta cutoff at this ply.
    pub(crate) fn store_killer(&mut self, move_hash: MoveHash) {
        if self.killers[0] != move_hash {
            self.killers = [move_hash, self.killers[0]];
        }
    }

    /// Sets the principal variation to `mv` followed by that of the child.
    pub(crate) fn set_pv(&mut self, mv: P::Move, next: &[P::Move]) {
        self.pv.clear();
        self.pv.push(mv);
        self.pv.extend_from_slice(next);
    }
}
