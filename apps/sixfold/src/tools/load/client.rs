//! A client that answers pings and says as little as it can.

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientId, Event, GameId, Opponent, SeatWish, Terms, ToClient, ToServer};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Why a client was let down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClientError {
    /// No line could be had.
    NoLine,
    /// The line broke.
    Broken,
    /// Something was refused.
    Refused,
    /// An answer did not come.
    NoAnswer,
    /// What came was no message.
    Unreadable,
    /// Moves were acknowledged that are not there.
    MovesLost,
}

const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Client {
    stream: WebSocketStream<TcpStream>,
    next: u64,
}

impl Client {
    /// Connects to `host:port`, from this address if one is named.
    pub(super) async fn open(at: &str, from: Option<IpAddr>) -> Result<Self, ClientError> {
        let small = WebSocketConfig::default().read_buffer_size(2_048).write_buffer_size(0);
        let opening = async {
            let stream = connect(at, from).await.ok()?;
            let address = format!("ws://{at}/api/socket");
            client_async_with_config(address, stream, Some(small)).await.ok()
        };
        let opened = timeout(PATIENCE, opening).await.map_err(|_| ClientError::NoLine)?;
        let (stream, _) = opened.ok_or(ClientError::NoLine)?;
        let mut client = Self { stream, next: 0 };
        client.until(|m| matches!(m, ToClient::Welcome { .. }).then_some(())).await?;
        Ok(client)
    }

    async fn say(&mut self, message: &ToServer) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(|_| ClientError::Unreadable)?;
        self.stream.send(Message::text(text)).await.map_err(|_| ClientError::Broken)
    }

    async fn receive(&mut self) -> Result<ToClient, ClientError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(ToClient::Ping { nonce }) => self.say(&ToServer::Pong { nonce }).await?,
                    Ok(message) => return Ok(message),
                    Err(_) => return Err(ClientError::Unreadable),
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(ClientError::Broken),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn until<T>(
        &mut self,
        wanted: impl Fn(&ToClient) -> Option<T>,
    ) -> Result<T, ClientError> {
        let reading = async {
            loop {
                let message = self.receive().await?;
                if matches!(message, ToClient::Refused { .. }) {
                    return Err(ClientError::Refused);
                }
                if let Some(found) = wanted(&message) {
                    return Ok(found);
                }
            }
        };
        timeout(PATIENCE, reading).await.map_err(|_| ClientError::NoAnswer)?
    }

    /// Answers pings until the line breaks.
    pub(super) async fn listen(&mut self) -> Result<(), ClientError> {
        loop {
            self.receive().await?;
        }
    }

    fn id(&mut self) -> Result<ClientId, ClientError> {
        self.next += 1;
        format!("l{}", self.next).parse().map_err(|_| ClientError::Unreadable)
    }

    pub(super) async fn play(
        &mut self,
        game: &GameId,
        ply: u32,
        mv: &str,
    ) -> Result<ClientId, ClientError> {
        let id = self.id()?;
        let (game, mv) = (game.clone(), mv.to_owned());
        self.say(&ToServer::Play { game, ply, mv, id: id.clone() }).await?;
        Ok(id)
    }

    /// Waits for the opponent's move.
    pub(super) async fn played(&mut self, wanted: u32) -> Result<(), ClientError> {
        self.until(|message| match message {
            ToClient::Event(event) => {
                matches!(event.event, Event::Played { ply, .. } if ply == wanted).then_some(())
            }
            _ => None,
        })
        .await
    }

    /// Follows a game from now on; how many moves it has.
    pub(super) async fn count_moves(&mut self, game: &GameId) -> Result<usize, ClientError> {
        self.say(&ToServer::Watch { game: game.clone(), since: None }).await?;
        self.until(|message| match message {
            ToClient::Snapshot(snapshot) => Some(snapshot.moves.len()),
            _ => None,
        })
        .await
    }

    pub(super) async fn done(&mut self, wanted: &ClientId) -> Result<Option<GameId>, ClientError> {
        self.until(|message| match message {
            ToClient::Done { id, seek, .. } if id == wanted => Some(seek.clone()),
            _ => None,
        })
        .await
    }
}

async fn connect(at: &str, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let none = || std::io::Error::from(std::io::ErrorKind::AddrNotAvailable);
    let at = lookup_host(at).await?.next().ok_or_else(none)?;
    let socket = if at.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    socket.set_nodelay(true)?;
    socket.connect(at).await
}

/// A game between two, in which the first one moves first; both follow it.
pub(super) async fn pair(a: &mut Client, b: &mut Client) -> Result<GameId, ClientError> {
    let terms = Terms {
        game: "hex".into(),
        options: "size=11 swap=off".into(),
        time: "600+5".parse().map_err(|_| ClientError::Unreadable)?,
        rated: false,
        seat: SeatWish::First,
    };
    let id = a.id()?;
    a.say(&ToServer::Challenge { terms, opponent: Opponent::Link, id: id.clone() }).await?;
    let seek = a.done(&id).await?.ok_or(ClientError::Refused)?;
    let id = b.id()?;
    b.say(&ToServer::Accept { seek, id }).await?;
    let paired = |message: &ToClient| match message {
        ToClient::Paired { game, .. } => Some(game.clone()),
        _ => None,
    };
    let game = b.until(paired).await?;
    for client in [a, b] {
        client.count_moves(&game).await?;
    }
    Ok(game)
}
