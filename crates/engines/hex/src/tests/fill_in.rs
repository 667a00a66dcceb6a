//! Fill-in and the pruning of vulnerable cells change no winner.

use super::{all_of_3x3, geometry, position, random, stones};
use crate::Surveyor;
use crate::exhaustive::{Bits, ExhaustiveSolver, bits, each_bit};
use crate::geometry::BoardGeometry;
use crate::geometry::widen;
use crate::inferior::{VulnerableCells, fill_in, fill_in_groups, vulnerable_cells};
use crate::solver_board::SolverBoard;
use game::{BySide, Dice, Side};
use hex::{Board, Move, Position, SwapRule};
use hexgrid::CellSet;

/// A way to fill in.
type FillInFunction = fn(&BoardGeometry<1>, &mut SolverBoard<1>);

fn check_fill(
    size: usize,
    boards: impl Iterator<Item = (Bits, Bits)>,
    fill: FillInFunction,
) -> usize {
    let (mut exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
    let mut changed = 0;
    for (red, blue) in boards {
        let before = position(size, red, blue);
        if before.winner().is_some() {
            continue;
        }
        let mut state = SolverBoard::new(&geometry, &before);
        fill(&geometry, &mut state);
        let (filled_red, filled_blue) = stones(&state);
        changed += usize::from((filled_red, filled_blue) != (red, blue));
        for side in Side::BOTH {
            let expected = exhaustive.winner(red, blue, side);
            let found = exhaustive.winner(filled_red, filled_blue, side);
            assert_eq!(found, expected, "{before:#}\nbecame {filled_red:b} {filled_blue:b}");
        }
    }
    changed
}

#[test]
fn fill_in_changes_no_winner() {
    let near: FillInFunction = |geometry, state| {
        fill_in(geometry, state, geometry.cells());
    };
    let deep: FillInFunction = |geometry, state| {
        fill_in_groups(geometry, state, geometry.cells());
    };
    let mut dice = Dice::new(3);
    let boards: Vec<_> = (0..3000).map(|i| random(&mut dice, 4, 40 + i % 50)).collect();
    let large: Vec<_> = (0..300).map(|i| random(&mut dice, 5, 30 + i % 15)).collect();
    for fill in [near, deep] {
        assert!(check_fill(3, all_of_3x3(), fill) > 1000);
        assert!(check_fill(4, boards.iter().copied(), fill) > 1000);
        assert!(check_fill(5, large.iter().copied(), fill) > 200);
    }
}

/// Computes the vulnerable cells of a side.
type VulnerableFunction = fn(&BoardGeometry<1>, &SolverBoard<1>, Side) -> CellSet<1>;

fn check_killed(
    size: usize,
    boards: impl Iterator<Item = (Bits, Bits)>,
    find_killed: VulnerableFunction,
) -> usize {
    let (mut exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
    let mut pruned = 0;
    for (red, blue) in boards {
        let before = position(size, red, blue);
        if before.winner().is_some() {
            continue;
        }
        let state = SolverBoard::new(&geometry, &before);
        for side in Side::BOTH {
            let killed = bits(widen(find_killed(&geometry, &state, side)));
            pruned += killed.count_ones() as usize;
            let wins = exhaustive.winner(red, blue, side) == side;
            let kept = exhaustive.cells() & !(red | blue | killed);
            let wins_with_kept = each_bit(kept).any(|cell| match side {
                Side::First => exhaustive.winner(red | cell, blue, side.other()) == side,
                Side::Second => exhaustive.winner(red, blue | cell, side.other()) == side,
            });
            assert_eq!(wins_with_kept, wins, "{before:#}\n{side:?} without {killed:b}");
        }
    }
    pruned
}

#[test]
fn killed_moves_are_never_needed() {
    let near: VulnerableFunction = |_, state, side| vulnerable_cells(state, side);
    let deep: VulnerableFunction =
        |geometry, state, side| VulnerableCells::of(geometry, state, side).victims;
    let mut dice = Dice::new(4);
    let boards: Vec<_> = (0..3000).map(|i| random(&mut dice, 4, 40 + i % 50)).collect();
    let large: Vec<_> = (0..300).map(|i| random(&mut dice, 5, 30 + i % 15)).collect();
    let [near, deep] = [near, deep].map(|find| {
        assert!(check_killed(3, all_of_3x3(), find) > 1000);
        assert!(check_killed(4, boards.iter().copied(), find) > 1000);
        check_killed(5, large.iter().copied(), find)
    });
    assert!(deep > near, "{deep} and {near}");
}

/// The stones of these cells, by name, as bits of a board.
fn cells(board: &Board, names: &str) -> hex::CellSet {
    let place = |name: &str| match name.parse() {
        Ok(Move::Place(at)) => board.cell(at),
        _ => None,
    };
    names.split(' ').filter_map(place).collect()
}

/// No path needs to pass through a ring of stones, unless it is open on two sides.
#[test]
fn what_a_group_surrounds_is_dead() {
    let board = Board::sized(11).expect("the size exists");
    let ring = "d3 e3 f3 g3 h3 i3 c4 i4 c5 i5 c6 i6 c7 i7 c8 i8 c9 d9 e9 f9 g9 h9";
    let middle = cells(board, "f6").lowest().expect("a cell");
    for (holes, is_dead) in [("", true), ("f3", true), ("f3 g3 f9 g9", false)] {
        let red = cells(board, ring) & !cells(board, holes);
        let stones = BySide::new(red, CellSet::EMPTY);
        let position = Position::setup(11, stones, Side::Second, SwapRule::Off).expect("it fits");
        let found = Surveyor::new().inferior(&position);
        assert_eq!(found.dead.contains(middle), is_dead, "{position:#}");
    }
}
