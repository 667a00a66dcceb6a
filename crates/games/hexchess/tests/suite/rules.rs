//! The rules one by one, as rows of (rule, position, move, position after), and as refusals with
//! their reasons. Drawn positions would be longer than the rules they show: columns it is.

use game::{Outcome, Position as _, Reason, Record, Side};
use hexchess::{Kind, Move, Options, Parity, Piece, Position, board};
use hexgrid::{Cell, CellSet};

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Plays one move in a position of which only the board is given.
fn after(board: &str, side: &str, mv: &str) -> Position {
    let mut position = position(&format!("{board} {side} even -"));
    position.play(mv.parse().unwrap()).unwrap_or_else(|e| panic!("{board}: {e}"));
    position
}

#[test]
fn every_effect_of_a_step() {
    let rows = [
        // 3.1: two steps from any pawn cell, whatever the past.
        ("1/2/K6/1P4/5/6/6k/2/1", "w", "12-14", "1/2/K6/3P2/5/6/6k/2/1"),
        ("1/2/K6/6/3p1/6/6k/2/1", "b", "20-18", "1/2/K6/6/1p3/6/6k/2/1"),
        // 3.1: captures slantwise.
        ("1/2/K6/2P3/2r2/6/6k/2/1", "w", "13-19", "1/2/K6/6/2P2/6/6k/2/1"),
        // 3.5: the charger slides forward.
        ("1/2/K6/6/C4/6/6k/2/1", "w", "17-21", "1/2/K6/6/4C/6/6k/2/1"),
        // 3.6: two steps over anything; burning only when capturing.
        ("1/2/K6/6/2Dpr/6/6k/2/1", "w", "19-21", "1/2/K6/6/4D/6/6k/2/1"),
        ("1/2/K6/6/2DPr/6/6k/2/1", "w", "19-21", "1/2/K6/6/4D/6/6k/2/1"),
        ("1/2/K6/6/2Dp1/6/6k/2/1", "w", "19-21", "1/2/K6/6/3pD/6/6k/2/1"),
        ("1/2/K6/6/2Dpr/6/6k/2/1", "w", "19-20", "1/2/K6/6/3Dr/6/6k/2/1"),
        // 3.6 with 3.8: a fool between takes the dragon along, friend or foe.
        ("1/2/K6/6/2Dfr/6/6k/2/1", "w", "19-21", "1/2/K6/6/5/6/6k/2/1"),
        ("1/2/K6/6/2DFr/6/6k/2/1", "w", "19-21", "1/2/K6/6/5/6/6k/2/1"),
        ("1/2/K6/6/2Dpf/6/6k/2/1", "w", "19-21", "1/2/K6/6/5/6/6k/2/1"),
        // 3.7: a guardian changes places with a friend; a pawn put on the last rank stays a pawn.
        ("1/2/KG5/6/5/6/6k/2/1", "w", "5-4", "1/2/GK5/6/5/6/6k/2/1"),
        ("1/2/K6/6/3PG/6/6k/2/1", "w", "21-20", "1/2/K6/6/3GP/6/6k/2/1"),
        // 3.8: the fool survives its captures, but not another fool.
        ("1/2/K6/6/2F2/6/6k/1r/1", "w", "19-36", "1/2/K6/6/5/6/6k/1F/1"),
        ("1/2/K6/6/2F2/6/6k/1f/1", "w", "19-36", "1/2/K6/6/5/6/6k/2/1"),
        // 3.10: promotion by step and by capture; none for a pawn that a fool takes along (3.11).
        ("1/2/K6/6/3P1/6/6k/2/1", "w", "20-21", "1/2/K6/6/4Q/6/6k/2/1"),
        ("1/2/K6/4P1/4r/6/6k/2/1", "w", "15-21", "1/2/K6/6/4Q/6/6k/2/1"),
        ("1/2/K6/4P1/4f/6/6k/2/1", "w", "15-21", "1/2/K6/6/5/6/6k/2/1"),
        ("1/2/K6/6/1p3/6/6k/2/1", "b", "18-17", "1/2/K6/6/q4/6/6k/2/1"),
    ];
    for (board, side, mv, expected) in rows {
        let found = after(board, side, mv);
        let rest = if side == "w" { "b even -" } else { "w odd -" };
        assert_eq!(found.to_string(), format!("{expected} {rest}"), "{board} {mv}");
        assert_eq!(found.outcome(), None, "{board} {mv}");
    }
}

