//! What must hold for any bytes whatever: the entry point of the fuzz target, and of the property
//! test that drives the same one where no fuzzer runs.

use crate::{Action, Machine, NoMemory};
use bots::{Config, Playable};
use catalog::{GameName, with_game};
use search::Report;

/// The first byte chooses the game, the rest is a conversation. A broken law panics.
///
/// # Panics
/// If a law is broken.
pub fn conversation(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let game = GameName::ALL[usize::from(first) % GameName::ALL.len()];
    with_game!(game, P => hold::<P>(&text));
}

fn hold<P: Playable>(text: &str) {
    let mut machine = Machine::<P>::new(Config::default());
    for line in text.lines() {
        let before = machine.clone();
        let mut acts = machine.handle_line(line);
        if matches!(&acts[..], [Action::Prepare(_)]) {
            // Every other size of memory cannot be had.
            let possible = line.len() % 2 == 0;
            acts = machine.prepared(if possible { Ok(()) } else { Err(NoMemory { mib: 65_536 }) });
        }
        let refused = matches!(&acts[..], [Action::Say(line)] if line.starts_with("error "));
        assert!(!refused || machine == before, "a refusal changes nothing: {line}");
        for action in &acts {
            check(action, line);
        }
        if acts.iter().any(|action| matches!(action, Action::Think(_))) {
            let report = Report::empty();
            assert!(machine.progress(&report).is_empty(), "nothing found, nothing told");
            machine.search_done(&report);
        }
    }
    // However it was left, it comes to an end.
    let mut acts = machine.end();
    if acts.iter().any(|action| matches!(action, Action::Halt)) {
        acts = machine.search_done(&Report::empty());
    }
    assert!(matches!(acts.last(), Some(Action::Leave)), "the end of input is the end");
}

fn check<P: Playable>(action: &Action<P>, line: &str) {
    if let Action::Say(said) = action {
        assert!(said.len() < 700, "answers are short: {said}");
        assert!(!said.contains(['\n', '\r']), "an answer is one line: {said}");
    }
    if let Action::Think(task) = action {
        assert!(task.record.position().outcome().is_none(), "nothing to think about: {line}");
    }
}
