//! The rule book, sentence by sentence, on positions small enough to follow by eye.

use eclipse::{Chain, Options, Piece, Position};
use game::{Ending, MoveError, Outcome, Position as _, Reason, Record, Side};

/// Dark is about to put g across e, and so to take the comet's last step away.
const BEFORE_THE_BLOCK: &str =
    "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 18-26 14-29 15-30 16-31 d -";

/// The same, with Light's comet at large.
const BEFORE_THE_PIN: &str =
    "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 18-26 14-29 15-30 16-31 d - standard";

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn played(mut position: Position, moves: &str) -> Position {
    for word in moves.split_whitespace() {
        let mv = position.read_move(word).unwrap_or_else(|e| panic!("{word} in {position}: {e}"));
        position.play(mv).expect("a legal move");
    }
    position
}

fn refused(position: &Position, text: &str) -> String {
    match position.read_move(text) {
        Ok(_) => panic!("{text} is legal in {position}"),
        Err(MoveError::Illegal(error)) => error.why,
        Err(MoveError::Unreadable(error)) => panic!("{text}: {error}"),
    }
}

fn chain(letter: char) -> Chain {
    Chain::lettered(letter).unwrap()
}

#[test]
fn ec_2_2_the_start() {
    let start = Position::start(Options::Standard);
    assert_eq!(
        format!("{start:#}"),
        "  g . . . . a\n g . . . . . a\nh i j . . e d c\n @ . . . . . *\nh i j . . e d c\n \
         f . . . . . b\n  f . . . . b\nl - standard"
    );
    assert_eq!(start.side_to_move(), Side::First);
    assert_eq!(start.occupied().len(), 22);
    let crossing = |a: Chain, b: Chain| start.link(a).crosses(start.link(b));
    assert!(!Chain::ALL.iter().any(|&a| Chain::ALL.iter().any(|&b| crossing(a, b))));
}

#[test]
fn ec_3_1_a_comet_crosses_its_own_links_only() {
    let start = Position::start(Options::Standard);
    assert!(start.link(chain('d')).gate().contains(start.comet(Side::First)));
    assert_eq!(start.write_move(start.read_move("*27").unwrap()), "*28-27");

    // Dark's h where Light's d stood: the same step is closed now.
    let closed =
        position("*28 6-13 43-49 21-36 18-33 19-34 / *22 37-44 1-7 20-35 15-30 16-31 l - standard");
    assert_eq!(closed.outcome(), Some(Outcome::Win(Side::Second)));
    let closed =
        position("*28 6-13 43-49 42-48 18-33 19-34 / *22 37-44 1-7 20-35 15-30 16-31 l - standard");
    assert_eq!(refused(&closed, "*27"), "the comet's step crosses chain h");
    assert!(closed.read_move("*36").is_ok());
}

#[test]
fn ec_3_1_a_comet_steps_to_an_empty_neighbour() {
    let start = Position::start(Options::Standard);
    assert_eq!(refused(&start, "28-21"), "cell 21 is taken");
    let far = "a comet steps to a neighbouring cell, and 25 is not next to 28";
    assert_eq!(refused(&start, "*25"), far);
    assert_eq!(refused(&start, "28-28"), "a move goes to another cell");
}

#[test]
fn ec_3_2_links_have_their_lengths() {
    let start = Position::start(Options::Standard);
    let long = |link: &str, chain: char, kind: &str, rule: &str| {
        format!(
            "the link {link} would be too long: chain {chain} is {kind}, and its satellites must \
             be {rule}"
        )
    };
    // 4-6 and 17-19 are straight, 6-11 is a diagonal that a short chain may not span, 19-2 the width of the board.
    assert_eq!(refused(&start, "a13-4"), long("6-4", 'a', "short", "neighbours"));
    assert_eq!(refused(&start, "a13-11"), long("6-11", 'a', "short", "neighbours"));
    let either = "neighbours or a diagonal apart";
    assert_eq!(refused(&start, "e34-17"), long("19-17", 'e', "long", either));
    assert_eq!(refused(&start, "e34-2"), long("19-2", 'e', "long", either));
    for jump in ["e34-5", "e34-10", "e34-18", "e34-12", "a13-5"] {
        assert!(start.read_move(jump).is_ok(), "{jump}");
    }
}

