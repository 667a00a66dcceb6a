//! Writes and reads messages between client and server.
//!
//! `cargo run -p protocol --example messages`

use clock::{Moment, Span};
use protocol::{Event, GameId, NumberedEvent, Ply, Seat, ToClient, ToServer, decode};

fn main() -> serde_json::Result<()> {
    let game: GameId = "a1B2c3D4".parse().expect("a name of a game");
    let id = "7f".parse().expect("a name of a message");
    let play = ToServer::Play { game: game.clone(), ply: 4, mv: "c2".into(), id };
    let text = serde_json::to_string(&play)?;
    println!("to the server:   {text}");
    assert_eq!(decode(&text), Ok(play));

    let mv = Ply { seat: Seat::First, mv: "c2".into(), text: "c2".into(), view: None };
    let event = Event::Played { ply: 4, mv, clock: None, lag: Span::ZERO };
    let event = ToClient::Event(NumberedEvent { game, n: 5, at: Moment(9), event });
    println!("to the client:   {}", serde_json::to_string(&event)?);

    let error = decode(r#"{"t":"play","game":"a b"}"#).expect_err("a name has no space");
    println!("refused:         {error}");
    Ok(())
}
