//! `sixfold bench`: speed of move generation (perft) and of the engines' bench suites.

mod engines;

use crate::failure::Done;
use crate::tools::json_output::write_result;
use crate::units::{TIME, time};
use bots::Playable as _;
use catalog::games::hex;
use catalog::{GameName, with_game};
use game::{Dice, Position, perft};
use hex_engine::{HexPlayout, PlayoutPolicy};
use serde_json::json;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// Measure the speed of the rules and of the engines on one core
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
#[command(after_help = "\
Examples:
  sixfold bench
  sixfold bench --time 10s
  sixfold bench --engines                   only the engines
  sixfold bench hexchess --engines          only that of Hex Chess, such as under a profiler
  sixfold bench --json                      every figure as a line of JSON
  sixfold bench --techniques                nodes without each technique; takes minutes
  sixfold bench --techniques --markdown     the same as a table for docs/strength.md

Perft counts the last ply by the length of its list, and no position by a table. The
signature of an engine is the hash of nodes and results of its bench suite: a change of signature is
a change of play.")]
pub(crate) struct BenchArgs {
    #[arg(help = format!("Only this game: {}", GameName::all_texts()))]
    game: Option<GameName>,
    /// How long to measure each figure of the rules
    #[arg(long, value_name = TIME, default_value = "3s", alias = "seconds", value_parser = time,
          conflicts_with_all = ["engines", "techniques"])]
    time: Duration,
    /// Only the engines
    #[arg(long)]
    engines: bool,
    /// Only the ablation of search techniques: nodes to the same depth without each
    #[arg(long)]
    techniques: bool,
    /// Print a Markdown table with command, commit and date
    #[arg(long)]
    markdown: bool,
    /// Print JSON, one object a figure
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
}

/// The depth to which perft positions are counted.
const PERFT_DEPTH: usize = 4;

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Done {
    let games: Vec<GameName> = GameName::ALL
        .into_iter()
        .filter(|&game| args.game.is_none_or(|only| only == game))
        .collect();
    if args.techniques {
        return engines::techniques(&games, FigureFormat::of(args), out);
    }
    if args.markdown {
        return engines::report_markdown(&games, out);
    }
    let form = FigureFormat::of(args);
    if !args.engines {
        rules(&games, args.time, form, out)?;
    }
    engines::report(&games, form, out)
}

/// How figures are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FigureFormat {
    Text,
    Markdown,
    Json,
}

impl FigureFormat {
    fn of(args: &BenchArgs) -> Self {
        match (args.json, args.markdown) {
            (true, _) => Self::Json,
            (_, true) => Self::Markdown,
            _ => Self::Text,
        }
    }
}

fn rules(games: &[GameName], time: Duration, form: FigureFormat, out: &mut impl Write) -> Done {
    for game in games {
        with_game!(*game, P => report::<P>(out, time, form))?;
        if with_game!(*game, P => P::HAS_NETWORK) {
            report_playouts(*game, out, time, form)?;
        }
    }
    Ok(())
}

fn report<P: Position>(out: &mut impl Write, time: Duration, form: FigureFormat) -> Done {
    let (speed, bytes) = (leaves_per_second::<P>(time), size_of::<P>());
    let (name, depth) = (P::NAME, PERFT_DEPTH);
    if form == FigureFormat::Json {
        let result = json!({
            "figure": "perft", "leaves_per_second": speed.round(), "depth": depth, "position_bytes": bytes
        });
        return write_result(out, name.parse().ok(), None, &result);
    }
    writeln!(
        out,
        "{name:<11} {speed:>13.0} perft leaves/s, depth {depth}; {bytes} bytes a position"
    )?;
    out.flush()?;
    Ok(())
}

/// Playouts of the player, from the empty board.
fn report_playouts(
    game: GameName,
    out: &mut impl Write,
    time: Duration,
    form: FigureFormat,
) -> Done {
    let speed = playouts_per_second(time);
    if form == FigureFormat::Json {
        let result =
            json!({ "figure": "playouts", "size": 11, "playouts_per_second": speed.round() });
        return write_result(out, Some(game), None, &result);
    }
    writeln!(out, "hex 11×11   {speed:>13.0} playouts/s, saving bridges")?;
    out.flush()?;
    Ok(())
}

fn leaves_per_second<P: Position>(time: Duration) -> f64 {
    let rows = perft::table(P::PERFT);
    let positions: Vec<P> = rows.iter().filter_map(|row| row.position.parse().ok()).collect();
    let started = Instant::now();
    let mut leaves = 0;
    for position in positions.iter().cycle() {
        leaves += position.perft(PERFT_DEPTH);
        if started.elapsed() >= time {
            break;
        }
    }
    leaves as f64 / started.elapsed().as_secs_f64()
}

fn playouts_per_second(time: Duration) -> f64 {
    let start = hex::Position::start(hex::Options::default());
    let mut playout = HexPlayout::new(PlayoutPolicy::BridgeSaving);
    let mut dice = Dice::new(11);
    times_per_second(time, || {
        black_box(playout.run(&start, None, &mut dice, |_, _| ()));
    })
}

fn times_per_second(time: Duration, mut act: impl FnMut()) -> f64 {
    let started = Instant::now();
    let mut count = 0u64;
    while started.elapsed() < time {
        for _ in 0..100 {
            act();
        }
        count += 100;
    }
    count as f64 / started.elapsed().as_secs_f64()
}
