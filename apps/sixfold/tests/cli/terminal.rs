//! `sixfold play` in a pseudo-terminal: whole games against the computer, screen by screen, for every game;
//! mouse, resizing, signals, crashed engines, and a terminal that is always given back.
//!
//! The sessions are `docs/terminal-sessions/*.txt`: what is recorded there is what is compared. After a wanted
//! change of the screen, `UPDATE_SESSIONS=1` writes them anew.

use catalog::GameName;
use pty_session::PtySession;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

fn play(args: &[&str], columns: u16, lines: u16) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command.arg("play").args(args);
    PtySession::start(&command, columns, lines).expect("a pseudo-terminal")
}

fn shown(session: &PtySession, wanted: &str) -> String {
    session.wait_for(wanted).unwrap_or_else(|error| panic!("{error}"))
}

/// Leaves by `q`; the terminal is as it was before.
fn leave(mut session: PtySession) {
    session.keys("q").unwrap();
    assert!(session.wait().unwrap().success());
    assert_eq!(session.left_changed().unwrap(), [""; 0]);
}

/// A session being recorded.
struct Recording {
    session: PtySession,
    text: String,
}

impl Recording {
    fn new(args: &[&str]) -> Self {
        let text = format!("$ sixfold play {}\n", args.join(" "));
        Self { session: play(args, 80, 24), text }
    }

    /// Types keys and keeps the screen that shows `wanted` then.
    fn step(&mut self, what: &str, keys: &str, wanted: &str) {
        self.session.keys(keys).unwrap();
        self.keep(what, wanted);
    }

    fn keep(&mut self, what: &str, wanted: &str) {
        let screen = shown(&self.session, wanted);
        writeln!(self.text, "\n==== {what}\n{}", screen.trim_end()).unwrap();
    }

    /// Compares the recording with the one that is kept, or keeps it.
    fn finish(self, name: &str) {
        leave(self.session);
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal-sessions");
        let path = folder.join(name);
        if env::var_os("UPDATE_SESSIONS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &self.text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(self.text, kept, "{name} differs: UPDATE_SESSIONS=1 writes it anew");
    }
}

/// Whether row `number` of the list of moves has a move of each side.
fn row_is_complete(screen: &str, number: usize) -> bool {
    let row = screen.lines().find_map(|line| line.split_once(&format!("{number:>3}.")));
    row.is_some_and(|(_, moves)| moves.split_whitespace().count() >= 2)
}

/// Plays typed moves against the computer; its answers complete the rows of the list from `row` on, and the
/// last move ends the game with `result`.
fn play_out(recording: &mut Recording, moves: &[&str], row: usize, result: &str) {
    for (at, mv) in moves.iter().enumerate() {
        recording.session.keys(&format!(":{mv}\r")).unwrap();
        let number = row + at;
        if at + 1 < moves.len() {
            let answered = |screen: &str| row_is_complete(screen, number);
            let waited = recording.session.wait_until(&format!("row {number}"), answered);
            waited.unwrap_or_else(|error| panic!("{error}"));
            recording.keep(&format!("typed {mv}, and the computer has answered"), "▸");
        } else {
            recording.keep(&format!("typed {mv}"), result);
        }
    }
}

#[test]
fn every_game_that_is_taught_has_a_session() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut taught = 0;
    for game in GameName::ALL {
        let lessons = root.join(format!("content/{game}/lessons.txt"));
        if !fs::read_to_string(lessons).unwrap().trim().is_empty() {
            let session = format!("docs/terminal-sessions/{game}.txt");
            assert!(root.join(&session).is_file(), "{session} is missing");
            taught += 1;
        }
    }
    assert!(taught > 0, "no game is taught");
}

#[test]
fn a_game_of_hex() {
    let mut recording = Recording::new(&["hex", "--size", "5", "--level", "1", "--seed", "7"]);
    recording.keep("the start", ">·<");
    recording.step("the cursor: up, right, down and right (k l n)", "kln", "d3");
    recording.step("left and Enter: c3 is played, and the computer answers", "h\r", "e1");
    play_out(&mut recording, &["c2", "a5", "b4", "c1"], 2, "Red has joined its borders");
    recording.step("Home: the start of the game", "\x1b[H", "Move 0 of 9");
    recording.finish("hex.txt");
}

