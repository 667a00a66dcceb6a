//! The laws of the contract, run on boards from 3×3 to 19×19 with and without the swap rule.

use crate::oracle::{self, Plain};
use game::Position as _;
use game::conformance::{Kit, SlowRules as _};
use hex::Position;

fn kit(starts: &[&str], symmetries: Vec<fn(&Position) -> Position>) -> Kit<Position> {
    Kit {
        starts: starts.iter().map(|text| text.parse().unwrap()).collect(),
        expressible: oracle::expressible,
        oracle: Plain::oracle(),
        symmetries,
        perft: include_str!("../../perft.txt"),
        vacant: Some(|position| position.empties().len()),
        walks: 30,
        plies: 400,
        express_every: 7,
    }
}

const SMALL_ON: [&str; 4] =
    ["3/3/3 r swap=on", "4/4/4/4 r swap=on", "5/5/5/5/5 r swap=on", "5/5/2r2/5/5 b swap=on"];

/// Odd set-ups are legal too: uneven numbers of stones, a full board, a game that is over.
const SMALL_OFF: [&str; 7] = [
    "3/3/3 r swap=off",
    "4/4/4/4 r swap=off",
    "5/5/5/5/5 r swap=off",
    "5/1rr2/3r1/5/5 b swap=off",
    "4/4/1b2/4 b swap=off",
    "rrb/brb/brr r swap=off",
    "r2/r2/r2 b swap=off",
];

#[test]
fn small_boards_without_swap_keep_every_law() {
    kit(&SMALL_OFF, vec![Position::rotated, Position::mirrored]).run();
}

/// The right to swap is Blue's alone, so only half a turn keeps what can be played.
#[test]
fn small_boards_with_swap_keep_every_law() {
    kit(&SMALL_ON, vec![Position::rotated]).run();
}

#[test]
fn large_boards_keep_every_law() {
    for (options, walks) in [("11", 3), ("11 noswap", 3), ("19", 1), ("19 noswap", 1)] {
        let start = oracle::start(options).to_string();
        let kit = kit(&[&start], vec![Position::rotated]);
        Kit { walks, express_every: 40, ..kit }.run();
    }
}

#[test]
fn every_size_starts_empty_with_red_to_move() {
    for size in 3..=19 {
        let start = oracle::start(&size.to_string());
        assert_eq!(start.moves().len(), size * size);
        assert_eq!(start.side_to_move(), game::Side::First);
        assert_eq!(start.options().size(), size);
        start.check().unwrap();
    }
}
