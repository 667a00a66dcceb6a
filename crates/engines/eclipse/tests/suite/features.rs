//! Features and weights of the evaluation.

use crate::common::{turned, walk};
use eclipse::{Options, Position};
use eclipse_engine::{Evaluation, FEATURES, Weights, feature_names, features};
use game::{Dice, Position as _};
use search::Evaluator;
use std::collections::BTreeSet;

fn positions() -> impl Iterator<Item = Position> {
    Options::ALL.into_iter().flat_map(|options| walk(options, 5, 2_000))
}

fn some_weights(seed: u64) -> Weights {
    let mut dice = Dice::new(seed);
    Weights::new(std::array::from_fn(|_| dice.below(2001) as i32 - 1000))
}

#[test]
fn the_half_turn_with_the_sides_changed_about_changes_nothing() {
    for position in positions() {
        assert_eq!(features(&position), features(&turned(&position)), "{position}");
    }
}

#[test]
fn what_is_good_for_one_side_is_bad_for_the_other() {
    let mut differing = 0;
    for position in positions() {
        let (own, other) = (features(&position), features(&position.passed()));
        let [mine, theirs] = [own, other].map(|all| all[1..].to_vec());
        assert_eq!(mine, theirs.iter().map(|x| -x).collect::<Vec<_>>(), "{position}");
        assert_eq!((own[0], other[0]), (1, 1), "the first says whose turn it is");
        differing += usize::from(mine.iter().any(|&x| x != 0));
    }
    assert!(differing > 3_000, "{differing}");
}

#[test]
fn a_position_is_worth_its_features_times_their_weights() {
    for seed in 0..4 {
        let weights = some_weights(seed);
        let mut evaluation = Evaluation::new(&weights);
        for position in positions() {
            let counts = features(&position);
            let terms = counts.iter().zip(weights.all()).map(|(&x, w)| i32::from(x) * w);
            assert_eq!(evaluation.evaluate(&position), terms.sum::<i32>(), "{position}");
        }
    }
}

#[test]
fn the_start_is_even_but_for_the_turn() {
    for options in Options::ALL {
        let counts = features(&Position::start(options));
        assert_eq!(counts[0], 1);
        assert!(counts[1..].iter().all(|&x| x == 0), "{counts:?}");
    }
}

#[test]
fn nearly_every_feature_happens() {
    let mut seen = BTreeSet::new();
    for position in positions() {
        let counts = features(&position);
        seen.extend(counts.iter().enumerate().filter(|(_, x)| **x != 0).map(|(i, _)| i));
    }
    assert!(seen.len() > FEATURES * 3 / 4, "{} of {FEATURES}", seen.len());
}

#[test]
fn names_are_unique_words() {
    let names: BTreeSet<&String> = feature_names().iter().collect();
    assert_eq!(names.len(), FEATURES);
    assert!(names.iter().all(|name| !name.contains(char::is_whitespace)));
}

#[test]
fn weights_round_trip() {
    for weights in [Weights::default(), some_weights(9)] {
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }
}

#[test]
fn weights_that_cannot_be_read_say_where() {
    let good = some_weights(1).to_string();
    let first = good.lines().next().expect("a line").to_owned();
    let broken = [
        (String::new(), "expected `tempo.0` and its weight, found “”", 0),
        (good.replacen("tempo.0", "tmpo.0", 1), "expected `tempo.0` and its weight", 0),
        (good.replacen(&first, "tempo.0 9999999", 1), "expected `tempo.0` and its weight", 0),
        (good.replacen(&first, "tempo.0 1.5", 1), "expected `tempo.0` and its weight", 0),
        (good.replacen("exits.1", "exits.7", 1), "expected `exits.1` and its weight", 1),
        (format!("{good}more"), "expected nothing after the last weight, found “more”", good.len()),
        ("x".repeat(10_000_000), "expected `tempo.0` and its weight", 0),
    ];
    for (text, what, at) in broken {
        let error = text.parse::<Weights>().expect_err("broken");
        assert!(error.what.starts_with(what), "{error}");
        assert!(error.at >= at && error.to_string().len() < 200, "{error}");
    }
}
