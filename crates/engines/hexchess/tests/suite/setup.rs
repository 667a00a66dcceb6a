//! The setup phase: whole line-ups with a king, and no king that falls at once.

use crate::common;

use game::{Dice, MoveList, Outcome, Position as _, Record, Side};
use hexchess::{Kind, Move, Options, Phase, Position, RECOMMENDED_LINEUPS};
use hexchess::{board, is_fair, loses_within, wins_within};
use hexchess_engine::Engine;
use search::{Limits, Score, Search};
use std::collections::BTreeMap;

/// The engine places against an opponent who places by chance, one by one or all at once.
fn set_up(seed: u64, engine_side: Side) -> Record<Position> {
    let mut dice = Dice::new(seed);
    let mut engine = Engine::new(1, 1, 1);
    let mut record = Record::<Position>::new(Options);
    while record.position().phase() == Phase::Setup {
        let position = record.position();
        let mv = if position.side_to_move() == engine_side {
            engine.search(&record, &Limits::nodes(1_200), &mut |_| ()).best().expect("a placement")
        } else if dice.below(4) == 0 {
            position.place_all_random(&mut dice).expect("a line-up")
        } else {
            let mut list = MoveList::new();
            position.setup_placements(&mut list);
            dice.choose(&list).expect("a placement")
        };
        record.play(mv).expect("a legal placement");
    }
    record
}

#[test]
fn every_setup_is_legal_and_leaves_no_king_to_be_taken_by_force() {
    let mut lost = 0;
    for seed in 0..24 {
        let side = if seed % 2 == 0 { Side::First } else { Side::Second };
        let record = set_up(seed, side);
        let position = record.position();
        assert!(position.king(side).is_some(), "{position}");
        let falls = match side {
            Side::First => loses_within(position, 2),
            Side::Second => wins_within(position, 2),
        };
        lost += usize::from(falls);
    }
    // Where the other side still has much to place, nothing can be certain.
    assert_eq!(lost, 0);
}

#[test]
fn a_fair_lineup_leaves_neither_king_to_a_forced_capture() {
    let mut unfair = 0;
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut position = Position::start(Options);
        while position.phase() == Phase::Setup {
            let mv = position.place_all_fair(&mut dice).expect("a line-up");
            position.play(mv).expect("legal");
        }
        assert!(is_fair(&position), "{position}");
        assert_eq!(position.place_all_fair(&mut dice), None, "the setup is over");
        // What chance alone would have made of it.
        let mut plain = Position::start(Options);
        while let Some(mv) = plain.place_all_random(&mut dice) {
            plain.play(mv).expect("legal");
        }
        unfair += usize::from(!is_fair(&plain));
    }
    assert!(unfair > 0, "the filter has something to do");
}

/// The slow way: every line of play to the end.
fn value(position: &Position, plies: usize, side: Side) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    if plies == 0 {
        return false;
    }
    let mut lines = position.moves().into_vec().into_iter().map(|mv| position.after(mv));
    if position.side_to_move() == side {
        lines.any(|next| value(&next, plies - 1, side))
    } else {
        lines.all(|next| value(&next, plies - 1, side))
    }
}

#[test]
fn forced_captures_are_exactly_those_of_the_slow_way() {
    let mut found = [0, 0];
    let games: Vec<Record<Position>> = (0..150).map(|seed| common::walk(seed, 70)).collect();
    let positions = games.iter().flat_map(|game| &game.positions()[2..]);
    let small = |p: &&Position| p.outcome().is_none() && p.occupied().len() <= 16;
    for (number, position) in positions.filter(small).enumerate() {
        let side = position.side_to_move();
        if number % 8 == 0 {
            let wins = wins_within(position, 2);
            assert_eq!(wins, value(position, 3, side), "{position}");
            found[0] += usize::from(wins);
        }
        let loses = loses_within(position, 1);
        assert_eq!(loses, value(position, 2, side.other()), "{position}");
        found[1] += usize::from(loses);
    }
    assert!(found[0] > 10 && found[1] > 2, "{found:?}");
}

