//! The candidates for the first move under the swap rule: one cell of each class of symmetric cells.

use havannah::{Move, Position, SwapRule};
use hexgrid::Cell;
use search::{Line, OpeningSearch, PieRule, Score};

/// Simulations for each candidate in the first round.
const FIRST_NODES: u64 = 32;

/// HV-3.1.
pub(crate) const PIE_RULE: PieRule<Position> = PieRule { swap: Move::Swap, without: without_swap };

/// A search for the best `lines` first moves of an empty board.
pub(crate) fn opening_search(position: &Position, lines: usize) -> OpeningSearch<Position> {
    let unknown = |mv| Line::new(vec![mv], Score::Chance(0));
    let candidates = distinct_moves(position).into_iter().map(unknown).collect();
    OpeningSearch::start(position, PIE_RULE, lines, FIRST_NODES).with_candidates(candidates, 0)
}

/// The same stones without the swap rule.
///
/// # Panics
/// If the position is none.
fn without_swap(position: &Position) -> Position {
    let same = Position::setup(position.size(), *position.both(), position.turn(), SwapRule::Off);
    same.expect("the stones of a position")
}

/// One move of each class of cells that rotations and reflections of the board map to each other.
fn distinct_moves(position: &Position) -> Vec<Move> {
    let board = position.board();
    let symmetries = board.symmetries();
    let is_lowest = |cell: &Cell| {
        symmetries.iter().all(|symmetry| symmetry.cell(*cell).index() >= cell.index())
    };
    let cells = board.cells().into_iter().filter(is_lowest);
    cells.map(|cell| Move::Place(board.axial(cell))).collect()
}