#[test]
fn a_game_of_eclipse() {
    let mut recording = Recording::new(&["eclipse", "--level", "1", "--seed", "7"]);
    recording.keep("the start", "Light to move");
    recording.step("the cursor on the comet: right three times", "lll", "28: light comet");
    recording.step("Enter: where it can go", "\r", "•");
    recording.session.keys("\x1b").unwrap();
    recording.session.wait_until("no target", |screen| !screen.contains('•')).unwrap();
    let moves = [
        "28-27", "d20-26", "*27-28", "d35-17", "e34-10", "c21-27", "c36-33", "e19-16", "b43-48",
        "b49-47", "d26-32", "c27-26", "e10-22", "b48-46", "*28-20", "d17-31", "e16-29", "d32-30",
        "d31-38",
    ];
    play_out(&mut recording, &moves, 1, "Light wins");
    recording.finish("eclipse.txt");
}

#[test]
fn a_game_of_hex_chess() {
    let mut recording = Recording::new(&["hexchess", "--level", "1", "--seed", "7"]);
    recording.keep("the start: the pieces of the computer are hidden", "Black: hidden pieces");
    recording.step("Tab: the next piece beside the board", "\t", "<");
    recording.session.keys("\x1b").unwrap();
    recording.session.wait_until("no target", |screen| !screen.contains('•')).unwrap();
    let moves = ["line-up d q m k b", "23-24", "4D6", "17M23", "23Mx19", "6D8", "19Mx10"];
    play_out(&mut recording, &moves, 2, "White wins");
    recording.finish("hexchess.txt");
}

#[test]
fn a_game_of_havannah() {
    let mut recording = Recording::new(&["havannah", "--size", "4", "--level", "1", "--seed", "7"]);
    recording.keep("the start", "White to move");
    let moves = ["c3", "a4", "b3", "a3", "a1", "b2"];
    play_out(&mut recording, &moves, 1, "White has joined two corners");
    recording.finish("havannah.txt");
}

#[test]
fn a_game_of_havannah_is_reviewed() {
    let mut session = play(&["havannah", "--size", "4", "--against", "person"], 100, 30);
    shown(&session, "White to move");
    session.keys(":a1\r:d7\r:b1\r:d6\r:c1\r:e6\r:d1\r").unwrap();
    shown(&session, "White has joined two corners");
    session.keys("v").unwrap();
    shown(&session, " %  ");
    leave(session);
}

/// The mouse, completion, take back, flip, help, resizing, and too small a terminal.
#[test]
fn a_terminal_is_used_in_every_way() {
    let args = ["hex", "--size", "4", "--no-swap", "--against", "person"];
    let mut session = play(&args, 80, 24);
    let screen = shown(&session, "Red to move");
    let line = screen.lines().position(|line| line.trim_start().starts_with("2 ")).unwrap();
    let column = screen.lines().nth(line).unwrap().chars().position(|c| c == '·').unwrap();
    session.click(column as u16, line as u16).unwrap();
    shown(&session, "1.›a2");
    session.keys(":b").unwrap();
    shown(&session, "b1 b2 b3 b4");
    session.keys("2\t\r").unwrap();
    shown(&session, "›b2");
    session.keys("t").unwrap();
    shown(&session, "1.›a2");
    session.keys(":z9\r").unwrap();
    shown(&session, "z9");
    session.resize(100, 40).unwrap();
    session
        .wait_until("a larger board", |screen| {
            screen.lines().count() == 40 && screen.contains("a    ")
        })
        .unwrap();
    session.resize(20, 8).unwrap();
    shown(&session, "needs");
    session.resize(80, 24).unwrap();
    shown(&session, "1.›a2");
    session.keys("?").unwrap();
    shown(&session, "any key closes this");
    session.keys(" R").unwrap();
    shown(&session, "Resign? y");
    session.keys("y").unwrap();
    shown(&session, "Red wins: resignation");
    leave(session);
}

