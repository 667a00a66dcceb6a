//! The candidates for the first move under the swap rule: the network rates all of them, and
//! [`OpeningSearch`] searches the most even ones.

use crate::network::{Network, NetworkEvaluator};
use crate::opening::fair_openings;
use game::Position as _;
use hex::{Move, Position, SwapRule};
use hexgrid::Axial;
use search::opening::SPARE;
use search::{Line, OpeningSearch, PieRule, Score};
use std::cmp::Reverse;

/// Simulations for each candidate in the first round.
const FIRST_NODES: u64 = 24;

/// First moves that are searched, unless more are reported.
const CANDIDATES: usize = 12;

/// HX-2.3.
pub(crate) const PIE_RULE: PieRule<Position> =
    PieRule { swap: Move::Swap, without: |position| position.with_swap_rule(SwapRule::Off) };

/// A search for the best `lines` first moves of an empty board.
pub(crate) fn opening_search(
    position: &Position,
    network: &Network,
    lines: usize,
) -> OpeningSearch<Position> {
    let search = OpeningSearch::start(position, PIE_RULE, lines, FIRST_NODES);
    let mut candidates = rated_moves(position, network);
    let nodes = candidates.len() as u64;
    candidates.sort_by_key(|line| Reverse(line.score));
    candidates.truncate(CANDIDATES.max(lines + SPARE));
    search.with_candidates(candidates, nodes)
}

/// First moves with the network's value, each without its counterpart after half a turn; on solved
/// boards the fair ones.
fn rated_moves(position: &Position, network: &Network) -> Vec<Line<Move>> {
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
        let first = Move::Place(at);
        let after = (PIE_RULE.without)(position).after(first);
        let blue = evaluator.evaluate(&after, &[], &mut Vec::new());
        let score = Score::Chance((1000.0 * blue).round() as u16);
        PIE_RULE.line(first, &Line { visits: Some(1), ..Line::new(Vec::new(), score) })
    });
    rated.collect()
}
