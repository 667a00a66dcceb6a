//! `sixfold tune`: tunes evaluation weights by self-play and logistic regression.

mod network;

use super::match_games::half_the_cores;
use crate::failure::{Done, Failure};
use crate::files::{check_writable, is_standard, write_text};
use crate::progress;
use crate::tools::option_flags::{OPTIONS, Options};
use arena::tune::{FitResult, FitSettings, SelfPlay, fit, play};
use bots::Playable;
use catalog::{GameName, with_game};
use std::io::Write;
use std::path::PathBuf;

/// Tune evaluation weights by self-play and logistic regression
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold tune eclipse --games 5000 --seed 1
  sixfold tune hexchess --games 200 --out try.txt
  sixfold match hexchess --first weights:try.txt --second full --sprt 0,10
  sixfold tune hex --network --games 1200 --nodes 1500 --generations 3

Every fifth game is held out: the loss on those says whether the new weights are better, and a match
proves it. Without --out the weights go where the build takes them from. The same seed gives the
same weights, however many games are played at once.

With --network ({}) a policy network is trained instead, on the visit counts of searches: games are played
without it, it is trained, games are played with it, and so on; every sixteenth game is held out. A match
with cmd:COMMAND plays the new build against the old one.", network::trained_games()))]
pub(crate) struct TuneArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    #[command(flatten)]
    options: Options,
    /// How many games to play
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    games: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes for every move
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies in the opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=60))]
    opening_plies: Option<u16>,
    /// Training epochs: 400 if not given, 10 for the network
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: Option<u32>,
    /// Train the policy network instead of weights, on several board sizes
    #[arg(long, conflicts_with_all = [OPTIONS, "opening_plies"])]
    network: bool,
    /// Generations of self-play and training
    #[arg(long, value_name = "N", default_value_t = 2, requires = "network", value_parser = clap::value_parser!(u16).range(1..=100))]
    generations: u16,
    /// Games in parallel; half the cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Where to write the weights or the network; - is standard output, for weights alone
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Longer games say little.
const LONGEST: usize = 300;
/// Positions of one game are correlated, so only some are sampled.
const SAMPLES: usize = 24;

pub(crate) fn run(args: &TuneArgs, out: &mut impl Write) -> Done {
    if args.network {
        return network::train(args, out);
    }
    with_game!(args.game, P => tune::<P>(args, out))
}

fn tune<P: Playable>(args: &TuneArgs, out: &mut impl Write) -> Done {
    let tuning = P::tuning()
        .ok_or_else(|| Failure::request(format!("{} has no weights to fit", P::NAME)))?;
    let file = args.file(tuning.file())?;
    let plan = args.plan::<P>();
    let bar = progress::bar("games", plan.games);
    let options = args.options.of::<P>()?;
    let samples = play(tuning, &plan, options, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let how = FitSettings {
        rounds: args.rounds.unwrap_or(400) as usize,
        scale: tuning.scale(),
        ..FitSettings::default()
    };
    let bar = progress::bar("rounds", how.rounds);
    let weights = tuning.start();
    let fitted = fit(&samples, &weights, &how, &mut |round| bar.set_position(round as u64));
    bar.finish_and_clear();
    let fitted = fitted.ok_or_else(|| {
        Failure::request("too few quiet positions to fit and to judge by; play more games")
    })?;
    if !is_standard(&file) {
        report(&fitted, &weights, &tuning.names(), plan.games, out)?;
    }
    write_text(&file, &tuning.write(&fitted.weights), out)
}

impl TuneArgs {
    fn plan<P: Playable>(&self) -> SelfPlay {
        SelfPlay {
            games: self.games as usize,
            nodes: self.nodes,
            opening_plies: self.opening_plies.map_or(P::OPENING_PLIES, usize::from),
            longest: LONGEST,
            samples: SAMPLES,
            concurrency: self.concurrency(),
            seed: self.seed,
        }
    }

    fn concurrency(&self) -> usize {
        self.concurrency.map_or_else(half_the_cores, usize::from)
    }

    /// Known before hours of play: a place that cannot be written to is an error at once.
    fn file(&self, usual: &str) -> Result<PathBuf, Failure> {
        let file = self.out.clone().unwrap_or_else(|| PathBuf::from(usual));
        if self.out.is_none() && !file.exists() {
            let what = format!("{} is not here; run this in the project's folder", file.display());
            return Err(Failure::Request(format!("{what}, or say --out FILE")));
        }
        check_writable(&file)?;
        Ok(file)
    }
}

fn report(
    fitted: &FitResult,
    before: &[f32],
    names: &[String],
    games: usize,
    out: &mut impl Write,
) -> Done {
    let [training, held_out] = fitted.samples;
    writeln!(out, "{games} games, {training} positions to fit, {held_out} held out")?;
    for (what, [old, new]) in [("fitted", fitted.training), ("held-out", fitted.held_out)] {
        writeln!(out, "{what:<9} loss {old:.5} before, {new:.5} after")?;
    }
    let mut moved: Vec<usize> = (0..names.len().min(before.len())).collect();
    let change = |i: usize| (fitted.weights[i] - before[i]).abs();
    moved.sort_by(|&a, &b| change(b).total_cmp(&change(a)));
    for &i in moved.iter().take(10) {
        writeln!(out, "  {:<28} {:>8.0} → {:>8.0}", names[i], before[i], fitted.weights[i])?;
    }
    Ok(())
}
