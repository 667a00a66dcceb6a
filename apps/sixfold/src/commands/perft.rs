//! `sixfold perft`: counts move sequences.

use crate::failure::Done;
use crate::setup::Start;
use catalog::{GameName, with_game};
use game::{Position, perft};
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

/// Count the move sequences from a position, ply by ply
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold perft eclipse --depth 5
  sixfold perft hex --size 5 --depth 4
  sixfold perft hexchess --moves 'fixed fixed' --depth 3 --divide --json")]
pub(crate) struct PerftArgs {
    /// eclipse, hexchess or hex
    game: GameName,
    #[command(flatten)]
    start: Start,
    /// The longest sequences to count
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: u8,
    /// Also count each first move by itself
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The count at one depth.
struct Row {
    depth: usize,
    nodes: u64,
    time: Duration,
}

impl Row {
    fn count<P: Position>(position: &P, depth: usize) -> Self {
        let started = Instant::now();
        let nodes = position.perft(depth);
        Self { depth, nodes, time: started.elapsed() }
    }

    fn per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => count::<P>(args, out))
}

fn count<P: Position>(args: &PerftArgs, out: &mut impl Write) -> Done {
    let record = args.start.game::<P>()?;
    let position = record.position();
    let depths = 1..=usize::from(args.depth);
    if args.json {
        let rows: Vec<Row> = depths.map(|depth| Row::count(position, depth)).collect();
        return print_json(args, position, &rows, out);
    }
    writeln!(out, "{position}")?;
    writeln!(out, "{:>5} {:>16} {:>10} {:>14}", "depth", "nodes", "seconds", "nodes/s")?;
    for depth in depths {
        let row = Row::count(position, depth);
        let seconds = row.time.as_secs_f64();
        writeln!(out, "{depth:>5} {:>16} {seconds:>10.3} {:>14}", row.nodes, row.per_second())?;
        out.flush()?;
    }
    if args.divide {
        for (mv, nodes) in perft::divide(position, usize::from(args.depth)) {
            writeln!(out, "{:<14} {nodes:>16}", mv.to_string())?;
        }
    }
    Ok(())
}

fn print_json<P: Position>(
    args: &PerftArgs,
    position: &P,
    rows: &[Row],
    out: &mut impl Write,
) -> Done {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "depth": row.depth,
                "nodes": row.nodes,
                "seconds": row.time.as_secs_f64(),
                "nodes_per_second": row.per_second(),
            })
        })
        .collect();
    let mut answer = json!({
        "game": P::NAME,
        "position": position.to_string(),
        "perft": rows,
    });
    if args.divide {
        let divided = perft::divide(position, usize::from(args.depth));
        let counts = divided.into_iter().map(|(mv, n)| (mv.to_string(), json!(n)));
        answer["divide"] = counts.collect::<serde_json::Map<_, _>>().into();
    }
    writeln!(out, "{answer:#}")?;
    Ok(())
}
