//! Claims of the solver are true, whatever else is on the board.

use super::{geometry, position, random};
use crate::exhaustive::{ExhaustiveSolver, JoinGame, bits};
use crate::geometry::widen;
use crate::solver::{Budget, DfPnSearch, SolverLimits};
use crate::solver_board::SolverBoard;
use game::{Dice, Side};
use hex::Board;

#[test]
fn learned_claims_hold_with_all_else_in_the_opponents_hands() {
    let mut dice = Dice::new(7);
    for (size, empty, count) in [(4, 90, 100), (5, 60, 100)] {
        let exhaustive = ExhaustiveSolver::new(size);
        let mut search = DfPnSearch::<1>::from((Board::sized(size).expect("the size exists"), 1));
        for _ in 0..count {
            let (red, blue) = random(&mut dice, size, empty);
            let position = position(size, red, blue);
            let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
            let limits = SolverLimits::default();
            let state = search.filled(&SolverBoard::new(&geometry(size), &position));
            search.run(&state, side, &mut Budget::start(&limits, &mut |_, _| {}));
        }
        let mut seen = 0;
        for side in Side::BOTH {
            let mut joining =
                JoinGame::new(&exhaustive, exhaustive.near(side), exhaustive.far(side));
            for (stones, carrier) in search.claims().all(side) {
                let (stones, carrier) = (bits(widen(stones)), bits(widen(carrier)));
                assert!(joining.second(stones, carrier), "{side:?} {stones:b} {carrier:b}");
                seen += 1;
            }
        }
        assert!(seen > 20, "only {seen} claims of {size}×{size}");
    }
}
