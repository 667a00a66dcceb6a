//! Somebody at the other end of a WebSocket.

use super::limit::Limit;
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientId, Event, GameId, Opponent, Refusal, Seat, SeatWish, Snapshot, Terms};
use protocol::{ToClient, ToServer, Wish};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// No answer takes this long, on any machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    stream: Stream,
    pub(crate) cookie: String,
    /// Tells its messages from those of other clients.
    seed: u64,
    next: u64,
    /// Everything that came, as it came.
    pub(crate) wire: Vec<String>,
    /// How long it takes to answer a ping.
    pub(crate) slow: Duration,
    /// How many pings were answered.
    pub(crate) pings: u32,
    /// How often it was welcomed anew because something was lost between nodes.
    pub(crate) resumed: u32,
    welcomed: bool,
    /// What is not answered yet, and the games that it follows with the last event of each.
    unanswered: Vec<ToServer>,
    followed: HashMap<GameId, Option<u64>>,
}

/// Counts clients.
static CLIENTS: AtomicU64 = AtomicU64::new(1);

/// More unanswered messages than this are not sent again.
const MOST_UNANSWERED: usize = 16;

/// The id of a message that is answered.
fn id_of(message: &ToServer) -> Option<&ClientId> {
    match message {
        ToServer::Play { id, .. }
        | ToServer::Premove { id, .. }
        | ToServer::Ask { id, .. }
        | ToServer::Chat { id, .. }
        | ToServer::Seek { id, .. }
        | ToServer::Pair { id, .. }
        | ToServer::Accept { id, .. }
        | ToServer::Challenge { id, .. } => Some(id),
        _ => None,
    }
}

