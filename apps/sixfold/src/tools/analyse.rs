//! `sixfold analyse`: what the engine thinks of a position, or of a whole game.

mod review;

use crate::failure::Done;
use crate::progress;
use crate::tools::setup::Start;
use crate::units::{MEMORY, TIME, time};
use analysis::{Limits, Line, Mark, Report};
use bots::{Config, Playable, line_in_notation, move_texts};
use catalog::{GameName, with_game};
use game::{Position, Record, Viewer};
use scene::Depict;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// Find the best lines in a position, or the mistakes in a recorded game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold analyse eclipse --time 10s --lines 3
  sixfold analyse hex --size 7 --moves 'd4 swap' --nodes 50000
  sixfold analyse hexchess --moves 'fixed fixed' --depth 8 --json
  sixfold analyse eclipse --record game.txt --time 500ms
  sixfold analyse hex --record games.txt:3    the third game of a file; --all judges every one

With --record every move of the game is judged: ?! gave something away, ? much, ?? the game. Scores
are in hundredths of a small advantage, for the side to move.")]
pub(crate) struct AnalyseArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    #[command(flatten)]
    start: Start,
    /// Judge every game of a file of several
    #[arg(long, requires = "record")]
    all: bool,
    /// Time for a position [default: 5s, and 1s for each position of a game]
    #[arg(long, value_name = TIME, value_parser = time)]
    time: Option<Duration>,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[arg(help = MEMORY, long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AnalyseArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => games::<P>(args, out))
}

fn games<P: Playable + Depict>(args: &AnalyseArgs, out: &mut impl Write) -> Done {
    let games = args.start.games::<P>()?;
    if games.len() > 1 && !args.all {
        return Err(args.start.several(games.len(), "--all"));
    }
    let several = games.len() > 1;
    games.iter().try_for_each(|saved| {
        if several && !args.json {
            writeln!(out, "game {}", saved.number)?;
        }
        one_game(args, &saved.game, out)
    })
}

fn one_game<P: Playable + Depict>(
    args: &AnalyseArgs,
    record: &Record<P>,
    out: &mut impl Write,
) -> Done {
    if args.start.is_record() && record.ply() > 0 {
        review::whole_game(args, record, out)
    } else {
        position(args, record, out)
    }
}

impl AnalyseArgs {
    fn config<P: Playable>(&self) -> Config {
        Config {
            threads: usize::from(self.threads),
            memory_mib: self.memory.map_or(P::MEMORY.command, |mib| mib as usize),
            lines: usize::from(self.lines),
            ..Config::default()
        }
    }

    /// The limits that were given, or so many seconds.
    fn limits(&self, usual: u64) -> Limits {
        let given = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        Limits {
            time: self.time.or((!given).then_some(Duration::from_secs(usual))),
            depth: self.depth.map(usize::from),
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

fn position<P: Playable + Depict>(
    args: &AnalyseArgs,
    record: &Record<P>,
    out: &mut impl Write,
) -> Done {
    if let Some(conclusion) = record.conclusion() {
        let result = conclusion.outcome.text();
        if args.json {
            writeln!(out, "{:#}", json!({ "game": P::NAME, "result": result }))?;
        } else {
            writeln!(out, "The game is over: {result}.")?;
        }
        return Ok(());
    }
    let line = progress::line("thinking");
    let mut engine = P::engine(&args.config::<P>());
    let report = engine.search(record, &args.limits(5), &mut |report| {
        line.set_message(heading(record.position(), report));
        line.tick();
    });
    line.finish_and_clear();
    if args.json {
        writeln!(out, "{:#}", as_json(record, &report))?;
    } else {
        as_text(record, &report, out)?;
    }
    Ok(())
}

/// `depth 9  +35  17-13 …`.
fn heading<P: Position>(position: &P, report: &Report<P::Move>) -> String {
    let best = report.lines.first();
    let moves = best.map(|line| written(position, &line.moves, 6)).unwrap_or_default();
    let score = best.map(|line| line.score.to_string()).unwrap_or_default();
    format!("depth {}  {score}  {moves}", report.depth)
}

/// A line of play as players write it, cut short after so many moves.
fn written<P: Position>(start: &P, moves: &[P::Move], most: usize) -> String {
    let shown = &moves[..most.min(moves.len())];
    let texts = move_texts(start, shown).into_iter();
    let mut words: Vec<String> = texts.map(|text| text.human).collect();
    if moves.len() > most {
        words.push("…".to_owned());
    }
    words.join(" ")
}

fn as_text<P: Playable + Depict>(
    record: &Record<P>,
    report: &Report<P::Move>,
    out: &mut impl Write,
) -> Done {
    let position = record.position();
    writeln!(out, "{position}")?;
    let colour = position.scene(Viewer::Watcher).colours[position.side_to_move()];
    writeln!(
        out,
        "{colour} to move; depth {}, {} nodes in {:.2} s{}",
        report.depth,
        report.nodes,
        report.elapsed.as_secs_f64(),
        report.nodes_per_second().map_or_else(String::new, |speed| format!(", {speed} a second"))
    )?;
    for (i, line) in report.lines.iter().enumerate() {
        let countdown = line_in_notation(position, line).countdown_text();
        let score = countdown.unwrap_or_else(|| line.score.to_string());
        let moves = written(position, &line.moves, 24);
        writeln!(out, "{:>3}. {score:>10}  {moves}", i + 1)?;
    }
    Ok(())
}

fn as_json<P: Playable>(record: &Record<P>, report: &Report<P::Move>) -> Value {
    let position = record.position();
    let line = |line: &Line<P::Move>| line_json(position, line);
    let marks: Vec<Value> = P::marks(position).iter().map(mark_json).collect();
    json!({
        "game": P::NAME,
        "position": position.to_string(),
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        "seconds": report.elapsed.as_secs_f64(),
        "nodes_per_second": report.nodes_per_second(),
        "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
        "marks": marks,
    })
}

/// Something that is seen without searching; `side` counts from 1.
fn mark_json(mark: &Mark) -> Value {
    let Mark { kind, side, ends, places } = mark;
    let side = side.map(|side| side + 1);
    json!({ "kind": kind, "side": side, "ends": ends, "places": places })
}

fn line_json<P: Position>(position: &P, line: &Line<P::Move>) -> Value {
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    let mut answer = json!({
        "score": review::score_json(line.score),
        "moves": moves,
        "text": written(position, &line.moves, usize::MAX),
    });
    if let Some(visits) = line.visits {
        answer["visits"] = visits.into();
    }
    answer
}
