//! One WebSocket: who is at the other end, what they send, how fast, and why it is closed.

use crate::api::{ApiError, Caller, Identity};
use crate::cluster::{LEADER_PATIENCE, LEADER_RETRY};
use crate::connection::{Connection, Loss};
use crate::limits::bucket::{Quota, TokenBucket};
use crate::limits::{Action, OverBudget, cost};
use crate::network::StreamControl;
use crate::people::{Scope, origin};
use crate::room::{ToRoom, id_of};
use crate::state::AppState;
use crate::subscriptions::Subscriptions;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use protocol::{Close, MOST_BYTES, Refusal, ToClient, ToServer, VERSION, decode};
use std::collections::VecDeque;
use std::error::Error as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::ProtocolError;

/// How many pings may stay unanswered.
const PINGS_MISSED: u32 = 3;

/// How many games one connection may follow.
const MOST_GAMES: usize = 100;

/// How many connections one person may have.
const MOST_CONNECTIONS: usize = 16;

/// What is read of a message that is too large, so that its sender can be told; more is cut off.
const MOST_READ: usize = 65_536;

/// How many requests of the lobby wait on one connection while the lobby has no leader.
const MOST_FOR_LOBBY: usize = 16;

/// Seconds after which clients come back when the server restarts, from the first to the last.
const RESTART_RETRY: (u32, u32) = (2, 6);

/// The same where other nodes are there to come back to.
const HANDOVER_RETRY: (u32, u32) = (0, 2);

/// Milliseconds after which a connection resumes when something was lost between nodes.
const RESUME_PAUSE_MS: (u32, u32) = (0, 400);

/// How long the other end has to close as well.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// More messages than this on one connection close it, whatever they are: no client of ours comes near.
const FLOOD: Quota = Quota::new(100, Duration::from_millis(40));

/// Buffers of a connection; most say little, and there are many.
const BUFFER: usize = 2_048;

/// Opens a socket, if the page that asks is ours.
pub(crate) async fn open(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if !origin::may_connect(&parts.headers, state.site.public_url.as_ref()) {
        return ApiError::forbidden("pages of other sites may not connect").into_response();
    }
    if state.is_stopping() {
        return ApiError::busy().into_response();
    }
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let (identity, address, cookie) = match received(&state, &mut parts).await {
        Ok(visitor) => visitor,
        Err(error) => return error.into_response(),
    };
    let control = parts.extensions.get::<Arc<StreamControl>>().cloned().unwrap_or_default();
    let mut response = upgrade
        .max_message_size(MOST_READ)
        .max_frame_size(MOST_READ)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            control.upgrade();
            let (connection, outbox) =
                Connection::new(identity.person, identity.grant, address, Loss::Resume);
            SocketSession::new(state, Arc::new(connection), control).run(socket, outbox).await;
        });
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}

/// Who comes: by token, by cookie, or as a new guest with a new cookie.
async fn received(
    state: &Arc<AppState>,
    parts: &mut Parts,
) -> Result<(Identity, IpAddr, Option<HeaderValue>), ApiError> {
    let caller = Caller::from_request_parts(parts, state).await?;
    if caller.known().is_some() {
        return Ok((caller.may_as(Scope::Play)?.clone(), caller.address, None));
    }
    caller.limit(Action::Guest)?;
    let (guest, cookie) = caller.new_guest().await?;
    Ok((guest, caller.address, Some(cookie)))
}

/// A conversation over one connection.
struct SocketSession {
    state: Arc<AppState>,
    connection: Arc<Connection>,
    watching: Subscriptions,
    control: Arc<StreamControl>,
    /// Closes the connection of a client that sends far more than any budget pays for.
    flood: TokenBucket,
    /// Requests of the lobby in their order, each with when it is given up, while the lobby has no leader.
    for_lobby: VecDeque<(Instant, ToServer)>,
    /// The last ping, if it is not answered yet.
    ping: Option<(u64, Instant)>,
    missed: u32,
}

impl SocketSession {
    fn new(state: Arc<AppState>, connection: Arc<Connection>, control: Arc<StreamControl>) -> Self {
        let watching = Subscriptions::new(&state, &connection);
        Self {
            state,
            connection,
            watching,
            control,
            flood: TokenBucket::full(Instant::now().into_std()),
            for_lobby: VecDeque::new(),
            ping: None,
            missed: 0,
        }
    }

