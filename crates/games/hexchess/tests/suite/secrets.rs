//! Hidden information (HC-5): whoever is not told cannot tell.
//!
//! The heart is a pair of twin games that differ only in which horse is the fool. Everything that
//! is sent to somebody who must not know is compared, byte for byte, until a horse falls.

use game::{Dice, Ending, MoveList, Position as _, Record, Side, Viewer};
use hexchess::{
    Kind, Lineup, Move, MoverOutcome, Options, Phase, Piece, Position, View, board, fool_revealed,
    record_seen, view_of, worlds,
};
use proptest::prelude::*;
use std::fmt::Write as _;

fn exchanged_kind(kind: Kind) -> Kind {
    match kind {
        Kind::Fool => Kind::Knight,
        Kind::Knight => Kind::Fool,
        other => other,
    }
}

/// The same move with knight and fool exchanged.
fn exchanged(mv: Move) -> Move {
    match mv {
        Move::Step { .. } => mv,
        Move::Place { kind, cell } => Move::Place { kind: exchanged_kind(kind), cell },
        Move::PlaceAll(lineup) => {
            let kinds: Vec<Kind> = lineup.iter().map(exchanged_kind).collect();
            Move::PlaceAll(Lineup::new(&kinds).unwrap())
        }
    }
}

/// The index picks a step, or a single placement, or one time in six a whole lineup.
fn chosen(position: &Position, index: u16) -> Move {
    let mut list = MoveList::new();
    if position.phase() == Phase::Setup && !index.is_multiple_of(6) {
        position.setup_placements(&mut list);
    } else {
        position.legal_moves(&mut list);
    }
    list[Dice::new(index.into()).below(list.len())]
}

/// All that a viewer is ever sent, and all that can be asked.
fn sent_texts(record: &Record<Position>, viewer: Viewer) -> String {
    let view = view_of(record, viewer);
    let mut said = format!("{view}\n{view:#}\n{:?}\n", record.conclusion());
    for seen in record_seen(record, viewer) {
        let _ = writeln!(said, "{} {} {:?} {}", seen.mv, seen.text, seen.effects, seen.view);
    }
    let _ = writeln!(said, "{:?}", worlds(record, viewer));
    for &mv in view.moves().iter().take(300) {
        let text = view.write_move(mv);
        let _ = writeln!(said, "{text} {:?}", view.parse_move(&text));
    }
    for side in Side::BOTH {
        let revealed = fool_revealed(record, side);
        let _ = writeln!(said, "{:?} {:?} {revealed}", view.pool(side), view.suspects(side));
    }
    said
}

/// The reasons given for every illegal step: a player may ask for any of them.
fn refusals(position: &Position) -> String {
    let legal = position.moves();
    let mut said = String::new();
    for from in board::SHAPE.cells() {
        for to in board::SHAPE.cells() {
            let mv = Move::Step { from, to };
            if !legal.contains(&mv) {
                let _ = writeln!(said, "{mv} {}", position.why_illegal(mv));
            }
        }
    }
    said
}

fn horse_falls(position: &Position, mv: Move, side: Side) -> bool {
    let horses = [Kind::Knight, Kind::Fool].map(|kind| Piece::new(side, kind));
    position.effects(mv).fallen().any(|piece| horses.contains(&piece))
}

/// Plays twin games, and returns at how many plies they differed without anybody seeing it.
fn compare_twins(hider: Side, indices: &[u16]) -> usize {
    let mut game = Record::<Position>::new(Options);
    let mut twin = game.clone();
    let mut differed = 0;
    for (ply, &index) in indices.iter().enumerate() {
        let position = game.position().clone();
        let mv = chosen(&position, index);
        let of_hider = position.side_to_move() == hider;
        let twin_mv = if of_hider { exchanged(mv) } else { mv };
        for viewer in [Viewer::Player(hider.other()), Viewer::Watcher] {
            let seen = position.move_seen(mv, viewer);
            assert_eq!(seen, twin.position().move_seen(twin_mv, viewer));
        }
        game.play(mv).unwrap();
        twin.play(twin_mv).unwrap();
        if horse_falls(&position, mv, hider) {
            return differed;
        }
        assert_eq!(game.conclusion(), twin.conclusion());
        if game.conclusion().is_some() {
            return differed;
        }
        differed += usize::from(game.position() != twin.position());
        for viewer in [Viewer::Player(hider.other()), Viewer::Watcher] {
            assert_eq!(record_seen(&game, viewer), record_seen(&twin, viewer));
            let (view, twin_view) = (view_of(&game, viewer), view_of(&twin, viewer));
            assert_eq!(view, twin_view);
            assert!(*view.moves() == *twin_view.moves());
            assert_eq!(
                sent_texts(&game, viewer),
                sent_texts(&twin, viewer),
                "{viewer:?} after {mv}"
            );
        }
        if ply % 5 == 0 {
            assert_eq!(refusals(game.position()), refusals(twin.position()));
        }
    }
    differed
}

