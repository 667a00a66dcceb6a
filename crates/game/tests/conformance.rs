//! The conformance kit finds broken laws: kits of Hex in which one thing is wrong, and a toy game that declares what
//! is not so.

mod toy;

use game::NoOptions;
use game::Position as _;
use game::conformance::{Kit, Oracle, twins};
use game::{Record, Side, Viewer};
use hex::Position;
use toy::guess::{Guess, Word};
use toy::{Take, Toy};

const CELLS: &str = "a1 b1 c1 a2 b2 c2 a3 b3 c3";

/// Hex with itself for an oracle.
fn kit() -> Kit<Position> {
    Kit {
        starts: vec!["3/3/3 r swap=off".parse().unwrap()],
        expressible: |_| CELLS.split(' ').map(|name| name.parse().unwrap()).collect(),
        oracle: Oracle {
            moves: |position| position.moves().to_vec(),
            after: |position, mv| position.after(mv),
            outcome: Position::outcome,
        },
        symmetries: vec![Position::rotated],
        perft: "9 72 504 : 3/3/3 r swap=off",
        vacant: Some(|position| position.empties().len()),
        walks: 3,
        plies: 9,
        express_every: 3,
    }
}

#[test]
fn a_game_that_keeps_every_law_passes() {
    kit().run();
}

#[test]
#[should_panic(expected = "a game has a perft table")]
fn a_perft_table_is_required() {
    Kit { perft: "# nothing counted", ..kit() }.run();
}

#[test]
#[should_panic(expected = "perft 2 of 3/3/3 r swap=off")]
fn a_wrong_count_is_found() {
    Kit { perft: "9 73 504 : 3/3/3 r swap=off", ..kit() }.run();
}

#[test]
#[should_panic(expected = "a full board is the end")]
fn a_full_board_must_be_the_end() {
    Kit { vacant: Some(|_| 0), ..kit() }.run();
}

#[test]
#[should_panic(expected = "stones stay")]
fn a_stone_that_leaves_is_found() {
    let stones = |position: &Position| 9 - position.empties().len() + 1;
    Kit { vacant: Some(stones), ..kit() }.run();
}

/// The toy with itself for an oracle.
fn toy_kit<const FAULT: u8>() -> Kit<Toy<FAULT>> {
    Kit {
        starts: vec![Toy::start(NoOptions)],
        expressible: |_| vec![Take],
        oracle: Oracle {
            moves: |position| position.moves().to_vec(),
            after: |position, mv| position.after(mv),
            outcome: Toy::outcome,
        },
        symmetries: Vec::new(),
        perft: "1 1 : 2",
        vacant: None,
        walks: 1,
        plies: 3,
        express_every: 1,
    }
}

#[test]
fn a_toy_that_declares_what_it_is_passes() {
    toy_kit::<{ toy::HONEST }>().run();
}

#[test]
#[should_panic(expected = "no draws: 0")]
fn a_draw_in_a_game_without_draws_is_found() {
    toy_kit::<{ toy::DRAWN }>().run();
}

#[test]
#[should_panic(expected = "nothing is hidden in this game")]
fn a_view_that_differs_in_a_game_that_hides_nothing_is_found() {
    toy_kit::<{ toy::HIDING }>().run();
}

#[test]
#[should_panic(expected = "a win says what decided it")]
fn a_win_without_a_reason_is_found() {
    toy_kit::<{ toy::SILENT }>().run();
}

/// The toy with hidden information, with itself for an oracle.
fn guess_kit<const LEAKS: bool>() -> Kit<Guess<LEAKS>> {
    Kit {
        starts: vec![Guess::start(NoOptions)],
        expressible: |_| vec![Word::Yes, Word::No],
        oracle: Oracle {
            moves: |position| position.moves().to_vec(),
            after: |position, mv| position.after(mv),
            outcome: Guess::outcome,
        },
        symmetries: Vec::new(),
        perft: "2 4 : - -",
        vacant: None,
        walks: 4,
        plies: 3,
        express_every: 1,
    }
}

#[test]
fn a_toy_that_hides_what_it_declares_hidden_passes() {
    guess_kit::<false>().run();
}

#[test]
#[should_panic(expected = "a move seen tells what its view hides: ")]
fn a_move_that_tells_what_is_hidden_is_found() {
    guess_kit::<true>().run();
}

#[test]
fn twins_are_the_games_that_look_the_same() {
    let mut record = Record::<Guess<false>>::new(NoOptions);
    record.play(Word::Yes).unwrap();
    let mut other = Record::<Guess<false>>::new(NoOptions);
    other.play(Word::No).unwrap();
    assert_eq!(twins(&record, Viewer::Player(Side::Second)), [other]);
    assert_eq!(twins(&record, Viewer::Player(Side::First)), []);
    record.play(Word::No).unwrap();
    assert_eq!(twins(&record, Viewer::Watcher), [], "the guess has shown it");
}
