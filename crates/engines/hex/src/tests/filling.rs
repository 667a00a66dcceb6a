//! Fill-in and pruning change no winner.

use super::{all_of_3x3, lattice, position, random, stones};
use crate::Surveyor;
use crate::field::Field;
use crate::inferior::{Kills, fill, fill_deep, killed};
use crate::lattice::Lattice;
use crate::lattice::widen;
use crate::plain::{Bits, Plain, bits, each_bit};
use game::{BySide, Dice, Side};
use hex::{Board, Move, Position, SwapRule};
use hexgrid::CellSet;

/// A way to fill in.
type Fill = fn(&Lattice<1>, &mut Field<1>);

fn check_fill(size: usize, boards: impl Iterator<Item = (Bits, Bits)>, fill: Fill) -> usize {
    let (mut plain, lattice) = (Plain::new(size), lattice(size));
    let mut changed = 0;
    for (red, blue) in boards {
        let before = position(size, red, blue);
        if before.winner().is_some() {
            continue;
        }
        let mut field = Field::new(&lattice, &before);
        fill(&lattice, &mut field);
        let (filled_red, filled_blue) = stones(&field);
        changed += usize::from((filled_red, filled_blue) != (red, blue));
        for side in Side::BOTH {
            let expected = plain.winner(red, blue, side);
            let found = plain.winner(filled_red, filled_blue, side);
            assert_eq!(found, expected, "{before:#}\nbecame {filled_red:b} {filled_blue:b}");
        }
    }
    changed
}

#[test]
fn fill_in_changes_no_winner() {
    let near: Fill = |lattice, field| {
        fill(lattice, field, lattice.cells());
    };
    let deep: Fill = |lattice, field| {
        fill_deep(lattice, field, lattice.cells());
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

/// The moves of a side that are said to be killed.
type Killed = fn(&Lattice<1>, &Field<1>, Side) -> CellSet<1>;

fn check_killed(
    size: usize,
    boards: impl Iterator<Item = (Bits, Bits)>,
    find_killed: Killed,
) -> usize {
    let (mut plain, lattice) = (Plain::new(size), lattice(size));
    let mut pruned = 0;
    for (red, blue) in boards {
        let before = position(size, red, blue);
        if before.winner().is_some() {
            continue;
        }
        let field = Field::new(&lattice, &before);
        for side in Side::BOTH {
            let killed = bits(widen(find_killed(&lattice, &field, side)));
            pruned += killed.count_ones() as usize;
            let wins = plain.winner(red, blue, side) == side;
            let kept = plain.cells() & !(red | blue | killed);
            let wins_with_kept = each_bit(kept).any(|cell| match side {
                Side::First => plain.winner(red | cell, blue, side.other()) == side,
                Side::Second => plain.winner(red, blue | cell, side.other()) == side,
            });
            assert_eq!(wins_with_kept, wins, "{before:#}\n{side:?} without {killed:b}");
        }
    }
    pruned
}

#[test]
fn killed_moves_are_never_needed() {
    let near: Killed = |_, field, side| killed(field, side);
    let deep: Killed = |lattice, field, side| Kills::of(lattice, field, side).victims;
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

/// Nobody needs to pass through a ring of stones, unless it is open on two sides.
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
