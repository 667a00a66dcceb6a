//! Other programs that speak HTP, good and bad, written in a line of shell each.
#![cfg(unix)]

use catalog::games::hex::{Move, Position};
use game::{BySide, Record};
use htp::Client;
use std::time::Duration;
use ugi::ProgramError;

const PATIENCE: Duration = Duration::from_secs(20);

/// A program that writes down what it hears and answers `genmove` with what `answer` echoes; it
/// knows neither clocks nor parameters.
fn program(heard: &std::path::Path, answer: &str) -> String {
    let file = heard.display();
    format!(
        "sh -c 'while read line; do echo \"$line\" >> {file}; case \"$line\" in \
         quit) exit;; time_left*|param*) printf \"? unknown\\n\\n\";; \
         genmove*) {answer};; *) printf \"= \\n\\n\";; esac; done'"
    )
}

fn record(moves: &str) -> Record<Position> {
    let mut record = Record::new("size=5".parse().expect("options"));
    for word in moves.split_whitespace() {
        record.play_text(word).expect("legal");
    }
    record
}

fn notes(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("htp-client-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn it_is_told_what_is_new_and_a_swap_as_a_new_board() {
    let heard = notes("told");
    let answer = "printf \"= c3\\n\\n\"";
    let mut client = Client::start(&program(&heard, answer), PATIENCE).expect("starts");
    let c3: Move = "c3".parse().unwrap();
    let left = Some(BySide::new(Duration::from_secs(9), Duration::from_millis(7500)));
    assert_eq!(client.go(&record("a2"), None, PATIENCE), Ok(Some(c3)));
    assert_eq!(client.go(&record("a2 c3 d4"), left, PATIENCE), Ok(Some(c3)));
    assert_eq!(client.go(&record("a2 swap"), None, PATIENCE), Ok(Some(c3)));
    drop(client);
    let told = std::fs::read_to_string(&heard).expect("it took notes");
    let expected = "name\n\
        boardsize 5\nclear_board\nparam_game allow_swap 1\nplay black a2\ngenmove white\n\
        play black d4\ntime_left black 9.0 0\ntime_left white 7.5 0\ngenmove white\n\
        boardsize 5\nclear_board\nparam_game allow_swap 0\nplay white b1\ngenmove black\nquit\n";
    assert_eq!(told, expected);
    let _ = std::fs::remove_file(&heard);
}

#[test]
fn answers_of_every_kind() {
    let heard = notes("answers");
    for (answer, expected) in [
        ("printf \"=\\tresign\\n\\n\"", Ok(None)),
        ("printf \"\\n= SWAP-PIECES\\n\\n\"", Ok(Some(Move::Swap))),
        ("printf \"= z0\\n\\n\"", Err(ProgramError::Unexpected("z0".into()))),
        ("printf \"? not now\\nnor ever\\n\\n\"", Err(ProgramError::Unexpected("not now".into()))),
        ("printf \"hello\\n\\n\"", Err(ProgramError::Unexpected("hello".into()))),
        ("exit", Err(ProgramError::Gone)),
    ] {
        let mut client = Client::start(&program(&heard, answer), PATIENCE).expect("starts");
        assert_eq!(client.go(&record("a2"), None, PATIENCE), expected, "{answer}");
    }
    let mut slow = Client::start(&program(&heard, "sleep 60"), PATIENCE).expect("starts");
    assert_eq!(slow.go(&record(""), None, Duration::from_millis(50)), Err(ProgramError::Late));
    assert_eq!(Client::start("cat", PATIENCE).err(), Some(ProgramError::Unexpected("name".into())));
    let _ = std::fs::remove_file(&heard);
}
