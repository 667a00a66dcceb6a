//! Local detection of rings (Teytaud and Teytaud 2009), bridges and forks with flood fill of groups: what one more stone
//! completes.
//!
//! Let no structure stand before. The own stones around the new one form runs in the cycle of its six
//! neighbours. Then
//! - a ring that encloses a cell without an own stone is completed exactly when two runs belong to
//!   one group: the group closes a cycle that separates the cells between the runs, and only one side
//!   of it is the outside;
//! - any other ring is six stones around an own one, so that this one is a neighbour in the
//!   middle of a run of three;
//! - a single run joins nothing, so that a bridge or fork then needs a new stone on the rim.

use crate::{Board, CellSet, WinKind};
use hexgrid::{Cell, Direction};

/// The own stones around a cell without one: bit d for direction d. Where the board ends the cell
/// itself is the neighbour, and empty.
#[inline]
fn neighbourhood(board: &Board, own: &CellSet, cell: Cell) -> u32 {
    let steps = board.steps(cell).iter().enumerate();
    steps.fold(0, |bits, (d, &next)| bits | u32::from(own.contains(next)) << d)
}

/// What a stone on `cell` completes, if `own` are the other stones of its side and complete nothing. Of
/// several the first in the order of [`WinKind`] (HV-2.6).
#[inline]
pub(crate) fn completed(board: &Board, own: &CellSet, cell: Cell) -> Option<WinKind> {
    let near = neighbourhood(board, own, cell);
    if near == 0 {
        return None;
    }
    let ends = near & !Direction::turned_set(near, 5);
    let runs = ends.count_ones();
    if encircles_a_stone(board, own, cell, near) {
        return Some(WinKind::Ring);
    }
    let on_rim = board.neighbours(cell).len() < 6;
    if runs == 1 && !on_rim {
        return None;
    }
    joins(board, own, cell, ends)
}

/// Whether a neighbour between two others is now surrounded by own stones.
#[inline]
fn encircles_a_stone(board: &Board, own: &CellSet, cell: Cell, near: u32) -> bool {
    let mut middles = near & Direction::turned_set(near, 1) & Direction::turned_set(near, 5);
    while middles != 0 {
        let middle = board.steps(cell)[middles.trailing_zeros() as usize];
        middles &= middles - 1;
        let steps = board.steps(middle);
        // On the rim the stone itself stands for what is missing and would count as own.
        if board.neighbours(middle).len() == 6
            && steps.iter().all(|&next| next == cell || own.contains(next))
        {
            return true;
        }
    }
    // Six own neighbours are a ring around this cell already.
    near == 0b11_1111
}

/// What the groups at the `ends` of runs make when `cell` joins them.
fn joins(board: &Board, own: &CellSet, cell: Cell, ends: u32) -> Option<WinKind> {
    let mut joined = CellSet::EMPTY.with(cell);
    let mut anchors = board.anchors(cell);
    let mut rest = ends;
    while rest != 0 {
        let start = board.steps(cell)[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        if joined.contains(start) {
            return Some(WinKind::Ring);
        }
        anchors |= spread(board, own, &mut joined, start);
    }
    if (anchors >> 6).count_ones() >= 2 {
        return Some(WinKind::Bridge);
    }
    ((anchors & 0b11_1111).count_ones() >= 3).then_some(WinKind::Fork)
}

/// Puts `cell` and all stones of `own` joined to it that are not yet `found` into `found` (flood fill);
/// returns their anchors.
fn spread(board: &Board, own: &CellSet, found: &mut CellSet, cell: Cell) -> u16 {
    found.insert(cell);
    let mut anchors = board.anchors(cell);
    for &next in board.around(cell) {
        if own.contains(next) && !found.contains(next) {
            anchors |= spread(board, own, found, next);
        }
    }
    anchors
}
