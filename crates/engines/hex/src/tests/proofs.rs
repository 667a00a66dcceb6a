//! Proofs that the solver writes hold, and the checker sees through those that were tampered with.

use super::random;
use super::solves::{empty, setup};
use crate::{CheckedProof, Solver, SolverLimits, check};
use game::{Dice, Position as _, Side};
use hex::Position;

/// The winner and the proof of a position.
fn proof(position: &Position) -> (Side, String) {
    let mut solver = Solver::new(4);
    let solution = solver.solve(position, &SolverLimits::default(), &mut |_, _| {});
    let winner = solution.winner.expect("without limits there is an answer");
    let proof = solver.proof(position, winner).expect("what is won can be shown");
    assert_eq!(solver.proof(position, winner.other()), None, "{position:#}");
    (winner, proof)
}

fn assert_proven(position: &Position) -> usize {
    let (winner, text) = proof(position);
    let CheckedProof { position: of, winner: by, lines } =
        check(&text).expect("a proof that holds");
    assert_eq!((&of, by), (position, winner), "{position:#}");
    lines
}

#[test]
fn what_the_solver_proves_the_checker_believes() {
    for size in 3..=5 {
        assert_proven(&empty(size));
    }
    let mut dice = Dice::new(11);
    let mut lines = 0;
    for i in 0..200 {
        let (red, blue) = random(&mut dice, 3 + i % 3, 40 + i % 60);
        let side = Side::BOTH[dice.below(2)];
        lines += assert_proven(&setup(3 + i % 3, red, blue, side));
    }
    assert!(lines > 2000, "{lines}");
}

#[test]
fn openings_of_6x6_are_proven() {
    for mv in ["a1", "c4", "f1"] {
        let start = empty(6);
        let mv = start.read_move(mv).expect("a legal move");
        assert_proven(&start.after(mv));
    }
}

/// The text with one line left out, for every line.
fn with_a_line_missing(text: &str) -> impl Iterator<Item = String> {
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    (0..lines.len()).map(move |i| [&lines[..i], &lines[i + 1..]].concat().concat())
}

#[test]
fn a_proof_with_a_hole_is_refused() {
    let (_, text) = proof(&empty(4));
    let (mut refused, mut all) = (0, 0);
    for torn in with_a_line_missing(&text) {
        all += 1;
        match check(&torn) {
            Err(_) => refused += 1,
            // Lines that say again which stones stand may go, and what still holds is still true.
            Ok(proven) => assert_eq!(proven.winner, Side::First),
        }
    }
    assert!(refused * 3 > all * 2, "{refused} of {all}");
}

#[test]
fn no_tampering_proves_what_is_false() {
    let (_, text) = proof(&empty(4));
    for (from, to) in [
        ("winner red", "winner blue"),
        ("position 4/4/4/4 r", "position 4/4/4/4 b"),
        ("position 4/4/4/4 r", "position 4/1bb1/1bb1/4 r"),
        (" semi ", " full "),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(check(&text.replace(from, to)).is_err(), "{from} became {to}");
    }
}

#[test]
fn what_cannot_be_read_gets_one_line() {
    let head = "hex proof 1\nposition 3/3/3 r swap=off\nwinner red\n";
    let garbage = "x".repeat(10_000_000);
    for (text, says) in [
        ("", "ends before"),
        (garbage.as_str(), "hex proof"),
        ("hex proof 2\n", "version"),
        ("hex proof 1\nposition 3/3 r swap=off\n", ""),
        ("hex proof 1\nposition 3/3/3 r swap=off\nwinner green\n", "green"),
        (head, "no result"),
        (&format!("{head}nonsense"), "line 4"),
        (&format!("{head}stones z9"), "z9"),
        (&format!("{head}link 1 full near far - touch"), "do not touch"),
        (&format!("{head}link 1 full near far - and 2 3 b2"), "no link 2"),
        (&format!("{head}link 99999999999999999999 full near far - touch"), "number"),
        (&format!("{head}claim 1 full - link 4"), "no link 4"),
        (&format!("{head}claim 1 full - or 4"), "no claim 4"),
        (&format!("{head}claim 1 full - "), "too early"),
        (&format!("{head}result 1"), "no claim 1"),
        (&format!("{head}result {garbage}"), "number"),
    ] {
        let error = check(text).expect_err("no proof").to_string();
        assert!(error.contains(says) && error.len() < 200 && !error.contains('\n'), "{error}");
    }
}
