//! The machine on real streams.

use bots::{Config, Level};
use catalog::games::{eclipse, hex};
use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use ugi::converse;

fn output_of<P: bots::Playable>(input: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = Cursor::new(input.to_owned());
    converse::<P>(Config { memory_mib: 1, ..Config::default() }, input, &mut output)
        .expect("memory can be read and written");
    String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn a_limited_search_is_finished_at_the_end_of_input() {
    let lines = output_of::<eclipse::Position>("position startpos\ngo depth 3\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn an_infinite_search_is_stopped_at_the_end_of_input() {
    let lines = output_of::<eclipse::Position>("go infinite\n");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn several_lines_are_ranked() {
    let lines = output_of::<eclipse::Position>("setoption name MultiPV value 3\ngo depth 2\n");
    for rank in 1..=3 {
        let multipv = format!(" multipv {rank} ");
        assert!(lines.iter().any(|line| line.contains(&multipv)), "{lines:?}");
    }
}

#[test]
fn every_level_answers() {
    for level in Level::all() {
        let input = format!(
            "setoption name Size value 5\nsetoption name Level value {level}\ngo nodes 200\n"
        );
        let lines = output_of::<hex::Position>(&input);
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}

/// The root move of an `info` or `bestmove` line.
fn root_move(line: &str) -> Option<&str> {
    let after = |word: &str| line.split_once(word).map(|(_, rest)| rest);
    after(" pv ").or_else(|| after("bestmove "))?.split(' ').next()
}

#[test]
fn the_last_line_reported_is_the_answer() {
    for nodes in [300, 700, 1_500, 3_100, 6_300, 12_700, 25_000, 51_000] {
        let lines = output_of::<eclipse::Position>(&format!("go nodes {nodes}\n"));
        let [.., info, best] = &lines[..] else { panic!("{lines:?}") };
        assert!(info.starts_with("info depth ") && best.starts_with("bestmove "), "{lines:?}");
        assert!(info.contains(&format!(" nodes {nodes} ")), "{info}");
        assert_eq!(root_move(info), root_move(best), "after {nodes} nodes");
    }
}

#[test]
fn a_size_that_cannot_be_allocated_is_an_error_and_the_old_table_stays() {
    // More than the address space of a process: no machine has it.
    let most = usize::MAX >> 20;
    let mut output = Vec::new();
    let config = Config { memory_mib: most, ..Config::default() };
    let error = converse::<eclipse::Position>(config, Cursor::new("isready\n"), &mut output);
    assert_eq!(error.unwrap_err().kind(), io::ErrorKind::OutOfMemory);
    assert!(output.is_empty(), "it never was ready");
}

#[test]
fn noise_is_answered_and_survived() {
    let mut input = vec![0xff; 3_000_000];
    input.extend(b"\nisready\nquit\nisready\n");
    let mut output = Vec::new();
    converse::<hex::Position>(Config::default(), Cursor::new(input), &mut output).expect("memory");
    let text = String::from_utf8(output).expect("text");
    assert_eq!(text, "error the line is too long\nreadyok\n");
}

/// A stream whose bytes come from somewhere else, as they come.
struct Tap(Receiver<Vec<u8>>);

impl Read for Tap {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.recv().unwrap_or_default();
        into[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

/// A stream that says `stop` as soon as it is told anything.
struct StopAtOnce(Sender<Vec<u8>>, Vec<u8>);

impl Write for StopAtOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The receiver is gone after quit.
        let _ = self.0.send(b"stop\nquit\n".to_vec());
        self.1.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn stop_is_heard_while_thinking() {
    let (send, receive) = channel();
    send.send(b"go infinite\n".to_vec()).expect("a listener");
    let mut output = StopAtOnce(send, Vec::new());
    let input = BufReader::new(Tap(receive));
    converse::<eclipse::Position>(Config::default(), input, &mut output).expect("no broken stream");
    assert!(String::from_utf8_lossy(&output.1).starts_with("info depth 1 "));
}

/// A pipe without a reader.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_broken_pipe_ends_even_an_infinite_search() {
    let input = Cursor::new("go infinite\nisready\n");
    let error = converse::<eclipse::Position>(Config::default(), input, &mut Closed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