#[test]
fn who_loses_the_king_loses_the_game() {
    let white = Some(Outcome::Win(Side::First));
    let black = Some(Outcome::Win(Side::Second));
    let rows = [
        ("1/2/K6/4P1/4k/6/7/2/1", "15-21", white),
        // A king that takes a fool is gone with it.
        ("1/2/7/6/1Kf2/6/6k/2/1", "18-19", black),
        // A dragon burns the other king, its own king, or both kings go.
        ("1/2/K6/6/2Dkp/6/7/2/1", "19-21", white),
        ("1/2/7/6/2DKp/6/6k/2/1", "19-21", black),
        ("1/2/7/6/2DKk/6/7/2/1", "19-21", Some(Outcome::Draw)),
    ];
    for (board, mv, expected) in rows {
        let over = after(board, "w", mv);
        assert_eq!(over.outcome(), expected, "{board} {mv}");
        assert!(over.moves().is_empty(), "nobody is to move when the game is over");
    }
}

#[test]
fn a_side_to_move_without_a_move_has_drawn_but_only_the_side_to_move() {
    let stuck = position("K/PP/7/6/5/6/6k/2/1 w even -");
    assert_eq!(stuck.outcome(), Some(Outcome::Draw));
    let waiting = position("K/PP/7/6/5/6/6k/2/1 b even -");
    assert_eq!(waiting.outcome(), None);
    // Black may step away, and only then is White stuck; a capture would have freed it.
    assert_eq!(waiting.after("34-33".parse().unwrap()).outcome(), Some(Outcome::Draw));
    let freed = position("K/PP/4r2/6/5/6/6k/2/1 w even -");
    assert_eq!(freed.moves().len(), 1);
}

#[test]
fn the_moon_follows_the_turn_that_both_sides_share() {
    let start = position("1/2/K6/6/2M2/6/2m3k/2/1 w even -");
    let mut game = Record::<Position>::from_position(start);
    let mut play = |text: &str| game.play_text(text).map(|_| ()).map_err(|e| e.to_string());
    let even = "on an even turn the moon slides as a bishop";
    let odd = "on an odd turn the moon slides to the four steep corners";
    assert!(play("19-26").unwrap_err().ends_with(even));
    play("19-14").unwrap();
    // The turn is still the same for Black.
    assert!(play("30-25").unwrap_err().ends_with(even));
    play("30-24").unwrap();
    assert!(play("14-19").unwrap_err().ends_with(odd));
    play("14-21").unwrap();
    assert!(play("24-31").unwrap_err().ends_with(odd));
    play("24-32").unwrap();
    assert_eq!(game.position().parity(), Parity::Even);
}

