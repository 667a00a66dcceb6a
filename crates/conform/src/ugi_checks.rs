//! The checks of a program that speaks UGI (`docs/engine-protocol.md`).

use crate::engine::Engine;
use crate::report::{Area, Check, Checked, Fault, wrong};
use crate::ugi_engine::check_move;
use game::{Dice, Position, Record, excerpt};
use std::time::{Duration, Instant};

/// The most that is waited for an answer that must not come before `stop`.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The time of a move.
const MOVE_TIME: Duration = Duration::from_millis(300);

/// All checks, in order.
pub(crate) fn checks<P: Position>() -> Vec<Check> {
    let check = |area, name, run| Check { area, name, run };
    vec![
        check(Area::Handshake, "`ugi` is answered by `id name` and `ugiok`", handshake),
        check(Area::Handshake, "`isready` is answered by `readyok`", readiness),
        check(Area::Options, "options are well formed", option_lines),
        check(Area::Options, "options take the values that they offer", option_values),
        check(Area::Options, "an unknown option changes nothing", unknown_option),
        check(Area::Positions, "legal moves, one `bestmove` for each `go`", positions::<P>),
        check(Area::Positions, "`bestmove none` when the game is over", game_over::<P>),
        check(Area::Positions, "`uginewgame` starts again", new_game::<P>),
        check(Area::IllegalInput, "an illegal move is answered by `error`", illegal_move::<P>),
        check(
            Area::IllegalInput,
            "a position that cannot be is answered by `error`",
            bad_position::<P>,
        ),
        check(Area::Garbage, "garbage is survived", garbage::<P>),
        check(Area::Stop, "`go infinite` waits for `stop`, which is answered soon", stop::<P>),
        check(Area::Stop, "`isready` is answered during a search", ready_in_search::<P>),
        check(Area::TimeKeeping, "`go movetime` is kept", move_time::<P>),
        check(Area::TimeKeeping, "a clock is not overstepped", clock::<P>),
        check(Area::End, "`quit` ends the program", quit),
        check(Area::End, "`quit` ends it during a search", quit_in_search::<P>),
        check(Area::End, "the end of its input ends it", end_of_input),
    ]
}

fn handshake(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    if engine.name.is_none() {
        wrong("there is no `id name` before `ugiok`")
    } else {
        Ok(engine.name.clone())
    }
}

fn readiness(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    engine.ready()?;
    Ok(None)
}

/// An option that an engine offers.
struct Offer {
    name: String,
    kind: String,
    default: Option<String>,
    least: Option<String>,
}

fn offer(line: &str) -> Result<Offer, Fault> {
    let unclear = || format!("`option name {line}` has no type");
    let Some((name, rest)) = line.split_once(" type ") else { return wrong(unclear()) };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let after = |word: &str| {
        let at = words.iter().position(|w| *w == word)?;
        words.get(at + 1).map(|value| (*value).to_owned())
    };
    let kind = words.first().copied().unwrap_or_default().to_owned();
    Ok(Offer { name: name.to_owned(), kind, default: after("default"), least: after("min") })
}

fn option_lines(engine: &mut Engine) -> Checked {
    let answer = engine.handshake()?;
    for line in &answer.options {
        let offer = offer(line)?;
        let numbers = [&offer.default, &offer.least];
        match offer.kind.as_str() {
            "spin"
                if numbers
                    .iter()
                    .any(|n| n.as_ref().is_none_or(|n| n.parse::<i128>().is_err())) =>
            {
                return wrong(format!(
                    "option {} is of type spin without default and min",
                    offer.name
                ));
            }
            "check" if !matches!(offer.default.as_deref(), Some("true" | "false")) => {
                return wrong(format!(
                    "option {} is of type check without default true or false",
                    offer.name
                ));
            }
            "spin" | "check" | "string" | "combo" | "button" => {}
            other => {
                return wrong(format!(
                    "option {} has the unknown type {}",
                    offer.name,
                    excerpt(other)
                ));
            }
        }
    }
    Ok(Some(format!("{} options", answer.options.len())))
}

fn option_values(engine: &mut Engine) -> Checked {
    let answer = engine.handshake()?;
    for line in &answer.options {
        let offer = offer(line)?;
        for value in [&offer.least, &offer.default].into_iter().flatten() {
            engine.send(&format!("setoption name {} value {value}", offer.name))?;
            let lines = engine.ready()?;
            if let Some(error) = lines.iter().find(|line| line.starts_with("error")) {
                return wrong(format!(
                    "option {} refuses its own value {value}: {}",
                    offer.name,
                    excerpt(error)
                ));
            }
        }
    }
    Ok(None)
}

fn unknown_option(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    engine.send("setoption name NoSuchOption value 1")?;
    engine.ready()?;
    Ok(None)
}

/// Games of different lengths, by chance and always the same.
fn games<P: Position>() -> Vec<Record<P>> {
    let mut dice = Dice::new(6);
    let mut game = |plies: usize, from: P| {
        let mut record = Record::from_position(from);
        for _ in 0..plies {
            let moves = record.position().moves().into_vec();
            let Some(mv) = dice.choose(&moves).filter(|_| record.conclusion().is_none()) else {
                break;
            };
            if record.play(mv).is_err() {
                break;
            }
        }
        record
    };
    let start = || P::start(P::Options::default());
    let long = game(12, start());
    let set_up = game(0, long.position().clone());
    vec![game(0, start()), game(1, start()), game(7, start()), long, set_up]
}

