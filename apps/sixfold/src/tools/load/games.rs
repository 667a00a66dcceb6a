//! Ordinary games: pairs of clients at a move a second.

use super::client::{self, Client, ClientError};
use super::servers::Servers;
use super::tally::Sample;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How many connections are opened at the same time.
pub(super) const AT_ONCE: usize = 64;

/// A game goes on for so many moves at most; neither side has won by then.
const MOST_MOVES: usize = 110;

/// What came of one game: its moves, and why it ended before it should, if it did.
pub(super) type Played = (Vec<Sample>, Option<ClientError>);

/// Games that run until they are stopped.
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
pub(super) async fn start_games(servers: &Servers, count: usize, every: Duration) -> GamesRun {
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let (stop, stopped) = watch::channel(false);
    let ready = Arc::new(Semaphore::new(0));
    let mut tables = JoinSet::new();
    for i in 0..count {
        let (gate, at, stopped) = (gate.clone(), servers.addresses(i), stopped.clone());
        let ready = ready.clone();
        tables.spawn(async move {
            let permit = gate.acquire_owned().await;
            let begun = begin(&at, i).await;
            drop(permit);
            ready.add_permits(1);
            match begun {
                Ok((mut a, mut b, game)) => {
                    let pace = MovePace { number: i, every };
                    play(&mut a, &mut b, &game, pace, &stopped).await
                }
                Err(gone) => (Vec::new(), Some(gone)),
            }
        });
    }
    let _ = ready.acquire_many(u32::try_from(count).unwrap_or(u32::MAX)).await;
    GamesRun { tables, stop }
}

async fn begin(
    at: &[String; 2],
    number: usize,
) -> Result<(Client, Client, protocol::GameId), ClientError> {
    // Only this machine knows the addresses 127.0.0.0/8; another's server sees ours.
    let local = |at: &str| at.starts_with("127.0.0.1:");
    let from = |at: &str, player| local(at).then(|| player_address(2 * number + player));
    let mut a = Client::open(&at[0], from(&at[0], 0)).await?;
    let mut b = Client::open(&at[1], from(&at[1], 1)).await?;
    let game = client::pair(&mut a, &mut b).await?;
    Ok((a, b, game))
}

/// How soon moves follow each other in a game.
#[derive(Clone, Copy)]
struct MovePace {
    /// Which game: they are spread over the time between two moves.
    number: usize,
    every: Duration,
}

impl MovePace {
    /// Waits until the first move, as real games do not begin together.
    async fn begin(self) {
        let share = (self.number * 7 % 1_000) as u32;
        tokio::time::sleep(self.every * share / 1_000).await;
    }
}

/// A move now and then until it is stopped.
async fn play(
    a: &mut Client,
    b: &mut Client,
    game: &protocol::GameId,
    pace: MovePace,
    stopped: &watch::Receiver<bool>,
) -> Played {
    pace.begin().await;
    let mut samples = Vec::new();
    let mut ticks = tokio::time::interval(pace.every.max(Duration::from_nanos(1)));
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
    // Nothing lost: another look finds every move.
    let lost = match a.count_moves(game).await {
        Ok(count) => (count != samples.len()).then_some(ClientError::MovesLost),
        Err(gone) => Some(gone),
    };
    (samples, lost)
}

async fn one_move(
    mover: &mut Client,
    other: &mut Client,
    game: &protocol::GameId,
    ply: usize,
) -> Result<(), ClientError> {
    let mv = format!("{}{}", char::from(b'a' + (ply % 11) as u8), ply / 11 + 1);
    let id = mover.play(game, ply as u32, &mv).await?;
    other.played(ply as u32).await?;
    mover.done(&id).await.map(|_| ())
}
