//! What the search needs at one ply, allocated once: moves, their order, killers, the line.

use super::history::History;
use super::settings::{Technique, Techniques};
use crate::evaluator::Rank;
use crate::tag::Tag;
use game::{MoveList, Position, Side};

/// A move in the order in which it is to be tried, as one number: the best is the largest, and of
/// equals the first. Small numbers, because many are compared at once.
///
/// ```text
///   score : 16 | 2¹⁶ − 1 − place : 16
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate(i32);

/// A move that is being tried.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<M> {
    pub(crate) mv: M,
    pub(crate) tag: Tag,
    pub(crate) candidate: Candidate,
    /// Its number: the first move tried is number 1.
    pub(crate) number: usize,
}

/// Where noisy moves start, above and, with the sign turned, below the quiet ones.
const NOISY: i32 = 24_000;
/// How much an evaluator's opinion can move a noisy move.
const NOISE: i32 = 8_000;
/// The move that the table remembers.
const KNOWN: i32 = 32_767;
/// Killers; the second one less.
const KILLER: i32 = 23_000;
/// The best and, with the sign turned, the worst of all other moves.
const QUIET: i32 = 20_000;
/// Selection is quicker than sorting while few moves are wanted.
const SELECTED: usize = 12;

impl Candidate {
    /// A move that has been tried already; less than every other.
    const SPENT: Self = Self(i32::MIN);

    #[inline]
    fn new(score: i32, place: u16) -> Self {
        Self(score << 16 | i32::from(!place))
    }

    /// A move at the root, which keeps an order of its own.
    pub(crate) fn at_root(rank: Rank) -> Self {
        Self::new(score(rank, 0), 0)
    }

    /// Its place in the list of legal moves.
    #[inline]
    pub(crate) fn place(self) -> u16 {
        !(self.0 as u16)
    }

    #[inline]
    fn score(self) -> i32 {
        self.0 >> 16
    }

    /// Whether the move is an ordinary one: neither noisy nor remembered by the table.
    #[inline]
    pub(crate) fn is_quiet(self) -> bool {
        self.score().abs() < NOISY
    }

    /// What history thinks of a quiet move that nothing else recommends.
    #[inline]
    pub(crate) fn record(self) -> i32 {
        let score = self.score();
        if score.abs() <= QUIET { 2 * score } else { 0 }
    }
}

/// When to try a move of this rank, with this history.
#[inline]
fn score(rank: Rank, history: i32) -> i32 {
    match rank {
        Rank::Noisy(n) if n >= 0 => NOISY + n.min(NOISE),
        Rank::Noisy(n) => -NOISY + n.max(-NOISE),
        Rank::Quiet(n) => {
            (n.clamp(-2 * QUIET, 2 * QUIET) + history).clamp(-2 * QUIET, 2 * QUIET) / 2
        }
    }
}

/// What makes a move look good before it is tried.
pub(crate) struct Hints<'a> {
    pub(crate) techniques: Techniques,
    pub(crate) history: &'a History,
    pub(crate) side: Side,
    /// The place of the move that the table remembers.
    pub(crate) known: Option<u16>,
}

/// The workplace of one ply.
pub(crate) struct Frame<P: Position> {
    /// The legal moves in the contract's order, which is never disturbed.
    pub(crate) moves: MoveList<P::Move>,
    /// The moves to be tried: each at its own place, or sorted.
    order: Vec<Candidate>,
    /// How many of the sorted moves are behind us, once they are sorted.
    sorted: Option<usize>,
    /// The move that the table remembers, until it is tried.
    known: Option<Candidate>,
    tried: Vec<(Candidate, Tag)>,
    killers: [Tag; 2],
    /// The best line from here, where a line is wanted.
    pub(crate) line: Vec<P::Move>,
}

impl<P: Position> Frame<P> {
    pub(crate) fn new() -> Self {
        Self {
            moves: MoveList::new(),
            order: Vec::with_capacity(128),
            sorted: None,
            known: None,
            tried: Vec::with_capacity(128),
            killers: [Tag::NONE; 2],
            line: Vec::new(),
        }
    }

