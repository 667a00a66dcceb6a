//! What virtual connections and inferior cells say to the player about a position: who wins if
//! that can be seen, and else which moves are worth a thought and how good they look.

use crate::connect::Lore;
use crate::field::Field;
use crate::inferior::{dominated, fill, killed};
use crate::lattice::{Lattice, widen};
use crate::solver::{Judge, Verdict};
use crate::width::{at_width, every_width};
use game::{Position as _, Side};
use hex::{Board, CellSet, Position};
use hexgrid::Cell;

/// What is seen. Plies are the most that it takes.
#[derive(Clone, Debug)]
pub(crate) enum Outlook {
    /// The side to move wins by this move, so many plies after it.
    Won { by: Cell, plies: u16 },
    /// The side to move loses.
    Lost { plies: u16 },
    /// If any move wins, one of these does; each with its promise, from 0 to 1.
    Open { moves: CellSet, promises: Vec<(Cell, f32)> },
}

every_width!(
    /// A desk for boards of one size.
    AnyDesk of Desk
);

/// Looks at positions; kept for its buffers.
#[derive(Debug, Default)]
pub(crate) struct Lookout {
    desk: Option<AnyDesk>,
}

impl Lookout {
    /// Looks at a position that is not over. The swap is left out of account.
    pub(crate) fn look(&mut self, position: &Position) -> Outlook {
        let board = position.board();
        let size = |desk: &AnyDesk| at_width!(AnyDesk, desk, d => d.lattice.board().size());
        self.desk.take_if(|desk| size(desk) != board.size());
        let desk = self.desk.get_or_insert_with(|| AnyDesk::new(board.size(), board));
        at_width!(AnyDesk, desk, desk => desk.look(position))
    }
}

#[derive(Debug)]
struct Desk<const W: usize> {
    lattice: Lattice<W>,
    judge: Judge<W>,
}

impl<const W: usize> From<&'static Board> for Desk<W> {
    fn from(board: &'static Board) -> Self {
        Self { lattice: Lattice::new(board), judge: Judge::new(Lore::Hurry) }
    }
}

impl<const W: usize> Desk<W> {
    fn look(&mut self, position: &Position) -> Outlook {
        let side = position.side_to_move();
        let mut field = Field::new(&self.lattice, position);
        fill(&self.lattice, &mut field, self.lattice.cells());
        let within = |winner: Side, carrier| widen(carrier | field.captured(winner));
        match self.judge.look(&self.lattice, &field, side) {
            Verdict::Won { carrier, best } => {
                let carrier = within(side, carrier);
                // Who wins even by moving second may move anywhere; best where it helps.
                let by = best.or(carrier.lowest()).or(position.empties().lowest());
                let by = by.unwrap_or(Cell::new(0));
                let left = carrier.without(by) & position.empties();
                Outlook::Won { by, plies: even(left.len()) }
            }
            Verdict::Lost { carrier } => {
                let carrier = within(side.other(), carrier) & position.empties();
                Outlook::Lost { plies: even(carrier.len().max(1)) }
            }
            Verdict::Open { reasons } => {
                let left = reasons.iter().fold(field.empties(), |left, reason| left & reason.left);
                let poor = killed(&field, side) | dominated(&self.lattice, &field, side);
                let moves = if (left & !poor).is_empty() { left } else { left & !poor };
                let promises = self.judge.promises(moves);
                let promise = |cell: Cell| {
                    (cell, f32::from(promises[cell.index() / 64][cell.index() % 64]) / 255.0)
                };
                let promises = moves.into_iter().map(promise).collect();
                Outlook::Open { moves: widen(moves), promises }
            }
        }
    }
}

/// Moves and answers come in pairs.
///
/// A full connection is carried out in no more plies than its carrier has cells: wherever the
/// opponent moves, the answer leaves a full connection with at least two cells less.
fn even(cells: usize) -> u16 {
    cells.next_multiple_of(2) as u16
}
