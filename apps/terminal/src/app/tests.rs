//! The application without a terminal: messages in, effects and screens out.

use super::{App, Stage};
use crate::message::{Effect, Message, SocketEvent};
use crate::online::{FirstAction, OnlineSettings};
use crate::opponent::OpponentReply;
use crate::settings::Settings;
use crate::view::view;
use catalog::{AnyRecord, GameName};
use game::Side;
use live::SocketCommand;
use protocol::{ClientId, Lobby, Person, Player, Seek, Terms, ToClient};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use scene::Glyph;

fn game(game: GameName, options: &str, opponent: &str) -> Settings {
    let start = AnyRecord::begin(game, options).ok();
    Settings { start, opponent: opponent.parse().ok(), ..Settings::default() }
}

fn key(app: &mut App, code: KeyCode) -> Vec<Effect> {
    app.update(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)), 1_000)
}

fn typed(app: &mut App, text: &str) -> Vec<Effect> {
    let keys = text.chars().map(|c| if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
    keys.flat_map(|code| key(app, code)).collect()
}

fn screen(app: &App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(app.size.0, app.size.1)).unwrap();
    terminal.draw(|frame| view(app, frame)).unwrap();
    terminal.backend().to_string()
}

/// The question that the opponent was asked.
fn question(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::AskOpponent { number, .. } => Some(*number),
        _ => None,
    })
}

#[test]
fn the_opponent_is_asked_once_and_late_answers_are_not_played() {
    let settings = game(GameName::Hex, "size=3 swap=off", "level:1");
    let (mut app, _) = App::begin(settings, (80, 24), 0);
    let asked = question(&typed(&mut app, ":b2\n")).expect("its turn");
    assert_eq!(question(&app.update(Message::Tick, 2_000)), None, "once");
    assert!(screen(&app).contains("level 1 is thinking"));
    let effects = typed(&mut app, "t");
    assert!(effects.contains(&Effect::StopOpponent), "{effects:?}");
    let late = OpponentReply { number: asked, answer: Ok("a1".to_owned()) };
    app.update(Message::Opponent(late), 3_000);
    let Stage::Local(game) = &app.stage else { panic!("a game") };
    assert_eq!((game.record.ply(), game.record.side_to_move()), (0, Side::First));
}

#[test]
fn an_idle_game_waits_for_ever_and_a_clock_does_not() {
    let mut settings = game(GameName::Eclipse, "", "person");
    let (app, _) = App::begin(settings.clone(), (80, 24), 0);
    assert_eq!(app.next_tick(), None);
    settings.control = "60+0".parse().unwrap();
    let (mut app, _) = App::begin(settings, (80, 24), 0);
    assert!(app.next_tick().is_some());
    app.update(Message::Tick, 61_000);
    assert!(screen(&app).contains("Dark wins: time"), "{}", screen(&app));
    assert_eq!(app.next_tick(), None);
}

/// Neither the picture nor the list of moves nor an engine tells what the opponent hides.
#[test]
fn what_the_opponent_hides_is_not_shown() {
    let settings = game(GameName::HexChess, "", "level:1");
    let (mut app, _) = App::begin(settings, (80, 24), 0);
    let asked = question(&typed(&mut app, ":fixed\n")).expect("its turn");
    assert!(screen(&app).contains("Black: hidden pieces"), "{}", screen(&app));
    app.update(
        Message::Opponent(OpponentReply { number: asked, answer: Ok("fixed".to_owned()) }),
        2_000,
    );
    let model = app.model.clone().expect("a board");
    let of = |side| move |piece: &&scene::Piece| piece.side == side && piece.glyph == Glyph::Fool;
    assert_eq!(model.scene.pieces.iter().filter(of(Side::Second)).count(), 0);
    assert_eq!(model.scene.pieces.iter().filter(of(Side::First)).count(), 1, "one's own is");
    let effects = typed(&mut app, "v");
    assert!(effects.is_empty() && screen(&app).contains("hidden"), "{}", screen(&app));
    typed(&mut app, "Ry");
    let pieces = app.model.clone().expect("a board").scene.pieces;
    assert_eq!(pieces.iter().filter(of(Side::Second)).count(), 1, "everything is shown at the end");
}

#[test]
fn a_terminal_of_any_size_is_drawn_on() {
    for name in GameName::ALL {
        let (mut app, _) = App::begin(game(name, "", "person"), (80, 24), 0);
        for (width, height) in [(1, 1), (2, 50), (50, 2), (40, 12), (80, 24), (300, 100)] {
            app.update(Message::Resize(width, height), 0);
            for keys in ["", "?", " :"] {
                typed(&mut app, keys);
                screen(&app);
            }
            key(&mut app, KeyCode::Esc);
        }
    }
}

fn receive(app: &mut App, message: &ToClient) -> Vec<Effect> {
    let text = serde_json::to_string(message).unwrap();
    app.update(Message::Socket(SocketEvent::Text(text)), 5_000)
}

/// What was sent, as one text.
fn sent(effects: &[Effect]) -> String {
    let texts = effects.iter().filter_map(|effect| match effect {
        Effect::Socket(SocketCommand::Send(text)) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn person(name: &str) -> Person {
    Person { name: name.parse().unwrap(), guest: true, bot: false }
}

#[test]
fn the_lobby_is_seen_and_a_lost_connection_is_told() {
    let terms = Terms {
        game: "hex".to_owned(),
        options: "size=5".to_owned(),
        time: "300+3".parse().unwrap(),
        rated: false,
        seat: protocol::SeatWish::Any,
    };
    let url = "http://localhost:1".to_owned();
    let online =
        OnlineSettings { url, token: None, terms: terms.clone(), first: FirstAction::Seek };
    let settings = Settings { online: Some(online), ..Settings::default() };
    let (mut app, effects) = App::begin(settings, (80, 24), 4_000);
    assert!(effects.contains(&Effect::Socket(SocketCommand::Connect)), "{effects:?}");
    let now = clock::Moment(5_000);
    let welcome = ToClient::Welcome { version: 1, you: person("Ann"), now, playing: Vec::new() };
    let effects = receive(&mut app, &welcome);
    assert!(sent(&effects).contains(r#""t":"seek""#), "{effects:?}");
    let player = Player { person: person("Ben"), rating: Some(1_600), provisional: false };
    let seek = Seek { seek: "abc".parse().unwrap(), player, terms, quick: false };
    receive(&mut app, &ToClient::Lobby(Lobby { seeks: vec![seek], version: 1 }));
    assert!(screen(&app).contains("Ben 1600  Hex 5 × 5 · 300+3"), "{}", screen(&app));
    assert!(sent(&typed(&mut app, "\n")).contains(r#""t":"accept","seek":"abc""#));
    let id: ClientId = "x-1".parse().unwrap();
    receive(&mut app, &ToClient::Done { id, n: None, seek: None });
    app.update(Message::Socket(SocketEvent::Closed(1006, String::new())), 6_000);
    assert!(screen(&app).contains("The connection is lost"), "{}", screen(&app));
    let effects = app.update(Message::Tick, 60_000);
    assert!(effects.contains(&Effect::Socket(SocketCommand::Connect)), "{effects:?}");
}
