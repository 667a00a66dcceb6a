//! What the search needs at one ply, allocated once: moves, their order, killers, the line.

use super::history::{self, History};
use super::settings::{Technique, Techniques};
use crate::evaluator::Rank;
use crate::tag::Tag;
use game::{MoveList, Position, Side};
use std::hash::Hash;

/// A move in the order in which it is to be tried, as one number: the best is the largest.
///
/// ```text
///   score + 2³¹ : 32 | 2¹⁶ − 1 − place : 16 | tag : 16
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate(u64);

/// A move that is being tried.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<M> {
    pub(crate) mv: M,
    pub(crate) candidate: Candidate,
    /// Its number: the first move tried is number 1.
    pub(crate) number: usize,
}

/// Where noisy moves start, above and, with the sign turned, below the quiet ones.
const NOISY: i32 = 1 << 26;
/// The move that the table remembers.
const KNOWN: i32 = i32::MAX;
/// Killers; the second one less.
const KILLER: i32 = 1 << 25;
/// What refuted the last move before.
const REPLY: i32 = 1 << 24;
/// How much an evaluator's opinion can move a quiet move.
const OPINION: i32 = 1 << 20;
/// Selection is quicker than sorting while few moves are wanted.
const SELECTED: usize = 12;

impl Candidate {
    #[inline]
    fn new(score: i32, place: u16, tag: Tag) -> Self {
        let score = u64::from(score.cast_unsigned() ^ 1 << 31);
        Self(score << 32 | u64::from(!place) << 16 | tag.index() as u64)
    }

    /// A move at the root, which keeps an order of its own.
    pub(crate) fn at_root<M: Hash>(mv: M, rank: Rank) -> Self {
        Self::new(base(rank), 0, Tag::of(mv))
    }

    /// The larger, the earlier.
    #[inline]
    pub(crate) fn score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ 1 << 31).cast_signed()
    }

    /// Its place in the list of legal moves.
    #[inline]
    pub(crate) fn place(self) -> u16 {
        !((self.0 >> 16) as u16)
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        Tag::from_index(self.0 as u16)
    }

    /// Whether the move is an ordinary one: neither noisy nor remembered by the table.
    #[inline]
    pub(crate) fn is_quiet(self) -> bool {
        self.score().unsigned_abs() < (NOISY - OPINION) as u32
    }

    /// What history thinks of a quiet move that nothing else recommends.
    #[inline]
    pub(crate) fn record(self) -> i32 {
        let score = self.score();
        if score.abs() <= history::MOST + OPINION { score } else { 0 }
    }
}

/// What the evaluator alone thinks of a move.
#[inline]
fn base(rank: Rank) -> i32 {
    match rank {
        Rank::Noisy(n) if n >= 0 => NOISY + n.min(OPINION),
        Rank::Noisy(n) => -NOISY + n.max(-OPINION),
        Rank::Quiet(n) => n.clamp(-OPINION, OPINION),
    }
}

/// What makes a move look good before it is tried.
pub(crate) struct Hints<'a> {
    pub(crate) techniques: Techniques,
    pub(crate) history: &'a History,
    pub(crate) side: Side,
    /// The move that led here.
    pub(crate) last: Tag,
    /// The place of the move that the table remembers.
    pub(crate) known: Option<u16>,
}

/// The workplace of one ply.
pub(crate) struct Frame<P: Position> {
    /// The legal moves in the contract's order, which is never disturbed.
    pub(crate) moves: MoveList<P::Move>,
    /// The order in which to try them; those tried stand in front.
    order: Vec<Candidate>,
    killers: [Tag; 2],
    /// The best line from here, where a line is wanted.
    pub(crate) line: Vec<P::Move>,
}

impl<P: Position> Frame<P> {
    pub(crate) fn new() -> Self {
        Self {
            moves: MoveList::new(),
            order: Vec::with_capacity(128),
            killers: [Tag::NONE; 2],
            line: Vec::new(),
        }
    }

    /// Lists the legal moves of `position`. Nothing is ordered yet but the known move, which comes
    /// first: it often makes the rest needless. Returns the known move's place if there is one.
    ///
    /// A place out of the table may belong to another position with the same key: it counts only
    /// if the list is that long.
    pub(crate) fn list(&mut self, position: &P, known: Option<u16>) -> Option<u16> {
        self.moves.clear();
        self.order.clear();
        position.legal_moves(&mut self.moves);
        let place = known?;
        let tag = Tag::of(*self.moves.get(usize::from(place))?);
        self.order.push(Candidate::new(KNOWN, place, tag));
        known
    }

    /// Orders the other moves as well; the known one stays in front.
    pub(crate) fn score(&mut self, hints: &Hints<'_>, rank: impl Fn(P::Move) -> Rank) {
        let uses = |technique| hints.techniques.has(technique);
        let killers = if uses(Technique::Killers) { self.killers } else { [Tag::NONE; 2] };
        let reply = if uses(Technique::CounterMoves) {
            hints.history.reply(hints.side, hints.last)
        } else {
            Tag::NONE
        };
        let score = |mv, tag| match rank(mv) {
            Rank::Quiet(_) if tag == killers[0] => KILLER,
            Rank::Quiet(_) if tag == killers[1] => KILLER - 1,
            Rank::Quiet(_) if tag == reply => REPLY,
            quiet @ Rank::Quiet(_) => base(quiet) + hints.history.score(hints.side, tag),
            noisy @ Rank::Noisy(_) => base(noisy),
        };
        self.order.clear();
        self.order.extend((0..=u16::MAX).zip(self.moves.iter()).map(|(place, &mv)| {
            let tag = Tag::of(mv);
            Candidate::new(score(mv, tag), place, tag)
        }));
        if let Some(place) = hints.known.map(usize::from) {
            self.order[place] = Candidate::new(KNOWN, place as u16, self.order[place].tag());
            self.order.swap(0, place);
        }
    }

    /// The move to try after `tried` others: the best of the rest, the first of equals.
    #[inline]
    pub(crate) fn pick(&mut self, tried: usize) -> Option<Attempt<P::Move>> {
        if tried < SELECTED {
            self.select(tried);
        } else if tried == SELECTED {
            self.order[tried..].sort_unstable_by(|a, b| b.cmp(a));
        }
        let candidate = *self.order.get(tried)?;
        let mv = self.moves[usize::from(candidate.place())];
        Some(Attempt { mv, candidate, number: tried + 1 })
    }

    /// Brings the best of the moves from `tried` on to the front of them.
    #[inline]
    fn select(&mut self, tried: usize) {
        let Some(rest) = self.order.get_mut(tried..) else { return };
        let Some(best) = rest.iter().max().copied() else { return };
        if let Some(i) = rest.iter().position(|&c| c == best) {
            rest.swap(0, i);
        }
    }

    /// The first `count` moves that were tried.
    pub(crate) fn tried(&self, count: usize) -> &[Candidate] {
        &self.order[..count]
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
