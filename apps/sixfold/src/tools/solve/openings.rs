//! Which first moves win: one answer for each move and its twin after half a turn.

use super::{SolveArgs, as_json, colour, line_text, spent};
use crate::failure::{Done, Failure};
use crate::progress;
use game::{Position as _, Side};
use hex::{Move, Position};
use hex_engine::Solution;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// A first move and what came of it.
struct Opening {
    mv: Move,
    solution: Solution,
}

pub(super) fn solve(args: &SolveArgs, start: &Position, out: &mut impl Write) -> Done {
    let openings = solve_all(args, start);
    let nodes = openings.iter().map(|opening| opening.solution.nodes).sum();
    let elapsed: Duration = openings.iter().map(|opening| opening.solution.elapsed).sum();
    let map = map(start, &openings);
    if args.json {
        let each = openings.iter().map(|opening| {
            let mut answer = as_json(&opening.solution);
            answer["move"] = json!(opening.mv.to_string());
            answer
        });
        let answer = json!({
            "size": start.size(),
            "map": map,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
            "openings": each.collect::<Vec<_>>(),
        });
        writeln!(out, "{answer:#}")?;
    } else {
        for opening in &openings {
            print(opening, out)?;
        }
        for (i, row) in map.iter().enumerate() {
            writeln!(out, "{:i$}{}", "", row.split("").collect::<Vec<_>>().join(" ").trim())?;
        }
        writeln!(out, "All openings: {}.", spent(nodes, elapsed))?;
    }
    let is_open = openings.iter().any(|opening| opening.solution.winner.is_none());
    if is_open { Err(Failure::Found) } else { Ok(()) }
}

/// Every first move up to half a turn; what is learned from one helps with the next.
fn solve_all(args: &SolveArgs, start: &Position) -> Vec<Opening> {
    let moves: Vec<Move> = start.moves().iter().copied().collect();
    let half = &moves[..moves.len().div_ceil(2)];
    let bar = progress::bar("openings", half.len());
    let mut solver = args.solver();
    let mut openings = Vec::with_capacity(half.len());
    for &mv in half {
        let solution = solver.solve(&start.after(mv), &args.limits(), &mut |nodes, _| {
            bar.set_message(format!("{mv}: {nodes} nodes"));
        });
        openings.push(Opening { mv, solution });
        bar.inc(1);
    }
    bar.finish_and_clear();
    openings
}

fn print(opening: &Opening, out: &mut impl Write) -> Done {
    let Opening { mv, solution } = opening;
    let winner = solution.winner.map_or("unknown", colour);
    let spent = spent(solution.nodes, solution.elapsed);
    writeln!(out, "{:<4} {winner:<4} {spent:>22}  {}", mv.to_string(), line_text(&solution.line))?;
    Ok(())
}

/// Row by row: W where the first move wins, L where it loses, ? where that is not known.
fn map(start: &Position, openings: &[Opening]) -> Vec<String> {
    let letters: Vec<char> = openings.iter().map(letter).collect();
    let cells = start.size() * start.size();
    let all: Vec<char> = (0..cells).map(|i| letters[i.min(cells - 1 - i)]).collect();
    all.chunks(start.size()).map(|row| row.iter().collect()).collect()
}

fn letter(opening: &Opening) -> char {
    match opening.solution.winner {
        Some(Side::First) => 'W',
        Some(Side::Second) => 'L',
        None => '?',
    }
}
