//! Edge templates (Browne 2000): regions in which a stone is connected to its edge, though the AND
//! and OR rules do not find it.
//!
//! The templates were minimised with the solver: starting with a region as wide as the board, cells
//! were given to the opponent one after another, the outermost first, as long as the stone stayed
//! connected. A test verifies them with the solver. `O` is the stone, `*` the cells of the carrier;
//! rows are drawn without their slant.
//! rows are drawn without their slant.

use hex::{Board, Edge};
use hexgrid::{Axial, Cell, CellSet};

/// A stone on the fourth row.
const FOURTH_ROW: &[&str] = &["....O*.", "..*****", ".******", "*******"];
/// The same, with fewer cells below the stone and more beside it.
const FOURTH_ROW_WIDE: &[&str] = &["....*O*.", "..******", ".***.***", "********"];
/// A stone on the fifth row.
const FIFTH_ROW: &[&str] = &[".....*O*..", "....*****.", "..********", ".*********", "**********"];
/// All of them.
const DRAWINGS: [&[&str]; 3] = [FOURTH_ROW, FOURTH_ROW_WIDE, FIFTH_ROW];

/// A template at a place on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Template<const W: usize> {
    pub(crate) head: Cell,
    pub(crate) carrier: CellSet<W>,
}

/// Every template that fits on the board, for one edge.
pub(crate) fn templates<const W: usize>(board: &Board, edge: Edge) -> Vec<Template<W>> {
    let shapes = DRAWINGS.map(offsets);
    let shapes = shapes.iter().flat_map(|shape| [shape.clone(), reflected(shape)]);
    shapes.flat_map(|shape| laid(board, edge, &shape)).collect()
}

/// The cells of a drawing as steps from the stone, towards the bottom edge.
pub(crate) fn offsets(drawing: &[&str]) -> Vec<Axial> {
    let head = drawing[0].find('O').unwrap_or_default() as i8;
    let mut steps = Vec::new();
    for (r, row) in drawing.iter().enumerate() {
        let cells = row.bytes().enumerate().filter(|(_, sign)| *sign == b'*');
        steps.extend(cells.map(|(q, _)| Axial::new(q as i8 - head, r as i8)));
    }
    steps
}

/// The reflected template.
fn reflected(shape: &[Axial]) -> Vec<Axial> {
    shape.iter().map(|step| Axial::new(-step.q - step.r, step.r)).collect()
}

/// A template at every place along an edge where it fits.
fn laid<const W: usize>(board: &Board, edge: Edge, shape: &[Axial]) -> Vec<Template<W>> {
    let height = shape.iter().map(|step| step.r).max().unwrap_or_default();
    let row = board.size() as i8 - 1 - height;
    let heads = (0..board.size() as i8).map(|q| Axial::new(q, row));
    let lay = |head: Axial| {
        let cell = |at| board.cell(at).map(|cell| turned(board, edge, cell));
        let carrier = shape.iter().map(|&step| cell(head + step)).collect::<Option<_>>()?;
        Some(Template { head: cell(head)?, carrier })
    };
    heads.filter_map(lay).collect()
}

/// Maps the bottom edge to `edge`.
fn turned(board: &Board, edge: Edge, cell: Cell) -> Cell {
    match edge {
        Edge::Bottom => cell,
        Edge::Top => board.rotated(cell),
        Edge::Right => board.mirrored(cell),
        Edge::Left => board.rotated(board.mirrored(cell)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, SolverLimits};
    use game::{BySide, Side};
    use hex::{Position, SwapRule};

    /// Whether a red stone, joined to the top, reaches the bottom in `carrier` though Blue moves
    /// first and has everything else.
    fn holds(solver: &mut Solver, board: &Board, head: Axial, carrier: hex::CellSet) -> bool {
        let stem: hex::CellSet =
            (0..=head.r).filter_map(|r| board.cell(Axial::new(head.q, r))).collect();
        let stones = BySide::new(stem, board.cells() & !(stem | carrier));
        let position = Position::setup(board.size(), stones, Side::Second, SwapRule::Off);
        let position = position.expect("the stones fit");
        solver.solve(&position, &SolverLimits::default(), &mut |_, _| {}).winner
            == Some(Side::First)
    }

    /// A drawing on the bottom of a board: its head and its carrier.
    fn drawn(board: &Board, drawing: &[&str]) -> (Axial, hex::CellSet) {
        let row = (board.size() - drawing.len()) as i8;
        let head = Axial::new(drawing[0].find('O').unwrap() as i8, row);
        let carrier = offsets(drawing).into_iter().filter_map(|step| board.cell(head + step));
        (head, carrier.collect())
    }

    #[test]
    fn the_solver_believes_every_template_and_can_spare_no_cell_of_the_smaller_ones() {
        let board = Board::sized(12).unwrap();
        let mut solver = Solver::new(16);
        for drawing in DRAWINGS {
            let (head, carrier) = drawn(board, drawing);
            assert!(holds(&mut solver, board, head, carrier), "{drawing:?}");
        }
        for drawing in &DRAWINGS[..2] {
            let (head, carrier) = drawn(board, drawing);
            for cell in carrier {
                assert!(!holds(&mut solver, board, head, carrier.without(cell)), "{cell:?}");
            }
        }
    }

    #[test]
    fn templates_lie_along_their_edges() {
        let board = Board::sized(11).unwrap();
        for edge in Edge::ALL {
            let found = templates::<2>(board, edge);
            assert_eq!(found.len(), 2 * (5 + 4 + 2), "{edge:?}");
            for Template { head, carrier } in found {
                assert!(!carrier.contains(head));
                let rim = board.edge(edge);
                let adjacent = carrier.into_iter().filter(|&cell| rim.contains(cell)).count();
                assert!([7, 8, 10].contains(&adjacent), "{edge:?}");
            }
        }
    }
}