    /// Lists the legal moves of `position`. Nothing is ordered yet; a known move comes first, and
    /// often makes the rest needless. Returns its place, if there is one.
    ///
    /// A place out of the table may belong to another position with the same key: it counts only
    /// if the list is that long.
    pub(crate) fn list(&mut self, position: &P, known: Option<u16>) -> Option<u16> {
        self.moves.clear();
        self.order.clear();
        self.tried.clear();
        self.sorted = None;
        position.legal_moves(&mut self.moves);
        let known = known.filter(|&place| usize::from(place) < self.moves.len());
        self.known = known.map(|place| Candidate::new(KNOWN, place));
        known
    }

    /// Scores the moves, so that they can be picked in order.
    pub(crate) fn score(&mut self, hints: &Hints<'_>, rank: impl Fn(P::Move) -> Rank) {
        let uses_killers = hints.techniques.has(Technique::Killers);
        let killers = if uses_killers { self.killers } else { [Tag::NONE; 2] };
        let history = hints.history.of(hints.side);
        let score = |mv, tag: Tag| match rank(mv) {
            Rank::Quiet(_) if tag == killers[0] => KILLER,
            Rank::Quiet(_) if tag == killers[1] => KILLER - 1,
            rank => score(rank, i32::from(history[tag.index()])),
        };
        self.order.extend(
            self.moves
                .iter()
                .enumerate()
                .take(usize::from(u16::MAX) + 1)
                .map(|(place, &mv)| Candidate::new(score(mv, Tag::of(mv)), place as u16)),
        );
        if let Some(place) = hints.known {
            self.order[usize::from(place)] = Candidate::SPENT;
        }
    }

    /// The next move to try: the best of the rest, the first of equals.
    #[inline]
    pub(crate) fn pick(&mut self) -> Option<Attempt<P::Move>> {
        if self.tried.len() == SELECTED && self.sorted.is_none() {
            self.sort();
        }
        let candidate = match (self.known.take(), self.sorted) {
            (Some(known), _) => known,
            (None, None) => self.select()?,
            (None, Some(behind)) => {
                self.sorted = Some(behind + 1);
                *self.order.get(behind)?
            }
        };
        let mv = self.moves[usize::from(candidate.place())];
        let tag = Tag::of(mv);
        self.tried.push((candidate, tag));
        Some(Attempt { mv, tag, candidate, number: self.tried.len() })
    }

    /// Takes out the best of the moves that stand at their own places.
    #[inline]
    fn select(&mut self) -> Option<Candidate> {
        let best = self.order.iter().fold(i32::MIN, |best, candidate| best.max(candidate.0));
        let best = Some(Candidate(best)).filter(|&best| best != Candidate::SPENT)?;
        self.order[usize::from(best.place())] = Candidate::SPENT;
        Some(best)
    }

    #[cold]
    fn sort(&mut self) {
        self.order.retain(|&candidate| candidate != Candidate::SPENT);
        self.order.sort_unstable_by(|a, b| b.cmp(a));
        self.sorted = Some(0);
    }

    /// The quiet moves that are left will not be tried.
    pub(crate) fn drop_quiet(&mut self) {
        let behind = self.sorted.unwrap_or(0);
        self.order.drain(..behind);
        self.order.retain(|candidate| !candidate.is_quiet());
        self.sort();
    }

    /// The quiet moves that were tried before the last one.
    pub(crate) fn quiet_before(&self) -> impl Iterator<Item = Tag> {
        let before = self.tried.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().filter(|(candidate, _)| candidate.is_quiet()).map(|&(_, tag)| tag)
    }

    /// Remembers what refuted a move at this ply.
    pub(crate) fn remember_killer(&mut self, tag: Tag) {
        if self.killers[0] != tag {
            self.killers = [tag, self.killers[0]];
        }
    }

    /// The line is `mv` and then what `next` expects.
    pub(crate) fn set_line(&mut self, mv: P::Move, next: &[P::Move]) {
        self.line.clear();
        self.line.push(mv);
        self.line.extend_from_slice(next);
    }
}
