//! Properties over random games, random boards and random texts.

use crate::oracle::Plain;
use game::conformance::{SlowRules as _, errors_lie_within};
use game::{Dice, Position as _, Side};
use havannah::{CellSet, Move, Options, Position, Win, WinKind};
use proptest::prelude::*;

/// A board with `full` cells out of a hundred taken, if it is not won by both.
fn board(full: u32) -> impl Strategy<Value = Plain> {
    let cell = prop_oneof![
        (100 - full) => Just('.'),
        full => prop_oneof![Just('w'), Just('b')],
    ];
    let side = prop_oneof![4 => 4_i32..6, 1 => 6_i32..11];
    let cells = side.prop_flat_map(move |side| {
        let count = Plain::empty(side).cells.len();
        (Just(side), vec![cell.clone(); count])
    });
    cells.prop_map(|(side, letters)| {
        let mut plain = Plain::empty(side);
        for (cell, letter) in plain.cells.values_mut().zip(letters) {
            *cell = letter;
        }
        plain
    })
}

/// A position of a random game, `plies` from its end or from its start, whatever comes first.
fn played(side: usize, seed: u64, plies: usize) -> Position {
    let options = Options::new(side, havannah::SwapRule::On).unwrap();
    let (mut position, mut dice) = (Position::start(options), Dice::new(seed));
    for _ in 0..plies {
        let Some(mv) = dice.choose(&position.moves()) else { break };
        let next = position.after(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn letter(side: Side) -> char {
    if side == Side::First { 'w' } else { 'b' }
}

/// Whether these stones alone make a structure of this kind.
fn stand_alone(position: &Position, win: &Win, cells: CellSet) -> bool {
    let mut plain = Plain::empty(position.size() as i32);
    for cell in cells {
        let (column, row) = position.board().column_and_row(cell);
        plain.cells.insert((column as i32 + 1, row as i32 + 1), 'w');
    }
    plain.structure('w') == Some(win.kind)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_board_has_the_structures_that_the_oracle_finds(plain in board(70)) {
        let read = plain.write().parse::<Position>();
        match (plain.structure('w'), plain.structure('b')) {
            (Some(_), Some(_)) => prop_assert!(read.is_err()),
            (white, black) => {
                let position = read.unwrap();
                let won = position.winner().zip(position.win_kind());
                let first = white.map(|kind| (Side::First, kind));
                prop_assert_eq!(won, first.or(black.map(|kind| (Side::Second, kind))));
                prop_assert!(position.check().is_ok());
            }
        }
    }

    #[test]
    fn a_stone_completes_what_the_oracle_finds_afterwards(
        side in 4_usize..7, seed in any::<u64>(), plies in 10_usize..100,
    ) {
        let position = played(side, seed, plies);
        for cell in position.empties() {
            let place = position.board().name(cell);
            for side in Side::BOTH {
                let mut plain = Plain::read(&position.to_string());
                plain.to_move = letter(side);
                let after = plain.after(place.parse().unwrap());
                let expected = after.structure(letter(side));
                prop_assert_eq!(position.completes(side, cell), expected, "{} {}", place, position);
                prop_assert_eq!(position.wins_at(side, cell), expected.is_some());
            }
        }
    }

    /// What is reported as won by is a structure, and none of its stones can be missed.
    #[test]
    fn the_stones_of_a_win_are_a_structure_and_none_is_spare(plain in board(60)) {
        let Ok(position) = plain.write().parse::<Position>() else { return Ok(()) };
        let Some(win) = position.win() else { return Ok(()) };
        prop_assert!((win.cells & !position.stones(win.side)).is_empty());
        prop_assert!(stand_alone(&position, &win, win.cells), "{}", position);
        for cell in win.cells {
            prop_assert!(!stand_alone(&position, &win, win.cells.without(cell)), "{}", position);
        }
        if win.kind == WinKind::Ring {
            for cell in win.cells {
                let near = position.board().neighbours(cell).iter();
                prop_assert_eq!(near.filter(|&&c| win.cells.contains(c)).count(), 2, "a cycle");
            }
        }
    }

    #[test]
    fn groups_share_out_the_stones(side in 4_usize..11, seed in any::<u64>()) {
        let position = played(side, seed, 100);
        for side in Side::BOTH {
            let groups = position.groups(side);
            let all: CellSet = groups.iter().copied().flatten().collect();
            prop_assert_eq!(all, position.stones(side));
            for group in groups {
                prop_assert!(group.into_iter().all(|cell| position.group(cell) == group));
            }
        }
    }

    #[test]
    fn symmetries_keep_what_won(plain in board(60), sixths in 0_usize..6) {
        let Ok(position) = plain.write().parse::<Position>() else { return Ok(()) };
        for image in [position.rotated(sixths), position.mirrored(sixths)] {
            prop_assert_eq!(image.winner(), position.winner());
            prop_assert_eq!(image.win_kind(), position.win_kind());
        }
        prop_assert_eq!(position.colours_exchanged().winner(), position.winner().map(Side::other));
    }

    #[test]
    fn drawings_and_texts_round_trip(side in 4_usize..11, seed in any::<u64>()) {
        let position = played(side, seed, 60);
        prop_assert_eq!(format!("{position:#}").parse(), Ok(position.clone()));
        prop_assert_eq!(position.to_string().parse::<Position>().unwrap().key(), position.key());
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn changing_anything_changes_the_key(side in 4_usize..11, seed in any::<u64>()) {
        let position = played(side, seed, 20);
        let mut keys = vec![position.key(), position.colours_exchanged().key()];
        keys.extend(position.moves().iter().map(|&mv| position.after(mv).key()));
        let text = position.to_string().replace("swap=on", "swap=off");
        keys.push(text.parse::<Position>().unwrap().key());
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
        text in "[ \n]{0,2}[0-9wbx./é]{0,40}( [rbw]?( swap=(on|off|maybe))?)?.?",
        options in "((side|swap|noswap|on|off|[0-9]{1,3}|[=, ]){0,6})",
        mv in "[ a-zA-Z]{0,2}[0-9 ]{0,4}",
    ) {
        prop_assert!(errors_lie_within::<Position>(&text, &options, &mv));
    }
}
