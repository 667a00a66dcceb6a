//! The checks of a program that speaks HTP (`docs/htp.md`). Boards are small: programs without a limit on
//! their search play soon on them.

use crate::engine::{Engine, in_words};
use crate::htp_engine::HtpReply;
use crate::report::{Area, Check, Checked, Fault, wrong};
use catalog::games::hex;
use game::{Position as _, Record};
use std::time::{Duration, Instant};

/// What every program must know.
const REQUIRED: [&str; 9] = [
    "name",
    "version",
    "protocol_version",
    "known_command",
    "list_commands",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// All checks, in order.
pub(crate) fn checks() -> Vec<Check> {
    let check = |area, name, run| Check { area, name, run };
    vec![
        check(Area::Handshake, "`name`, `version` and `protocol_version` are answered", handshake),
        check(Area::Handshake, "numbers of commands are repeated", numbers),
        check(Area::Options, "`list_commands` has what every program must know", commands),
        check(Area::Options, "`boardsize` takes sizes from 3 to 11", sizes),
        check(Area::Positions, "`genmove` gives legal moves", positions),
        check(Area::Positions, "`genmove` plays its move, and `undo` takes it back", own_move),
        check(Area::Positions, "`genmove` after the end does no harm", game_over),
        check(Area::IllegalInput, "a stone on a taken cell is refused", taken),
        check(Area::IllegalInput, "a cell off the board is refused", off_board),
        check(Area::IllegalInput, "unknown commands and colours are refused", unknown),
        check(Area::Garbage, "garbage is survived", garbage),
        check(Area::Stop, "a search is stopped", |_| not_there("HTP has no command for it")),
        check(Area::TimeKeeping, "`time_settings 0 1 1` is kept", move_time),
        check(Area::End, "`quit` ends the program", quit),
        check(Area::End, "the end of its input ends it", end_of_input),
    ]
}

fn not_there(why: &str) -> Checked {
    Err(Fault::NotThere(why.to_owned()))
}

fn handshake(engine: &mut Engine) -> Checked {
    let name = engine.done("name")?;
    let version = engine.done("version")?;
    let protocol = engine.done("protocol_version")?;
    if protocol != "2" {
        return wrong(format!("`protocol_version` is {protocol}, not 2"));
    }
    engine.name = Some(format!("{name} {version}").trim().to_owned());
    if name.is_empty() { wrong("`name` is empty") } else { Ok(engine.name.clone()) }
}

fn numbers(engine: &mut Engine) -> Checked {
    let answer = engine.htp_raw("17 name", engine.patience.answer)?;
    if answer.starts_with("=17") { Ok(None) } else { wrong("`17 name` is not answered by `=17`") }
}

fn commands(engine: &mut Engine) -> Checked {
    let list = engine.done("list_commands")?;
    let known: Vec<&str> = list.split_whitespace().collect();
    let missing: Vec<&str> = REQUIRED.into_iter().filter(|name| !known.contains(name)).collect();
    if missing.is_empty() {
        Ok(Some(format!("{} commands", known.len())))
    } else {
        wrong(format!("`list_commands` lacks {}", missing.join(", ")))
    }
}

fn sizes(engine: &mut Engine) -> Checked {
    for size in [3, 5, 11] {
        engine.done(&format!("boardsize {size}"))?;
        engine.done("clear_board")?;
    }
    Ok(None)
}

/// An empty board, as the program has it and as we have it.
fn board(engine: &mut Engine, size: usize) -> Result<Record<hex::Position>, Fault> {
    engine.done(&format!("boardsize {size}"))?;
    engine.done("clear_board")?;
    let options = format!("size={size} swap=off").parse();
    options.map(Record::new).or_else(|_| wrong("there is no such board"))
}

fn play(engine: &mut Engine, record: &mut Record<hex::Position>, cell: &str) -> Result<(), Fault> {
    engine.done(&format!("play {} {cell}", colour(record)))?;
    record.play_text(cell).map(drop).or_else(|error| wrong(error.to_string()))
}

fn colour(record: &Record<hex::Position>) -> &'static str {
    if record.position().side_to_move() == game::Side::First { "black" } else { "white" }
}

