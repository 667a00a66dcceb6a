//! Somebody who plays against the server's own player, one game after the other, whatever happens to the server.

use super::{AcknowledgedMove, Player, RunState, are_stored, cells, games_of, terms};
use protocol::{GameId, Opponent, Refusal, Snapshot, Terms, ToClient, ToServer};
use server::game_event::GameEvent;
use server::store::Store;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// How long until it is looked again whether the computer has answered.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

pub(super) async fn play_on(mut player: Player, number: usize, run: Arc<RunState>) {
    while !run.stop.load(Ordering::Relaxed) {
        let game = new_game(&mut player).await;
        while let Some((ply, mv)) = next_move(&mut player, &game).await {
            let id = player.id();
            let play = ToServer::Play { game: game.clone(), ply, mv: mv.clone(), id: id.clone() };
            match player.insist(&play, &id).await {
                Ok(ToClient::Done { n: Some(n), .. }) => {
                    run.of_computers.lock().unwrap().push((game.clone(), n, mv));
                    run.made[number].fetch_add(1, Ordering::Relaxed);
                }
                Err(Refusal::GameOver) => break,
                other => panic!("{mv} at ply {ply} of {game}: {other:?}"),
            }
        }
    }
}

/// A game against the computer; one that began while the answer was lost is played on.
async fn new_game(player: &mut Player) -> GameId {
    loop {
        if let Some(game) = player.connect().await.first() {
            return game.clone();
        }
        let id = player.id();
        let (opponent, terms) =
            (Opponent::Computer { level: 1 }, Terms { rated: false, ..terms() });
        let challenge = ToServer::Challenge { terms, opponent, id: id.clone() };
        if player.insist(&challenge, &id).await.is_err() {
            sleep(LOOK_AGAIN).await;
        }
    }
}

/// Its next move, as soon as it is its turn; none if the game is over.
async fn next_move(player: &mut Player, game: &GameId) -> Option<(u32, String)> {
    loop {
        if let Some(snapshot) = player.look(game).await {
            if snapshot.result.is_some() {
                return None;
            }
            let ply = snapshot.moves.len();
            if ply.is_multiple_of(2) {
                let is_free = |cell: &String| snapshot.moves.iter().all(|taken| taken.mv != *cell);
                return cells().find(is_free).map(|cell| (ply as u32, cell));
            }
        }
        sleep(LOOK_AGAIN).await;
    }
}

impl Player {
    /// A game as it is; nothing if the connection was lost or the game is not to be had now.
    async fn look(&mut self, game: &GameId) -> Option<Snapshot> {
        if self.stream.is_none() {
            self.connect().await;
        }
        let watch = ToServer::Watch { game: game.clone(), since: None };
        if self.say(&watch).await.is_err() {
            self.stream = None;
            return None;
        }
        loop {
            match self.receive().await.ok()? {
                ToClient::Snapshot(snapshot) if snapshot.game == *game => return Some(*snapshot),
                // Something was lost between nodes, perhaps this too.
                ToClient::Welcome { .. } | ToClient::Refused { .. } => return None,
                ToClient::Ping { nonce } => {
                    let _ = self.say(&ToServer::Pong { nonce }).await;
                }
                _ => {}
            }
        }
    }
}

/// Every acknowledged move is there once and in its place, no cell was taken twice, and every game has ended once.
pub(crate) async fn verify_computer_games(store: &Store, mut acknowledged: Vec<AcknowledgedMove>) {
    acknowledged.sort();
    let games = games_of(&acknowledged);
    for game in &games {
        let own: Vec<_> = acknowledged.iter().filter(|(of, ..)| of == game).collect();
        let events = store.events(game).await.unwrap();
        are_stored(game, &events, &own);
        let played = events.iter().filter_map(|stored| match &stored.event {
            GameEvent::Played { mv, .. } => Some(mv),
            _ => None,
        });
        let played: Vec<&String> = played.collect();
        assert_eq!(played.iter().collect::<HashSet<_>>().len(), played.len(), "{game}: {played:?}");
        let ends = events.iter().filter(|e| matches!(e.event, GameEvent::Over { .. })).count();
        assert_eq!(ends, 1, "{game} is played to its end, and ends once");
    }
    println!("{} games against the computer, nothing lost", games.len());
}