/// A game that was played to its end by chance; not all games end soon.
fn finished<P: Position>() -> Option<Record<P>> {
    let mut dice = Dice::new(7);
    let mut record = Record::<P>::new(P::Options::default());
    for _ in 0..2_000 {
        if record.position().outcome().is_some() {
            return Some(record);
        }
        let moves = record.position().moves().into_vec();
        record.play(dice.choose(&moves)?).ok()?;
    }
    None
}

fn positions<P: Position>(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    let games = games::<P>();
    for record in &games {
        engine.legal_move(record, "go movetime 50")?;
    }
    Ok(Some(format!("{} positions", games.len())))
}

fn game_over<P: Position>(engine: &mut Engine) -> Checked {
    let Some(over) = finished::<P>() else {
        return Err(Fault::NotThere("no game ends by chance".into()));
    };
    engine.handshake()?;
    engine.legal_move(&over, "go movetime 50")?;
    Ok(None)
}

fn new_game<P: Position>(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    let games = games::<P>();
    engine.legal_move(&games[2], "go movetime 50")?;
    engine.send("uginewgame")?;
    engine.ready()?;
    engine.legal_move(&games[0], "go movetime 50")?;
    Ok(None)
}

/// Whether `error` answers a line, and the engine still plays.
fn refused<P: Position>(engine: &mut Engine, line: &str, what: &str) -> Checked {
    engine.handshake()?;
    engine.send(line)?;
    if !engine.ready()?.iter().any(|line| line.starts_with("error")) {
        return wrong(format!("{what} is not answered by `error`: `{line}`"));
    }
    engine.legal_move(&Record::<P>::new(P::Options::default()), "go movetime 50")?;
    Ok(None)
}

fn illegal_move<P: Position>(engine: &mut Engine) -> Checked {
    let start = P::start(P::Options::default());
    let first = start.moves()[0];
    // The first side's first move twice in a row: its cell is taken, or the piece is gone.
    refused::<P>(
        engine,
        &format!("position startpos moves {first} {first} {first}"),
        "an illegal move",
    )
}

fn bad_position<P: Position>(engine: &mut Engine) -> Checked {
    refused::<P>(engine, "position fen no such position", "a position that cannot be read")
}

fn garbage<P: Position>(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    let long = "x".repeat(100_000);
    for line in [
        "",
        "   ",
        "xyzzy",
        "go depth many",
        "setoption",
        "position",
        "\u{1F300}\u{7}\u{fffd}",
        &long,
    ] {
        engine.send(line)?;
    }
    // A wrong `go` may have begun a search.
    engine.send("stop")?;
    engine.ready()?;
    engine.legal_move(&games::<P>()[1], "go movetime 50")?;
    Ok(None)
}

fn search<P: Position>(engine: &mut Engine) -> Result<Record<P>, Fault> {
    engine.handshake()?;
    let record = games::<P>().remove(1);
    engine.set_position(&record)?;
    engine.send("go infinite")?;
    Ok(record)
}

fn stop<P: Position>(engine: &mut Engine) -> Checked {
    let record = search::<P>(engine)?;
    let until = Instant::now() + engine.patience.late.min(LONGEST_WAIT);
    while let Some(line) = engine.line_within(until.saturating_duration_since(Instant::now()))? {
        if line.starts_with("bestmove") {
            return wrong("`go infinite` is answered by `bestmove` before `stop`");
        }
    }
    engine.send("stop")?;
    let (mv, taken) = engine.best_move(engine.patience.answer)?;
    check_move(&record, &mv)?;
    engine.in_time(taken, Duration::ZERO, "`stop`")
}

fn ready_in_search<P: Position>(engine: &mut Engine) -> Checked {
    let record = search::<P>(engine)?;
    if engine.ready()?.iter().any(|line| line.starts_with("bestmove")) {
        return wrong("`go infinite` is answered by `bestmove` before `stop`");
    }
    engine.send("stop")?;
    let (mv, _) = engine.best_move(engine.patience.answer)?;
    check_move(&record, &mv)?;
    Ok(None)
}

fn move_time<P: Position>(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    let time = engine.legal_move(&games::<P>()[1], "go movetime 300")?;
    engine.in_time(time, MOVE_TIME, "`go movetime 300`")
}

fn clock<P: Position>(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    let time = engine.legal_move(&games::<P>()[2], "go p1time 1000 p2time 1000")?;
    engine.in_time(time, Duration::ZERO, "`go p1time 1000 p2time 1000`")
}

fn quit(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    engine.send("quit")?;
    engine.wait_for_end()
}

fn quit_in_search<P: Position>(engine: &mut Engine) -> Checked {
    search::<P>(engine)?;
    engine.send("quit")?;
    engine.wait_for_end()
}

fn end_of_input(engine: &mut Engine) -> Checked {
    engine.handshake()?;
    engine.end_input();
    engine.wait_for_end()
}
