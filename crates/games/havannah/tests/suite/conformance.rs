//! The laws of the contract, run on boards of 4 to 10 cells a side with and without the swap rule.

use crate::oracle::{self, Plain};
use game::Position as _;
use game::conformance::{Kit, SlowRules as _};
use havannah::Position;

fn kit(starts: &[&str], symmetries: Vec<fn(&Position) -> Position>) -> Kit<Position> {
    Kit {
        starts: starts.iter().map(|text| text.parse().unwrap()).collect(),
        expressible: oracle::expressible,
        oracle: Plain::oracle(),
        symmetries,
        perft: include_str!("../../perft.txt"),
        vacant: Some(|position| position.empties().len()),
        walks: 8,
        plies: 100,
        express_every: 7,
    }
}

const BOARD_SYMMETRIES: [fn(&Position) -> Position; 4] = [
    |position| position.rotated(1),
    |position| position.rotated(2),
    |position| position.mirrored(0),
    |position| position.mirrored(1),
];

/// Odd set-ups are legal too: uneven numbers of stones, a full board, games that are over.
const OFF: [&str; 7] = [
    "4/5/6/7/6/5/4 w swap=off",
    "4/5/2www1/7/6/5/4 b swap=off",
    "4/5/2b3/7/6/5/4 b swap=off",
    "wwww/5/6/7/6/5/4 b swap=off",
    "4/5/1bb3/1b1b3/1bb3/5/4 w swap=off",
    "bww1/bwwb1/wbbbbw/wbwbwbw/wbwwbw/bwwbb/wb2 w swap=off",
    "5/6/7/8/9/8/7/6/5 w swap=off",
];

const ON: [&str; 3] =
    ["4/5/6/7/6/5/4 w swap=on", "4/5/6/3w3/6/5/4 b swap=on", "5/6/7/8/9/8/7/6/5 w swap=on"];

#[test]
fn boards_without_swap_keep_every_law() {
    let exchanged: fn(&Position) -> Position = Position::colours_exchanged;
    kit(&OFF, [BOARD_SYMMETRIES.to_vec(), vec![exchanged]].concat()).run();
}

/// The right to swap is Black's alone, so exchanging the colours does not keep what can be played.
#[test]
fn boards_with_swap_keep_every_law() {
    kit(&ON, BOARD_SYMMETRIES.to_vec()).run();
}

#[test]
fn large_boards_keep_every_law() {
    for options in ["8", "10 noswap"] {
        let start = oracle::start(options).to_string();
        let kit = kit(&[&start], vec![BOARD_SYMMETRIES[0]]);
        Kit { walks: 1, plies: 300, express_every: 60, ..kit }.run();
    }
}

#[test]
fn every_size_starts_empty_with_white_to_move() {
    for side in 4..=10 {
        let start = oracle::start(&side.to_string());
        assert_eq!(start.moves().len(), 3 * side * (side - 1) + 1);
        assert_eq!(start.side_to_move(), game::Side::First);
        assert_eq!(start.options().side(), side);
        start.check().unwrap();
    }
}
