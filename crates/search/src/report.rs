//! The report of a search and the trait of all searches.

use crate::{Limits, Score};
use game::{Position, Record};
use std::time::Duration;

/// A root move with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<P: Position> {
    /// The principal variation, the rated move first; never empty, always legal in order.
    pub moves: Vec<P::Move>,
    /// The score of the first move for the side that plays it.
    pub score: Score,
    /// Visits of the first move, in Monte-Carlo tree search.
    pub visits: Option<u32>,
}

impl<P: Position> Line<P> {
    /// The rated move.
    pub fn first(&self) -> Option<P::Move> {
        self.moves.first().copied()
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<P: Position> {
    /// The best variations, best first, each with another first move (multi-PV); empty exactly when
    /// the position has no legal move.
    pub lines: Vec<Line<P>>,
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

impl<P: Position> Report<P> {
    /// A report without moves.
    pub fn empty() -> Self {
        Self {
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            table_fill: 0,
        }
    }

    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<P::Move> {
        self.lines.first().and_then(Line::first)
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
}

/// A search for the best move.
pub trait Search<P: Position> {
    /// Searches the current position of `record` until a limit is reached, and calls `progress`
    /// with intermediate reports. An ending outside the rules (a lost clock, say) does not keep the
    /// position from being searched.
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P>;

    /// Clears tables and trees: the next search belongs to another game.
    fn forget(&mut self) {}
}