#[test]
fn refusals_name_the_reason() {
    let rows = [
        ("1/2/KP3pk/RP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -", "11-17", "cell 17 holds your own piece"),
        ("1/2/K6/R5/5/6/6k/2/1 w even -", "11-18", "the rook slides north and south only"),
        ("1/2/K6/R1p3/5/6/6k/2/1 w even -", "11-15", "cell 13 is in the way"),
        (
            "1/2/K6/B5/5/6/6k/2/1 w even -",
            "11-12",
            "the bishop slides in the four slanted directions only",
        ),
        (
            "1/2/K6/Q5/5/6/6k/2/1 w even -",
            "11-19",
            "the queen slides in the six edge directions only",
        ),
        (
            "1/2/K6/1C4/5/6/6k/2/1 w even -",
            "12-11",
            "the charger slides in the three forward directions only",
        ),
        ("1/2/K6/6/5/6/6k/2/1 w even -", "4-6", "the king steps to a neighbouring cell"),
        ("1/2/KG5/6/5/6/6k/2/1 w even -", "5-7", "the guardian steps to a neighbouring cell"),
        ("1/2/KD5/6/5/6/6k/2/1 w even -", "5-8", "the dragon goes one or two steps straight"),
        ("1/2/KN5/6/5/6/6k/2/1 w even -", "5-6", "a horse leaps two steps straight and one aside"),
        ("1/2/KF5/6/5/6/6k/2/1 w even -", "5-6", "a horse leaps two steps straight and one aside"),
        (
            "1/2/KP5/6/5/6/6k/2/1 w even -",
            "5-8",
            "a pawn steps straight ahead and captures slantwise",
        ),
        (
            "1/2/KP5/6/5/6/6k/2/1 w even -",
            "5-12",
            "a pawn goes slantwise only to capture, and cell 12 is empty",
        ),
        (
            "1/2/KPp4/6/5/6/6k/2/1 w even -",
            "5-6",
            "a pawn does not capture straight ahead, and cell 6 is taken",
        ),
        ("1/2/KPp4/6/5/6/6k/2/1 w even -", "5-7", "cell 6 is in the way"),
        ("1/2/KP1p3/6/5/6/6k/2/1 w even -", "5-7", "cell 7 is in the way"),
        (
            "1/2/K1P4/6/5/6/6k/2/1 w even -",
            "6-8",
            "a pawn takes two steps only from its own side's pawn cells",
        ),
        (
            "1/2/K6/6/5/6/6k/2/1 w even -",
            "34-33",
            "the piece on cell 34 is Black's, and White is to move",
        ),
        ("1/2/K6/6/5/6/6k/2/1 w even -", "19-20", "cell 19 is empty"),
        ("1/2/K6/6/5/6/6k/2/1 w even -", "4-4", "a piece cannot stay where it is"),
        ("1/2/K6/6/5/6/6k/2/1 w even -", "K@4", "all pieces are placed: move one, as in 18-19"),
    ];
    for (text, mv, why) in rows {
        let refusal = position(text).play(mv.parse().unwrap()).unwrap_err();
        assert_eq!(refusal.why, why, "{text} {mv}");
    }
}

#[test]
fn refusals_of_the_setup_name_the_reason() {
    let rows = [
        ("", "18-19", "pieces are still being placed, as in K@4"),
        ("", "Q@5", "cell 5 is not on White's back rank: 4, 11, 17, 22, 28"),
        ("", "Q@10", "cell 10 is not on White's back rank: 4, 11, 17, 22, 28"),
        ("", "P@4", "pawns stand ready and are not placed"),
        ("", "all:KCDG", "5 cells are empty, and 4 pieces named"),
        ("", "all:KCDGG", "no piece can be placed twice"),
        ("", "all:CDGFM", "the king must be among the pieces placed"),
        ("", "all:KCDGP", "pawns stand ready and are not placed"),
        ("Q@4 Q@10", "R@4", "cell 4 is taken"),
        ("Q@4 Q@10", "Q@11", "the queen has been placed already"),
        ("Q@4 Q@10", "all:KCDQ", "the queen has been placed already"),
        ("all:KCDGF R@10 M@16 N@21 B@27", "Q@34", "the king must be placed on the last empty cell"),
        (
            "all:KCDGF R@10 M@16 N@21 B@27",
            "all:K",
            "one cell is empty: place a single piece, as in K@4",
        ),
    ];
    for (moves, mv, why) in rows {
        let mut game = Record::<Position>::new(Options);
        for text in moves.split_whitespace() {
            game.play_text(text).unwrap();
        }
        let before = game.clone();
        assert_eq!(game.play(mv.parse().unwrap()).unwrap_err().why, why, "{moves} {mv}");
        assert_eq!(game, before, "a refusal changes nothing");
    }
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_moon_tells_positions_apart() {
    let mut game = Record::<Position>::from_position(position("1/2/K6/6/5/6/6k/2/1 w even -"));
    // Four plies are two turns: parity comes back with the pieces.
    for ply in 0..8 {
        assert_eq!(game.conclusion(), None, "after {ply} plies");
        game.play_text(["4-5", "34-33", "5-4", "33-34"][ply % 4]).unwrap();
    }
    assert_eq!(game.conclusion().unwrap().reason, Reason::Repetition);
    let even = position("1/2/K6/6/2M2/6/6k/2/1 w even -");
    let odd = position("1/2/K6/6/2M2/6/6k/2/1 w odd -");
    assert!(even != odd && even.key() != odd.key());
}

#[test]
fn a_hundred_quiet_plies_are_a_draw() {
    let mut game = Record::<Position>::from_position(position("1/2/K6/6/5/6/6k/2/1 w even -"));
    let mut dice = game::Dice::new(9);
    while game.conclusion().is_none() {
        let quiet: Vec<Move> = game
            .position()
            .moves()
            .iter()
            .copied()
            .filter(|&mv| {
                let mut tried = game.clone();
                tried.play(mv).unwrap();
                !game.position().is_progress(mv) && tried.occurrences() < 3
            })
            .collect();
        game.play(dice.choose(&quiet).unwrap()).unwrap();
    }
    assert_eq!(game.conclusion().unwrap().reason, Reason::QuietLimit);
    assert_eq!((game.ply(), game.quiet_plies()), (100, 100));
}

#[test]
fn a_free_king_can_be_taken_by_every_kind_from_everywhere() {
    let corners = [1, 37].map(|n| board::numbered(n).unwrap());
    for kind in Kind::ALL {
        for parity in [Parity::Even, Parity::Odd] {
            for from in board::SHAPE.cells().filter(|cell| !corners.contains(cell)) {
                let piece = Piece::new(Side::First, kind);
                for to in hexchess::attacks(piece, from, CellSet::EMPTY, parity) {
                    let home = corners[usize::from(to == corners[0])];
                    takes_the_king(piece, parity, from, to, home);
                }
            }
        }
    }
}

fn takes_the_king(piece: Piece, parity: Parity, from: Cell, to: Cell, home: Cell) {
    let mut pieces = vec![(from, piece), (to, Piece::new(Side::Second, Kind::King))];
    if piece.kind != Kind::King {
        pieces.push((home, Piece::new(Side::First, Kind::King)));
    }
    let mut position = Position::from_pieces(pieces, Side::First, parity).unwrap();
    position.play(Move::Step { from, to }).unwrap_or_else(|e| panic!("{position}: {e}"));
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)), "{position}");
}