/// Connects with these headers; the status if it is refused.
pub(crate) async fn connect(at: SocketAddr, headers: &[(&str, &str)]) -> Result<Client, u16> {
    let mut request = format!("ws://{at}/api/socket").into_client_request().unwrap();
    for (name, value) in headers {
        let name = tokio_tungstenite::tungstenite::http::HeaderName::try_from(*name).unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    let (stream, response) = connect_async(request).await.map_err(|error| match error {
        Error::Http(response) => response.status().as_u16(),
        other => panic!("{other}"),
    })?;
    let set = response.headers().get("set-cookie").map(|v| v.to_str().unwrap().to_owned());
    let sent = headers.iter().find(|(name, _)| *name == "cookie").map(|(_, v)| (*v).to_owned());
    let cookie = set.map(|set| set.split(';').next().unwrap().to_owned()).or(sent);
    let cookie = cookie.unwrap_or_default();
    Ok(Client::new(stream, cookie))
}

impl Client {
    fn new(stream: Stream, cookie: String) -> Self {
        Self {
            stream,
            cookie,
            seed: CLIENTS.fetch_add(1, Ordering::Relaxed),
            next: 0,
            wire: Vec::new(),
            slow: Duration::ZERO,
            pings: 0,
            resumed: 0,
            welcomed: false,
            unanswered: Vec::new(),
            followed: HashMap::new(),
        }
    }

    pub(crate) async fn guest(at: SocketAddr) -> Self {
        let mut client = connect(at, &[]).await.unwrap();
        client.welcome().await;
        client
    }

    pub(crate) async fn back(at: SocketAddr, cookie: &str) -> Self {
        let mut client = connect(at, &[("cookie", cookie)]).await.unwrap();
        client.welcome().await;
        client
    }

    async fn welcome(&mut self) {
        self.until(|m| matches!(m, ToClient::Welcome { .. }).then_some(())).await;
    }

    /// An id that no message had before, of whichever client of the same person.
    pub(crate) fn id(&mut self) -> ClientId {
        self.next += 1;
        format!("{}{}", self.id_prefix(), self.next).parse().unwrap()
    }

    /// What all ids of this client begin with, and of no other.
    pub(crate) fn id_prefix(&self) -> String {
        format!("m{}-", self.seed)
    }

    pub(crate) async fn say(&mut self, message: &ToServer) {
        match message {
            ToServer::Watch { game, since } => drop(self.followed.insert(game.clone(), *since)),
            ToServer::Leave { game } => drop(self.followed.remove(game)),
            message if id_of(message).is_some() && self.unanswered.len() < MOST_UNANSWERED => {
                self.unanswered.push(message.clone());
            }
            _ => {}
        }
        self.send(message).await;
    }

    async fn send(&mut self, message: &ToServer) {
        self.say_text(&serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        // The other end may have closed already; what it said is read all the same.
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.stream.send(Message::binary(bytes)).await;
    }

    /// The next message, or the code with which the line was closed.
    pub(crate) async fn receive(&mut self) -> Result<ToClient, u16> {
        loop {
            let next = timeout(PATIENCE, self.stream.next()).await.expect("somebody answers");
            match next {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(&text).unwrap();
                    if let ToClient::Ping { nonce } = message {
                        tokio::time::sleep(self.slow).await;
                        self.send(&ToServer::Pong { nonce }).await;
                        self.pings += 1;
                        continue;
                    }
                    self.wire.push(text.to_string());
                    self.note(&message).await;
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |f| f.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    /// Takes note of what was answered and told. Welcomed anew, it asks for what may be lost, as clients do.
    async fn note(&mut self, message: &ToClient) {
        match message {
            ToClient::Done { id, .. } | ToClient::Refused { id: Some(id), .. } => {
                self.unanswered.retain(|message| id_of(message) != Some(id));
            }
            ToClient::Event(event) => {
                if let Some(last) = self.followed.get_mut(&event.game) {
                    *last = Some(event.n);
                }
            }
            ToClient::Snapshot(snapshot) => {
                if let Some(last) = self.followed.get_mut(&snapshot.game) {
                    *last = Some(snapshot.n);
                }
            }
            ToClient::Welcome { .. } if self.welcomed => {
                self.resumed += 1;
                for (game, since) in self.followed.clone() {
                    self.send(&ToServer::Watch { game, since }).await;
                }
                for message in self.unanswered.clone() {
                    self.send(&message).await;
                }
            }
            ToClient::Welcome { .. } => self.welcomed = true,
            _ => {}
        }
    }

    /// Reads until `wanted` finds something.
    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(&ToClient) -> Option<T>) -> T {
        let reading = async {
            loop {
                let message = self.receive().await.unwrap_or_else(|code| panic!("closed: {code}"));
                if let Some(found) = wanted(&message) {
                    return found;
                }
            }
        };
        timeout(PATIENCE, reading).await.expect("it comes sooner or later")
    }

    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.receive().await {
                return code;
            }
        }
    }

    /// The code and the words with which the line is closed.
    pub(crate) async fn close_frame(&mut self) -> (u16, String) {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("it is closed") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(_)) => {}
                other => panic!("closed without a word: {other:?}"),
            }
        }
    }

    pub(crate) async fn refusal(&mut self) -> Refusal {
        self.until(|m| match m {
            ToClient::Refused { why, .. } => Some(*why),
            _ => None,
        })
        .await
    }

    /// The event that a message became, or why it was refused.
    pub(crate) async fn done(&mut self, wanted: &ClientId) -> Result<Option<u64>, Refusal> {
        self.until(|m| match m {
            ToClient::Done { id, n, .. } if id == wanted => Some(Ok(*n)),
            ToClient::Refused { id: Some(id), why, .. } if id == wanted => Some(Err(*why)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn event(&mut self, mut wanted: impl FnMut(&Event) -> bool) -> (u64, Event) {
        self.until(|m| match m {
            ToClient::Event(e) if wanted(&e.event) => Some((e.n, e.event.clone())),
            _ => None,
        })
        .await
    }

    pub(crate) async fn paired(&mut self) -> (GameId, Seat) {
        self.until(|m| match m {
            ToClient::Paired { game, seat, .. } => Some((game.clone(), *seat)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn snapshot(&mut self) -> Snapshot {
        self.until(|m| match m {
            ToClient::Snapshot(snapshot) => Some((**snapshot).clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn watch(&mut self, game: &GameId) -> Snapshot {
        self.say(&ToServer::Watch { game: game.clone(), since: None }).await;
        self.snapshot().await
    }

    pub(crate) async fn play(&mut self, game: &GameId, ply: u32, mv: &str) -> Result<u64, Refusal> {
        let id = self.id();
        let (game, mv) = (game.clone(), mv.to_owned());
        let play = ToServer::Play { game, ply, mv, id };
        self.insist(&play).await.map(|n| n.expect("a move is an event"))
    }

    pub(crate) async fn ask(&mut self, game: &GameId, wish: Wish) -> Result<Option<u64>, Refusal> {
        let id = self.id();
        self.insist(&ToServer::Ask { game: game.clone(), wish, id }).await
    }

    /// Sends a message with an id until the answer is another one than `busy`.
    pub(crate) async fn insist(&mut self, message: &ToServer) -> Result<Option<u64>, Refusal> {
        let id = id_of(message).unwrap_or_else(|| panic!("{message:?} has no id"));
        let limit = Limit::start();
        loop {
            self.say(message).await;
            match self.done(id).await {
                Err(Refusal::Busy) => {
                    limit.check("the server is not busy");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                done => return done,
            }
        }
    }

    /// Waits until the server has answered everything sent so far to this connection itself.
    pub(crate) async fn ping(&mut self) {
        self.next += 1;
        let sent = self.next;
        self.say(&ToServer::Ping { nonce: sent }).await;
        self.until(|m| matches!(m, ToClient::Pong { nonce, .. } if *nonce == sent).then_some(()))
            .await;
    }

    /// Makes a challenge by link and gives its name.
    pub(crate) async fn challenge(&mut self, terms: Terms) -> GameId {
        let id = self.id();
        self.say(&ToServer::Challenge { terms, opponent: Opponent::Link, id: id.clone() }).await;
        self.until(|m| match m {
            ToClient::Done { id: done, seek, .. } if *done == id => seek.clone(),
            ToClient::Refused { what, .. } => panic!("{what}"),
            _ => None,
        })
        .await
    }
}

pub(crate) fn terms(game: &str, options: &str, time: &str) -> Terms {
    Terms {
        game: game.into(),
        options: options.into(),
        time: time.parse().unwrap(),
        rated: false,
        seat: SeatWish::First,
    }
}

/// A game between two, in which the first one moves first; both follow it.
pub(crate) async fn game_between(a: &mut Client, b: &mut Client, terms: Terms) -> GameId {
    let seek = a.challenge(terms).await;
    let id = b.id();
    b.say(&ToServer::Accept { seek, id }).await;
    let (game, seat) = a.paired().await;
    assert_eq!(seat, Seat::First);
    assert_eq!(b.paired().await, (game.clone(), Seat::Second));
    a.watch(&game).await;
    b.watch(&game).await;
    game
}
