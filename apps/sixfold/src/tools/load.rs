//! `sixfold load`: many clients at once against a server, and what that costs it; and how soon a large archive
//! answers.

mod archive;
mod attack;
mod client;
mod games;
mod server;
mod servers;
mod tally;

use crate::failure::{Done, Failure};
use crate::tools::json_output::write_result;
use crate::units::{TIME, time};
use client::Client;
use games::{AT_ONCE, GamesRun, start_games};
use serde_json::{Value, json};
use server::{Server, ServerOptions};
use servers::Servers;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tally::Tally;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How long idle connections are kept: two rounds of pings, so that those which do not hold are
/// noticed.
const IDLE_TIME: Duration = Duration::from_secs(22);

/// How long games go on when nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(20);

/// Rate limit factor of runs without an attack: all clients have one address.
const GENEROUS: u32 = 1_000_000;

/// Put load on a server: idle connections, games, attacks, archive searches
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold load --idle 10000                 what so many open connections cost
  sixfold load --games 1000 --time 30s      how soon the opponent has a move
  sixfold load --games 200 --every 1ms      as many moves as the server takes
  sixfold load --games 200 --apart --nodes 2 --database postgres://… --bus nats://…
  sixfold load --attack list                the attacks there are
  sixfold load --attack ping-flood          500 games before and during an attack
  sixfold load --attack all --json          all attacks, figures as JSON
  sixfold load --games 100 --json           games, figures as JSON
  sixfold load --archive --data measured    how soon searches, profiles and exports are answered

Without --server one is started for the purpose, on a database of its own. Each connection takes a
file here and one there: raise the limit first, with `ulimit -n 65536`. Another server must be
generous (`serve --rate-limit-factor 1000000`): it takes all clients for one. With --attack the
server has its usual limits, and every client another loopback address (Linux only). --archive
starts the server on the folder or database itself, which `sixfold admin generate` fills.")]
pub(crate) struct LoadArgs {
    /// Open so many connections that say nothing
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// Play so many games at the same time; 500 with --attack
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// How often a move is made in each game; at 1ms, as soon as the one before is acknowledged
    #[arg(long, value_name = TIME, value_parser = time, default_value = "1s")]
    every: Duration,
    /// How long the games go on: 20s; the quiet phase and the attack last 10s each, a question
    /// of --archive 10s at most
    #[arg(long, value_name = TIME, alias = "seconds", value_parser = time)]
    time: Option<Duration>,
    /// Measure games in quiet and during this attack: a name, `all` or `list`
    #[arg(long, value_name = "NAME", conflicts_with = "idle")]
    attack: Option<String>,
    /// Measure how soon searches, profiles, leaderboards and exports of --data or --database are answered
    #[arg(long, conflicts_with_all = ["idle", "games", "attack", "server"])]
    archive: bool,
    /// Print JSON, one object a figure
    #[arg(long)]
    pub(crate) json: bool,
    /// The address of a server that runs, such as `http://localhost:6060`; several, with commas, are taken
    /// in turn
    #[arg(long, value_name = "URLS", conflicts_with = "database", value_delimiter = ',')]
    server: Vec<String>,
    /// Start so many nodes, on the database and the bus
    #[arg(long, value_name = "N", default_value_t = 1)]
    nodes: usize,
    /// The NATS server of the nodes
    #[arg(long, value_name = "URL", requires = "database")]
    bus: Option<String>,
    /// Let the two players of each game come in by different servers
    #[arg(long)]
    apart: bool,
    /// Let the server keep its games in this PostgreSQL database
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Start the server from this program, to compare versions
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    program: Option<PathBuf>,
    /// Let the server start with a copy of the files in this folder; with --archive on the folder itself
    #[arg(long, value_name = "DIR", conflicts_with_all = ["server", "database"])]
    data: Option<PathBuf>,
    /// Be the attackers of `--attack`
    #[arg(long, value_name = "NAME", hide = true, requires = "server")]
    attacker: Option<String>,
}

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> Done {
    if let Some(name) = &args.attacker {
        return run_attack(args, name, out);
    }
    if args.archive {
        let longest = args.time.unwrap_or(archive::LONGEST);
        let (data, database) = (args.data.as_deref(), args.database.as_deref());
        return archive::run(data, &options(args, GENEROUS), database, (args.json, longest), out);
    }
    match args.attack.as_deref() {
        Some("list") => return attack::list(out),
        Some(name) => return attack::run(&plan(args, name), out),
        None => {}
    }
    let games = args.games.unwrap_or_default();
    if args.idle == 0 && games == 0 {
        return Err(Failure::Request("say --idle N, --games N, --attack NAME or --archive".into()));
    }
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let threads = threads.map_err(|error| Failure::File(error.to_string()))?;
    if args.nodes == 0 || args.nodes > 1 && args.bus.is_none() {
        return Err(Failure::Request("--nodes takes 1, or more with --database and --bus".into()));
    }
    let server = match args.server.as_slice() {
        [] => Servers::start(&options(args, GENEROUS), args.nodes, args.apart)?,
        urls => Servers::running(urls, args.apart)?,
    };
    if args.json {
        write_figure(out, "nobody", &json!({ "state": server.state() }))?;
    } else {
        writeln!(out, "nobody there: {}", server.state())?;
    }
    let mut failed = 0;
    if args.idle > 0 {
        let told = threads.block_on(idle(server.first(), args.idle));
        failed += told.lost;
        if args.json {
            let figures = json!({ "open": told.open, "lost": told.lost, "state": told.state });
            write_figure(out, "idle", &figures)?;
        } else {
            writeln!(out, "{} idle connections, {} lost: {}", told.open, told.lost, told.state)?;
        }
    }
    if games > 0 {
        let phase = Phase { games, every: args.every, lasts: args.time.unwrap_or(USUAL_TIME) };
        failed += threads.block_on(ordinary_games(&server, phase, args.json, out))?;
    }
    if failed > 0 { Err(Failure::Found) } else { Ok(()) }
}

