//! Properties over random boards and random texts.

use crate::oracle;
use crate::oracle::Plain;
use game::conformance::{SlowRules as _, errors_lie_within};
use game::{Dice, Outcome, Position as _, Record, Side};
use hex::{Edge, Move, Options, Position};
use proptest::prelude::*;

/// A board of any size with `full` cells out of a hundred taken.
fn board(full: u32) -> impl Strategy<Value = Position> {
    let cell = prop_oneof![
        (100 - full) => Just('.'),
        full => prop_oneof![Just('r'), Just('b')],
    ];
    let size = prop_oneof![3_usize..8, 3_usize..20];
    let cells = size.prop_flat_map(move |n| vec![vec![cell.clone(); n]; n]);
    (cells, prop_oneof![Just('r'), Just('b')], prop_oneof![Just("swap=on"), Just("swap=off")])
        .prop_map(|(cells, to_move, swap)| Plain { cells, to_move, swap: swap.to_owned() })
        .prop_map(|plain| plain.write().parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_full_board_has_exactly_one_winner(position in board(100)) {
        let plain = Plain::read(&position.to_string());
        prop_assert!(plain.connects('r') != plain.connects('b'));
        prop_assert_eq!(position.outcome(), plain.outcome());
        prop_assert!(position.moves().is_empty());
    }

    #[test]
    fn any_board_has_the_winner_that_a_flood_fill_finds(position in board(75)) {
        prop_assert_eq!(position.outcome(), Plain::read(&position.to_string()).outcome());
        prop_assert!(position.check().is_ok());
    }

    #[test]
    fn rooted_stones_are_those_joined_to_the_near_edge(position in board(60)) {
        for side in Side::BOTH {
            let near = position.board().edge(Edge::near(side));
            let groups = position.groups(side).into_iter();
            let rooted: hex::CellSet = groups.filter(|g| g.meets(near)).flatten().collect();
            prop_assert_eq!(position.rooted(side), rooted);
        }
    }

    #[test]
    fn groups_share_out_the_stones(position in board(60)) {
        for side in Side::BOTH {
            let groups = position.groups(side);
            let all: hex::CellSet = groups.iter().copied().flatten().collect();
            prop_assert_eq!(all, position.stones(side));
            prop_assert_eq!(groups.iter().map(|g| g.len()).sum::<usize>(), all.len());
            for group in groups {
                prop_assert!(group.into_iter().all(|cell| position.group(cell) == group));
            }
        }
    }

    #[test]
    fn the_winning_chain_joins_the_edges_and_no_stone_of_it_is_spare(position in board(90)) {
        let Some(winner) = position.winner() else {
            prop_assert!(position.winning_chain().is_none());
            return Ok(());
        };
        let (board, chain) = (position.board(), position.winning_chain().unwrap());
        prop_assert!(chain.iter().all(|&cell| position.stone(cell) == Some(winner)));
        prop_assert!(board.edge(Edge::near(winner)).contains(chain[0]));
        prop_assert!(board.edge(Edge::far(winner)).contains(*chain.last().unwrap()));
        for (i, &a) in chain.iter().enumerate() {
            for (j, b) in chain.iter().enumerate() {
                prop_assert_eq!(board.neighbours(a).contains(b), i.abs_diff(j) == 1);
            }
        }
    }

    #[test]
    fn symmetries_turn_the_winner_and_the_moves_along(position in board(70)) {
        let mirror = position.mirrored();
        prop_assert_eq!(position.rotated().rotated(), position.clone());
        prop_assert_eq!(mirror.mirrored(), position.clone());
        prop_assert_eq!(position.rotated().outcome(), position.outcome());
        prop_assert_eq!(mirror.winner(), position.winner().map(Side::other));
        prop_assert_eq!(mirror.stones(Side::First).len(), position.stones(Side::Second).len());
        prop_assert_eq!(mirror.side_to_move(), position.side_to_move().other());
    }

    #[test]
    fn drawings_round_trip(position in board(50)) {
        prop_assert_eq!(format!("{position:#}").parse(), Ok(position));
    }

    #[test]
    fn the_way_to_a_position_leaves_no_trace(size in 3_usize..20, seed in any::<u64>()) {
        let start = oracle::start(&format!("{size} noswap"));
        let (mut end, mut dice) = (start, Dice::new(seed));
        while let Some(mv) = dice.choose(&end.moves()) {
            end.play_unchecked(mv);
        }
        let again: Position = end.to_string().parse().unwrap();
        prop_assert_eq!(again.key(), end.key());
        prop_assert_eq!(again, end);
    }

    #[test]
    fn changing_anything_changes_the_key(position in board(50)) {
        let mut keys = vec![position.key()];
        keys.extend(position.moves().iter().map(|&mv| position.after(mv).key()));
        let text = position.to_string();
        let other_rule = if text.ends_with("on") {
            text.replace("swap=on", "swap=off")
        } else {
            text.replace("swap=off", "swap=on")
        };
        let (rows, _) = text.split_once(' ').unwrap();
        let other = if position.side_to_move() == Side::First { 'b' } else { 'r' };
        let other_turn = format!("{rows} {other} {}", position.swap_rule().text());
        for text in [other_rule, other_turn] {
            keys.push(text.parse::<Position>().unwrap().key());
        }
        keys.sort_unstable();
        let count = keys.len();
        keys.dedup();
        prop_assert_eq!(keys.len(), count);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>()) {
        let _ = (text.parse::<Position>(), text.parse::<Move>(), text.parse::<Options>());
    }

    #[test]
    fn nor_does_a_text_that_is_nearly_right(
        text in "[ \n]{0,2}[0-9rbx./é]{0,40}( [rbw]?( swap=(on|off|maybe))?)?.?",
        options in "((size|swap|noswap|on|off|[0-9]{1,3}|[=:x, ]){0,6})",
        mv in "[ a-zA-Z]{0,2}[0-9 ]{0,4}",
    ) {
        prop_assert!(errors_lie_within::<Position>(&text, &options, &mv));
    }

    #[test]
    fn nor_does_a_drawing_that_is_nearly_right(text in "( a b c\n)?( [0-9] [.rbx ]{0,8}\n){0,5}[rb]? ?(swap=on)?") {
        let error = text.parse::<Position>().err().map(|e| e.at <= text.len());
        prop_assert_ne!(error, Some(false), "{}", text);
    }
}

/// HX-2.2 on every one of the 512 full boards of size 3, and the 2×2 board that solvers use.
#[test]
fn every_full_3x3_board_has_exactly_one_winner() {
    for bits in 0..512_u32 {
        let letter = |i: usize| if bits >> i & 1 == 1 { 'r' } else { 'b' };
        let cells = (0..3).map(|r| (0..3).map(|c| letter(3 * r + c)).collect()).collect();
        let plain = Plain { cells, to_move: 'r', swap: "swap=off".to_owned() };
        let position: Position = plain.write().parse().unwrap();
        assert!(matches!(position.outcome(), Some(Outcome::Win(_))), "{position}");
        assert_eq!(position.outcome(), plain.outcome());
    }
}

#[test]
fn a_record_with_swap_keeps_its_text() {
    let mut record: Record<Position> = Record::new("5".parse().unwrap());
    for text in ["c2", "swap", "c3", "d 2"] {
        record.play_text(text).unwrap();
    }
    assert_eq!(record.position().to_string(), "5/3b1/1br2/5/5 r swap=on");
    assert_eq!(record.to_string().parse(), Ok(record));
}
