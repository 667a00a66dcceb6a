//! First moves under the swap rule by sequential halving (Karnin, Koren and Somekh 2013): what a move is
//! worth to whoever places it, when the other side may take it over.
//!
//! Blue takes the better side, so that a first move with the win probability v is worth min(v, 1 − v).
//! The network rates all first moves; the most even ones are searched without the swap, then the better
//! half again with twice the simulations, and so on. A report follows each round.

use crate::endgame::remaining_limits;
use crate::network::{Network, NetworkEvaluator};
use crate::opening::fair_openings;
use crate::player::{sorted, without_swap};
use game::Position as _;
use hex::{Move, Position, SwapRule};
use hexgrid::Axial;
use search::{Limits, Line, Report, Score, Search};
use std::cmp::Reverse;
use std::time::Duration;
use web_time::Instant;

/// Simulations for each candidate in the first round.
const FIRST_NODES: u64 = 24;

/// First moves that are searched, unless more are reported.
const CANDIDATES: usize = 12;

/// First moves kept beyond those that are reported.
const SPARE: usize = 2;

/// Rounds after which simulations are not doubled any more: the tree would not hold them.
const MOST_DOUBLINGS: u32 = 14;

/// Share of a player's clock for the first move, and the longest time.
const OF_CLOCK: u32 = 40;
const LONGEST: Duration = Duration::from_secs(2);

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
    pub(crate) fn new(position: &Position, network: &Network, lines: usize) -> Self {
        let begun = Instant::now();
        let mut candidates = rated_moves(position, network);
        let nodes = candidates.len() as u64;
        candidates.sort_by_key(|candidate| Reverse(candidate.line.score));
        candidates.truncate(CANDIDATES.max(lines + SPARE));
        Self { position: position.clone(), candidates, lines, begun, nodes }
    }

    /// Rounds until a limit is reached; calls `progress` after each.
    pub(crate) fn run(
        &mut self,
        search: &mut dyn Search<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let limits = &without_clock(limits);
        progress(&self.report());
        for round in 0.. {
            let nodes = FIRST_NODES << round.min(MOST_DOUBLINGS);
            if !self.search_all(search, limits, nodes) {
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
        nodes: u64,
    ) -> bool {
        for candidate in &mut self.candidates {
            let left = remaining_limits(limits, self.nodes, self.begun.elapsed());
            if is_reached(&left) {
                return false;
            }
            let nodes = left.nodes.map_or(nodes, |left| left.min(nodes));
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

/// First moves with the network's value, each without its counterpart after half a turn; on solved
/// boards the fair ones.
fn rated_moves(position: &Position, network: &Network) -> Vec<FirstMove> {
    let board = position.board();
    let last = board.size() as i8 - 1;
    let mut moves = fair_openings(board);
    if moves.is_empty() {
        moves = board.cells().into_iter().map(|cell| board.axial(cell)).collect();
    }
    let turned = |at: Axial| Axial::new(last - at.q, last - at.r);
    moves.retain(|&at| (at.r, at.q) <= (turned(at).r, turned(at).q));
    let mut evaluator = NetworkEvaluator::new(network);
    let rated = moves.into_iter().map(|at| {
        let after = position.with_swap_rule(SwapRule::Off).after(Move::Place(at));
        let blue = evaluator.evaluate(&after, &[], &mut Vec::new());
        let score = Score::Chance((1000.0 * blue).round() as u16);
        let line = line_of(at, &Line { visits: Some(1), ..Line::new(Vec::new(), score) });
        FirstMove { at, line }
    });
    rated.collect()
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

/// The limits with a share of the clock as time.
fn without_clock(limits: &Limits) -> Limits {
    let of_clock = limits.clock.map(|clock| (clock.left / OF_CLOCK).min(LONGEST));
    let time = [limits.time, of_clock].into_iter().flatten().min();
    Limits { time, clock: None, ..limits.clone() }
}

/// Whether nothing is left.
fn is_reached(left: &Limits) -> bool {
    left.is_stopped() || left.nodes == Some(0) || left.time == Some(Duration::ZERO)
}