#[test]
fn the_menu_starts_a_game_and_a_clock_runs_out() {
    let mut session = play(&[], 80, 24);
    shown(&session, "Start the game");
    session.keys("ll").unwrap();
    shown(&session, "Eclipse");
    session.keys("\r\r").unwrap();
    shown(&session, "Light to move");
    leave(session);
    let timed = ["hex", "--size", "3", "--against", "person", "--clock", "1+0"];
    let session = play(&timed, 80, 24);
    shown(&session, "Blue wins: time");
    leave(session);
}

#[test]
fn analysis_hint_review_and_files_work() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("terminal-game.txt");
    let mut session = play(&["hex", "--size", "3", "--no-swap", "--against", "person"], 100, 30);
    shown(&session, "Red to move");
    session.keys("a").unwrap();
    shown(&session, "win in");
    session.keys("ai").unwrap();
    shown(&session, "Hint: ");
    session.keys(":b2\r:a1\r:b1\r:c1\r:b3\r").unwrap();
    shown(&session, "Red has joined");
    session.keys("v").unwrap();
    shown(&session, " %  ");
    session.keys(&format!("s\x15{}\r", path.display())).unwrap();
    shown(&session, "Saved to");
    session.keys(&format!("o{}\r", path.display())).unwrap();
    shown(&session, "Opened");
    session.keys("e").unwrap();
    shown(&session, "Set up a position");
    session.keys("c\rP").unwrap();
    shown(&session, " to move");
    session.keys("oinonsense\r").unwrap();
    shown(&session, "could not be read");
    leave(session);
    assert!(fs::read_to_string(path).unwrap().contains("1. b2 a1 2. b1 c1 3. b3 1-0"));
}

#[test]
fn a_crashed_engine_is_told_and_the_game_goes_on() {
    let mut session = play(&["hex", "--size", "3", "--against", "cmd:false"], 80, 24);
    shown(&session, "Red to move");
    session.keys(":b2\r").unwrap();
    shown(&session, "cmd:false cannot play");
    session.keys("t").unwrap();
    shown(&session, "Red to move");
    session.keys(":a1\r").unwrap();
    shown(&session, "cmd:false cannot play");
    session.keys("r").unwrap();
    shown(&session, "cmd:false cannot play");
    session.keys("s\x15/dev/null\r").unwrap();
    shown(&session, "Saved to");
    leave(session);
}

#[test]
fn a_signal_ends_it_and_an_unsaved_game_is_printed() {
    let mut session = play(&["hex", "--size", "3", "--against", "person"], 80, 24);
    shown(&session, "Red to move");
    session.keys(":b2\r").unwrap();
    shown(&session, "›b2");
    let killed = Command::new("kill").arg(session.process().to_string()).status();
    assert!(killed.unwrap().success());
    assert!(session.wait().unwrap().success());
    shown(&session, "1. b2 *");
    assert_eq!(session.left_changed().unwrap(), [""; 0]);
}

#[test]
fn nothing_is_said_by_colour_alone() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command.args(["play", "eclipse", "--against", "person"]).env("NO_COLOR", "1");
    let mut session = PtySession::start(&command, 80, 24).unwrap();
    shown(&session, "Light to move");
    session.keys(":28-\t").unwrap();
    let screen = shown(&session, "move> 28-");
    assert!(screen.contains('★') && screen.contains('☆'), "{screen}");
    // Esc and a letter at once would be Alt and the letter.
    session.keys("\x1b").unwrap();
    shown(&session, "arrows");
    leave(session);
    command.env("TERM", "dumb");
    let session = PtySession::start(&command, 80, 24).unwrap();
    shown(&session, "Light>");
}

/// What the test below runs in its pseudo-terminal: this program, started again.
#[test]
fn panics_on_a_screen() {
    if env::var_os("PANIC_ON_SCREEN").is_some() {
        let _screen = terminal::Screen::enter().expect("a screen");
        panic!("on purpose");
    }
}

#[test]
fn a_panic_gives_the_terminal_back_first() {
    let mut command = Command::new(env::current_exe().unwrap());
    let args = ["terminal::panics_on_a_screen", "--exact", "--nocapture"];
    command.args(args).env("PANIC_ON_SCREEN", "1").env("RUST_BACKTRACE", "0");
    let mut session = PtySession::start(&command, 80, 24).unwrap();
    assert!(!session.wait().unwrap().success());
    shown(&session, "on purpose");
    assert_eq!(session.left_changed().unwrap(), [""; 0]);
}
