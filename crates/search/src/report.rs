//! What a search finds, and the face that every search shows.

use crate::{Limits, Score};
use game::{Position, Record};
use std::time::Duration;

/// A move, what it is worth, and how play is expected to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<P: Position> {
    /// The rated move and what is expected after it; never empty, always legal in order.
    pub moves: Vec<P::Move>,
    /// What the first move is worth to the side that plays it.
    pub score: Score,
    /// How many playouts began with the first move, where playouts are counted.
    pub visits: Option<u32>,
}

impl<P: Position> Line<P> {
    /// The rated move, if the line has one.
    pub fn first(&self) -> Option<P::Move> {
        self.moves.first().copied()
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<P: Position> {
    /// The best lines, best first, each with another first move; empty exactly when the position
    /// has no legal move.
    pub lines: Vec<Line<P>>,
    /// The plies that were looked at in full; the length of the main line where nothing is full.
    pub depth: usize,
    /// The deepest ply seen.
    pub seldepth: usize,
    /// Positions visited, or playouts played.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table or tree is, in thousandths.
    pub table_fill: u32,
}

impl<P: Position> Report<P> {
    /// A report without findings.
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

    /// What the best move is worth.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Nodes for each second of the search.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// Anything that can look for the best move.
pub trait Search<P: Position> {
    /// Looks at where `record` stands until a limit is reached, and tells `progress` of every
    /// finding on the way. An ending outside the rules (a lost clock, say) does not keep the
    /// position from being looked at.
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P>;

    /// Forgets what earlier searches left behind: the next game has nothing to do with the last.
    fn forget(&mut self) {}
}
