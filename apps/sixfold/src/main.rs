//! The one binary: every way to use Sixfold from a terminal.
//!
//! A command is a file in `commands/`. It is generic over the game; what it prints goes through
//! the writer it is given, so that a closed pipe ends it quietly.

mod asked;
mod commands;
mod failure;
mod files;
mod json_output;
mod markdown;
mod option_flags;
mod progress;
mod random;
mod saved;
mod setup;
mod units;

use clap::{CommandFactory, Parser, Subcommand};
use commands::{
    admin, analyse, apply, bench, best, bot, check, completions, conform, convert, engine, load,
    man, match_games, moves, perft, play, selfplay, serve, show, solve, state, tune, verify,
    worker,
};
use failure::Failure;
use std::io::{BufReader, Write};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  sixfold serve                             the browser app on http://localhost:6060
  sixfold admin backup today.backup         a backup of what the server stores
  sixfold play hex --level 3                a game in this terminal
  sixfold show eclipse --moves 'e34-12 *22-23'
  sixfold show hexchess --svg board.svg
  sixfold analyse eclipse --time 10s --lines 3
  sixfold match hex --size 7 --first full --second greedy --games 20
  sixfold engine hexchess                   for programs that speak UGI
  sixfold moves hex --moves c3 --json       questions of programs: docs/automation.md
  sixfold conform 'sixfold engine hex'      whether an engine keeps its protocol
  sixfold convert game.sgf --to hexworld    games as other programs write them
  sixfold solve hex --size 6 --all-openings   which first moves win
  sixfold perft eclipse --depth 4 --divide
  sixfold verify hexchess vectors.json

Exit codes: 0 all is well; 1 something was checked and found wrong; 2 the request makes no sense;
3 a file could not be read or written, or a port not opened.";

#[derive(Parser)]
#[command(name = "sixfold", version = env!("SIXFOLD_VERSION"), about, after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Worker(worker::WorkerArgs),
    Admin(admin::AdminArgs),
    Load(load::LoadArgs),
    Perft(perft::PerftArgs),
    Verify(verify::VerifyArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Moves(moves::MovesArgs),
    Check(check::CheckArgs),
    Apply(apply::ApplyArgs),
    State(state::StateArgs),
    Best(best::BestArgs),
    Analyse(analyse::AnalyseArgs),
    Match(Box<match_games::MatchArgs>),
    Convert(convert::ConvertArgs),
    Engine(engine::EngineArgs),
    Conform(conform::ConformArgs),
    Solve(solve::SolveArgs),
    Bot(bot::BotArgs),
    Tune(tune::TuneArgs),
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlayArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout().lock();
    let done = match &cli.command {
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Worker(args) => worker::run(args, &mut out),
        Command::Admin(args) => admin::run(args, &mut out),
        Command::Load(args) => load::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Verify(args) => verify::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Play(args) => play::run(args, &mut std::io::stdin().lock(), &mut out),
        Command::Moves(args) => moves::run(args, std::io::stdin().lock(), &mut out),
        Command::Check(args) => check::run(args, std::io::stdin().lock(), &mut out),
        Command::Apply(args) => apply::run(args, std::io::stdin().lock(), &mut out),
        Command::State(args) => state::run(args, std::io::stdin().lock(), &mut out),
        Command::Best(args) => best::run(args, std::io::stdin().lock(), &mut out),
        Command::Analyse(args) => analyse::run(args, &mut out),
        Command::Match(args) => match_games::run(args, &mut out),
        Command::Convert(args) => convert::run(args, &mut out),
        Command::Engine(args) => engine::run(args, BufReader::new(std::io::stdin()), &mut out),
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Bot(args) => bot::run(args, &mut out),
        Command::Tune(args) => tune::run(args, &mut out),
        Command::SelfPlay(args) => selfplay::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Conform(args) => conform::run(args, &mut out),
        Command::Completions(args) => completions::run(args, Cli::command(), &mut out),
        Command::Man(args) => man::run(args, Cli::command(), &mut out),
    };
    match done.and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if cli.command.prints_json() {
                // If nobody reads it, the exit code still says it.
                let _ = json_output::write_failure(&mut out, None, &failure);
            }
            failure.report()
        }
    }
}

impl Command {
    /// Whether what goes wrong is told as JSON too.
    fn prints_json(&self) -> bool {
        match self {
            Self::Moves(args) => args.asked.json,
            Self::Check(args) => args.asked.json,
            Self::Apply(args) => args.asked.json,
            Self::State(args) => args.asked.json,
            Self::Best(args) => args.asked.json,
            Self::Show(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Convert(args) => args.json,
            Self::Bench(args) => args.json,
            Self::Load(args) => args.json,
            Self::Conform(args) => args.json,
            _ => false,
        }
    }
}
