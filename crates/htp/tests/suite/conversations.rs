//! Conversations as referees and boards hold them.

use bots::{Config, Level};
use catalog::games::hex::{Move, Options, Position, SwapRule};
use game::{Position as _, Record, Side};
use htp::probe::conversation;
use htp::{Session, converse};
use proptest::prelude::*;
use std::time::Duration;

fn config(level: u8) -> Config {
    let level = Level::new(level).expect("a level");
    Config { level, memory_mib: 4, ..Config::default() }
}

fn session() -> Session {
    Session::new(config(1), Duration::from_millis(20))
}

fn say(session: &mut Session, line: &str) -> String {
    session.handle_line(line).map(|answer| answer.text).unwrap_or_default()
}

#[test]
fn a_conversation_is_answered_word_for_word() {
    let mut session = session();
    for (line, expected) in [
        ("name", "= Sixfold\n\n"),
        ("3 protocol_version", "=3 2\n\n"),
        ("known_command genmove", "= true\n\n"),
        ("known_command frobnicate", "= false\n\n"),
        ("frobnicate", "? unknown command “frobnicate”\n\n"),
        ("# a comment", ""),
        ("", ""),
        ("boardsize 3 3", "= \n\n"),
        ("boardsize 4 3", "? unacceptable size: boards are as wide as high\n\n"),
        ("boardsize 99", "? unacceptable size: boards are 3×3 to 19×19, not 99×99\n\n"),
        ("12 play black b2", "=12 \n\n"),
        ("play black b2", "? illegal move: b2 is taken\n\n"),
        ("play black d4", "? illegal move: d4 is off the 3×3 board\n\n"),
        ("play green a1", "? expected a colour, black or white, found “green”\n\n"),
        ("play black", "? play needs a colour and a cell\n\n"),
        ("all_legal_moves", "= a1 b1 c1 a2 c2 a3 b3 c3\n\n"),
        ("final_score", "? cannot score: the game is not over\n\n"),
        ("PLAY B c1", "? unknown command “PLAY”\n\n"),
        ("play B C1", "= \n\n"),
        ("play w a1", "= \n\n"),
        ("undo", "= \n\n"),
        ("play black a3", "= \n\n"),
        ("final_score", "= B+\n\n"),
        ("genmove white", "= resign\n\n"),
        ("time_left white 10 0", "= \n\n"),
        ("time_settings 60 0 0", "= \n\n"),
        (
            "time_settings x",
            "? expected a main time, a period and its stones, in seconds, found “x”\n\n",
        ),
        ("clear_board", "= \n\n"),
        ("undo", "? cannot undo: the board is empty\n\n"),
    ] {
        assert_eq!(say(&mut session, line), expected, "{line}");
    }
    let quit = session.handle_line("9 quit").expect("an answer");
    assert_eq!((quit.text.as_str(), quit.leave), ("=9 \n\n", true));
}

#[test]
fn every_listed_command_is_known_and_answered() {
    let mut session = session();
    say(&mut session, "param_sixfold max_nodes 10");
    let listed = say(&mut session, "list_commands");
    for name in listed.trim_start_matches('=').split_whitespace() {
        assert_eq!(say(&mut session, &format!("known_command {name}")), "= true\n\n", "{name}");
        let answer = say(&mut session, name);
        assert!(!answer.contains("unknown command"), "{name}: {answer}");
    }
}

#[test]
fn the_drawn_board_is_part_of_the_answer_and_has_no_empty_line() {
    let mut session = session();
    let board = say(&mut session, "showboard");
    assert!(board.starts_with("= \n") && board.ends_with("\n\n"));
    assert_eq!(board.matches("\n\n").count(), 1, "{board}");
}

