//! `sixfold worker`: engine work of the nodes of a cluster, on a machine of its own.

use crate::failure::{Done, Failure};
use server::WorkerSettings;
use std::io::Write;
use std::num::NonZeroUsize;

/// Search for the nodes of a cluster until Ctrl-C
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold worker --bus nats://bus:4222                a search for each core
  sixfold worker --bus nats://bus:4222 --threads 2

The nodes (sixfold serve --bus) send each piece of work to one worker that has a thread free. Without a
worker, or when all are busy, they search themselves. A worker keeps nothing and may be stopped at any
time: it finishes what it has begun.")]
pub(crate) struct WorkerArgs {
    /// The NATS server of the nodes
    #[arg(long, value_name = "URL", env = "SIXFOLD_BUS", hide_env_values = true)]
    bus: String,
    /// How many searches at once; without it, one for each core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &WorkerArgs, out: &mut impl Write) -> Done {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(cores);
    let settings = WorkerSettings { bus: args.bus.clone(), threads };
    let mut told = Ok(());
    let tell = || told = ready(threads, out);
    server::write_logs();
    server::run_worker(&settings, tell).map_err(|refused| Failure::File(refused.to_string()))?;
    told
}

fn ready(threads: NonZeroUsize, out: &mut impl Write) -> Done {
    let noun = if threads.get() == 1 { "thread" } else { "threads" };
    writeln!(out, "waiting for work with {threads} {noun}")?;
    Ok(out.flush()?)
}
