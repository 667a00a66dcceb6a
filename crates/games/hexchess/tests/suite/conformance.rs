//! The laws of the contract, the perft table, the slow rules and the symmetries of the board.

use crate::oracle;
use game::conformance::{Kit, Oracle};
use game::{Dice, Position as _, Side, perft};
use hexchess::{Kind, Lineup, Move, Options, Phase, Position, board};

const PERFT: &str = include_str!("../../perft.txt");

/// Positions that random play seldom meets: ends of the game, crowds, and a side that is stuck.
const RARE: &[&str] = &[
    // White is stuck in its corner (HC-4.2), and then Black is to move instead.
    "K/PP/7/6/5/6/6k/2/1 w even -",
    "K/PP/7/6/5/6/6k/2/1 b odd -",
    // A king is gone, and both are (HC-4.1).
    "1/2/K6/6/2D2/6/7/2/1 b even -",
    "1/2/7/6/2D2/6/7/2/1 w odd -",
    // Every kind at once, more than once.
    "F/nN/KP1QmRk/CB1q1f/DM1gd/GP2pg/FBc1nrf/dD/q w odd -",
    "m/nM/KP1QmRk/CB1q1f/DM1gd/GP2pg/FBc1nrf/mM/c b odd -",
    // Pawns where they seldom are: on their own back rank, behind it and in the corners.
    "p/Pp/PpK1PpP/p3Pk/pP1pP/PPp1Pp/pP1p1pP/pP/P w even -",
    "p/Pp/PpK1PpP/p3Pk/pP1pP/PPp1Pp/pP1p1pP/pP/P b even -",
];

fn played(moves: &str) -> Position {
    let mut position = Position::start(Options);
    for mv in moves.split_whitespace() {
        position.play(mv.parse().unwrap()).unwrap();
    }
    position
}

fn perft_positions() -> Vec<Position> {
    perft::table(PERFT).iter().map(|row| row.position.parse().unwrap()).collect()
}

/// Every step, every single placement and every lineup of the length that is wanted, in an order
/// that differs from position to position.
fn expressible(position: &Position) -> Vec<Move> {
    let cells: Vec<_> = board::SHAPE.cells().collect();
    let mut moves = Vec::new();
    for &from in &cells {
        moves.extend(cells.iter().map(|&to| Move::Step { from, to }));
        moves.extend(Kind::ALL.map(|kind| Move::Place { kind, cell: from }));
    }
    let wanted = position.vacant(position.side_to_move()).len();
    for length in [1, 2, wanted.max(1)] {
        lineups(&mut Vec::new(), length, &mut moves);
    }
    let start = position.key().0 as usize % moves.len();
    moves.rotate_left(start);
    moves
}

fn lineups(chosen: &mut Vec<Kind>, length: usize, into: &mut Vec<Move>) {
    if chosen.len() == length {
        into.push(Move::PlaceAll(Lineup::new(chosen).unwrap()));
        return;
    }
    for kind in Kind::ALL {
        chosen.push(kind);
        lineups(chosen, length, into);
        chosen.pop();
    }
}

/// Left and right exchanged: the columns in the opposite order.
fn mirrored(position: &Position) -> Position {
    let text = position.to_string();
    let (columns, rest) = text.split_once(' ').unwrap();
    let columns: Vec<&str> = columns.split('/').rev().collect();
    format!("{} {rest}", columns.join("/")).parse().unwrap()
}

/// Top and bottom exchanged together with the sides; in play only, for White places first.
fn exchanged(position: &Position) -> Position {
    if position.phase() == Phase::Setup {
        return position.clone();
    }
    let text = position.to_string();
    let (columns, rest) = text.split_once(' ').unwrap();
    let turned = |column: &str| column.chars().rev().map(other_case).collect::<String>();
    let columns: Vec<String> = columns.split('/').map(turned).collect();
    let rest = if let Some(rest) = rest.strip_prefix('w') {
        format!("b{rest}")
    } else {
        format!("w{}", &rest[1..])
    };
    format!("{} {rest}", columns.join("/")).parse().unwrap()
}