#[test]
fn a_swap_is_offered_where_it_is_allowed_and_taken_where_it_should_be() {
    let mut session = session();
    for line in ["param_game allow_swap 1", "boardsize 5", "play black c3"] {
        assert_eq!(say(&mut session, line), "= \n\n", "{line}");
    }
    assert!(say(&mut session, "all_legal_moves").contains("swap-pieces"));
    let mut strong = Session::new(config(8), Duration::from_millis(20));
    for line in ["param_game allow_swap 1", "boardsize 5", "play black c3"] {
        say(&mut strong, line);
    }
    assert_eq!(say(&mut strong, "genmove white"), "= swap-pieces\n\n");
    assert_eq!(say(&mut strong, "play white a1"), "= \n\n", "the players have exchanged colours");
    assert_eq!(say(&mut session, "play white swap-pieces"), "= \n\n");
    assert!(say(&mut session, "play white swap-pieces").starts_with("? illegal move"));
}

/// A referee with a board of its own, which believes neither player.
fn referee(size: usize, black: &mut Session, white: &mut Session) -> Side {
    for session in [&mut *black, &mut *white] {
        assert_eq!(say(session, &format!("boardsize {size}")), "= \n\n");
        assert_eq!(say(session, "clear_board"), "= \n\n");
    }
    let options = Options::new(size, SwapRule::Off).expect("a size");
    let mut record = Record::<Position>::new(options);
    while record.conclusion().is_none() {
        let side = record.position().side_to_move();
        let (mover, other, colour) = match side {
            Side::First => (&mut *black, &mut *white, "black"),
            Side::Second => (&mut *white, &mut *black, "white"),
        };
        let answer = say(mover, &format!("genmove {colour}"));
        let mv: Move = answer.trim_matches(['=', ' ', '\n']).parse().expect("a move");
        record.play(mv).expect("a legal move");
        assert_eq!(say(other, &format!("play {colour} {mv}")), "= \n\n");
    }
    let score = say(black, "final_score");
    assert_eq!(score, say(white, "final_score"));
    let winner = record.position().winner().expect("a winner");
    assert_eq!(score, if winner == Side::First { "= B+\n\n" } else { "= W+\n\n" });
    winner
}

#[test]
fn whole_games_are_played_by_the_rules() {
    let mut players = [8, 1].map(|level| Session::new(config(level), Duration::from_secs(5)));
    for session in &mut players {
        say(session, "param_sixfold max_nodes 150");
    }
    let [strong, weak] = &mut players;
    for size in [3, 5, 7, 9] {
        referee(size, strong, weak);
        referee(size, weak, strong);
    }
}

#[test]
fn streams_end_quietly_and_long_lines_are_refused() {
    let mut input = vec![b'x'; 5_000_000];
    input.extend(b"\nname\n\xff\xfe\nquit\nname\n");
    let mut output = Vec::new();
    converse(config(1), Duration::from_millis(5), &input[..], &mut output).expect("memory");
    let output = String::from_utf8(output).expect("text");
    assert!(output.len() < 500 && output.contains("= Sixfold"), "{output}");
    assert_eq!(output.matches("= Sixfold").count(), 1, "nothing after quit");
    let mut rest = Vec::new();
    converse(config(1), Duration::from_millis(5), &b"version"[..], &mut rest).expect("memory");
    assert!(rest.starts_with(b"= "));
}

/// Lines made of words that mean something, in any order.
fn babble() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "play",
        "genmove",
        "undo",
        "boardsize",
        "clear_board",
        "black",
        "white",
        "a1",
        "b2",
        "c3",
        "swap-pieces",
        "3",
        "4",
        "0",
        "-1",
        "param_game",
        "allow_swap",
        "1",
        "time_left",
        "showboard",
        "time_settings",
        "final_score",
        "all_legal_moves",
        "\n",
        "\n",
        "\n",
        "#",
        "1e300",
        "ÿ",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_words_are_answered(text in babble()) {
        conversation(format!("boardsize 4\n{text}").as_bytes());
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        conversation(&bytes);
    }
}