    /// Reads and writes apart: a client that does not read is still listened to, and judged by its
    /// answers to pings.
    ///
    /// A connection takes as much memory as the largest future that it may ever wait for, so those that
    /// are large and rare (here and in [`receive`](Self::receive)) are boxed: 10,000 idle connections
    /// hold none of them.
    async fn run(mut self, socket: WebSocket, outbox: mpsc::Receiver<Utf8Bytes>) {
        if self.state.join(&self.connection) > MOST_CONNECTIONS {
            self.connection.kick(Close::TooMany);
        }
        Box::pin(self.handshake()).await;
        let (mut sink, mut stream) = socket.split();
        let (connection, timeout) = (Arc::clone(&self.connection), self.state.network.send_timeout);
        let close = tokio::select! {
            biased;
            close = connection.ended() => Some(close),
            close = write_out(&mut sink, outbox, timeout) => close,
            close = self.read(&mut stream) => close,
        };
        self.state.part(&self.connection);
        self.state.lobby.part(&self.connection);
        self.watching.leave_all().await;
        if let Some(close) = close {
            self.state.metrics.connections_closed.inc();
            tracing::debug!(person = %self.connection.person.name, code = close.code(), "connection closed");
            // A client that does not read is not waited for.
            let alone = self.state.cluster.is_none();
            let retry = if alone { RESTART_RETRY } else { HANDOVER_RETRY };
            let closing = Box::pin(send_close(sink, stream, close, retry));
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, closing).await;
        }
        self.state.closed();
    }

    async fn handshake(&self) {
        let playing =
            self.state.store.playing(&self.connection.person.id).await.unwrap_or_default();
        let you = self.connection.person.person();
        self.connection.send(&ToClient::Welcome {
            version: VERSION,
            you,
            now: self.state.now(),
            playing,
        });
        self.state.tell_challenges(&self.connection).await;
    }

    /// Welcomes the client anew, who asks for what it lacks and seeks again. Not all at once: many resume at the
    /// same moment.
    async fn resume(&self) {
        self.state.lobby.part(&self.connection);
        let pause = crate::random::between(RESUME_PAUSE_MS);
        tokio::time::sleep(Duration::from_millis(pause.into())).await;
        self.handshake().await;
    }

    /// Reads until the client goes, or there is a reason to close.
    async fn read(&mut self, stream: &mut SplitStream<WebSocket>) -> Option<Close> {
        let connection = Arc::clone(&self.connection);
        let first = Instant::now() + Duration::from_millis(200);
        let mut pings = interval_at(first, self.state.network.ping_every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let close = tokio::select! {
                received = stream.next() => match received? {
                    Ok(Message::Close(_)) => return None,
                    Ok(message) => self.receive_frame(message).await,
                    Err(_) if self.control.is_flooded() => Some(Close::Flood),
                    Err(error) => return too_large(&error),
                },
                _ = pings.tick() => self.send_ping(),
                () = tokio::time::sleep(LEADER_RETRY), if !self.for_lobby.is_empty() => {
                    Box::pin(self.ask_lobby()).await;
                    None
                }
                () = connection.resuming() => {
                    Box::pin(self.resume()).await;
                    None
                }
            };
            if close.is_some() {
                return close;
            }
        }
    }

    /// Takes what a frame or several have brought; gives a reason to close, if there is one.
    async fn receive_frame(&mut self, message: Message) -> Option<Close> {
        self.control.delivered();
        match message {
            Message::Text(text) if text.len() > MOST_BYTES => Some(Close::TooLarge),
            Message::Text(text) => self.receive(&text).await,
            Message::Binary(_) => Some(Close::NotText),
            _ => self.is_flood().then_some(Close::Flood),
        }
    }

    /// Pings the client, unless it has not answered for long.
    fn send_ping(&mut self) -> Option<Close> {
        if self.missed >= PINGS_MISSED {
            return Some(Close::Silent);
        }
        // JavaScript reads integers exactly up to 2^53.
        let nonce = crate::random::number() >> 11;
        self.missed += 1;
        self.ping = Some((nonce, Instant::now()));
        self.connection.send(&ToClient::Ping { nonce });
        None
    }

    /// Takes a message; gives a reason to close, if there is one.
    async fn receive(&mut self, text: &str) -> Option<Close> {
        let at = self.state.now();
        self.state.metrics.messages.inc();
        if self.is_flood() {
            return Some(Close::Flood);
        }
        let message = match decode(text) {
            Ok(message) => message,
            Err(error) => {
                self.state.metrics.refusals.inc();
                self.connection.refuse(None, None, Refusal::Unreadable, error.to_string());
                return None;
            }
        };
        if !self.pays_for(&message) {
            return None;
        }
        let connection = Arc::clone(&self.connection);
        if let Some(what) = connection.forbids(&message) {
            self.state.metrics.refusals.inc();
            connection.refuse(id_of(&message), None, Refusal::Forbidden, what);
            return None;
        }
        match message {
            ToServer::Ping { nonce } => connection.send(&ToClient::Pong { nonce, now: at }),
            ToServer::Pong { nonce } => self.pong(nonce),
            ToServer::Watch { game, since } => {
                if self.watching.is_full(&game, MOST_GAMES) {
                    connection.refuse(
                        None,
                        Some(game),
                        Refusal::TooFast,
                        "you follow 100 games already",
                    );
                    return None;
                }
                Box::pin(self.watching.watch(&game, since)).await;
            }
            ToServer::Leave { game } => self.watching.leave(&game).await,
            ToServer::Play { ref game, .. }
            | ToServer::Premove { ref game, .. }
            | ToServer::Ask { ref game, .. }
            | ToServer::Chat { ref game, .. } => {
                let (game, message) = (game.clone(), Box::new(message));
                self.state.tell(&game, ToRoom::Message { connection, message, at }).await;
            }
            _ if self.for_lobby.len() >= MOST_FOR_LOBBY => {
                let what = "the lobby is away; try again";
                connection.refuse(id_of(&message), None, Refusal::Busy, what);
            }
            _ => {
                self.for_lobby.push_back((Instant::now() + LEADER_PATIENCE, message));
                Box::pin(self.ask_lobby()).await;
            }
        }
        None
    }

    /// Asks the lobby for what waits for it, if it has a leader. Moves do not wait behind that.
    async fn ask_lobby(&mut self) {
        let is_due = |(until, _): &mut (Instant, ToServer)| *until <= Instant::now();
        while let Some((_, message)) =
            self.for_lobby.pop_front_if(|first| self.state.has_lobby() || is_due(first))
        {
            self.state.lobby_request(&self.connection, message).await;
        }
    }

    /// Whether so much has come that the connection is to be closed.
    fn is_flood(&mut self) -> bool {
        self.flood.take(FLOOD, 1, Instant::now().into_std()).is_err()
    }

    /// Pays for a message, or refuses it.
    fn pays_for(&self, message: &ToServer) -> bool {
        let connection = &self.connection;
        let now = Instant::now().into_std();
        let Err(over) = self.state.limits.charge(cost(message), &connection.payer, now) else {
            return true;
        };
        self.state.metrics.refusals.inc();
        let (why, what) = over_budget(over);
        connection.refuse(id_of(message), message.game().cloned(), why, what);
        false
    }

    fn pong(&mut self, nonce: u64) {
        if let Some((_, sent)) = self.ping.take_if(|(expected, _)| *expected == nonce) {
            self.missed = 0;
            self.connection.measured(u32::try_from(sent.elapsed().as_millis()).unwrap_or(u32::MAX));
        }
    }
}