fn sides() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn twins_cannot_be_told_apart(
        hider in sides(),
        indices in prop::collection::vec(any::<u16>(), 1..60),
    ) {
        compare_twins(hider, &indices);
    }

    #[test]
    fn own_moves_need_no_secrets(indices in prop::collection::vec(any::<u16>(), 1..60)) {
        let mut game = Record::<Position>::new(Options);
        for index in indices {
            let position = game.position();
            if game.conclusion().is_some() {
                break;
            }
            let view = position.view(Viewer::Player(position.side_to_move()));
            prop_assert_eq!(&*view.moves(), &*position.moves());
            // The information set: whichever of its members is true, the same moves are legal.
            for member in worlds(&game, Viewer::Player(position.side_to_move())) {
                prop_assert_eq!(&*member.moves(), &*position.moves());
            }
            if position.phase() == Phase::Play {
                let watched = position.view(Viewer::Watcher);
                prop_assert_eq!(&*watched.moves(), &*position.moves());
            }
            for viewer in [Viewer::Watcher, Viewer::Player(Side::First), Viewer::Judge] {
                let worlds = worlds(&game, viewer);
                prop_assert!(worlds.contains(position), "{} of {:?}", position, worlds);
                prop_assert!(worlds.iter().all(|world| world.check().is_ok()));
            }
            let mv = chosen(position, index);
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn twins_differ_for_long_enough_to_mean_something() {
    let mut dice = Dice::new(2);
    let mut differed = 0;
    for round in 0..30 {
        let indices: Vec<u16> = (0..60).map(|_| dice.roll() as u16).collect();
        differed += compare_twins(Side::BOTH[round % 2], &indices);
    }
    assert!(differed > 200, "{differed}");
}

fn play(game: &mut Record<Position>, moves: &str) {
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|e| panic!("{e}"));
    }
}

fn played(moves: &str) -> Record<Position> {
    let mut game = Record::new(Options);
    play(&mut game, moves);
    game
}

#[test]
fn only_the_owner_and_the_judge_see_a_fool() {
    let game = played("all:KCDGF all:FKCDG");
    let fools = |viewer| view_of(&game, viewer).as_seen().of_kind(Kind::Fool).len();
    assert_eq!(fools(Viewer::Judge), 2);
    assert_eq!(fools(Viewer::Player(Side::First)), 1);
    assert_eq!(fools(Viewer::Player(Side::Second)), 1);
    assert_eq!(fools(Viewer::Watcher), 0);
    let seen = |viewer| record_seen(&game, viewer).iter().map(|s| s.mv.to_string()).collect();
    let texts: Vec<String> = seen(Viewer::Watcher);
    assert_eq!(texts, ["all:KCDGN", "all:NKCDG"]);
    let texts: Vec<String> = seen(Viewer::Player(Side::Second));
    assert_eq!(texts, ["all:KCDGN", "all:FKCDG"]);
}

#[test]
fn the_opponents_pool_and_placements_are_hidden_in_the_setup() {
    let game = played("F@4");
    let white = view_of(&game, Viewer::Player(Side::First));
    assert_eq!(white.pool(Side::First).unwrap().to_string(), "KCDGMNBQR");
    assert_eq!(white.pool(Side::Second), None);
    assert!(white.moves().is_empty(), "it is the other side that places");
    let black = view_of(&game, Viewer::Player(Side::Second));
    assert_eq!(black.piece_at(board::numbered(4).unwrap()).unwrap().kind, Kind::Knight);
    assert_eq!(record_seen(&game, Viewer::Player(Side::Second))[0].text, "S:N4");
    assert_eq!(record_seen(&game, Viewer::Player(Side::First))[0].text, "S:F4");
}

#[test]
fn a_fallen_fool_is_named_from_its_fall_on() {
    let start = "1/2/K6/5f/2D2/6/6k/2/1 b even -".parse().unwrap();
    let mut game = Record::<Position>::from_position(start);
    play(&mut game, "16-25 19-25");
    let seen = record_seen(&game, Viewer::Player(Side::First));
    assert_eq!(seen[0].text, "16N25", "it was a knight then");
    assert_eq!(seen[1].text, "19Dx25");
    assert_eq!(seen[1].effects.captured, Some(Piece::new(Side::Second, Kind::Fool)));
    assert_eq!(seen[1].effects.mover_outcome, MoverOutcome::Removed);
    assert!(fool_revealed(&game, Side::Second) && !fool_revealed(&game, Side::First));
    game.end(Ending::Resignation(Side::First)).unwrap();
    assert_eq!(record_seen(&game, Viewer::Watcher)[0].text, "16F25", "all is told at the end");
}