fn other_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

fn kit(starts: Vec<Position>) -> Kit<Position> {
    Kit {
        starts,
        expressible,
        oracle: Oracle { moves: oracle::moves, after: oracle::after, outcome: oracle::outcome },
        symmetries: vec![mirrored, exchanged],
        perft: PERFT,
        vacant: None,
        walks: 12,
        plies: 120,
        express_every: 10,
    }
}

#[test]
fn play_keeps_the_laws() {
    let mut starts = perft_positions();
    starts.extend(RARE.iter().map(|text| text.parse::<Position>().unwrap()));
    kit(starts).run();
}

/// A kind that is nowhere is never compared with the slow rules.
#[test]
fn every_kind_is_in_a_position_that_is_seldom_met() {
    for kind in Kind::ALL {
        let stands = |text: &&str| text.split(' ').next().unwrap().contains(kind.letter());
        assert!(RARE.iter().any(stands), "no {} in RARE", kind.name());
    }
}

#[test]
fn random_setups_keep_the_laws() {
    let mut dice = Dice::new(11);
    let starts = (0..40).map(|_| {
        let mut position = Position::start(Options);
        while let Some(mv) = position.place_all_random(&mut dice) {
            position.play_unchecked(mv);
        }
        position
    });
    Kit { walks: 2, ..kit(starts.collect()) }.run();
}

#[test]
fn the_setup_keeps_the_laws() {
    let starts = [
        "",
        "Q@17",
        "Q@17 all:KCDGF",
        "F@4 N@10 N@11 F@16",
        "all:KCDGF R@10 M@16 N@21 B@27",
        "C@4 K@10 D@11 C@16 G@17 D@21",
    ];
    let starts = starts.map(played).to_vec();
    Kit { walks: 1, plies: 14, express_every: 3, ..kit(starts) }.run();
}

#[test]
fn single_placements_keep_the_laws() {
    let mut dice = Dice::new(5);
    for _ in 0..4 {
        let mut position = Position::start(Options);
        while position.phase() == Phase::Setup {
            let mut list = game::MoveList::new();
            position.setup_placements(&mut list);
            let all = position.moves();
            let singles: Vec<_> =
                all.iter().filter(|mv| matches!(mv, Move::Place { .. })).copied().collect();
            assert_eq!(*list, *singles);
            let mv = dice.choose(&list).unwrap();
            assert_eq!(position.after(mv), oracle::after(&position, mv));
            position.play(mv).unwrap();
            position.check().unwrap();
        }
    }
}

#[test]
fn perft_agrees_with_the_table() {
    perft::check_table::<Position>(PERFT, 3_000_000);
}

#[test]
fn the_mirror_keeps_perft_and_the_exchange_keeps_it_without_moons() {
    for position in perft_positions() {
        assert_eq!(mirrored(&position).perft(3), position.perft(3), "{position}");
        // Black's move ends a turn, so a moon would meet the parities in another order.
        if position.of_kind(Kind::Moon).is_empty() {
            assert_eq!(exchanged(&position).perft(3), position.perft(3), "{position}");
        }
    }
}

#[test]
fn a_position_is_small_and_copies_cheaply() {
    assert!(size_of::<Position>() <= 144);
    assert!(size_of::<Move>() <= 8);
}

#[test]
fn the_side_that_lost_its_king_has_lost() {
    // The winner is a side, and the same name serves wherever a player is meant.
    for (text, winner) in [
        ("1/2/K6/6/2D2/6/7/2/1 b even -", Some(Side::First)),
        ("1/2/k6/6/2D2/6/7/2/1 w even -", Some(Side::Second)),
        ("1/2/7/6/2D2/6/7/2/1 w even -", None),
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.outcome().unwrap().winner(), winner);
        assert!(position.moves().is_empty());
        let refusal = position.clone().play("19-20".parse().unwrap()).unwrap_err();
        assert_eq!(refusal.why, "the game is over");
    }
}