#[test]
fn a_refusal_changes_nothing_and_says_who_is_to_move() {
    let start = Position::start(Options::Standard);
    for (text, why) in [
        ("17-24", "no piece stands on 17"),
        ("16-17", "the piece on 16 is Dark's, and Light is to move"),
        ("22-23", "the piece on 22 is Dark's, and Light is to move"),
        ("34-19", "cell 19 is taken"),
    ] {
        let mut copy = start.clone();
        assert_eq!(copy.play(text.parse().unwrap()).unwrap_err().why, why, "{text}");
        assert_eq!((copy.to_string(), copy.key()), (start.to_string(), start.key()));
    }
    let nowhere = eclipse::Move::new(hexgrid::Cell::new(18), hexgrid::Cell::new(49));
    assert_eq!(start.why_illegal(nowhere), "there is no cell 50");
}

#[test]
fn ec_3_4_the_lower_chain_is_pinned_until_the_upper_moves_away() {
    let before = position(BEFORE_THE_PIN);
    let pinned = played(before.clone(), "g18-27");
    assert_eq!(pinned.overlaps().collect::<Vec<_>>(), [(chain('g'), chain('e'))]);
    assert_eq!(refused(&pinned, "e34-33"), "chain e is pinned by chain g");
    assert_eq!(refused(&pinned, "e19-10"), "chain e is pinned by chain g");

    // The upper one is free, and by moving away sets the lower one free.
    let freed = played(pinned, "a13-12 g27-18");
    assert!(freed.pinned().is_empty());
    assert!(freed.read_move("e34-10").is_ok());
}

#[test]
fn ec_3_4_a_chain_on_top_of_one_can_lie_under_another() {
    // e comes to lie on h, then i on e: both e and h are pinned, and i going sets only e free.
    let before =
        position("*42 6-13 43-49 21-36 28-35 10-19 / *22 37-44 1-7 18-27 25-26 16-31 l - standard");
    let piled = played(before, "e10-34 i25-20");
    assert!(piled.to_string().ends_with(" l e>h,i>e standard"), "{piled}");
    assert_eq!(refused(&piled, "e34-10"), "chain e is pinned by chain i");
    let freed = played(piled, "a13-12 i20-25");
    assert!(freed.to_string().ends_with(" l e>h standard"), "{freed}");
    assert_eq!(refused(&played(freed, "a12-13"), "h18-17"), "chain h is pinned by chain e");
}

#[test]
fn ec_3_4_friends_pin_nothing() {
    let start = Position::start(Options::Standard);
    let crossed = played(start, "d35-26 *23");
    assert!(crossed.link(chain('d')).crosses(crossed.link(chain('e'))));
    assert!(crossed.pinned().is_empty());
    assert!(crossed.read_move("e34-10").is_ok());
}

#[test]
fn ec_3_5_letters_do_not_matter() {
    // Six moves of Light in which d and e change places, while Dark's comet goes to and fro.
    let start = Position::start(Options::Standard);
    let moves = "e34-26 *23 d20-34 *22 e26-20 *23 d35-26 *22 e19-35 *23 d26-19 *22";
    let swapped = played(start.clone(), moves);
    assert_eq!(swapped.link(chain('d')), start.link(chain('e')));
    assert_eq!(swapped.link(chain('e')), start.link(chain('d')));
    assert_ne!(swapped.to_string(), start.to_string());
    assert_eq!(swapped, start);
    assert_eq!(swapped.key(), start.key());
}