/// The refusal of a client over budget.
fn over_budget(over: OverBudget) -> (Refusal, String) {
    let seconds = over.seconds();
    if over.of_server {
        (Refusal::Busy, format!("the server has too much to do; try again in {seconds} s"))
    } else {
        (Refusal::TooFast, format!("too many of these; try again in {seconds} s"))
    }
}

/// Sends what waits, until there is nothing more to come or the client does not take it in time.
async fn write_out(
    sink: &mut SplitSink<WebSocket, Message>,
    mut outbox: mpsc::Receiver<Utf8Bytes>,
    timeout: Duration,
) -> Option<Close> {
    while let Some(text) = outbox.recv().await {
        match tokio::time::timeout(timeout, sink.send(Message::Text(text))).await {
            Ok(sent) => sent.ok()?,
            Err(_) => return Some(Close::TooSlow),
        }
    }
    None
}

/// Says why, and reads on until the other end has closed too: a connection that is dropped with
/// something unread is reset, and then the reason is lost on its way.
async fn send_close(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    close: Close,
    retry: (u32, u32),
) {
    let reason = match close {
        // Not all at once: to each client another time.
        Close::Restart => close.words_with_retry(crate::random::between(retry)),
        _ => close.words().to_owned(),
    };
    let frame = CloseFrame { code: close.code(), reason: reason.into() };
    if sink.send(Message::Close(Some(frame))).await.is_ok() {
        while let Some(Ok(_)) = stream.next().await {}
    }
}

/// Whether a broken connection was broken by a message that was too large.
fn too_large(error: &axum::Error) -> Option<Close> {
    match error.source()?.downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_)
        | tungstenite::Error::Protocol(ProtocolError::ControlFrameTooBig) => Some(Close::TooLarge),
        _ => None,
    }
}
