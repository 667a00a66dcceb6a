//! The games that a connection follows. Dropped, it leaves them all, however the connection ended,
//! stays in no room.

use crate::connection::Connection;
use crate::limits::{HeldPermit, Resource};
use crate::room::ToRoom;
use crate::state::AppState;
use protocol::{GameId, Refusal};
use std::collections::HashMap;
use std::sync::Arc;

/// A connection with its subscriptions to games.
pub(crate) struct Subscriptions {
    pub(crate) state: Arc<AppState>,
    pub(crate) connection: Arc<Connection>,
    /// Each counts as held by the person and by their networks.
    games: HashMap<GameId, HeldPermit>,
}

impl Subscriptions {
    pub(crate) fn new(state: &Arc<AppState>, connection: &Arc<Connection>) -> Self {
        let (state, connection) = (Arc::clone(state), Arc::clone(connection));
        Self { state, connection, games: HashMap::new() }
    }

    /// Whether one more would be more than `most`.
    pub(crate) fn is_full(&self, game: &GameId, most: usize) -> bool {
        self.games.len() >= most && !self.games.contains_key(game)
    }

    /// Follows a game, or is refused. It is noted first: a caller that is dropped while it waits leaves
    /// all the same.
    pub(crate) async fn watch(&mut self, game: &GameId, since: Option<u64>) {
        if !self.games.contains_key(game) {
            let limits = &self.state.limits;
            // The node that has the connection counts it.
            let held = if self.connection.is_mirror() {
                Ok(limits.hold_anyway_for(Resource::WatchedGame, Vec::new()))
            } else {
                limits.hold(Resource::WatchedGame, &self.connection.payer)
            };
            match held {
                Ok(permit) => self.games.insert(game.clone(), permit),
                Err(held) => {
                    let (game, what) = (Some(game.clone()), held.to_string());
                    return self.connection.refuse(None, game, Refusal::TooFast, what);
                }
            };
        }
        self.state.watch(game, &self.connection, since).await;
    }

    /// Leaves a game, if it is followed.
    pub(crate) async fn leave(&mut self, game: &GameId) {
        if self.games.contains_key(game) {
            let connection = Arc::clone(&self.connection);
            self.state.tell_if_loaded(game, ToRoom::Leave { connection }).await;
            self.games.remove(game);
        }
    }

    /// Leaves all games, and comes back when every room has the message.
    pub(crate) async fn leave_all(&mut self) {
        while let Some(game) = self.games.keys().next().cloned() {
            self.leave(&game).await;
        }
    }
}

impl Drop for Subscriptions {
    fn drop(&mut self) {
        self.state.close_sessions(&self.connection);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        for (game, _permit) in std::mem::take(&mut self.games) {
            let (state, connection) = (Arc::clone(&self.state), Arc::clone(&self.connection));
            runtime.spawn(async move {
                state.tell_if_loaded(&game, ToRoom::Leave { connection }).await;
            });
        }
    }
}
