//! The one binary: every way to use Sixfold from a terminal.
//!
//! A command is a file: in `commands/` if it serves or administers a site, in `tools/` otherwise. It is generic over
//! the game; what it prints goes through the writer it is given, so that a closed pipe ends it quietly.

// Functions of shared modules that only the tools call.
#![cfg_attr(not(feature = "tools"), allow(dead_code))]

mod commands;
mod failure;
mod files;
mod progress;
#[cfg(feature = "tools")]
mod tools;
mod units;

use clap::{Parser, Subcommand};
use commands::{admin, serve, worker};
use failure::Failure;
use std::io::Write;
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
    #[cfg(feature = "tools")]
    #[command(flatten)]
    Tool(tools::Tool),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout().lock();
    let done = match &cli.command {
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Worker(args) => worker::run(args, &mut out),
        Command::Admin(args) => admin::run(args, &mut out),
        #[cfg(feature = "tools")]
        Command::Tool(tool) => tool.run(&mut out),
    };
    match done.and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            #[cfg(feature = "tools")]
            if let Command::Tool(tool) = &cli.command {
                tool.write_failure_json(&failure, &mut out);
            }
            failure.report()
        }
    }
}
