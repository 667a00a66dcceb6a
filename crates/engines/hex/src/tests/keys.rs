//! Positions with one key are one game.

use super::{all_of_3x3, geometry, position, random};
use crate::exhaustive::{Bits, ExhaustiveSolver};
use crate::solver::KeyBuilder;
use crate::solver_board::SolverBoard;
use game::{Dice, Side};
use std::collections::HashMap;

fn check(size: usize, boards: impl Iterator<Item = (Bits, Bits)>) -> (usize, usize) {
    let (mut exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
    let mut keys = KeyBuilder::new();
    let mut winners = HashMap::new();
    let mut count = 0;
    for (red, blue) in boards {
        let position = position(size, red, blue);
        let state = SolverBoard::new(&geometry, &position);
        let turned = SolverBoard::new(&geometry, &position.rotated());
        for side in Side::BOTH {
            let key = keys.key(&geometry, &state, side);
            let other = keys.key(&geometry, &turned, side);
            assert_eq!((key.slot, key.check), (other.slot, other.check), "{position:#}");
            let winner = exhaustive.winner(red, blue, side);
            let known = *winners.entry((key.slot, key.check)).or_insert(winner);
            assert_eq!(known, winner, "{position:#}");
            count += 1;
        }
    }
    (count, winners.len())
}

#[test]
fn equal_keys_mean_equal_winners() {
    let (positions, keys) = check(3, all_of_3x3());
    // Half a turn alone would leave more than half of them.
    assert!(keys * 2 < positions, "{keys} keys for {positions} positions");
    let mut dice = Dice::new(5);
    let boards: Vec<_> = (0..4000).map(|i| random(&mut dice, 4, 30 + i % 30)).collect();
    check(4, boards.into_iter());
}