#[test]
fn ec_3_5_letters_do_not_matter_to_who_lies_on_top() {
    let one = position(
        "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 26-27 14-29 15-30 16-31 l g>e standard",
    );
    let other = position(
        "*42 43-49 6-13 34-19 21-36 35-20 / *22 27-26 37-44 15-30 16-31 14-29 l f>c standard",
    );
    let upside_down = position(
        "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 26-27 14-29 15-30 16-31 l e>g standard",
    );
    assert_eq!((&one, one.key()), (&other, other.key()));
    assert_ne!(one, upside_down);
    assert_ne!(one.key(), upside_down.key());
}

#[test]
fn ec_3_5_a_short_chain_and_a_long_one_are_not_alike() {
    // a and c on each other's links, which suit both: the long one could go further.
    let one =
        position("*42 6-13 43-49 11-12 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard");
    let other =
        position("*42 11-12 43-49 6-13 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard");
    assert_ne!(one, other);
    assert_ne!(one.key(), other.key());
    assert_ne!(one.moves().len(), other.moves().len());
}

#[test]
fn ec_3_5_the_order_of_earlier_moves_does_not_matter() {
    let start = Position::start(Options::Standard);
    let one = played(start.clone(), "a13-12 f37-38 e34-26 *23");
    let other = played(start.clone(), "e34-26 *23 a13-12 f37-38");
    assert_eq!((&one, one.key()), (&other, other.key()));
    assert_ne!(one.key(), start.key());
}

#[test]
fn ec_4_1_a_blocked_comet_loses_though_satellites_could_move() {
    let blocked = played(position(&format!("{BEFORE_THE_BLOCK} standard")), "g18-27");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Side::Second)));
    assert!(blocked.moves().is_empty());
    assert!(blocked.mobility(Side::First) > 0);
    assert_eq!(blocked.why_illegal("13-12".parse().unwrap()), "the game is over");
}

#[test]
fn ec_4_2_the_third_occurrence_is_a_draw() {
    let mut record = Record::<Position>::new(Options::Standard);
    for (i, word) in "*27 *23 *28 *22 ".repeat(2).split_whitespace().enumerate() {
        assert_eq!(record.conclusion(), None, "after {i} plies");
        record.play_text(word).unwrap();
    }
    let conclusion = record.conclusion().unwrap();
    assert_eq!((conclusion.outcome, conclusion.reason), (Outcome::Draw, Reason::Repetition));
    assert!(record.play_text("*27").is_err());
}

#[test]
fn ec_4_2_counts_positions_whose_letters_have_changed_places() {
    let swap = "e34-26 *23 d20-34 *22 e26-20 *23 d35-26 *22 e19-35 *23 d26-19 *22 ";
    let back = "d34-26 *23 e20-34 *22 d26-20 *23 e35-26 *22 d19-35 *23 e26-19 *22";
    let mut record = Record::<Position>::new(Options::Standard);
    for word in (swap.to_owned() + back).split_whitespace() {
        record.play_text(word).unwrap();
    }
    assert_eq!(record.conclusion().map(|c| c.reason), Some(Reason::Repetition));
}

#[test]
fn ec_4_3_resignation_ends_the_record_not_the_position() {
    let mut record = Record::<Position>::new(Options::Tabletop);
    record.end(Ending::Resignation(Side::First)).unwrap();
    assert_eq!(record.conclusion().unwrap().outcome, Outcome::Win(Side::Second));
    assert_eq!(record.position().outcome(), None);
}

#[test]
fn ec_5_1_a_friend_on_top_pins_too() {
    let start = Position::start(Options::Tabletop);
    let crossed = played(start, "d35-26 *23");
    assert_eq!(refused(&crossed, "e34-10"), "chain e is pinned by chain d");
    assert!(played(crossed, "d26-35 *22").read_move("e34-10").is_ok());
}

