//! Mirror of another node's connection at the owner of a game or the lobby: executes its requests and forwards what
//! is sent to it.

use super::wire::{ClientIdentity, RequestBody, SessionId};
use crate::connection::{Connection, Loss};
use crate::room::ToRoom;
use crate::state::AppState;
use crate::subscriptions::Subscriptions;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The most texts in one delivery, and their bytes.
const MOST_TEXTS: usize = 64;
const MOST_BYTES: usize = 256 * 1_024;

/// Queue of requests of a mirror.
pub(super) type Requests = mpsc::UnboundedSender<RequestBody>;

impl AppState {
    /// Begins a session of another node's connection.
    pub(super) fn begin_mirror(
        self: &Arc<Self>,
        session: SessionId,
        client: &ClientIdentity,
    ) -> Requests {
        let person = client.person();
        let grant = self.grants.register(&person.id, client.credential(), client.expires);
        let (connection, outbox) = Connection::new(person, grant, client.address, Loss::Mirror);
        let (requests, waiting) = mpsc::unbounded_channel();
        let mirror = Mirror { state: Arc::clone(self), session, connection: Arc::new(connection) };
        tokio::spawn(mirror.run(waiting, outbox));
        requests
    }
}

struct Mirror {
    state: Arc<AppState>,
    session: SessionId,
    connection: Arc<Connection>,
}

impl Mirror {
    /// Asks and answers at the same time: a room that sends much is not waited for by its own request.
    async fn run(
        self,
        requests: mpsc::UnboundedReceiver<RequestBody>,
        outbox: mpsc::Receiver<Utf8Bytes>,
    ) {
        let mut own = Subscriptions::new(&self.state, &self.connection);
        tokio::select! {
            biased;
            close = self.connection.ended() => self.state.end_session(&self.session, close.code()),
            () = self.deliver(outbox) => {}
            () = self.ask(requests, &mut own) => {}
        }
        self.state.lobby.part(&self.connection);
        own.leave_all().await;
    }

    async fn ask(
        &self,
        mut requests: mpsc::UnboundedReceiver<RequestBody>,
        own: &mut Subscriptions,
    ) {
        while let Some(body) = requests.recv().await {
            let connection = Arc::clone(&self.connection);
            match body {
                RequestBody::Watch { game, since } => own.watch(&game, since).await,
                RequestBody::Leave { game } => own.leave(&game).await,
                RequestBody::GameMessage { message, at, lag } => {
                    connection.set_lag(lag);
                    // By the owner's clock: that of the origin may be ahead of it.
                    let at = at.min(self.state.now());
                    if let Some(game) = message.game().cloned() {
                        self.state.tell(&game, ToRoom::Message { connection, message, at }).await;
                    }
                }
                RequestBody::Lobby { message } => {
                    Box::pin(self.state.lobby_request(&connection, *message)).await;
                }
                RequestBody::Close => return,
            }
        }
    }

    /// Delivers what waits in the outbox, many texts in one message.
    async fn deliver(&self, mut outbox: mpsc::Receiver<Utf8Bytes>) {
        while let Some(first) = outbox.recv().await {
            let mut bytes = first.len();
            let mut texts = vec![first.to_string()];
            while texts.len() < MOST_TEXTS && bytes < MOST_BYTES {
                let Ok(text) = outbox.try_recv() else { break };
                bytes += text.len();
                texts.push(text.to_string());
            }
            self.state.deliver(&self.session, texts);
        }
    }
}
