//! Whole games, repeatable searches, openings and ends.

use super::{drawn_games, start, walk};
use crate::{Evaluation, Player, Settings};
use game::{Dice, Position as _, Record};
use havannah::{Move, Options, Position};
use search::{Evaluator as _, Limits, Score, Search as _};

fn small(threads: usize, lines: usize) -> Player {
    Player::new(Settings { memory_mib: 4, threads, lines, ..Settings::default() })
}

#[test]
fn a_search_of_so_many_nodes_repeats_itself() {
    let record = Record::from_position(walk(6, 70, &mut Dice::new(1)));
    let limits = Limits::nodes(800);
    let first = small(1, 3).search(&record, &limits, &mut |_| ());
    assert_eq!(first.lines, small(1, 3).search(&record, &limits, &mut |_| ()).lines);
    let mut used = small(1, 3);
    used.search(&start(8), &Limits::nodes(100), &mut |_| ());
    used.forget();
    assert_eq!(first.lines, used.search(&record, &limits, &mut |_| ()).lines);
    assert_eq!(first.nodes, 800);
}

#[test]
fn lines_are_legal_and_sorted() {
    for threads in [1, 2] {
        let record = Record::from_position(walk(5, 50, &mut Dice::new(4)));
        let report = small(threads, 6).search(&record, &Limits::nodes(1_000), &mut |_| ());
        assert_eq!(report.lines.len(), 6);
        assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score));
        for line in &report.lines {
            let mut position = record.position().clone();
            line.moves.iter().for_each(|&mv| position.play(mv).expect("a legal line"));
        }
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut player = small(1, 1);
    let mut record = start(6);
    let first = player.search(&record, &Limits::nodes(2_000), &mut |_| ());
    first.lines[0].moves.iter().take(2).for_each(|&mv| record.play(mv).expect("legal"));
    let again = player.search(&record, &Limits::nodes(1), &mut |_| ());
    assert!(again.lines[0].visits > Some(10), "{:?}", again.lines[0].visits);
}

#[test]
fn games_are_played_to_the_end() {
    for seed in 0..6 {
        let mut record = start(4);
        let mut player = small(1, 1);
        let mut dice = Dice::new(seed);
        while record.position().outcome().is_none() {
            let report = player.search(&record, &Limits::nodes(60), &mut |_| ());
            let best = report.best().filter(|_| dice.below(4) > 0);
            let mv = best.or_else(|| dice.choose(&record.position().moves()));
            record.play(mv.expect("a move")).expect("legal");
        }
        let report = player.search(&record, &Limits::nodes(60), &mut |_| ());
        assert_eq!(report.best(), None);
    }
}

#[test]
fn a_full_board_is_a_draw() {
    for game in drawn_games(5) {
        let last = game.truncated(game.ply() - 1);
        let report = small(1, 1).search(&last, &Limits::nodes(50), &mut |_| ());
        assert_eq!(report.score(), Some(Score::Draw));
        assert_eq!(small(1, 1).search(&game, &Limits::nodes(50), &mut |_| ()).best(), None);
    }
}

#[test]
fn a_strong_first_stone_is_swapped_and_a_weak_one_is_not() {
    let options: Options = "size=8 swap=on".parse().expect("options");
    let answer = |text: &str| {
        let mut record = Record::<Position>::new(options);
        record.play_text(text).expect("legal");
        Player::new(Settings::default()).search(&record, &Limits::nodes(8_000), &mut |_| ()).best()
    };
    assert_eq!(answer("e5"), Some(Move::Swap));
    assert_ne!(answer("a1"), Some(Move::Swap));
}

#[test]
fn the_first_stone_is_not_a_strong_one() {
    let options: Options = "size=8 swap=on".parse().expect("options");
    let record = Record::<Position>::new(options);
    let report = small(1, 2).search(&record, &Limits::nodes(6_000), &mut |_| ());
    assert_eq!(report.lines.len(), 2);
    let first = report.best().expect("a move");
    assert!(record.position().is_legal(first));
    assert_ne!(first.to_string(), "e5", "it is swapped");
    for lines in [1, 40] {
        let report = small(1, lines).search(&record, &Limits::nodes(1), &mut |_| ());
        assert!(report.best().is_some(), "even of a single simulation");
    }
}

#[test]
fn evaluation_counts_missing_stones() {
    let value = |text: &str| {
        let position: Position = text.parse().expect("a position");
        Evaluation::default().evaluate(&position)
    };
    let (ahead, even) = ("4/5/6/1w1w3/6/5/4 w swap=off", "4/5/6/7/6/5/4 w swap=off");
    assert!(value(ahead) > value(even));
    let behind = ahead.replace(" w ", " b ");
    assert!(value(&behind) < value(even));
}
