//! Convergence under lost and repeated messages, idempotent resending, rollback of refused moves.

use catalog::AnyRecord;
use clock::{ClockReading, Control, Moment, Span};
use game::{Position as _, Side, Viewer};
use live::{Client, SocketCommand};
use proptest::prelude::*;
use protocol::{
    ChatMessage, EndReason, Event, GameId, Lobby, LobbyChanges, NumberedEvent, Offer, Person,
    Player, Ply, Refusal, Resume, Room, Seat, Seek, Snapshot, Terms, ToClient, ToServer, decode,
    resume,
};

const GAME: &str = "kVbq3Zt1";
const MOVES: [&str; 7] = ["c3", "b2", "d4", "d3", "e3", "b4", "a5"];

fn id() -> GameId {
    GAME.parse().unwrap()
}

fn player(name: &str) -> Player {
    let person = Person { name: name.parse().unwrap(), guest: false, bot: false };
    Player { person, rating: Some(1500), provisional: true }
}

fn terms() -> Terms {
    Terms {
        game: "hex".into(),
        options: "size=5 swap=off".into(),
        time: "300+3".parse::<Control>().unwrap(),
        rated: true,
        seat: protocol::SeatWish::Any,
    }
}

/// A server with one game in it, whose log is known from the beginning.
struct Server {
    log: Vec<Event>,
}

