//! The commands that need no server: games, questions about the rules, engines, matches, training, measurements.

mod analyse;
mod apply;
mod asked;
mod bench;
mod best;
mod bot;
mod check;
mod completions;
mod conform;
mod convert;
mod engine;
mod json_output;
mod load;
mod man;
mod markdown;
mod match_games;
mod moves;
mod option_flags;
mod perft;
mod play;
mod random;
mod saved;
mod selfplay;
mod setup;
mod show;
mod solve;
mod state;
mod tune;
mod verify;

use crate::Cli;
use crate::failure::{Done, Failure};
use clap::{CommandFactory, Subcommand};
use std::io::{BufReader, Write, stdin};

#[derive(Subcommand)]
pub(crate) enum Tool {
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

impl Tool {
    pub(crate) fn run(&self, out: &mut impl Write) -> Done {
        match self {
            Self::Load(args) => load::run(args, out),
            Self::Perft(args) => perft::run(args, out),
            Self::Verify(args) => verify::run(args, out),
            Self::Show(args) => show::run(args, out),
            Self::Play(args) => play::run(args, &mut stdin().lock(), out),
            Self::Moves(args) => moves::run(args, stdin().lock(), out),
            Self::Check(args) => check::run(args, stdin().lock(), out),
            Self::Apply(args) => apply::run(args, stdin().lock(), out),
            Self::State(args) => state::run(args, stdin().lock(), out),
            Self::Best(args) => best::run(args, stdin().lock(), out),
            Self::Analyse(args) => analyse::run(args, out),
            Self::Match(args) => match_games::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Engine(args) => engine::run(args, BufReader::new(stdin()), out),
            Self::Solve(args) => solve::run(args, out),
            Self::Bot(args) => bot::run(args, out),
            Self::Tune(args) => tune::run(args, out),
            Self::SelfPlay(args) => selfplay::run(args, out),
            Self::Bench(args) => bench::run(args, out),
            Self::Conform(args) => conform::run(args, out),
            Self::Completions(args) => completions::run(args, Cli::command(), out),
            Self::Man(args) => man::run(args, Cli::command(), out),
        }
    }

    /// Reports a failure as JSON if JSON was asked for.
    pub(crate) fn write_failure_json(&self, failure: &Failure, out: &mut impl Write) {
        if self.prints_json() {
            // If the output is closed, the exit code still says it.
            let _ = json_output::write_failure(out, None, failure);
        }
    }

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
