//! Dead cells: in every way of filling the board, either colour gives the same winner.

use super::{all_of_3x3, geometry, position, random};
use crate::exhaustive::{Bits, ExhaustiveSolver, bit, each_bit};
use crate::solver_board::SolverBoard;
use game::{Dice, Side};

/// Whether red wins, for every full board of a size.
fn red_wins(exhaustive: &ExhaustiveSolver) -> Vec<bool> {
    (0..=exhaustive.cells()).map(|red| exhaustive.has_won(Side::First, red)).collect()
}

/// Whether the colour of `cell` matters for no way of filling the cells that are `free`.
fn is_dead(red_wins: &[bool], red: Bits, free: Bits, cell: Bits) -> bool {
    let mut more = free;
    loop {
        let filled = red | more;
        if red_wins[filled as usize] != red_wins[(filled | cell) as usize] {
            return false;
        }
        if more == 0 {
            return true;
        }
        more = (more - 1) & free;
    }
}

fn check(size: usize, boards: impl Iterator<Item = (Bits, Bits)>) -> usize {
    let (exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
    let red_wins = red_wins(&exhaustive);
    let mut dead = 0;
    for (red, blue) in boards {
        let state = SolverBoard::new(&geometry, &position(size, red, blue));
        for cell in state.empties().into_iter().filter(|&cell| state.ring(cell).is_dead()) {
            let bit = bit(cell);
            let free = exhaustive.cells() & !(red | blue | bit);
            assert!(
                is_dead(&red_wins, red, free, bit),
                "{:#}\n{cell:?}",
                position(size, red, blue)
            );
            dead += 1;
        }
    }
    dead
}

#[test]
fn dead_cells_never_matter() {
    assert!(check(3, all_of_3x3()) > 1000);
    let mut dice = Dice::new(1);
    let boards: Vec<_> = (0..2000).map(|i| random(&mut dice, 4, 20 + i % 60)).collect();
    assert!(check(4, boards.into_iter()) > 100);
}

#[test]
fn killers_make_dead() {
    let mut dice = Dice::new(2);
    let geometry = geometry(5);
    let mut seen = 0;
    for _ in 0..500 {
        let (red, blue) = random(&mut dice, 5, 50);
        let state = SolverBoard::new(&geometry, &position(5, red, blue));
        for cell in state.empties() {
            for side in Side::BOTH {
                for (d, next) in geometry.by_direction(cell).iter().enumerate() {
                    let vulnerable = state.ring(cell).killers(side) >> d & 1 == 1;
                    let dead = next.is_some_and(|next| {
                        let mut after = state.clone();
                        let empty = state.empties().contains(next);
                        if empty {
                            after.place(&geometry, side, next);
                        }
                        empty && after.ring(cell).is_dead()
                    });
                    assert_eq!(vulnerable, dead);
                    seen += usize::from(vulnerable);
                }
            }
        }
    }
    assert!(seen > 100);
    assert_eq!(each_bit(0b1010).collect::<Vec<_>>(), [0b10, 0b1000]);
}
