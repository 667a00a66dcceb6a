//! `sixfold perft`: counts move sequences.

use crate::failure::{Done, Failure};
use crate::tools::setup::Start;
use catalog::{GameName, with_game};
use game::{Position, perft};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

/// Count the move sequences from a position, ply by ply
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold perft eclipse --depth 5
  sixfold perft hex --size 5 --depth 4
  sixfold perft hexchess --moves 'fixed fixed' --depth 3 --divide --json

For developers: `sixfold perft hex --size 4 --table` in the folder of the project writes
the row of this position into crates/games/hex/perft.txt.")]
pub(crate) struct PerftArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    #[command(flatten)]
    start: Start,
    /// The longest sequences to count [default: as long as there are not many millions]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=30))]
    depth: Option<u8>,
    /// Also count each first move by itself
    #[arg(long)]
    divide: bool,
    /// Write the counts into the game's perft table, crates/games/GAME/perft.txt
    #[arg(long, conflicts_with_all = ["divide", "json"])]
    table: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Without a depth no more sequences than this are counted.
const MANY: u64 = 5_000_000;

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

/// One depth after the other: to the one that was asked for, or until there would be too many sequences.
fn rows<P: Position>(position: &P, asked: Option<u8>) -> impl Iterator<Item = Row> {
    let most = asked.map_or(30, usize::from);
    let branching = position.moves().len() as u64;
    let mut nodes = 1;
    (1..=most).map_while(move |depth| {
        let few = depth == 1 || (nodes > 0 && branching.saturating_mul(nodes) <= MANY);
        if asked.is_none() && !few {
            return None;
        }
        let row = Row::count(position, depth);
        nodes = row.nodes;
        Some(row)
    })
}

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => count::<P>(args, out))
}

fn count<P: Position>(args: &PerftArgs, out: &mut impl Write) -> Done {
    let record = args.start.game::<P>()?;
    let position = record.position();
    let rows = rows(position, args.depth);
    if args.json {
        return print_json(args, position, &rows.collect::<Vec<_>>(), out);
    }
    if args.table {
        return write_table(position, rows, out);
    }
    let mut deepest = 0;
    writeln!(out, "{position}")?;
    writeln!(out, "{:>5} {:>16} {:>10} {:>14}", "depth", "nodes", "seconds", "nodes/s")?;
    for row in rows {
        deepest = row.depth;
        let seconds = row.time.as_secs_f64();
        writeln!(out, "{deepest:>5} {:>16} {seconds:>10.3} {:>14}", row.nodes, row.per_second())?;
        out.flush()?;
    }
    if args.divide {
        for (mv, nodes) in perft::divide(position, deepest) {
            writeln!(out, "{:<14} {nodes:>16}", mv.to_string())?;
        }
    }
    Ok(())
}

/// Puts the row of a position into the table beside the game's crate, in place of the one that is there.
fn write_table<P: Position>(
    position: &P,
    rows: impl Iterator<Item = Row>,
    out: &mut impl Write,
) -> Done {
    let path = format!("crates/games/{}/perft.txt", P::NAME);
    let old = fs::read_to_string(&path).map_err(|error| {
        Failure::Request(format!("{path}: {error}; run this in the folder of the project"))
    })?;
    let counts: Vec<String> = rows.map(|row| row.nodes.to_string()).collect();
    let row = format!("{} : {position}", counts.join(" "));
    let is_same = |line: &&str| {
        let counted = line.split_once(':').filter(|_| !line.starts_with('#'));
        counted.is_some_and(|(_, of)| of.trim() == position.to_string())
    };
    // What `cargo xtask new-game` has written is no stub any more.
    let stays = |line: &&str| !is_same(line) && !line.starts_with("# STUB");
    let mut lines: Vec<&str> = old.lines().filter(stays).collect();
    lines.push(&row);
    fs::write(&path, lines.join("\n") + "\n")
        .map_err(|error| Failure::File(format!("{path}: {error}")))?;
    writeln!(out, "{row}\nwritten to {path}")?;
    Ok(())
}

fn print_json<P: Position>(
    args: &PerftArgs,
    position: &P,
    rows: &[Row],
    out: &mut impl Write,
) -> Done {
    let counts: Vec<_> = rows
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
        "perft": counts,
    });
    if args.divide {
        let divided = perft::divide(position, rows.last().map_or(1, |row| row.depth));
        let first_moves = divided.into_iter().map(|(mv, n)| (mv.to_string(), json!(n)));
        answer["divide"] = first_moves.collect::<serde_json::Map<_, _>>().into();
    }
    writeln!(out, "{answer:#}")?;
    Ok(())
}
