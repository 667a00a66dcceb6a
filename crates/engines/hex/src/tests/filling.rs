//! Fill-in and pruning change no winner.

use super::{all_of_3x3, lattice, position, random, stones};
use crate::field::Field;
use crate::inferior::{fill, fill_further, killed};
use crate::lattice::Lattice;
use crate::lattice::widen;
use crate::plain::{Bits, Plain, bits, each_bit};
use game::{Dice, Side};

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
    let further: Fill = |lattice, field| {
        fill_further(lattice, field);
    };
    let mut dice = Dice::new(3);
    let boards: Vec<_> = (0..3000).map(|i| random(&mut dice, 4, 40 + i % 50)).collect();
    for fill in [near, further] {
        assert!(check_fill(3, all_of_3x3(), fill) > 1000);
        assert!(check_fill(4, boards.iter().copied(), fill) > 1000);
    }
}

fn check_killed(size: usize, boards: impl Iterator<Item = (Bits, Bits)>) -> usize {
    let (mut plain, lattice) = (Plain::new(size), lattice(size));
    let mut pruned = 0;
    for (red, blue) in boards {
        let before = position(size, red, blue);
        if before.winner().is_some() {
            continue;
        }
        let field = Field::new(&lattice, &before);
        for side in Side::BOTH {
            let killed = bits(widen(killed(&field, side)));
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
    assert!(check_killed(3, all_of_3x3()) > 1000);
    let mut dice = Dice::new(4);
    let boards: Vec<_> = (0..3000).map(|i| random(&mut dice, 4, 40 + i % 50)).collect();
    assert!(check_killed(4, boards.into_iter()) > 1000);
}