/// Half points of the engine against itself with a random line-up.
fn half_points(seed: u64, side: Side) -> usize {
    let mut dice = Dice::new(seed);
    let mut engine = Engine::new(1, 1, 1);
    let mut record = Record::<Position>::new(Options);
    while record.conclusion().is_none() {
        let position = record.position();
        let random = position.side_to_move() != side;
        let lineup = if random { position.place_all_random(&mut dice) } else { None };
        let think = || engine.search(&record, &Limits::nodes(500), &mut |_| ()).best();
        let mv = lineup.or_else(think).expect("a move");
        record.play(mv).expect("a legal move");
    }
    match record.conclusion().and_then(|conclusion| conclusion.outcome.winner()) {
        Some(winner) => 2 * usize::from(winner == side),
        None => 1,
    }
}

#[test]
fn its_own_setup_beats_a_random_one() {
    let sides = |seed| Side::BOTH.map(|side| half_points(seed, side));
    let points: usize = (0..20).flat_map(sides).sum();
    println!("{points} of 80 half points against a random setup");
    assert!(points >= 56, "{points} of 80 half points");
}

#[test]
fn a_piece_is_placed_at_a_time_and_the_king_is_kept_back() {
    let record = Record::<Position>::new(Options);
    let report = Engine::new(1, 1, 5).search(&record, &Limits::nodes(1_000), &mut |_| ());
    for line in &report.lines {
        let Some(Move::Place { kind, .. }) = line.first() else { panic!("{:?}", line.moves) };
        assert_ne!(kind, Kind::King);
    }
}

/// The engine places Black's pieces with a seed: the cells of the horses as both sides see them, and
/// the one that is the fool.
fn horses(seed: u64) -> (Vec<usize>, Option<usize>) {
    let mut record = Record::<Position>::new(Options);
    record.play_text("all:KCDGB").expect("a line-up");
    while record.position().phase() == Phase::Setup {
        let mut engine = Engine::new(1, 1, 1).with_seed(seed + record.ply() as u64 * 1_000);
        let report = engine.search(&record, &Limits::nodes(400), &mut |_| ());
        record.play(report.best().expect("a placement")).expect("a legal placement");
    }
    let pieces = |kind| record.position().pieces(Side::Second, kind);
    let seen = pieces(Kind::Knight) | pieces(Kind::Fool);
    let fool = pieces(Kind::Fool).lowest().map(board::number);
    (seen.into_iter().map(board::number).collect(), fool)
}

/// An opponent who has seen 40 games, and in the next 40 guesses what was most frequent when the horses
/// stood like this, is right about as often as a coin.
#[test]
fn nobody_can_tell_from_other_games_where_the_fool_stands() {
    let mut cells = BTreeMap::<Option<usize>, usize>::new();
    let mut known = BTreeMap::<Vec<usize>, BTreeMap<Option<usize>, usize>>::new();
    let mut guessed = 0;
    for seed in 1..=80 {
        let (seen, fool) = horses(seed);
        *cells.entry(fool).or_default() += 1;
        if seed <= 40 {
            *known.entry(seen).or_default().entry(fool).or_default() += 1;
        } else {
            let guess = known.get(&seen).and_then(|fools| fools.iter().max_by_key(|fool| fool.1));
            guessed += usize::from(guess.is_some_and(|(guess, _)| *guess == fool));
        }
    }
    println!("fool on {cells:?}, guessed in {guessed} of 40 games after {known:?}");
    assert!(cells.len() >= 2 && cells.values().all(|count| *count <= 48), "{cells:?}");
    assert!(guessed <= 26, "{guessed} of 40");
}

#[test]
fn the_same_seed_gives_the_same_setup() {
    assert_eq!(horses(5), horses(5));
}

/// The score of the game that begins with these line-ups, for White.
fn judged(white: Move, black: Move) -> Score {
    let mut record = Record::<Position>::new(Options);
    record.play(white).expect("a legal line-up");
    record.play(black).expect("a legal line-up");
    let report = Engine::new(1, 4, 1).search(&record, &Limits::nodes(40_000), &mut |_| ());
    report.score().expect("a score")
}

#[test]
fn recommended_lineups_are_even_against_each_other() {
    let recommended = Position::start(Options).place_all_recommended();
    assert_eq!(recommended.len(), RECOMMENDED_LINEUPS.len());
    for &white in &recommended {
        for &black in &recommended {
            let score = judged(white, black);
            let is_even = matches!(score, Score::Estimate(-100..=100));
            assert!(is_even, "{score} with {white} against {black}");
        }
    }
    let fixed = Position::start(Options).place_all_fixed().expect("a line-up");
    let worse = recommended.iter().filter(|&&white| judged(white, fixed) > Score::Estimate(100));
    assert_eq!(worse.count(), recommended.len(), "the order of the rules is no recommendation");
}
