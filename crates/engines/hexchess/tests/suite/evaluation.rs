//! Laws of the evaluation: it is a sum, it does not care who is called White, and it knows exactly
//! when a king can be taken.

use crate::common::walk;
use game::{MoveList, Outcome, Position as _, Record};
use hexchess::board::SHAPE;
use hexchess::{Kind, Piece, Position};
use hexchess_engine::{Engine, Evaluation, FEATURES, Weights, feature_names, features};
use hexgrid::{Axial, Cell};
use search::{Evaluator, Limits, Rank, Search};

/// Positions of random games that are not over.
fn positions(games: u64) -> impl Iterator<Item = Position> {
    let open = |p: &Position| p.outcome().is_none();
    (0..games).flat_map(move |seed| {
        let game = walk(seed, 70);
        game.positions()[2..].iter().filter(|p| open(p)).cloned().collect::<Vec<_>>()
    })
}

/// Top and bottom exchanged, and the sides with them.
fn mirrored(position: &Position) -> Position {
    let flip = |cell: Cell| {
        let Axial { q, r } = SHAPE.axial(cell);
        SHAPE.cell(Axial::new(q, -q - r)).expect("the star is its own mirror image")
    };
    let pieces = position.board().map(|(c, p)| (flip(c), Piece::new(p.side.other(), p.kind)));
    Position::from_pieces(pieces, position.side_to_move().other(), position.parity())
        .expect("a mirrored position stands as well")
}

#[test]
fn the_sides_are_judged_alike() {
    let mut evaluation = Evaluation::default();
    let mut seen = 0;
    for position in positions(120) {
        let waiter = position.side_to_move().other();
        // The turn's number changes after Black alone (HC-2.7), so a moon that waits differs.
        if !position.pieces(waiter, Kind::Moon).is_empty() {
            continue;
        }
        let there = mirrored(&position);
        assert_eq!(features(&position), features(&there), "{position}");
        assert_eq!(evaluation.evaluate(&position), evaluation.evaluate(&there), "{position}");
        seen += 1;
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn the_evaluation_is_the_sum_of_features_times_weights() {
    // Weights without a pattern, so that no two features can be taken for each other.
    let mut dice = game::Dice::new(4);
    let odd: [i32; FEATURES] = std::array::from_fn(|_| dice.below(2001) as i32 - 1000);
    for weights in [Weights::default(), Weights::new(odd)] {
        let mut evaluation = Evaluation::new(&weights);
        for position in positions(60) {
            let counts = features(&position);
            let sum: i32 =
                counts.iter().zip(weights.all()).map(|(&n, weight)| i32::from(n) * weight).sum();
            assert_eq!(evaluation.evaluate(&position), sum, "{position}");
        }
    }
}

#[test]
fn every_feature_comes_up_in_some_game() {
    let mut seen = [false; FEATURES];
    for position in positions(400) {
        for (seen, count) in seen.iter_mut().zip(features(&position)) {
            *seen |= count != 0;
        }
    }
    let never: Vec<&String> =
        feature_names().iter().zip(seen).filter(|(_, seen)| !seen).map(|(name, _)| name).collect();
    // Pawns cannot stand where they would be queens, kings have no weight, pawns no mobility.
    assert!(never.len() < 24, "{never:?}");
}

#[test]
fn a_win_in_one_is_found_exactly_where_there_is_one() {
    let evaluation = Evaluation::default();
    let (mut wins, mut others) = (0, 0);
    for position in positions(250) {
        let side = position.side_to_move();
        let takes = |mv| position.after(mv).outcome() == Some(Outcome::Win(side));
        let brute = position.moves().iter().any(|&mv| takes(mv));
        if let Some(mv) = evaluation.win_in_one(&position) {
            assert!(position.is_legal(mv) && takes(mv), "{mv} in {position}");
            wins += 1;
        } else {
            assert!(!brute, "a win was missed in {position}");
            others += 1;
        }
    }
    assert!(wins > 500 && others > 3000, "{wins} {others}");
}

#[test]
fn dragons_fools_and_both_kings_are_judged_as_the_rules_say() {
    let evaluation = Evaluation::default();
    // A dragon two steps from the king; its own king, a fool or nothing between.
    for (text, wins) in [
        ("1/2/7/6/D1k2/5K/7/2/1 w even -", true),
        ("1/2/7/6/DKk2/6/7/2/1 w even -", true),
        ("1/2/7/6/1DKk1/6/7/2/1 w even -", true),
        ("1/2/7/6/DFk2/K5/7/2/1 w even -", true),
        ("1/2/7/6/Dkp2/K5/7/2/1 w even -", true),
        ("1/2/7/6/Dk3/K5/7/2/1 w even -", true),
    ] {
        let position: Position = text.parse().expect("a position");
        let side = position.side_to_move();
        let brute = position
            .moves()
            .iter()
            .any(|&mv| position.after(mv).outcome() == Some(Outcome::Win(side)));
        assert_eq!(evaluation.win_in_one(&position).is_some(), brute, "{text}");
        assert_eq!(brute, wins, "{text}");
    }
    // Only the dragon reaches the king, and it would burn its own: a draw, and no win.
    let both: Position = "1/2/7/6/D1K1k/6/7/2/1 w even -".parse().expect("a position");
    assert_eq!(evaluation.win_in_one(&both), None);
}

#[test]
fn noisy_moves_are_legal_and_end_soon() {
    let evaluation = Evaluation::default();
    let mut list = MoveList::new();
    for position in positions(80) {
        list.clear();
        evaluation.noisy_moves(&position, &mut list);
        for &mv in list.iter() {
            assert!(position.is_legal(mv), "{mv} in {position}");
            assert!(position.is_progress(mv), "{mv} in {position}");
            assert!(matches!(evaluation.rank(&position, mv), Rank::Noisy(0..)));
        }
        let passed = evaluation.pass(&position);
        let turned = |p: Position| p.side_to_move() == position.side_to_move().other();
        assert!(passed.is_none_or(turned), "{position}");
    }
}

#[test]
fn a_free_king_is_always_taken() {
    let evaluation = Evaluation::default();
    let mut engine = Engine::new(1, 1, 1);
    let mut taken = 0;
    for seed in 0..60 {
        let game = walk(seed, 60);
        for ply in 2..game.ply() {
            let record = game.truncated(ply);
            let position = record.position();
            if evaluation.win_in_one(position).is_none() {
                continue;
            }
            for nodes in [1, 50, 2_000] {
                let mv = engine.search(&record, &Limits::nodes(nodes), &mut |_| ()).best();
                let after = position.after(mv.expect("a move"));
                assert_eq!(after.outcome(), Some(Outcome::Win(position.side_to_move())));
            }
            taken += 1;
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn reported_lines_are_legal_to_their_end() {
    let mut engine = Engine::new(1, 1, 3);
    for seed in 0..12 {
        let record = walk(seed, 3 + seed as usize);
        if record.conclusion().is_some() {
            continue;
        }
        let report = engine.search(&record, &Limits::nodes(6_000), &mut |_| ());
        assert!(!report.lines.is_empty() && report.lines.len() <= 3);
        for line in &report.lines {
            assert!(!line.moves.is_empty());
            let mut game: Record<Position> = record.clone();
            for &mv in &line.moves {
                game.play(mv).unwrap_or_else(|error| panic!("{error} in {}", game.position()));
            }
        }
    }
}
