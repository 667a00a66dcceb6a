//! The solver against tables of openings and against plain exhaustive search.

use super::random;
use crate::exhaustive::{Bits, ExhaustiveSolver, bits, set};
use crate::{Solver, SolverLimits};
use game::{BySide, Dice, Position as _, Side};
use hex::{Board, CellSet, Position, SwapRule};
use hexgrid::Axial;
use search::StopSignal;

fn solve(solver: &mut Solver, position: &Position) -> Side {
    let solution = solver.solve(position, &SolverLimits::default(), &mut |_, _| {});
    solution.winner.expect("without limits there is an answer")
}

pub(super) fn setup(size: usize, red: Bits, blue: Bits, side: Side) -> Position {
    let stones = BySide::new(set(red), set(blue));
    Position::setup(size, stones, side, SwapRule::Off).expect("the stones fit")
}

pub(super) fn empty(size: usize) -> Position {
    setup(size, 0, 0, Side::First)
}

/// W where Red wins by opening there, L where it loses, in rows; found by independent programs.
const OPENINGS: [&[&str]; 5] = [
    &["LW", "WL"],
    &["LLW", "WWW", "WLL"],
    &["LLLW", "LLWL", "LWLL", "WLLL"],
    &["LLLLW", "LWWWW", "LWWWL", "WWWWL", "WLLLL"],
    &["LLLLLW", "LWWWWW", "WWWWWW", "WWWWWW", "WWWWWL", "WLLLLL"],
];

#[test]
fn openings_have_the_winners_that_are_known() {
    for rows in OPENINGS {
        let mut solver = Solver::new(16);
        let start = empty(rows.len());
        for (mv, letter) in start.moves().iter().zip(rows.concat().chars()) {
            let expected = if letter == 'W' { Side::First } else { Side::Second };
            assert_eq!(solve(&mut solver, &start.after(*mv)), expected, "{mv} on {}", rows.len());
        }
        assert_eq!(solve(&mut solver, &start), Side::First, "the first player wins");
    }
}

/// A random position with a random side to move.
fn random_position(dice: &mut Dice, size: usize, empty: usize) -> Position {
    let (red, blue) = random(dice, size, empty);
    let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
    setup(size, red, blue, side)
}

fn agree(size: usize, empty: usize, count: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new(4);
    let mut exhaustive = ExhaustiveSolver::new(size);
    for _ in 0..count {
        let position = random_position(&mut dice, size, empty);
        let [red, blue] = Side::BOTH.map(|side| bits(position.stones(side)));
        let expected = exhaustive.winner(red, blue, position.side_to_move());
        assert_eq!(solve(&mut solver, &position), expected, "{position:#}");
    }
}

#[test]
fn five_thousand_positions_of_4x4_agree_with_exhaustive_search() {
    for (empty, count) in [(50, 2000), (70, 2000), (90, 1000)] {
        agree(4, empty, count, empty as u64);
    }
}

#[test]
fn five_thousand_positions_of_5x5_agree_with_exhaustive_search() {
    for (empty, count) in [(35, 2500), (45, 2500)] {
        agree(5, empty, count, empty as u64);
    }
}

#[test]
fn symmetric_positions_have_symmetric_winners() {
    let mut dice = Dice::new(8);
    let mut solver = Solver::new(4);
    for i in 0..300 {
        let position = random_position(&mut dice, 4 + i % 2, 60);
        let winner = solve(&mut solver, &position);
        solver.forget();
        assert_eq!(solve(&mut solver, &position.rotated()), winner, "{position:#}");
        solver.forget();
        assert_eq!(solve(&mut solver, &position.mirrored()), winner.other(), "{position:#}");
    }
}

#[test]
fn the_line_is_legal_and_starts_with_a_winning_move() {
    let mut solver = Solver::new(16);
    for size in 3..=6 {
        let start = empty(size);
        let solution = solver.solve(&start, &SolverLimits::default(), &mut |_, _| {});
        let mut position = start.clone();
        for mv in &solution.line {
            position.play(*mv).expect("a legal line");
        }
        let first = start.after(*solution.line.first().expect("a line"));
        assert_eq!(solve(&mut solver, &first), Side::First);
    }
}

#[test]
fn limits_end_the_search_without_an_answer() {
    let mut solver = Solver::new(16);
    let limits = SolverLimits { nodes: Some(3), ..SolverLimits::default() };
    let solution = solver.solve(&empty(9), &limits, &mut |_, _| {});
    assert_eq!((solution.winner, solution.nodes), (None, 3));
    let limits = SolverLimits { stop: Some(StopSignal::Poll(|| true)), ..SolverLimits::default() };
    assert_eq!(solver.solve(&empty(11), &limits, &mut |_, _| {}).winner, None);
}

#[test]
fn a_finished_game_is_won_and_large_boards_work() {
    let won: Position = "1r1/1r1/1r1 b swap=off".parse().expect("a position");
    assert_eq!(solve(&mut Solver::new(1), &won), Side::First);
    for size in [12, 16, 17, 19] {
        let board = Board::sized(size).expect("the size exists");
        // From the top edge down in bridges, each two rows on and a column back.
        let bridges = (0..size.div_ceil(2)).map(|i| Axial::new((size - 1 - i) as i8, 2 * i as i8));
        let red: CellSet = bridges.filter_map(|at| board.cell(at)).collect();
        let stones = BySide::new(red, CellSet::EMPTY);
        let position = Position::setup(size, stones, Side::Second, SwapRule::Off).expect("fits");
        assert_eq!(solve(&mut Solver::new(16), &position), Side::First, "{position:#}");
    }
}
