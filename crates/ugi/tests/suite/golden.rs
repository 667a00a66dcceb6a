//! Conversations as they must go, word for word.
//!
//! In the files, `>` is heard and `<` is said; `*` is done. `,` and `.` are what the engine thinks
//! so far and at last; `+` and `-` say whether an engine could be prepared. `end` is the end of the
//! input.

use bots::Config;
use catalog::games::hex::{Move, Position};
use search::{Line, Report, Score};
use std::time::Duration;
use ugi::{Action, Machine, NoMemory, Task};

fn report(moves: &str) -> Report<Move> {
    let moves: Vec<_> =
        moves.split_whitespace().map(|word| word.parse().expect("a move")).collect();
    let (depth, nodes) = (moves.len(), moves.len() as u64);
    let lines = vec![Line::new(moves, Score::Estimate(7))];
    Report { lines, depth, seldepth: depth, nodes, ..Report::empty() }
}

fn think(task: &Task<Position>) -> String {
    let Task { limits, config, .. } = task;
    let mut words = Vec::new();
    words.extend(limits.depth.map(|depth| format!("depth={depth}")));
    words.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    words.extend(limits.time.map(|time| format!("time={time:?}")));
    words.extend(limits.clock.map(|c| format!("left={:?}+{:?}", c.left, c.increment)));
    if *config != Config::default() {
        let Config { threads, memory_mib, lines, level, seed } = config;
        words.push(format!(
            "{threads} threads, {memory_mib} MiB, {lines} lines, level {level}, seed {seed}"
        ));
    }
    format!("* think {}", words.join(", ")).trim_end().to_owned()
}

fn written(action: &Action<Position>) -> String {
    match action {
        Action::Say(line) => format!("< {line}"),
        Action::Prepare(config) => format!("* prepare {} MiB", config.memory_mib),
        Action::Think(task) => think(task),
        Action::Halt => "* halt".to_owned(),
        Action::Forget => "* forget".to_owned(),
        Action::Leave => "* leave".to_owned(),
    }
}

fn goes_as_written(script: &str) {
    let mut machine = Machine::<Position>::new(Config::default());
    let mut transcript = String::new();
    for line in script.lines() {
        let acts = match line.split_at(1.min(line.len())) {
            ("<" | "*", _) => continue,
            (">", said) => machine.handle_line(said.trim()),
            (",", moves) => machine.progress(&Report { elapsed: Duration::ZERO, ..report(moves) }),
            (".", moves) => machine.search_done(&report(moves)),
            ("+", _) => machine.prepared(Ok(())),
            ("-", mib) => {
                let mib = mib.trim().parse().expect("a size in MiB");
                machine.prepared(Err(NoMemory { mib }))
            }
            ("e", "nd") => machine.end(),
            _ => Vec::new(),
        };
        transcript.push_str(line);
        transcript.push('\n');
        for action in &acts {
            transcript.push_str(&written(action));
            transcript.push('\n');
        }
    }
    assert_eq!(transcript, script);
}

#[test]
fn handshake() {
    goes_as_written(include_str!("conversations/handshake.txt"));
}

#[test]
fn rules() {
    goes_as_written(include_str!("conversations/rules.txt"));
}

#[test]
fn thinking() {
    goes_as_written(include_str!("conversations/thinking.txt"));
}

#[test]
fn garbage() {
    goes_as_written(include_str!("conversations/garbage.txt"));
}
