//! Clients that do not read what they are sent, send what never becomes a message, or hang up at any moment.

use crate::support::client::{Client, connect, game_between, terms};
use crate::support::limit::wait_until;
use crate::support::site::Site;
use axum::http::StatusCode;
use futures_util::SinkExt;
use protocol::{Close, Event, GameId, ToClient, ToServer};
use serde_json::json;
use server::NetworkLimits;
use server::limits::Limits;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A WebSocket of somebody whose machine holds little of what is not read.
async fn deaf(at: SocketAddr, cookie: &str) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(at).await.unwrap();
    let mut request = format!("ws://{at}/api/socket").into_client_request().unwrap();
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

async fn say(socket: &mut WebSocketStream<TcpStream>, message: &ToServer) {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).await.unwrap();
}

/// Two in a game of so many moves that its snapshot is some kilobytes.
async fn long_game(site: &Site) -> (Client, Client, GameId, u32) {
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=11 swap=off", "none")).await;
    let mut ply = 0;
    for row in 1..=4 {
        for column in "abcdefghij".chars() {
            let mover = if ply % 2 == 0 { &mut a } else { &mut b };
            mover.play(&game, ply, &format!("{column}{row}")).await.unwrap();
            ply += 1;
        }
    }
    (a, b, game, ply)
}

#[tokio::test]
async fn a_client_that_never_reads_is_heard_then_closed_and_its_seat_is_absent() {
    let send_timeout = Duration::from_secs(2);
    let network = NetworkLimits { send_timeout, ..NetworkLimits::default() };
    let site = Site::with_network(Limits::new(1_000), network).await;
    let (mut a, b, game, ply) = long_game(&site).await;
    let mut deaf = deaf(site.at, &b.cookie).await;
    drop(b);
    for _ in 0..90 {
        say(&mut deaf, &ToServer::Watch { game: game.clone(), since: None }).await;
    }
    a.play(&game, ply, "k1").await.unwrap();
    // Its own move is taken, though nothing can be sent to it.
    let (mv, id) = ("k2".to_owned(), "deaf".parse().unwrap());
    say(&mut deaf, &ToServer::Play { game: game.clone(), ply: ply + 1, mv, id }).await;
    a.event(|event| matches!(event, Event::Played { ply: played, .. } if *played == ply + 1)).await;
    a.until(|m| {
        matches!(m, ToClient::Present(who) if who.first.here && !who.second.here).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_client_that_does_not_answer_pings_is_closed() {
    let ping_every = Duration::from_millis(50);
    let network = NetworkLimits { ping_every, ..NetworkLimits::default() };
    let site = Site::with_network(Limits::new(1_000), network).await;
    let mut mute = connect(site.at, &[]).await.unwrap();
    assert_eq!(mute.close_frame().await.0, Close::Silent.code());
}

#[tokio::test]
async fn moves_over_http_that_hang_up_leave_nobody_in_the_room() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5", "none")).await;
    let mut eve = site.asker("");
    let password = json!({ "name": "Eve", "password": "correct horse" });
    assert_eq!(eve.enter("/api/sign-up", password).await.status, StatusCode::CREATED);
    let (at, cookie) = (site.at, eve.cookie.unwrap());
    let request = format!(
        "POST /api/bot/game/{game}/move/a1 HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\n\
         cookie: {cookie}\r\n\r\n"
    );
    for moment in 0..90 {
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        // At every moment of the request, from before it is read to after it is answered.
        let _ = timeout(Duration::from_micros(50 * moment), stream.read_u8()).await;
    }
    let alone =
        |m: &ToClient| matches!(m, ToClient::Present(who) if who.watchers == 0).then_some(());
    loop {
        // Somebody who comes and goes makes the room tell who is there.
        let mut other = Client::guest(at).await;
        other.watch(&game).await;
        a.until(|m| matches!(m, ToClient::Present(who) if who.watchers > 0).then_some(())).await;
        drop(other);
        if timeout(Duration::from_secs(5), a.until(alone)).await.is_ok() {
            break;
        }
    }
}

/// The masked header of an empty frame.
fn empty_frame(first: u8) -> [u8; 6] {
    [first, 0x80, 0, 0, 0, 0]
}

#[tokio::test]
async fn empty_continuation_frames_are_cut_off() {
    const MOST: usize = 20_000_000;
    let site = Site::open().await;
    let mut stream = TcpStream::connect(site.at).await.unwrap();
    let request = format!(
        "GET /api/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        site.at
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 101");
    stream.write_all(&empty_frame(0x01)).await.unwrap();
    let many = empty_frame(0x00).repeat(1_000);
    let mut sent = 0;
    while sent < MOST && stream.write_all(&many).await.is_ok() {
        sent += many.len();
    }
    eprintln!("{} empty frames were taken before the connection was closed", sent / 6);
    assert!(sent < MOST, "{sent} bytes that are no message");
    wait_until("it is closed", async || site.state.metrics.connections_closed.get() > 0).await;
}
