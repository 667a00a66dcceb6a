//! Ordinary games: pairs of clients at a move a second.

use super::client::{self, Client, Gone};
use super::server::Server;
use super::tally::Sample;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How many connections are opened at the same time.
pub(super) const AT_ONCE: usize = 64;

/// A game goes on for so many moves at most; nobody has won by then.
const MOST_MOVES: usize = 120;

/// What came of one game: its moves, and why it ended before it should, if it did.
pub(super) type Played = (Vec<Sample>, Option<Gone>);

/// Games that run until they are told to stop.
pub(super) struct GamesRun {
    tables: JoinSet<Played>,
    stop: watch::Sender<bool>,
}

impl GamesRun {
    /// Stops all games; what came of each.
    pub(super) async fn stopped(self) -> Vec<Played> {
        let _ = self.stop.send(true);
        self.tables.join_all().await
    }
}

/// The loopback address of an ordinary player, each in a network (/24) of its own.
fn player_address(number: usize) -> IpAddr {
    let (high, low) = (number / 180 % 256, number % 180);
    IpAddr::V4(Ipv4Addr::new(127, 10 + low as u8, high as u8, 1))
}

/// Starts games and returns when all of them are under way.
pub(super) async fn start_games(server: &Server, count: usize) -> GamesRun {
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let (stop, stopped) = watch::channel(false);
    let ready = Arc::new(Semaphore::new(0));
    let mut tables = JoinSet::new();
    for i in 0..count {
        let (gate, at, stopped) = (gate.clone(), server.address(), stopped.clone());
        let ready = ready.clone();
        tables.spawn(async move {
            let permit = gate.acquire_owned().await;
            let begun = begin(&at, i).await;
            drop(permit);
            ready.add_permits(1);
            match begun {
                Ok((mut a, mut b, game)) => play(&mut a, &mut b, &game, i, &stopped).await,
                Err(gone) => (Vec::new(), Some(gone)),
            }
        });
    }
    let _ = ready.acquire_many(u32::try_from(count).unwrap_or(u32::MAX)).await;
    GamesRun { tables, stop }
}

async fn begin(at: &str, number: usize) -> Result<(Client, Client, protocol::GameId), Gone> {
    // Only this machine knows the addresses 127.0.0.0/8; another's server sees ours.
    let local = at.starts_with("127.0.0.1:");
    let from = |player| local.then(|| player_address(2 * number + player));
    let mut a = Client::open(at, from(0)).await?;
    let mut b = Client::open(at, from(1)).await?;
    let game = client::pair(&mut a, &mut b).await?;
    Ok((a, b, game))
}

/// A move a second until it is told to stop.
async fn play(
    a: &mut Client,
    b: &mut Client,
    game: &protocol::GameId,
    number: usize,
    stopped: &watch::Receiver<bool>,
) -> Played {
    // Spread over the second, as real games are.
    tokio::time::sleep(Duration::from_millis((number * 7 % 1_000) as u64)).await;
    let mut samples = Vec::new();
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    for ply in 0..MOST_MOVES {
        ticks.tick().await;
        if *stopped.borrow() {
            break;
        }
        let (mover, other) = if ply % 2 == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
        let sent = Instant::now();
        let moved = one_move(mover, other, game, ply).await;
        samples.push(Sample { sent, milliseconds: sent.elapsed().as_secs_f64() * 1_000.0 });
        if let Err(gone) = moved {
            return (samples, Some(gone));
        }
    }
    // Nothing lost: whoever looks again finds every move.
    let lost = match a.count_moves(game).await {
        Ok(count) => (count != samples.len()).then_some(Gone::MovesLost),
        Err(gone) => Some(gone),
    };
    (samples, lost)
}

async fn one_move(
    mover: &mut Client,
    other: &mut Client,
    game: &protocol::GameId,
    ply: usize,
) -> Result<(), Gone> {
    let mv = format!("{}{}", char::from(b'a' + (ply % 11) as u8), ply / 11 + 1);
    let id = mover.play(game, ply as u32, &mv).await?;
    other.played(ply as u32).await?;
    mover.done(&id).await.map(|_| ())
}
