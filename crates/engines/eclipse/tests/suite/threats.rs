//! Wins in one and the threat of one, against brute force.

use crate::common::walk;
use eclipse::{Options, Position};
use eclipse_engine::Evaluation;
use game::{Outcome, Position as _};
use search::Evaluator;

fn wins_at_once(position: &Position) -> bool {
    let side = position.side_to_move();
    position.moves().iter().any(|&mv| position.after(mv).outcome() == Some(Outcome::Win(side)))
}

#[test]
fn a_win_in_one_is_found_exactly_when_there_is_one() {
    let evaluation = Evaluation::default();
    for options in Options::ALL {
        let (mut wins, mut none) = (0, 0);
        for position in walk(options, 11, 20_000) {
            let side = position.side_to_move();
            if let Some(mv) = evaluation.win_in_one(&position) {
                assert!(position.is_legal(mv), "{position}: {mv}");
                let after = position.after(mv);
                assert_eq!(after.outcome(), Some(Outcome::Win(side)), "{position}: {mv}");
                wins += 1;
            } else {
                assert!(!wins_at_once(&position), "{position}");
                none += 1;
            }
        }
        assert!(none > 1000, "{options}");
        assert!(wins > 20 || options == Options::Tabletop, "{options}: {wins}");
    }
}

#[test]
fn an_answer_is_forced_exactly_when_the_other_side_could_win_by_moving_now() {
    let evaluation = Evaluation::default();
    let mut forced = 0;
    for position in walk(Options::Standard, 12, 20_000) {
        let passed = position.passed();
        if passed.outcome().is_some() {
            continue;
        }
        let threatened = wins_at_once(&passed);
        assert_eq!(evaluation.is_forced(&position), threatened, "{position}");
        forced += usize::from(threatened);
    }
    assert!(forced > 100, "{forced}");
    for position in walk(Options::Tabletop, 13, 20_000) {
        let shut_in = position.comet_moves(position.side_to_move()).is_empty();
        assert_eq!(evaluation.is_forced(&position), shut_in, "{position}");
    }
}
