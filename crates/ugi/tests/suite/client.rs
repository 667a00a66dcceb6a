//! Other programs, good and bad, written in a line of shell each.
#![cfg(unix)]

use catalog::games::hex::Position;
use game::Record;
use search::Score;
use std::time::{Duration, Instant};
use ugi::{Client, ProgramError};

const PATIENCE: Duration = Duration::from_secs(20);

/// A program that answers each line with the branch of a shell `case` that fits.
fn program(branches: &str) -> String {
    format!("sh -c 'while read line; do case \"$line\" in {branches} esac; done'")
}

const POLITE: &str = "ugi) echo id name Shell; echo option name Level type spin; echo ugiok;; \
                      isready) echo readyok;; quit) exit;;";

fn record(moves: &str) -> Record<Position> {
    let mut record = Record::new("size=5".parse().expect("options"));
    for word in moves.split_whitespace() {
        record.play_text(word).expect("legal");
    }
    record
}

#[test]
fn a_good_program_answers() {
    let good = "go*) echo info depth 1 score cp -12 pv c3; echo bestmove c3;;";
    let mut client =
        Client::start(&program(&format!("{POLITE} {good}")), PATIENCE).expect("starts");
    assert_eq!(client.name(), "Shell");
    client.new_game().expect("ready");
    let reply = client.go(&record("a1"), "movetime 5", PATIENCE).expect("an answer");
    assert_eq!((reply.best.as_str(), reply.score), ("c3", Some(Score::Estimate(-12))));
}

#[test]
fn it_is_told_the_position_and_only_options_it_has() {
    // Whatever it hears comes back as its move, with spaces turned into strokes.
    let parrot = "position*) p=$(echo $line | tr \" \" _);; setoption*) o=$(echo $line | tr \" \" _);; \
                  go*) echo bestmove $p+$o;;";
    let mut client =
        Client::start(&program(&format!("{POLITE} {parrot}")), PATIENCE).expect("starts");
    client.set_option("Level", 3).expect("is there");
    client.set_option("Hash", 64).expect("is there");
    let reply = client.go(&record("a1 b2"), "depth 1", PATIENCE).expect("an answer");
    let told = "position_fen_5/5/5/5/5_r_swap=on_moves_a1_b2+setoption_name_Level_value_3";
    assert_eq!(reply.best, told);
}

#[test]
fn a_slow_program_is_late_and_is_not_waited_for() {
    let slow = program(&format!("{POLITE} go*) sleep 60;;"));
    let mut client = Client::start(&slow, PATIENCE).expect("starts");
    let asked = Instant::now();
    let fault = client.go(&record(""), "movetime 5", Duration::from_millis(50)).unwrap_err();
    assert_eq!(fault, ProgramError::Late);
    drop(client);
    assert!(asked.elapsed() < Duration::from_secs(30), "the sleep was not waited for");
}

#[test]
fn a_program_that_leaves_is_gone() {
    let mut client =
        Client::start(&program(&format!("{POLITE} go*) exit;;")), PATIENCE).expect("starts");
    assert_eq!(client.go(&record(""), "depth 1", PATIENCE), Err(ProgramError::Gone));
    assert!(matches!(client.new_game(), Err(ProgramError::Gone)), "and stays gone");
    assert_eq!(Client::start("true", PATIENCE).err(), Some(ProgramError::Gone));
}

#[test]
fn a_program_that_complains_is_quoted() {
    let rude = program(&format!("{POLITE} go*) echo error no such thing;;"));
    let fault = Client::start(&rude, PATIENCE).expect("starts").go(&record(""), "x", PATIENCE);
    assert_eq!(fault.unwrap_err().to_string(), "answered “error no such thing”");
}

#[test]
fn what_is_no_engine_is_refused() {
    let short = Duration::from_millis(100);
    assert_eq!(
        Client::start("cat", short).err(),
        Some(ProgramError::Late),
        "an echo is no greeting"
    );
    let missing = Client::start("/no/such/program", short).err().map(|f| f.to_string());
    assert!(missing.is_some_and(|why| why.starts_with("cannot be started: “/no/such/program”")));
    assert!(matches!(Client::start("  ", short).err(), Some(ProgramError::Start(_))));
    assert!(matches!(Client::start("'", short).err(), Some(ProgramError::Start(_))));
}
