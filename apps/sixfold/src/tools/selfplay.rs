//! `sixfold selfplay`: games of an engine against itself, written as labelled positions for training.

use crate::failure::{Done, Failure};
use crate::progress;
use bots::Playable as _;
use catalog::{GameName, with_game};
use hex_engine::{HEADER, LabelledGame, Network, SelfPlay};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Play games of an engine against itself and write labelled positions for training
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold selfplay hex --games 1000 --nodes 200 --sizes 7,9,11,13 --seed 3 --out games.hxp

The file grows with every game and can be read while it is written; one that exists is continued.
Games with the same --seed and number are equal: --first continues a series. docs/training.md says
how a network is trained from them.")]
pub(crate) struct SelfPlayArgs {
    /// hex
    game: GameName,
    /// The file of positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Simulations for every move; 0 for games of the policy alone, labelled by their outcomes
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Sizes of boards, drawn with equal probability
    #[arg(long, value_delimiter = ',', default_value = "5,6,7,8,9,10,11,12,13,14,15")]
    sizes: Vec<usize>,
    /// The first game has this number; games with the same seed and number are equal
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A network to play with instead of the built-in one
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Games at once
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
}

pub(crate) fn run(args: &SelfPlayArgs, out: &mut impl Write) -> Done {
    if !with_game!(args.game, P => P::HAS_NETWORK) {
        return Err(Failure::request(format!("{} has no network; hex has", args.game)));
    }
    if let Some(size) = args.sizes.iter().find(|size| !(3..=19).contains(*size)) {
        return Err(Failure::request(format!("boards have 3 to 19 rows, not {size}")));
    }
    let network = match &args.network {
        None => Network::default(),
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
            Network::from_bytes(&bytes).map_err(|error| Failure::request(error.to_string()))?
        }
    };
    let mut file = open(args)?;
    let play = SelfPlay { sizes: args.sizes.clone(), nodes: args.nodes, seed: args.seed, network };
    let bar = progress::bar("games", args.games as usize);
    let (mut games, mut positions) = (0u64, 0);
    let written = play_all(args, &play, &mut |game| {
        (games, positions) = (games + 1, positions + game.positions);
        bar.inc(1);
        file.write_all(&game.bytes)
    });
    bar.finish_and_clear();
    written.map_err(|error| Failure::file(&args.out, &error))?;
    writeln!(out, "{games} games, {positions} positions in {}", args.out.display())?;
    Ok(())
}

/// Opens the file at its end, and begins it if it is new.
fn open(args: &SelfPlayArgs) -> Result<File, Failure> {
    let failure = |error: std::io::Error| Failure::file(&args.out, &error);
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(&args.out).map_err(failure)?;
    if file.metadata().map_err(failure)?.len() == 0 {
        file.write_all(HEADER).map_err(failure)?;
        return Ok(file);
    }
    let mut start = [0; HEADER.len()];
    let read = file.read(&mut start).map_err(failure)?;
    if read == HEADER.len() && start == *HEADER {
        return Ok(file);
    }
    Err(Failure::request(format!("{} is no file of positions", args.out.display())))
}

/// Plays the games on several threads; calls `each` with them in any order.
fn play_all(
    args: &SelfPlayArgs,
    play: &SelfPlay,
    each: &mut dyn FnMut(&LabelledGame) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let (next, end) = (AtomicU64::new(args.first), args.first + args.games);
    let (sender, receiver) = mpsc::sync_channel(args.concurrency.get());
    thread::scope(|scope| {
        for _ in 0..args.concurrency.get() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(number) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < end)
                {
                    // The receiver is gone after a file could not be written.
                    if sender.send(play.game(number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|game| each(&game))
    })
}
