//! `sixfold load`: many clients at once against a server, and what that costs it.

mod client;
mod server;
mod tally;

use crate::failure::{Done, Failure};
use client::{Client, Gone};
use server::Server;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tally::Tally;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How many connections are opened at the same time.
const AT_ONCE: usize = 64;

/// How long idle connections are kept: two rounds of pings, so that those which do not hold are
/// noticed.
const KEPT: Duration = Duration::from_secs(22);

/// A game goes on for so many moves at most; nobody has won by then.
const MOST_MOVES: usize = 120;

/// Put load on a server: idle connections, or games at a move a second
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold load --idle 10000                 what so many open connections cost
  sixfold load --games 1000 --seconds 30    how soon the opponent has a move

Without --server one is started for the purpose, on a database of its own. Each connection takes a
file here and one there: raise the limit first, with `ulimit -n 65536`. Another server must be
generous (`serve --generosity 1000000`): it takes all clients for one.")]
pub(crate) struct LoadArgs {
    /// Open so many connections that say nothing
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: usize,
    /// Play so many games at the same time
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: usize,
    /// How long the games go on
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,
    /// The address of a server that runs, such as `http://localhost:6060`
    #[arg(long, value_name = "URL", conflicts_with = "database")]
    server: Option<String>,
    /// Let the server keep its games in this PostgreSQL database
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> Done {
    if args.idle == 0 && args.games == 0 {
        return Err(Failure::Request("say --idle N or --games N".into()));
    }
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let threads = threads.map_err(|error| Failure::File(error.to_string()))?;
    let server = match &args.server {
        Some(url) => Server::running(url)?,
        None => Server::start(args.database.as_deref())?,
    };
    writeln!(out, "nobody there: {}", server.state())?;
    let mut failed = 0;
    if args.idle > 0 {
        let told = threads.block_on(idle(&server, args.idle));
        writeln!(out, "{} idle connections, {} lost: {}", told.open, told.lost, told.state)?;
        failed += told.lost;
    }
    if args.games > 0 {
        let time = Duration::from_secs(args.seconds);
        let tally = threads.block_on(games(&server, args.games, time));
        writeln!(out, "{} games, {tally}: {}", args.games, server.state())?;
        failed += tally.failed.len();
    }
    if failed > 0 { Err(Failure::Found) } else { Ok(()) }
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
            let client = Client::open(&at).await;
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
    tokio::time::sleep(KEPT).await;
    let state = server.state();
    let _ = stop.send(());
    let all = lines.join_all().await;
    let open = all.iter().filter(|end| end.is_ok()).count();
    Idle { open, lost: all.len() - open, state }
}

async fn games(server: &Server, count: usize, time: Duration) -> Tally {
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let mut tables = JoinSet::new();
    for i in 0..count {
        let (gate, at) = (gate.clone(), server.address());
        tables.spawn(async move {
            let permit = gate.acquire_owned().await;
            let mut a = Client::open(&at).await?;
            let mut b = Client::open(&at).await?;
            let game = client::pair(&mut a, &mut b).await?;
            drop(permit);
            // Spread over the second, as real games are.
            tokio::time::sleep(Duration::from_millis((i * 7 % 1_000) as u64)).await;
            play(&mut a, &mut b, &game, time).await
        });
    }
    Tally::of(tables.join_all().await)
}

/// A move a second; the times from sending a move to the opponent having it, in milliseconds.
async fn play(
    a: &mut Client,
    b: &mut Client,
    game: &protocol::GameId,
    time: Duration,
) -> Result<Vec<f64>, Gone> {
    let begun = Instant::now();
    let mut times = Vec::new();
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    for ply in 0..MOST_MOVES {
        ticks.tick().await;
        if begun.elapsed() > time {
            break;
        }
        let mv = format!("{}{}", char::from(b'a' + (ply % 11) as u8), ply / 11 + 1);
        let (mover, other) = if ply % 2 == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
        let sent = Instant::now();
        let id = mover.play(game, ply as u32, &mv).await?;
        other.played(ply as u32).await?;
        times.push(sent.elapsed().as_secs_f64() * 1_000.0);
        mover.done(&id).await?;
    }
    // Nothing lost: whoever looks again finds every move.
    if a.count_moves(game).await? == times.len() { Ok(times) } else { Err(Gone::MovesLost) }
}
