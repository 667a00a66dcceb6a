//! Properties: whatever is typed, nothing panics; whatever is played, the books balance. Games
//! are driven by indices into the list of moves, so that a failure shrinks to a short game.

use game::{Dice, MoveList, Position as _, Record, Side, Viewer};
use hexchess::{Effects, Kind, Move, MoverOutcome, Options, Phase, Piece, Position, View};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The positions of a game: a random setup, then the moves that the indices pick.
fn game(seed: u64, indices: &[u16]) -> Vec<(Position, Move)> {
    let mut position = Position::start(Options);
    let mut dice = Dice::new(seed);
    let mut plies = Vec::new();
    let mut list = MoveList::new();
    for &index in indices {
        list.clear();
        match position.phase() {
            Phase::Setup if index % 2 == 0 => position.setup_placements(&mut list),
            Phase::Setup => list.extend(position.place_all_random(&mut dice)),
            Phase::Play => position.legal_moves(&mut list),
        }
        if list.is_empty() {
            break;
        }
        let mv = list[usize::from(index) % list.len()];
        plies.push((position.clone(), mv));
        position.play_unchecked(mv);
    }
    plies
}

fn counted(position: &Position) -> BTreeMap<Piece, i32> {
    let mut count = BTreeMap::new();
    for (_, piece) in position.board() {
        *count.entry(piece).or_insert(0) += 1;
    }
    count
}

/// The pieces that ought to be left when these effects have come about.
fn balance(before: &Position, mv: Move, effects: Effects) -> BTreeMap<Piece, i32> {
    let us = before.side_to_move();
    let mut count = counted(before);
    let mut change = |piece: Piece, by: i32| {
        let entry = count.entry(piece).or_insert(0);
        *entry += by;
        if *entry == 0 {
            count.remove(&piece);
        }
    };
    for piece in effects.fallen() {
        change(piece, -1);
    }
    match mv {
        Move::Step { from, .. } => {
            let mover = before.piece_at(from).unwrap();
            match effects.mover_outcome {
                MoverOutcome::Stands => {}
                MoverOutcome::Removed => change(mover, -1),
                MoverOutcome::Promoted => {
                    change(mover, -1);
                    change(Piece::new(us, Kind::Queen), 1);
                }
            }
        }
        Move::Place { kind, .. } => change(Piece::new(us, kind), 1),
        Move::PlaceAll(lineup) => lineup.iter().for_each(|kind| change(Piece::new(us, kind), 1)),
    }
    count
}

fn garbage() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,80}",
        "[0-9KCDGFMNBQRPkcdgfmnbqrp/ wb?@:xo=-]{0,80}",
        "[ 0-9]{0,3}[A-Za-z]?[xo-]?[0-9]{0,3}(=[A-Z])?",
        "(s|S|all|ALL):? ?[A-Za-z]{0,6} ?[0-9]{0,3}",
    ]
}