#[test]
fn a_pawn_that_took_a_fool_on_the_last_rank_is_not_written_as_a_queen() {
    let start = "1/2/K6/4P1/4f/6/6k/2/1 w even -".parse().unwrap();
    let mut game = Record::<Position>::from_position(start);
    let white = Viewer::Player(Side::First);
    let mv = view_of(&game, white).parse_move("15x21=Q").unwrap();
    assert_eq!(view_of(&game, white).write_move(mv), "15x21=Q", "as far as White knows");
    assert_eq!(game.position().parse_move("15x21=Q"), Ok(mv), "and so it must be readable");
    game.play(mv).unwrap();
    assert_eq!(record_seen(&game, white)[0].text, "15x21");
}

#[test]
fn a_swapped_fool_stays_hidden() {
    let start = "1/2/KG5/F5/5/6/6k/2/1 w even -".parse().unwrap();
    let mut game = Record::<Position>::from_position(start);
    game.play("5-11".parse().unwrap()).unwrap();
    let swapped = |viewer| record_seen(&game, viewer)[0].effects.swapped;
    assert_eq!(swapped(Viewer::Player(Side::First)), Some(Kind::Fool));
    assert_eq!(swapped(Viewer::Player(Side::Second)), Some(Kind::Knight));
}

#[test]
fn everything_is_told_when_the_game_is_over() {
    let over: Position = "1/2/K6/6/2D2/6/5f1/2/1 b even -".parse().unwrap();
    assert_eq!(over.view(Viewer::Watcher), over.view(Viewer::Judge));
    assert_eq!(*over.view(Viewer::Player(Side::First)).as_seen(), over);
    let mut game = played("all:KCDGF Q@10");
    game.end(Ending::Time(Side::First)).unwrap();
    let view = view_of(&game, Viewer::Watcher);
    assert!(view.to_string().ends_with("MNBQR/kcdgfmnbr judge"), "{view}");
    assert_eq!(record_seen(&game, Viewer::Watcher)[0].mv.to_string(), "all:KCDGF");
}

#[test]
fn a_record_rules_worlds_out() {
    let count = |game: &Record<Position>| worlds(game, Viewer::Player(Side::First)).len();
    // Two horses: one of them is the fool.
    let mut game = played("all:KCDGQ all:KNFQR");
    assert_eq!(count(&game), 2);
    // The knight falls, and the one that is left must be the fool.
    play(&mut game, "17-19 16-25 19-25");
    assert_eq!(worlds(&game, Viewer::Player(Side::First)), [game.position().clone()]);
    // One horse may be either, until the fool has fallen elsewhere.
    assert_eq!(count(&played("all:KCDGQ all:KBFQR")), 2);
    let mut other = played("all:KCDGQ all:KFNQR");
    play(&mut other, "17-19 16-25 19-25");
    assert_eq!(worlds(&other, Viewer::Player(Side::First)), [other.position().clone()]);
}

#[test]
fn a_horse_that_a_fool_takes_along_is_not_named() {
    // Two black horses; one of them takes White's fool on 19 and is gone, the other is a riddle
    // still.
    let start = "1/2/K6/5n/2F2/6/5fk/2/1 b even -".parse().unwrap();
    let mut game = Record::<Position>::from_position(start);
    play(&mut game, "16-19");
    let white = Viewer::Player(Side::First);
    assert_eq!(record_seen(&game, white)[0].effects.mover_outcome, MoverOutcome::Removed);
    assert!(fool_revealed(&game, Side::First) && !fool_revealed(&game, Side::Second));
    assert_eq!(worlds(&game, white).len(), 2);
}

#[test]
fn views_that_show_too_much_or_too_little_are_refused() {
    for (text, part) in [
        (
            "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even - white",
            "cannot see that Black has a fool",
        ),
        ("1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even ?/kcdgfmnbqr white", "pool is known"),
        ("1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even KCDGFMNBQR/kcdgfmnbqr white", "hidden"),
        ("1/2/KP3pk/CP2pc/DP1pd/GP2pg/NP3pn/2/1 w even - everyone", "nobody looks on"),
        ("1/2/KP3pk/CP2pc/DP1pd/GP2pg/NP3pn/2/1 w even -", "a view ends with"),
        ("1/2/NP3p1/NP2p1/NP1p1/1P2p1/1P3p1/2/1 w even ?/? watcher", "twice"),
    ] {
        let error = text.parse::<View>().expect_err(text);
        assert!(error.what.contains(part), "{text}: {error}");
    }
}