fn seat(ply: usize) -> Seat {
    if ply.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

fn played(ply: usize, mv: &str) -> Event {
    let mv = Ply { seat: seat(ply), mv: mv.into(), text: mv.into(), view: None };
    let reading = ClockReading {
        first: Span(300_000 - ply as u64),
        second: Span(299_000),
        periods: None,
        running: Some((ply as u8 + 1) % 2),
    };
    Event::Played { ply: ply as u32, mv, clock: Some(reading), lag: Span::ZERO }
}

impl Server {
    /// Moves, talk, an offer, a take-back, the end and a rematch.
    fn with_everything() -> Self {
        let mut log: Vec<Event> = (0..5).map(|ply| played(ply, MOVES[ply])).collect();
        let line =
            ChatMessage { name: "Ann".parse().unwrap(), room: Room::Players, text: "Hi".into() };
        log.push(Event::Chat(line));
        log.push(Event::Hidden);
        log.push(Event::Offered { seat: Seat::Second, offer: Offer::TakeBack });
        log.push(Event::TakenBack { ply: 3, view: None, clock: None });
        log.extend((3..7).map(|ply| played(ply, MOVES[ply])));
        log.push(Event::Offered { seat: Seat::First, offer: Offer::Draw });
        log.push(Event::Declined { seat: Seat::Second, offer: Offer::Draw });
        let result =
            protocol::GameResult { winner: Some(Seat::First), why: EndReason::Resignation };
        let rating_change = Some((8, -8));
        log.push(Event::Over { result, clock: None, rating_change, revealed: None });
        log.push(Event::Rematch { game_id: "Zz91kLm0".parse().unwrap() });
        Self { log }
    }

    fn event(&self, n: u64) -> ToClient {
        let event = self.log[n as usize - 1].clone();
        ToClient::Event(NumberedEvent { game: id(), n, at: Moment(1_000 * n), event })
    }

    /// What a snapshot after `n` events says.
    fn snapshot(&self, n: u64) -> ToClient {
        let (mut moves, mut offers, mut said) = (Vec::new(), Vec::new(), Vec::new());
        let (mut clock, mut result, mut change, mut rematch) = (None, None, None, None);
        for event in &self.log[..n as usize] {
            match event.clone() {
                Event::Played { mv, clock: reading, .. } => {
                    moves.push(mv);
                    clock = reading;
                }
                Event::Offered { seat, offer } => offers.push((seat, offer)),
                Event::Declined { .. } => offers.clear(),
                Event::TakenBack { ply, .. } => {
                    moves.truncate(ply as usize);
                    offers.clear();
                }
                Event::Chat(line) => said.push(line),
                Event::Over { result: end, rating_change, .. } => {
                    (result, change) = (Some(end), rating_change);
                    offers.clear();
                }
                Event::Rematch { game_id } => rematch = Some(game_id),
                Event::Allowance { .. } | Event::Hidden => {}
            }
        }
        let start = AnyRecord::begin(catalog::GameName::Hex, "size=5 swap=off").unwrap().position();
        ToClient::Snapshot(Box::new(Snapshot {
            game: id(),
            n,
            now: Moment(1_000 * n),
            terms: terms(),
            start,
            players: (player("Ann"), player("Ben")),
            you: Some(Seat::First),
            moves,
            view: None,
            clock,
            offers,
            said,
            premove: None,
            result,
            rating_change: change,
            rematch,
        }))
    }

    /// The answer to a client that holds `since`, when `latest` events have happened.
    fn answer(&self, since: Option<u64>, latest: u64) -> Vec<ToClient> {
        let back = |event: &Event| matches!(event, Event::TakenBack { .. });
        let settled = self.log[..latest as usize].iter().rposition(back);
        match resume(since, latest, settled.map_or(0, |at| at as u64 + 1)) {
            Resume::UpToDate => vec![ToClient::UpToDate { game: id(), n: latest }],
            Resume::Events(range) => range.map(|n| self.event(n)).collect(),
            Resume::Snapshot => vec![self.snapshot(latest)],
        }
    }
}

fn welcome(client: &mut Client, now: u64) {
    let you = Person { name: "Ann".parse().unwrap(), guest: false, bot: false };
    let playing = vec![id()];
    client.handle(ToClient::Welcome { version: 1, you, now: Moment(0), playing }, now);
}

/// A connected client that watches the game.
fn client() -> Client {
    let mut client = Client::new("seed");
    client.watch(&id());
    client.tick(0);
    assert_eq!(client.socket_commands(), [SocketCommand::Connect]);
    welcome(&mut client, 0);
    client
}

fn sent(client: &mut Client) -> Vec<ToServer> {
    let text = |command| match command {
        SocketCommand::Send(text) => Some(decode(&text).unwrap()),
        SocketCommand::Connect | SocketCommand::Disconnect => None,
    };
    client.socket_commands().into_iter().filter_map(text).collect()
}

/// All that a page would show, in one text.
fn shown(client: &Client) -> String {
    let game = client.game(&id()).expect("it has come");
    let offers = Side::BOTH.map(|side| {
        [Offer::Draw, Offer::TakeBack, Offer::Rematch].map(|offer| game.offers(side, offer))
    });
    format!(
        "{:?} {:?} {:?} {:?} {:?} {offers:?} {:?} {:?} {}",
        game.moves(),
        game.clock().map(|clock| clock.left(Side::Second, Moment(0))),
        game.chat,
        game.result,
        game.rating_change,
        game.rematch,
        game.viewer(),
        scene::text::render(&game.scene(None), scene::text::Ink::Plain),
    )
}

proptest! {
    /// Any loss, repetition and reordering of what the server sends, and any number of losses of
    /// the line: in the end all clients see the same.
    #[test]
    fn all_lines_lead_to_the_same_game(
        steps in prop::collection::vec((0_u8..6, any::<prop::sample::Index>()), 0..60),
    ) {
        let server = Server::with_everything();
        let all = server.log.len() as u64;
        let mut plain = client();
        let _ = sent(&mut plain);
        plain.handle(server.snapshot(all), 1);

        let mut tried = client();
        let (mut wire, mut happened) = (Vec::<ToClient>::new(), 0);
        for (kind, index) in steps {
            match kind {
                0 | 1 if happened < all => {
                    happened += 1;
                    wire.push(server.event(happened));
                }
                2 if !wire.is_empty() => {
                    let message = wire.remove(index.index(wire.len()));
                    tried.handle(message, 5);
                }
                3 if !wire.is_empty() => {
                    let message = wire[index.index(wire.len())].clone();
                    tried.handle(message, 5);
                }
                4 => {
                    tried.closed(1006, "", 10);
                    wire.clear();
                    tried.retry_now();
                    tried.tick(20);
                    let _ = tried.socket_commands();
                    welcome(&mut tried, 20);
                }
                _ => {}
            }
            for message in sent(&mut tried) {
                if let ToServer::Watch { since, .. } = message {
                    wire.extend(server.answer(since, happened));
                }
            }
        }
        // Whatever is under way arrives, and the rest happens.
        while happened < all || !wire.is_empty() {
            if wire.is_empty() {
                happened += 1;
                wire.push(server.event(happened));
            }
            let message = wire.remove(0);
            tried.handle(message, 30);
            for message in sent(&mut tried) {
                if let ToServer::Watch { since, .. } = message {
                    wire.extend(server.answer(since, happened));
                }
            }
        }
        prop_assert_eq!(shown(&tried), shown(&plain));
    }
}

fn choose(client: &Client, mv: &str) -> scene::table::Choice {
    let choices = client.game(&id()).unwrap().choices();
    choices.into_iter().find(|choice| choice.mv == mv).expect("it can be played")
}

/// A client at the start of the game, which has made its first move.
fn moved() -> (Client, ToServer) {
    let mut client = client();
    let _ = sent(&mut client);
    client.handle(Server { log: Vec::new() }.snapshot(0), 1);
    let choice = choose(&client, "c3");
    client.play(&id(), choice);
    let message = sent(&mut client).pop().expect("a move is sent");
    (client, message)
}

fn stones(client: &Client) -> usize {
    client.game(&id()).unwrap().scene(None).pieces.len()
}

#[test]
fn a_move_is_shown_at_once_and_stays_when_it_is_confirmed() {
    let (mut client, _) = moved();
    let game = client.game(&id()).unwrap();
    assert_eq!((stones(&client), game.ply(), game.confirmed()), (1, 1, 0));
    assert_eq!(game.choices(), [], "one move at a time");
    let changes = game.changes();
    client.handle(
        ToClient::Event(NumberedEvent { game: id(), n: 1, at: Moment(1), event: played(0, "c3") }),
        2,
    );
    let game = client.game(&id()).unwrap();
    assert_eq!((stones(&client), game.ply(), game.confirmed()), (1, 1, 1));
    assert_eq!(game.moves(), [(Side::First, "c3".to_owned())]);
    assert!(game.changes() > changes && !game.is_waiting());
    assert_eq!(game.viewer(), Viewer::Player(Side::First));
}

#[test]
fn a_refused_move_is_undone_and_the_reason_is_told() {
    let (mut client, message) = moved();
    let ToServer::Play { id: name, .. } = message else { panic!("{message:?}") };
    client.handle(
        ToClient::Refused {
            id: Some(name),
            game: Some(id()),
            why: Refusal::GameOver,
            what: "the time was up".into(),
        },
        2,
    );
    assert_eq!(stones(&client), 0);
    assert_eq!(client.last_refusal(&id()), Some("The time was up."));
    let choice = choose(&client, "b2");
    client.play(&id(), choice);
    assert_eq!((stones(&client), client.last_refusal(&id())), (1, None));
}

#[test]
fn what_was_not_answered_is_said_again_under_the_same_name() {
    let (mut client, message) = moved();
    for now in [100, 5_000] {
        client.closed(1006, "", now);
        assert!(!client.is_connected());
        client.retry_now();
        client.tick(now);
        assert_eq!(client.socket_commands(), [SocketCommand::Connect]);
        welcome(&mut client, now + 1);
        let said = sent(&mut client);
        assert_eq!(said, [ToServer::Watch { game: id(), since: Some(0) }, message.clone()]);
        assert_eq!(stones(&client), 1, "it is still shown");
    }
    let ToServer::Play { id: name, .. } = message else { panic!() };
    client.handle(ToClient::Done { id: name, n: Some(1), seek: None }, 9_000);
    let gap = sent(&mut client);
    assert_eq!(gap, [], "what is missing was asked for already");
    client.handle(Server { log: vec![played(0, "c3")] }.event(1), 9_001);
    client.closed(1006, "", 9_002);
    client.retry_now();
    client.tick(9_003);
    welcome(&mut client, 9_004);
    assert_eq!(sent(&mut client), [ToServer::Watch { game: id(), since: Some(1) }]);
    assert_eq!(client.game(&id()).unwrap().confirmed(), 1);
}

#[test]
fn a_move_that_came_otherwise_replaces_the_one_that_was_foreseen() {
    let (mut client, _) = moved();
    client.handle(Server { log: vec![played(0, "a1")] }.event(1), 2);
    let game = client.game(&id()).unwrap();
    assert_eq!(game.moves(), [(Side::First, "a1".to_owned())]);
    assert_eq!(stones(&client), 1);
}

#[test]
fn a_wish_for_the_next_turn_is_held_and_renewed_and_forgotten() {
    let (mut client, _) = moved();
    client.handle(Server { log: vec![played(0, "c3")] }.event(1), 2);
    let choice = choose(&client, "d4");
    client.play(&id(), choice);
    let said = sent(&mut client);
    assert!(matches!(&said[..], [ToServer::Premove { ply: 2, mv: Some(mv), .. }] if mv == "d4"));
    assert_eq!(client.game(&id()).unwrap().premove(), Some(&(2, "d4".to_owned())));
    client.closed(1012, "", 3);
    client.retry_now();
    client.tick(4);
    welcome(&mut client, 5);
    let premove = |said: &[ToServer]| said.iter().any(|m| matches!(m, ToServer::Premove { .. }));
    assert!(premove(&sent(&mut client)), "the server forgets wishes when it restarts");
    let log = vec![played(0, "c3"), played(1, "b2"), played(2, "d4")];
    client.handle(Server { log: log.clone() }.event(2), 6);
    assert!(client.game(&id()).unwrap().premove().is_some(), "it is played by the server");
    client.handle(Server { log }.event(3), 7);
    assert_eq!(client.game(&id()).unwrap().premove(), None);
    assert_eq!(client.game(&id()).unwrap().confirmed(), 3);
}

#[test]
fn whoever_signs_in_comes_anew_and_knows_what_they_may() {
    let (mut client, _) = moved();
    client.reconnect();
    client.tick(50);
    assert_eq!(client.socket_commands(), [SocketCommand::Disconnect, SocketCommand::Connect]);
    assert!(client.game(&id()).is_none(), "it may be seen with other eyes");
    welcome(&mut client, 51);
    assert_eq!(sent(&mut client)[0], ToServer::Watch { game: id(), since: None });
}

#[test]
fn of_what_is_hidden_only_the_views_are_known() {
    let mut record = game::Record::<hexchess::Position>::new(hexchess::Options);
    let view = |record: &game::Record<hexchess::Position>| {
        record.position().view(Viewer::Player(Side::First)).to_string()
    };
    let start = view(&record);
    let mut moves = Vec::new();
    for (ply, mv) in ["all:FKDBC", "all:KBQRM", "23-24"].into_iter().enumerate() {
        record.play_text(mv).unwrap();
        let view = Some(view(&record));
        moves.push(Ply { seat: seat(ply), mv: mv.into(), text: mv.into(), view });
    }
    let mut client = client();
    let snapshot = Snapshot {
        game: id(),
        n: 3,
        now: Moment(0),
        terms: Terms { game: "hexchess".into(), options: String::new(), ..terms() },
        start: String::new(),
        players: (player("Ann"), player("Ben")),
        you: Some(Seat::First),
        moves,
        view: Some(start),
        clock: None,
        offers: Vec::new(),
        said: Vec::new(),
        premove: None,
        result: None,
        rating_change: None,
        rematch: None,
    };
    client.handle(ToClient::Snapshot(Box::new(snapshot)), 1);
    let game = client.game(&id()).unwrap();
    let scene = game.scene(None);
    let wanted = scene::scene_of(&record, Viewer::Player(Side::First));
    assert_eq!((scene.trays, scene.pieces), (wanted.trays, wanted.pieces));
    assert_eq!(scene.marks, wanted.marks, "the last move is pointed out");
    assert!(!game.choices().is_empty(), "wishes for the next turn");
    assert!(!game.is_our_turn());
}

fn seek(name: &str) -> Seek {
    Seek { seek: name.parse().unwrap(), player: player("Ann"), terms: terms(), quick: false }
}

fn changes(version: u64, added: &[&str], removed: &[&str]) -> ToClient {
    let added = added.iter().map(|name| seek(name)).collect();
    let removed = removed.iter().map(|name| name.parse().unwrap()).collect();
    ToClient::LobbyChanges(LobbyChanges { version, added, removed })
}

#[test]
fn the_lobby_is_kept_by_differences_and_asked_for_after_a_gap() {
    let mut client = client();
    client.enter_lobby();
    client.handle(ToClient::Lobby(Lobby { seeks: vec![seek("a")], version: 7 }), 0);
    client.handle(changes(8, &["b", "c"], &["a"]), 0);
    client.handle(changes(8, &["b", "c"], &["a"]), 0);
    // What was in the whole list already may be sent again.
    client.handle(changes(9, &["c", "d"], &["unknown"]), 0);
    let names = |client: &Client| {
        client.seeks().iter().map(|seek| seek.seek.to_string()).collect::<Vec<_>>().concat()
    };
    assert_eq!(names(&client), "bcd");
    let asked = |client: &mut Client| {
        let said = |act: &SocketCommand| matches!(act, SocketCommand::Send(text) if text.contains(r#""lobby""#));
        client.socket_commands().iter().filter(|act| said(act)).count()
    };
    asked(&mut client);
    client.handle(changes(11, &["e"], &[]), 0);
    client.handle(changes(12, &["f"], &[]), 0);
    assert_eq!((names(&client).as_str(), asked(&mut client)), ("bcd", 1), "one gap, one question");
    client.handle(ToClient::Lobby(Lobby { seeks: vec![seek("f")], version: 12 }), 0);
    client.handle(changes(13, &[], &["f"]), 0);
    assert_eq!((names(&client).as_str(), asked(&mut client)), ("", 0));
}
