//! What the search needs at one ply, allocated once: moves, their order, killers, the line.

use super::history::{self, History};
use super::settings::{Technique, Techniques};
use crate::evaluator::Rank;
use crate::tag::Tag;
use game::{MoveList, Position, Side};
use std::hash::Hash;

/// A move in the order in which it is to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    score: i32,
    /// Its place in the list of legal moves.
    pub(crate) place: u16,
    pub(crate) tag: Tag,
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
    /// A move at the root, which keeps an order of its own.
    pub(crate) fn at_root<M: Hash>(mv: M, rank: Rank) -> Self {
        Self { score: base(rank), place: 0, tag: Tag::of(mv) }
    }

    /// The larger, the earlier.
    pub(crate) fn score(self) -> i32 {
        self.score
    }

    /// Whether the move is an ordinary one: neither noisy nor remembered by the table.
    #[inline]
    pub(crate) fn is_quiet(self) -> bool {
        self.score.unsigned_abs() < (NOISY - OPINION) as u32
    }

    /// What history thinks of a quiet move that nothing else recommends.
    #[inline]
    pub(crate) fn record(self) -> i32 {
        if self.score.abs() <= history::MOST + OPINION { self.score } else { 0 }
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
        self.order.push(Candidate { score: KNOWN, place, tag });
        known
    }

    /// Scores the moves that are not in the order yet.
    pub(crate) fn score(&mut self, hints: &Hints<'_>, rank: impl Fn(P::Move) -> Rank) {
        let uses = |technique| hints.techniques.has(technique);
        let killers = if uses(Technique::Killers) { self.killers } else { [Tag::NONE; 2] };
        let reply = if uses(Technique::CounterMoves) {
            hints.history.reply(hints.side, hints.last)
        } else {
            Tag::NONE
        };
        for (place, &mv) in self.moves.iter().enumerate().take(usize::from(u16::MAX)) {
            let (place, tag) = (place as u16, Tag::of(mv));
            if Some(place) == hints.known {
                continue;
            }
            let score = match rank(mv) {
                Rank::Quiet(_) if tag == killers[0] => KILLER,
                Rank::Quiet(_) if tag == killers[1] => KILLER - 1,
                Rank::Quiet(_) if tag == reply => REPLY,
                quiet @ Rank::Quiet(_) => base(quiet) + hints.history.score(hints.side, tag),
                noisy @ Rank::Noisy(_) => base(noisy),
            };
            self.order.push(Candidate { score, place, tag });
        }
    }

    /// The move to try after `tried` others: the best of the rest. Equal ones keep a fixed order.
    #[inline]
    pub(crate) fn pick(&mut self, tried: usize) -> Option<Candidate> {
        if tried == SELECTED {
            self.order[tried..].sort_unstable_by_key(|c| (-c.score, c.place));
        } else if tried < SELECTED && tried < self.order.len() {
            let mut best = tried;
            for i in tried + 1..self.order.len() {
                if self.order[i].score > self.order[best].score {
                    best = i;
                }
            }
            self.order.swap(tried, best);
        }
        self.order.get(tried).copied()
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