#[test]
fn ec_5_2_a_blocked_comet_has_one_turn_to_be_freed() {
    let blocked = played(position(&format!("{BEFORE_THE_BLOCK} tabletop")), "g18-27");
    assert_eq!(blocked.outcome(), None);
    assert!(blocked.comet_moves(Side::First).is_empty());
    assert_eq!(played(blocked.clone(), "d35-12").outcome(), None, "35 is open now");
    assert_eq!(played(blocked, "a13-12").outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn ec_5_2_whoever_blocks_his_own_comet_loses_at_once() {
    let start = Position::start(Options::Tabletop);
    let blocked = played(start, "e34-27");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Side::Second)));
    assert!(blocked.moves().is_empty());
    let standard = played(Position::start(Options::Standard), "e34-27");
    assert_eq!(standard.outcome(), None, "under the standard rules Dark still has to move");
}

#[test]
fn ec_5_2_of_two_blocked_comets_the_mover_s_loses() {
    // Light's last move left both comets without a step.
    let both =
        position("*28 6-13 43-49 21-36 20-35 19-27 / *22 37-44 1-7 14-29 15-30 16-23 d - tabletop");
    assert!(Side::BOTH.iter().all(|&side| both.comet_moves(side).is_empty()));
    assert_eq!(both.outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn ec_5_2_a_side_to_move_without_any_move_loses() {
    // a and b stand in corners with no room, c and d are pinned, e and the comet are hemmed in:
    //
    //     . . . g g a
    //    . . . . . @ a
    //   . . . . j c d e
    //    . . . . i e d
    //   . . . . j c i *
    //    . . . . f h b
    //     . . . h f b
    let stuck = "*36 6-13 43-49 19-34 20-28 21-27 / *12 41-48 4-5 42-47 26-35 18-33 l e>d,h>f,i>c";
    let stuck = position(&format!("{stuck} tabletop"));
    assert!(!stuck.comet_moves(Side::Second).is_empty());
    assert_eq!((stuck.mobility(Side::First), stuck.moves().len()), (0, 0));
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Side::Second)));

    // With one satellite's way open the game goes on.
    let open = "*36 6-13 43-49 19-34 20-28 21-27 / *3 41-48 4-5 42-47 26-35 18-33 l e>d,h>f,i>c";
    let open = position(&format!("{open} tabletop"));
    assert!(open.comet_moves(Side::First).is_empty());
    assert_eq!((open.outcome(), open.moves().is_empty()), (None, false));
}

#[test]
fn ec_5_3_all_else_is_the_same() {
    let (standard, tabletop) =
        (Position::start(Options::Standard), Position::start(Options::Tabletop));
    assert_eq!(standard.moves()[..], tabletop.moves()[..]);
    assert_ne!(standard, tabletop);
    assert_ne!(standard.key(), tabletop.key());
}

#[test]
fn passing_changes_whose_turn_it_is_and_nothing_else() {
    let pinned = played(position(BEFORE_THE_PIN), "g18-27");
    let passed = pinned.passed();
    assert_eq!(passed.to_string(), pinned.to_string().replace(" l ", " d "));
    assert_eq!(passed.check(), Ok(()));
    assert_eq!(passed.passed(), pinned);
}

#[test]
fn what_evaluators_and_drawings_ask_for() {
    let pinned = played(position(BEFORE_THE_PIN), "g18-27");
    assert_eq!(pinned.chains().count(), 10);
    assert_eq!(pinned.piece(pinned.comet(Side::Second)), Some(Piece::Comet(Side::Second)));
    assert_eq!(pinned.pinners(chain('e')).into_iter().collect::<Vec<_>>(), [chain('g')]);
    assert_eq!(pinned.pinned_by(chain('g')).into_iter().collect::<Vec<_>>(), [chain('e')]);
    for side in Side::BOTH {
        let mut asked = pinned.setup();
        asked.side = side;
        let asked = asked.position().unwrap();
        let counted = asked.comet_moves(side).len() + asked.mobility(side);
        assert_eq!(counted, asked.moves().len());
    }
}
