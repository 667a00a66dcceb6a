//! A game that another node owns: what is asked of its room is sent on to its owner.

use super::wire::{NodeId, RequestBody};
use crate::connection::Connection;
use crate::room::ToRoom;
use crate::state::AppState;
use protocol::GameId;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

/// How often the view of the cluster is looked at for an owner that is not in it, and how long between.
const VIEW_TRIES: u32 = 20;
const VIEW_PAUSE: Duration = Duration::from_millis(25);

/// Replaces the room of a game that another node owns, until the owner changes or no connection here follows it.
pub(crate) async fn run(
    state: &Arc<AppState>,
    game: &GameId,
    owner: NodeId,
    messages: &mut mpsc::Receiver<ToRoom>,
) {
    wait_for_owner(state, &owner).await;
    let mut relay = Relay { state, game, owner, followers: HashSet::new() };
    let mut idle = Instant::now() + state.timeouts.unload_after;
    loop {
        tokio::select! {
            biased;
            message = messages.recv() => {
                let Some(message) = message else { return };
                idle = Instant::now() + state.timeouts.unload_after;
                if !relay.is_current(&message).await {
                    state.forget(game, messages);
                    return reroute(state, game, Some(message), messages).await;
                }
                relay.pass_on(message);
            }
            () = sleep_until(idle) => {
                idle = Instant::now() + state.timeouts.unload_after;
                if relay.followers.is_empty() && state.unload(game, messages) {
                    return;
                }
            }
        }
    }
}

/// The database names an owner that this node has not seen: it has joined just now. The view of the cluster is read
/// again and waited for, so that requests are not routed back to a claim, which finds the same owner, without a pause.
async fn wait_for_owner(state: &AppState, owner: &NodeId) {
    let Some(cluster) = &state.cluster else { return };
    for _ in 0..VIEW_TRIES {
        if cluster.is_member(owner) {
            return;
        }
        cluster.refresh_view();
        sleep(VIEW_PAUSE).await;
    }
}

/// Asks again what was asked of a room that is not here any more: it finds the new owner.
pub(crate) async fn reroute(
    state: &Arc<AppState>,
    game: &GameId,
    mut next: Option<ToRoom>,
    messages: &mut mpsc::Receiver<ToRoom>,
) {
    while let Some(message) = next {
        Box::pin(state.tell(game, message)).await;
        next = messages.recv().await;
    }
}

struct Relay<'a> {
    state: &'a Arc<AppState>,
    game: &'a GameId,
    owner: NodeId,
    /// The connections that follow the game, by number.
    followers: HashSet<u64>,
}

impl Relay<'_> {
    /// Whether the owner is still the owner. The database is asked when a connection subscribes, also after it has
    /// lost something.
    async fn is_current(&self, message: &ToRoom) -> bool {
        let Some(cluster) = &self.state.cluster else { return false };
        if !cluster.is_member(&self.owner) {
            return false;
        }
        match message {
            ToRoom::Watch { .. } => {
                let owner = self.state.store.owner_of(self.game).await;
                owner.is_ok_and(|owner| owner.as_deref() == Some(self.owner.0.as_str()))
            }
            _ => true,
        }
    }

    fn pass_on(&mut self, message: ToRoom) {
        match message {
            ToRoom::Watch { connection, since } => {
                self.followers.insert(connection.id);
                self.ask(&connection, RequestBody::Watch { game: self.game.clone(), since });
            }
            ToRoom::Leave { connection } => {
                self.followers.remove(&connection.id);
                self.ask(&connection, RequestBody::Leave { game: self.game.clone() });
            }
            ToRoom::Message { connection, message, at } => {
                self.ask(
                    &connection,
                    RequestBody::GameMessage { message, at, lag: connection.lag() },
                );
            }
            // The owner knows by itself.
            ToRoom::Thought { .. } | ToRoom::Due | ToRoom::WasAway | ToRoom::Reload => {}
        }
    }

    fn ask(&self, connection: &Arc<Connection>, body: RequestBody) {
        if connection.is_mirror() {
            // Whoever asked us took us for the owner: they look again.
            return connection.resume();
        }
        self.state.ask_node(&self.owner, connection, body);
    }
}
