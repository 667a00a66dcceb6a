//! `sixfold solve`: solves positions by df-pn and checks written proofs. Hex is what has a solver.

mod openings;

use crate::failure::{Done, Failure};
use crate::files::{check_writable, is_standard, read_text, write_text};
use crate::progress;
use crate::tools::setup::Start;
use crate::units::{TIME, time};
use bots::Playable as _;
use catalog::{GameName, with_game};
use game::{Position as _, Side};
use hex::{Move, Position};
use hex_engine::{Solution, Solver, SolverLimits};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Solve a position, with proof
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold solve hex --size 6                          who wins the empty board
  sixfold solve hex --size 7 --moves 'a2 d4'          after two moves
  sixfold solve hex --size 6 --all-openings           which first moves win
  sixfold solve hex --size 5 --proof 5x5.proof        write the proof
  sixfold solve --check 5x5.proof                     check the proof
  sixfold solve hex --size 9 --time 1m --json

The swap is left out of account. Boards up to 7×7 take seconds to minutes, 8×8 longer; larger ones
are beyond reach unless stones are on them. The variation ends where virtual connections decide. The exit code
is 1 if a limit comes before the answer, or if a proof does not hold.")]
pub(crate) struct SolveArgs {
    #[arg(help = solved_games(), required_unless_present = "check")]
    game: Option<GameName>,
    #[command(flatten)]
    start: Start,
    /// Solve every first move, up to symmetry
    #[arg(long, conflicts_with_all = ["position", "record", "moves", "proof"])]
    all_openings: bool,
    /// Write the proof to a file; - is standard output, with nothing else on it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Check a proof that was written to a file; - is standard input
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// Give up after this time, for each position
    #[arg(long, value_name = TIME, value_parser = time)]
    time: Option<Duration>,
    /// Give up after so many nodes, for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Whether a solver tells who wins a position of this game.
pub(crate) fn has_solver(game: GameName) -> bool {
    with_game!(game, P => P::HAS_SOLVER)
}

/// The games that have a solver.
pub(crate) fn solved_games() -> String {
    GameName::which(has_solver, GameName::text)
}

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Done {
    if let Some(path) = &args.check {
        return check(path, out);
    }
    if !args.game.is_some_and(has_solver) {
        return Err(Failure::request(format!("only {} can be solved", solved_games())));
    }
    let record = args.start.game::<Position>()?;
    if args.all_openings {
        openings::solve(args, record.position(), out)
    } else {
        solve(args, record.position(), out)
    }
}

impl SolveArgs {
    fn limits(&self) -> SolverLimits {
        SolverLimits { nodes: self.nodes, time: self.time, stop: None }
    }

    fn solver(&self) -> Solver {
        Solver::new(self.memory as usize)
    }
}

fn solve(args: &SolveArgs, position: &Position, out: &mut impl Write) -> Done {
    // Known before hours of work: a place that cannot be written to is an error at once.
    args.proof.as_deref().map_or(Ok(()), check_writable)?;
    let mut solver = args.solver();
    let line = progress::line("solving");
    let solution = solver.solve(position, &args.limits(), &mut |nodes, _| {
        line.set_message(format!("{nodes} nodes"));
        line.tick();
    });
    line.finish_and_clear();
    // A proof on standard output stands there alone, so that it can be piped into --check.
    let alone = args.proof.as_deref().is_some_and(is_standard);
    if !alone || solution.winner.is_none() {
        report(args, position, &solution, out)?;
    }
    let Some(winner) = solution.winner else { return Err(Failure::Found) };
    match &args.proof {
        Some(path) => write_proof(&mut solver, position, winner, path, out),
        None => Ok(()),
    }
}

fn report(
    args: &SolveArgs,
    position: &Position,
    solution: &Solution,
    out: &mut impl Write,
) -> Done {
    if !args.json {
        return as_text(position, solution, out);
    }
    let mut answer = as_json(solution);
    answer["position"] = json!(position.to_string());
    Ok(writeln!(out, "{answer:#}")?)
}

fn write_proof(
    solver: &mut Solver,
    position: &Position,
    winner: Side,
    path: &Path,
    out: &mut impl Write,
) -> Done {
    let line = progress::line("writing the proof");
    line.tick();
    let proof = solver.proof(position, winner);
    line.finish_and_clear();
    let proof = proof.ok_or_else(|| Failure::request("the proof could not be written down"))?;
    write_text(path, &proof, out)
}

fn as_text(position: &Position, solution: &Solution, out: &mut impl Write) -> Done {
    writeln!(out, "{position:#}")?;
    let spent = spent(solution.nodes, solution.elapsed);
    match solution.winner {
        None => writeln!(out, "No answer within {spent}.")?,
        Some(winner) => writeln!(out, "{} wins ({spent}).", colour(winner))?,
    }
    if !solution.line.is_empty() {
        writeln!(out, "Best play: {}", line_text(&solution.line))?;
    }
    Ok(())
}

fn spent(nodes: u64, elapsed: Duration) -> String {
    let plural = if nodes == 1 { "" } else { "s" };
    format!("{nodes} node{plural}, {:.2} s", elapsed.as_secs_f64())
}

fn as_json(solution: &Solution) -> Value {
    json!({
        "winner": solution.winner.map(|side| colour(side).to_lowercase()),
        "nodes": solution.nodes,
        "seconds": solution.elapsed.as_secs_f64(),
        "line": solution.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn line_text(line: &[Move]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Blue",
    }
}

fn check(path: &Path, out: &mut impl Write) -> Done {
    let text = read_text(path)?;
    match hex_engine::check(&text) {
        Ok(proven) => {
            let (winner, position) = (colour(proven.winner), &proven.position);
            let to_move = colour(position.side_to_move());
            writeln!(out, "{position:#}")?;
            writeln!(out, "Proven in {} lines: {winner} wins, {to_move} to move.", proven.lines)?;
            Ok(())
        }
        Err(what) => {
            writeln!(out, "{}: the proof does not hold: {what}", path.display())?;
            Err(Failure::Found)
        }
    }
}
