//! `sixfold engine`: the engine protocol on standard input and output.

use crate::failure::{Done, Failure};
use crate::tools::random;
use crate::units::{MEMORY, TIME, time};
use bots::{Config, Level, Playable as _};
use catalog::{GameName, with_game};
use scene::FileFormat;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Speak the engine protocol UGI (or HTP), for programs that want an opponent
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold engine hex
  sixfold engine hex --htp                  for HexGui and other programs that speak HTP
  printf 'position startpos\\ngo movetime 1000\\n' | sixfold engine eclipse
  sixfold match eclipse --first full --second 'cmd:sixfold engine eclipse --level 3'

Type `ugi` to see what can be set, `quit` to leave. docs/engine-protocol.md describes every line.")]
pub(crate) struct EngineArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    /// Strength, from 1 (beginner) to 8 (full strength)
    #[arg(long, default_value = "8")]
    level: Level,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[arg(help = MEMORY, long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: Option<u32>,
    /// Speak HTP, the text protocol of Hex programs, instead (docs/htp.md)
    #[arg(long)]
    htp: bool,
    /// With --htp: time for each move where no clock runs
    #[arg(long, value_name = TIME, default_value = "3s", requires = "htp", value_parser = time)]
    movetime: Duration,
    /// Seed of the random choice below level 8; random if not given
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(
    args: &EngineArgs,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> Done {
    let usual = with_game!(args.game, P => P::MEMORY.command);
    let config = Config {
        threads: usize::from(args.threads),
        memory_mib: args.memory.map_or(usual, |mib| mib as usize),
        lines: 1,
        level: args.level,
        seed: args.seed.unwrap_or_else(random::seed),
    };
    if args.htp {
        if !args.game.description().has_format(FileFormat::Htp) {
            let games = |name| GameName::with_format(FileFormat::Htp, name);
            let (titles, names) = (games(GameName::title), games(GameName::text));
            let refusal = format!("HTP is spoken of {titles} only: sixfold engine {names} --htp");
            return Err(Failure::request(refusal));
        }
        return Ok(htp::converse(config, args.movetime, input, out)?);
    }
    with_game!(args.game, P => ugi::converse::<P>(config, input, out))?;
    Ok(())
}
