//! Static evaluation: the stones that each side still needs for a bridge or a fork if the other
//! passes, with and without counting bridges of stones as connected, and the number of cells through
//! which the shortest such connection leads. Rings are not seen.

use crate::distance::{ConnectionCosts, Metric};
use crate::position_board::PositionBoard;
use game::Position as _;
use havannah::Position;
use search::Evaluator;

/// Connection-distance evaluation.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    positions: PositionBoard,
}

/// Value of a stone that is not needed any more, and of one that completes what bridges connect.
const STONE: i32 = 100;
const COMPLETING: i32 = 40;

/// Value of a cell through which the shortest connection leads, and the most that these count.
const CELL: i32 = 1;
const MOST_CELLS: i32 = 30;

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let side = position.side_to_move();
        let board = &self.positions.board_of(position).board;
        let value = |side| {
            let [bridges, stones] = [Metric::Bridges, Metric::Stones]
                .map(|metric| ConnectionCosts::new(board, side, metric));
            let cells = (CELL * stones.count_least(board) as i32).min(MOST_CELLS);
            cells - STONE * i32::from(bridges.least) - COMPLETING * i32::from(stones.least)
        };
        value(side) - value(side.other()) + STONE / 2
    }
}
