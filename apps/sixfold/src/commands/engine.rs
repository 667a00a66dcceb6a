//! `sixfold engine`: the engine protocol on standard input and output.

use crate::failure::Done;
use bots::{Config, Level};
use catalog::{GameName, with_game};
use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Speak the engine protocol UGI, for programs that want an opponent
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold engine hex
  printf 'position startpos\\ngo movetime 1000\\n' | sixfold engine eclipse
  sixfold match eclipse --first full --second 'cmd:sixfold engine eclipse --level 3'

Type `ugi` to see what can be set, `quit` to leave. docs/engine-protocol.md describes every line.")]
pub(crate) struct Args {
    /// eclipse, hexchess or hex
    game: GameName,
    /// Strength, from 1 for a beginner to 8 for all there is
    #[arg(long, default_value = "8")]
    level: Level,
    /// Threads that think together
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for what was seen, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// What chance goes by below level 8; without it, every run plays differently
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, input: impl BufRead + Send + 'static, out: &mut impl Write) -> Done {
    let config = Config {
        threads: usize::from(args.threads),
        memory_mib: args.memory as usize,
        lines: 1,
        level: args.level,
        seed: args.seed.unwrap_or_else(any_seed),
    };
    with_game!(args.game, P => ugi::converse::<P>(config, input, out))?;
    Ok(())
}

/// A seed that is hardly the same twice.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