proptest! {
    #[test]
    fn nothing_typed_makes_a_panic(text in garbage()) {
        let _ = text.parse::<Options>();
        let _ = text.parse::<View>();
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text.clone());
        }
        let start = Position::start(Options);
        let play: Position = "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -".parse().unwrap();
        let over: Position = "1/2/7/6/2D2/6/7/2/1 w odd -".parse().unwrap();
        for position in [start, play, over] {
            if let Err(error) = position.read_move(&text) {
                prop_assert!(error.to_string().len() < 200);
            }
        }
        let _ = text.parse::<Record<Position>>();
    }

    #[test]
    fn a_bent_position_is_refused_or_round_trips(
        seed in any::<u64>(),
        indices in prop::collection::vec(any::<u16>(), 1..60),
        at in any::<prop::sample::Index>(),
        with in prop::sample::select("KkPpFfNnQ123789/ wbevnod-?x.\n\u{e9}".chars().collect::<Vec<_>>()),
        insert in any::<bool>(),
    ) {
        let (position, _) = game(seed, &indices).pop().unwrap();
        for text in [position.to_string(), position.view(Viewer::Watcher).to_string()] {
            let mut bent: Vec<char> = text.chars().collect();
            let at = at.index(bent.len());
            if insert { bent.insert(at, with) } else { bent[at] = with }
            let bent: String = bent.into_iter().collect();
            match bent.parse::<Position>() {
                Ok(read) => {
                    prop_assert!(read.check().is_ok());
                    prop_assert_eq!(read.to_string().parse(), Ok(read));
                }
                Err(error) => prop_assert!(error.at <= bent.len(), "{}", error),
            }
            if let Ok(view) = bent.parse::<View>() {
                prop_assert_eq!(view.to_string().parse(), Ok(view));
            }
        }
    }

    #[test]
    fn the_books_balance(
        seed in any::<u64>(),
        indices in prop::collection::vec(any::<u16>(), 1..150),
    ) {
        for (before, mv) in game(seed, &indices) {
            let effects = before.effects(mv);
            let after = before.after(mv);
            prop_assert_eq!(counted(&after), balance(&before, mv, effects), "{} {}", before, mv);
            prop_assert!(after.check().is_ok());
            let fewer = after.occupied().len() < before.occupied().len();
            let pawn = matches!(mv, Move::Step { from, .. } if before.of_kind(Kind::Pawn).contains(from));
            let placed = before.phase() == Phase::Setup;
            prop_assert_eq!(before.is_progress(mv), fewer || pawn || placed);
        }
    }

    #[test]
    fn keys_tell_positions_apart(
        seed in any::<u64>(),
        indices in prop::collection::vec(any::<u16>(), 1..100),
    ) {
        let plies = game(seed, &indices);
        let mut seen: BTreeMap<game::Key, Position> = BTreeMap::new();
        for (position, _) in plies {
            let first = seen.entry(position.key()).or_insert_with(|| position.clone());
            prop_assert_eq!(&*first, &position);
        }
    }

    #[test]
    fn attacks_are_where_captures_would_be(
        seed in any::<u64>(),
        indices in prop::collection::vec(any::<u16>(), 20..60),
    ) {
        let (position, _) = game(seed, &indices).pop().unwrap();
        let us = position.side_to_move();
        for &mv in position.moves().iter() {
            let Move::Step { from, to } = mv else { continue };
            let effects = position.effects(mv);
            if effects.captured.is_some() {
                prop_assert!(position.attacks_from(from).contains(to));
                prop_assert!(position.attacks_of(us).contains(to));
            }
        }
        for enemy in position.of(us.other()) {
            let takers = position.of(us).into_iter().filter(|&c| position.attacks_from(c).contains(enemy));
            for from in takers {
                let mv = Move::Step { from, to: enemy };
                let over = position.outcome().is_some() || position.phase() == Phase::Setup;
                prop_assert!(over || position.is_legal(mv), "{} in {}", mv, position);
            }
        }
    }
}

#[test]
fn ten_megabytes_of_garbage_get_one_short_line() {
    let huge = "x1/".repeat(3_500_000);
    let spaced = "17 ".repeat(3_500_000);
    let play: Position = "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -".parse().unwrap();
    for text in [huge.as_str(), spaced.as_str()] {
        let errors = [
            text.parse::<Position>().unwrap_err().to_string(),
            text.parse::<View>().unwrap_err().to_string(),
            text.parse::<Move>().unwrap_err().to_string(),
            format!("all:{text}").parse::<Move>().unwrap_err().to_string(),
            text.parse::<Options>().unwrap_err().to_string(),
            play.parse_move(text).unwrap_err().to_string(),
        ];
        for error in errors {
            assert!(error.len() < 200 && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn cells_beyond_the_board_are_refused_not_met() {
    let far = hexgrid::Cell::new(60_000);
    let near = hexgrid::Cell::new(18);
    let starts = [
        "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -".parse().unwrap(),
        Position::start(Options),
    ];
    for mut position in starts {
        for mv in [
            Move::Step { from: far, to: near },
            Move::Step { from: near, to: far },
            Move::Place { kind: Kind::King, cell: far },
        ] {
            assert!(position.play(mv).unwrap_err().why.len() > 5);
        }
    }
    let pieces = [(far, Piece::new(Side::First, Kind::King))];
    assert!(Position::from_pieces(pieces, Side::First, hexchess::Parity::Even).is_err());
}