/// A move of the program, which is legal, and how long it took.
fn generated(
    engine: &mut Engine,
    record: &mut Record<hex::Position>,
) -> Result<(String, Duration), Fault> {
    let begun = Instant::now();
    let command = format!("genmove {}", colour(record));
    let answer = match engine.htp(&command, engine.patience.search)? {
        HtpReply::Done(text) => text.to_ascii_lowercase(),
        HtpReply::Refused(why) => return wrong(format!("`{command}` is refused: {why}")),
    };
    if answer == "resign" {
        return wrong(format!("`{command}` resigns a game that is not over"));
    }
    match record.play_text(&answer) {
        Ok(_) => Ok((answer, begun.elapsed())),
        Err(error) => wrong(format!("`{command}` gives `{answer}`: {error}")),
    }
}

fn positions(engine: &mut Engine) -> Checked {
    let games = [(3, "a1"), (4, "b2 c3"), (5, "c3 b4 d2")];
    for (size, moves) in games {
        let mut record = board(engine, size)?;
        for cell in moves.split(' ') {
            play(engine, &mut record, cell)?;
        }
        generated(engine, &mut record)?;
    }
    Ok(Some(format!("{} positions", games.len())))
}

fn own_move(engine: &mut Engine) -> Checked {
    let mut record = board(engine, 4)?;
    let (mv, _) = generated(engine, &mut record)?;
    engine.refused(&format!("play white {mv}"), "a stone on the cell of its own move")?;
    if !engine.knows("undo")? {
        return not_there("it has no `undo`");
    }
    engine.done("undo")?;
    engine.done(&format!("play black {mv}"))?;
    Ok(None)
}

fn game_over(engine: &mut Engine) -> Checked {
    let mut record = board(engine, 3)?;
    for cell in ["a1", "b1", "a2", "b2", "a3"] {
        play(engine, &mut record, cell)?;
    }
    // A move, a resignation and a refusal are all in use.
    engine.htp("genmove white", engine.patience.search)?;
    engine.done("name")?;
    Ok(None)
}

fn taken(engine: &mut Engine) -> Checked {
    let mut record = board(engine, 5)?;
    play(engine, &mut record, "c3")?;
    engine.refused("play white c3", "a stone on a taken cell")?;
    engine.done("play white b4")?;
    Ok(None)
}

fn off_board(engine: &mut Engine) -> Checked {
    board(engine, 5)?;
    engine.refused("play black f6", "a cell off the board")?;
    engine.refused("play black z99", "a cell off the board")?;
    engine.done("play black c3")?;
    Ok(None)
}

fn unknown(engine: &mut Engine) -> Checked {
    board(engine, 5)?;
    engine.refused("no_such_command", "an unknown command")?;
    engine.refused("play green c3", "an unknown colour")?;
    engine.refused("play black", "a stone without a cell")?;
    engine.done("play black c3")?;
    Ok(None)
}

fn garbage(engine: &mut Engine) -> Checked {
    let mut record = board(engine, 4)?;
    let long = "x".repeat(10_000);
    for line in ["xyzzy \u{1F300}", "play play play", "boardsize many", &long] {
        engine.refused(line, "garbage")?;
    }
    for silent in ["", "   ", "# a comment"] {
        engine.send(silent)?;
    }
    generated(engine, &mut record)?;
    Ok(None)
}

fn move_time(engine: &mut Engine) -> Checked {
    if !engine.knows("time_settings")? {
        return not_there("it has no `time_settings`");
    }
    let mut record = board(engine, 5)?;
    engine.done("time_settings 0 1 1")?;
    let (_, time) = generated(engine, &mut record)?;
    let (told, limit) = (in_words(time), Duration::from_secs(1) + engine.patience.late);
    if time <= limit {
        Ok(Some(format!("{told} for a move of 1000 ms")))
    } else {
        wrong(format!("a move of 1000 ms takes {told}"))
    }
}

fn quit(engine: &mut Engine) -> Checked {
    engine.done("name")?;
    engine.send("quit")?;
    engine.wait_for_end()
}

fn end_of_input(engine: &mut Engine) -> Checked {
    engine.done("name")?;
    engine.end_input();
    engine.wait_for_end()
}