#[test]
fn positions_that_cannot_stand_are_refused_with_a_reason() {
    let rows = [
        ("", "expected a board"),
        ("1/2 w even -", "expected nine columns parted by “/”, found 2"),
        ("2/2/K6/6/5/6/6k/2/1 w even -", "column 1 has more than 1 cells"),
        ("1/2/K5/6/5/6/6k/2/1 w even -", "column 3 has 6 cells, not 7"),
        ("1/2/X6/6/5/6/6k/2/1 w even -", "column 3 has an unknown piece “X”"),
        ("1/2/K06/6/5/6/6k/2/1 w even -", "column 3 has an unknown piece “0”"),
        ("1/2/KK5/6/5/6/6k/2/1 w even -", "White has 2 kings"),
        ("1/2/K6/6/5/6/6k/2/1 W even -", "expected w or b"),
        ("1/2/K6/6/5/6/6k/2/1 w 6 -", "expected even or odd"),
        ("1/2/K6/6/5/6/6k/2/1 w even none", "expected two pools"),
        ("1/2/K6/6/5/6/6k/2/1 w even - white", "the position ends before “white”"),
        (
            "1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even KCDGF/kcdgfmnbqr",
            "White's pool is KCDGFMNBQR by the board, not KCDGF",
        ),
        (
            "1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even KKCDGFMNBQR/kcdgfmnbqr",
            "White's pool cannot hold “K” here",
        ),
        ("1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even ?/kcdgfmnbqr", "only views hide a pool"),
        (
            "1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 b even KCDGFMNBQR/kcdgfmnbqr",
            "Black cannot be to place",
        ),
        ("1/2/1P3p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w odd KCDGFMNBQR/kcdgfmnbqr", "no odd turn"),
        (
            "1/2/2P2p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 w even KCDGFMNBQR/kcdgfmnbqr",
            "pawns stand on their five cells",
        ),
        (
            "1/2/1PQ2p1/1P2p1/1P1p1/1P2p1/1P3p1/2/1 b even KCDGFMNBR/kcdgfmnbqr",
            "stand on its back rank",
        ),
        (
            "1/2/QP3p1/QP2p1/1P1p1/1P2p1/1P3p1/2/1 w even KCDGFMNBR/kcdgfmnbqr",
            "placed the queen twice",
        ),
        ("1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even MNBQR/mnbqr", "the setup is over"),
        ("1/2/QP3p1/CP2p1/DP1p1/GP2p1/FP3p1/2/1 b even KMNBR/kcdgfmnbqr", "without the king"),
    ];
    for (text, part) in rows {
        let error = text.parse::<Position>().expect_err(text);
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}
