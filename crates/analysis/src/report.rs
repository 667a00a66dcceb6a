//! The report of a search: principal variations with their scores (multi-PV), and what they cost.

use crate::{Countdown, Score};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::time::Duration;

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveText {
    /// In machine notation: what is played.
    pub mv: String,
    /// As players write it.
    pub human: String,
}

/// A root move with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line<M = MoveText> {
    /// The principal variation, the rated move first; never empty, always legal in order.
    pub moves: Vec<M>,
    /// The score of the first move for the side that plays it.
    pub score: Score,
    /// Visits of the first move, in Monte-Carlo tree search.
    pub visits: Option<u32>,
    /// What a proven score means in stones, where its plies would mislead; searches leave it empty.
    pub countdown: Option<Countdown>,
}

impl<M> Line<M> {
    /// A variation of a search that counts no visits.
    pub const fn new(moves: Vec<M>, score: Score) -> Self {
        Self { moves, score, visits: None, countdown: None }
    }

    /// The countdown in words, if there is one: `win in at most 5 stones`.
    pub fn countdown_text(&self) -> Option<String> {
        self.countdown?.text(self.score)
    }
}

impl<M: Clone> Line<M> {
    /// The rated move.
    pub fn first(&self) -> Option<M> {
        self.moves.first().cloned()
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report<M = MoveText> {
    /// The best variations, best first, each with another first move (multi-PV); empty exactly when
    /// the position has no legal move.
    pub lines: Vec<Line<M>>,
    /// Completed depth; for Monte-Carlo tree search the length of the principal variation.
    pub depth: usize,
    /// The deepest ply searched (selective depth).
    pub seldepth: usize,
    /// Nodes searched, or playouts played.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Fill of the transposition table or of the tree, in thousandths.
    pub table_fill: u32,
}

impl<M> Report<M> {
    /// The same with its lines by their score. Monte-Carlo search ranks by visits, which decides when only one
    /// line is wanted.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.lines.sort_by_key(|line| Reverse(line.score));
        self
    }

    /// A report without moves.
    pub const fn empty() -> Self {
        Self {
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            table_fill: 0,
        }
    }

    /// The score of the best move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Nodes for each second of the search; `None` before a millisecond has passed, when the quotient
    /// would mean nothing.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let measured = self.elapsed >= Duration::from_millis(1);
        measured.then(|| (self.nodes as f64 / self.elapsed.as_secs_f64()) as u64)
    }

    /// The same report with these lines, whose moves may be of another type.
    pub const fn with_lines<N>(&self, lines: Vec<Line<N>>) -> Report<N> {
        let Self { depth, seldepth, nodes, elapsed, table_fill, .. } = *self;
        Report { lines, depth, seldepth, nodes, elapsed, table_fill }
    }
}

impl<M: Clone> Report<M> {
    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(Line::first)
    }
}