/// A figure as JSON, with its name.
fn write_figure(out: &mut impl Write, name: &str, figures: &Value) -> Done {
    let mut result = figures.clone();
    result["figure"] = name.into();
    write_result(out, None, None, &result)
}

fn options(args: &LoadArgs, rate_limit_factor: u32) -> ServerOptions<'_> {
    let database = args.database.as_deref();
    let (program, data) = (args.program.as_deref(), args.data.as_deref());
    let bus = args.bus.as_deref();
    ServerOptions { database, bus, program, data, rate_limit_factor, file_limit: None }
}

fn plan<'a>(args: &'a LoadArgs, name: &'a str) -> attack::Plan<'a> {
    attack::Plan {
        name,
        games: args.games.unwrap_or(500),
        phase: args.time.unwrap_or(Duration::from_secs(10)),
        server: args.server.first().map(String::as_str),
        options: options(args, 1),
        json: args.json,
    }
}

/// The attackers' process.
fn run_attack(args: &LoadArgs, name: &str, out: &mut impl Write) -> Done {
    let server = Server::running(args.server.first().map_or("", String::as_str))?;
    let wrong = |_| Failure::Request("--attacker takes an address like 127.0.0.1:6060".into());
    let at = server.address().parse().map_err(wrong)?;
    attack::run_attack(name, at, args.time.unwrap_or(Duration::from_secs(10)), out)
}

/// Games for some time.
#[derive(Clone, Copy)]
struct Phase {
    games: usize,
    /// How often a move is made in each.
    every: Duration,
    lasts: Duration,
}

/// Games for some time, and what they came to; how many of them failed.
async fn ordinary_games(
    server: &Servers,
    phase: Phase,
    json: bool,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let count = phase.games;
    let games = start_games(server, count, phase.every).await;
    let started = Instant::now();
    tokio::time::sleep(phase.lasts).await;
    let played = games.stopped().await;
    let seconds = started.elapsed().as_secs_f64();
    let state = server.state();
    let failed: Vec<_> = played.iter().filter_map(|(_, gone)| *gone).collect();
    let samples = played.iter().flat_map(|(samples, _)| samples);
    let tally = Tally::of(samples.map(|sample| sample.milliseconds).collect());
    if json {
        let [half, most, all] = [50, 99, 100].map(|share| tally.share(share));
        let figures = json!({
            "games": count, "moves": tally.count(), "seconds": seconds, "failed": failed.len(), "state": state,
            "milliseconds": { "p50": half, "p99": most, "max": all },
        });
        write_figure(out, "games", &figures)?;
        return Ok(failed.len());
    }
    let each_second = tally.count() as f64 / seconds;
    write!(out, "{count} games, {tally}, {each_second:.0} moves/s, {} failed", failed.len())?;
    if let Some(why) = failed.first() {
        write!(out, " ({why:?} first)")?;
    }
    writeln!(out, ": {state}")?;
    Ok(failed.len())
}

/// What came of idle connections.
struct Idle {
    open: usize,
    lost: usize,
    /// The server while all of them stood.
    state: String,
}

/// Opens so many lines and keeps them a while.
async fn idle(server: &Server, count: usize) -> Idle {
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let (stop, stopped) = watch::channel(());
    let mut lines = JoinSet::new();
    let opened = Arc::new(Semaphore::new(0));
    for _ in 0..count {
        let (gate, at, mut stopped) = (gate.clone(), server.address(), stopped.clone());
        let opened = opened.clone();
        lines.spawn(async move {
            let permit = gate.acquire_owned().await;
            let client = Client::open(&at, None).await;
            drop(permit);
            opened.add_permits(1);
            let mut client = client?;
            tokio::select! {
                gone = client.listen() => gone,
                _ = stopped.changed() => Ok(()),
            }
        });
    }
    // Every client has tried, with or without success.
    let _ = opened.acquire_many(u32::try_from(count).unwrap_or(u32::MAX)).await;
    tokio::time::sleep(IDLE_TIME).await;
    let state = server.state();
    let _ = stop.send(());
    let all = lines.join_all().await;
    let open = all.iter().filter(|end| end.is_ok()).count();
    Idle { open, lost: all.len() - open, state }
}
