//! First moves under the swap rule by sequential halving (Karnin, Koren and Somekh 2013): what a move is
//! worth to whoever places it, when the other side may take it over.
//!
//! Blue takes the better side, so that a first move with the win probability v is worth min(v, 1 − v).
//! All candidates are searched without the swap; then the better half again with twice the playouts, and
//! so on. A report follows each round.

use crate::endgame::remaining_limits;
use crate::opening::fair_openings;
use crate::player::{sorted, without_swap};
use game::Position as _;
use hex::{Move, Position};
use hexgrid::Axial;
use search::{Limits, Line, Report, Score, Search};
use std::cmp::Reverse;
use std::time::Duration;
use web_time::Instant;

/// Playouts for each candidate in the first round.
const FIRST_PLAYOUTS: u64 = 24;

/// First moves kept beyond those that are reported.
const SPARE: usize = 2;

/// Rounds after which playouts are not doubled any more: the tree would not hold them.
const MOST_DOUBLINGS: u32 = 14;

/// A first move and the best report of the game after it so far.
struct FirstMove {
    at: Axial,
    line: Line<Move>,
}

/// The search of first moves.
pub(crate) struct OpeningSearch {
    position: Position,
    candidates: Vec<FirstMove>,
    lines: usize,
    begun: Instant,
    nodes: u64,
}

impl OpeningSearch {
    /// A search for the best `lines` first moves of an empty board.
    pub(crate) fn new(position: &Position, lines: usize) -> Self {
        let candidate = |at| {
            let moves = vec![Move::Place(at)];
            FirstMove { at, line: Line { visits: Some(0), ..Line::new(moves, Score::Chance(0)) } }
        };
        let mut candidates: Vec<_> = first_moves(position).into_iter().map(candidate).collect();
        if lines == 1 {
            // The choice is known; its score is not.
            candidates.truncate(1);
        }
        Self { position: position.clone(), candidates, lines, begun: Instant::now(), nodes: 0 }
    }

    /// Rounds until a limit is reached; calls `progress` after each.
    pub(crate) fn run(
        &mut self,
        search: &mut dyn Search<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        for round in 0.. {
            let playouts = FIRST_PLAYOUTS << round.min(MOST_DOUBLINGS);
            if !self.search_all(search, limits, playouts) {
                break;
            }
            self.candidates.sort_by_key(|candidate| Reverse(candidate.line.score));
            progress(&self.report());
            let half = self.candidates.len().div_ceil(2);
            self.candidates.truncate(half.max(self.lines + SPARE));
            let deep = |most| self.report().depth >= most;
            if limits.depth.is_some_and(deep) {
                break;
            }
        }
        self.report()
    }

    /// Searches every candidate; whether no limit was reached.
    fn search_all(
        &mut self,
        search: &mut dyn Search<Position>,
        limits: &Limits,
        playouts: u64,
    ) -> bool {
        for candidate in &mut self.candidates {
            let left = remaining_limits(limits, self.nodes, self.begun.elapsed());
            if is_reached(&left) {
                return false;
            }
            let nodes = left.nodes.map_or(playouts, |left| left.min(playouts));
            let after = without_swap(&self.position.after(Move::Place(candidate.at)));
            let limits = Limits { nodes: Some(nodes), depth: None, ..left };
            let report = search.search(&after, &limits, &mut |_| ());
            self.nodes += report.nodes.max(1);
            if let Some(best) = report.lines.first() {
                candidate.line = line_of(candidate.at, best);
            }
        }
        true
    }

    fn report(&self) -> Report<Move> {
        let mut lines: Vec<_> = self.candidates.iter().map(|known| known.line.clone()).collect();
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(self.lines);
        let depth = lines.first().map_or(0, |line| line.moves.len());
        let (nodes, elapsed) = (self.nodes, self.begun.elapsed());
        sorted(Report { lines, depth, seldepth: depth, nodes, elapsed, table_fill: 0 })
    }
}

/// Cells that may be fair, of which each has a counterpart after half a turn that is not listed: those
/// of the two outer rings, where the known fair openings are, but for the rows at Red's own edges, where
/// a stone helps least; on solved boards the fair ones.
fn first_moves(position: &Position) -> Vec<Axial> {
    let board = position.board();
    let last = board.size() as i8 - 1;
    let ring = |at: Axial| at.q.min(at.r).min(last - at.q).min(last - at.r);
    let known = fair_openings(board);
    let mut moves: Vec<Axial> = if known.len() > 2 { known.clone() } else { Vec::new() };
    if moves.is_empty() {
        let cells = board.cells().into_iter().map(|cell| board.axial(cell));
        moves = cells.filter(|&at| ring(at) <= 1 && at.r != 0 && at.r != last).collect();
    }
    let turned = |at: Axial| Axial::new(last - at.q, last - at.r);
    let is_first = |at: &Axial| (at.r, at.q) <= (turned(*at).r, turned(*at).q);
    // The known fair ones come first, so that a search cut short names one of them.
    moves.retain(is_first);
    moves.sort_by_key(|at| !known.contains(at));
    moves
}

/// The line of a first move whose best answer, when it is not swapped, is `best`. A proven result is an
/// estimate here: it says nothing about the game after a swap.
fn line_of(at: Axial, best: &Line<Move>) -> Line<Move> {
    let blue = match best.score {
        Score::Chance(share) => share.min(1000),
        Score::WinIn(_) => 1000,
        Score::LossIn(_) => 0,
        Score::Estimate(_) | Score::Draw => 500,
    };
    let is_swapped = blue < 500;
    let first = Move::Place(at);
    // After a swap the expected line is another one.
    let rest: &[Move] = if is_swapped { &[Move::Swap] } else { &best.moves };
    let moves = std::iter::once(first).chain(rest.iter().copied()).collect();
    Line { visits: best.visits, ..Line::new(moves, Score::Chance(blue.min(1000 - blue))) }
}

/// Whether nothing is left.
fn is_reached(left: &Limits) -> bool {
    left.is_stopped() || left.nodes == Some(0) || left.time == Some(Duration::ZERO)
}
