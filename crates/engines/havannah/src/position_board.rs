//! From positions to playout boards: a base board that most positions of a search contain, and the
//! stones that a position has beyond it.

use crate::board::Board;
use crate::geometry::{Geometry, PLACES};
use crate::threats::ThreatBoard;
use game::{Position as _, Side};
use havannah::{CellSet, Move, Options, Position, SwapRule};

/// Stones beyond the base board at which the base is made anew.
const MOST_NEW: usize = 24;

/// Makes playout boards of positions.
#[derive(Clone, Debug)]
pub(crate) struct PositionBoard {
    base: ThreatBoard,
    /// Stones of the base board.
    stones: [CellSet; 2],
    current: ThreatBoard,
    /// The move to every place.
    moves: Box<[Move; PLACES]>,
}

impl Default for PositionBoard {
    fn default() -> Self {
        Self::empty(*crate::geometry::SIDES.start())
    }
}

impl PositionBoard {
    fn empty(side: usize) -> Self {
        let geometry = Geometry::of(side);
        let base = ThreatBoard::new(Board::new(geometry));
        let mut moves = Box::new([Move::Swap; PLACES]);
        let options = Options::new(side, SwapRule::Off).expect("a board of the rules");
        let board = Position::start(options).board();
        for (cell, &place) in board.cells().into_iter().zip(&geometry.cells) {
            moves[usize::from(place)] = Move::Place(board.axial(cell));
        }
        Self { current: base.clone(), base, stones: [CellSet::EMPTY; 2], moves }
    }

    /// The move to a place of the last board.
    pub(crate) fn move_to(&self, place: usize) -> Move {
        self.moves[place]
    }

    fn geometry(&self) -> &'static Geometry {
        self.base.board.geometry()
    }

    /// The board of a position that is not over.
    pub(crate) fn board_of(&mut self, position: &Position) -> &mut ThreatBoard {
        if self.geometry().side() != position.size() {
            *self = Self::empty(position.size());
        }
        let wanted = Side::BOTH.map(|side| position.stones(side));
        self.fit_base(wanted);
        self.current.clone_from(&self.base);
        add_stones(&mut self.current, wanted, self.stones);
        &mut self.current
    }

    /// The same, with the move to every place.
    pub(crate) fn board_and_moves(
        &mut self,
        position: &Position,
    ) -> (&mut ThreatBoard, &[Move; PLACES]) {
        self.board_of(position);
        (&mut self.current, &self.moves)
    }

    /// Makes sure that the base is a part of these stones, and not a small one: the stones that the
    /// last positions have in common.
    fn fit_base(&mut self, wanted: [CellSet; 2]) {
        let common = [wanted[0] & self.stones[0], wanted[1] & self.stones[1]];
        let new = (wanted[0] & !common[0]).len() + (wanted[1] & !common[1]).len();
        let stones = if new > MOST_NEW { wanted } else { common };
        if stones != self.stones {
            self.base = ThreatBoard::new(Board::new(self.geometry()));
            add_stones(&mut self.base, stones, [CellSet::EMPTY; 2]);
            self.stones = stones;
        }
    }
}

/// The place of a move.
pub(crate) fn place_of(position: &Position, mv: Move) -> Option<usize> {
    let Move::Place(at) = mv else { return None };
    let cell = position.board().cell(at)?;
    Some(usize::from(Geometry::of(position.size()).cells[cell.index()]))
}

/// Adds the stones that are in `wanted` and not in `there`.
fn add_stones(board: &mut ThreatBoard, wanted: [CellSet; 2], there: [CellSet; 2]) {
    let geometry = board.board.geometry();
    for side in Side::BOTH {
        for cell in wanted[side.index()] & !there[side.index()] {
            board.place(usize::from(geometry.cells[cell.index()]), side);
        }
    }
}
