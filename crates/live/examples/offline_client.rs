//! A client without a socket: what it asks the owner of the socket to do, step by step.
//!
//! `cargo run -p live --example offline_client`

use clock::Moment;
use live::{Client, SocketCommand};
use protocol::{Person, SeatWish, Terms, ToClient};

fn main() {
    let mut client = Client::new("example");
    client.request_connection();
    client.tick(0);
    show("at the start", &mut client);

    let you = Person { name: "Ann".parse().expect("a name"), guest: true, bot: false };
    let now = Moment(1_000);
    let welcome = ToClient::Welcome { version: 1, you, now, playing: Vec::new() };
    client.handle(welcome, 40);
    client.enter_lobby();
    client.seek(Terms {
        game: "hex".to_owned(),
        options: "size=11 swap=on".to_owned(),
        time: "300+3".parse().expect("a time control"),
        rated: false,
        seat: SeatWish::Any,
    });
    show("welcomed", &mut client);

    // The seek has no answer yet: it is sent again after a reconnection, under the same id.
    client.closed(1006, "", 2_000);
    client.tick(60_000);
    show("after the connection was lost", &mut client);
}

fn show(when: &str, client: &mut Client) {
    println!("{when}:");
    for command in client.socket_commands() {
        match command {
            SocketCommand::Connect => println!("  open a WebSocket"),
            SocketCommand::Send(text) => println!("  send {text}"),
            SocketCommand::Disconnect => println!("  close it"),
        }
    }
}
