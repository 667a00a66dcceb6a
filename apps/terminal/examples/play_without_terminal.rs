//! The application without a terminal: keys go in as messages, and effects come out. The moves of the opponent
//! are scripted here; `runtime` asks an engine for them.
//!
//! `cargo run --package terminal --example play_without_terminal`

use catalog::{AnyRecord, GameName};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::error::Error;
use terminal::{App, Effect, Message, OpponentReply, Settings};

/// Types a text and Enter; the effects of the last key.
fn type_line(app: &mut App, text: &str) -> Vec<Effect> {
    let keys = text.chars().map(KeyCode::Char).chain([KeyCode::Enter]);
    let press = |code| app.update(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)), 1_000);
    keys.map(press).last().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        start: Some(AnyRecord::begin(GameName::Hex, "size=3 swap=off")?),
        opponent: "level:1".parse().ok(),
        ..Settings::default()
    };
    let (mut app, _) = App::begin(settings, (80, 24), 0);
    for (own, answer) in [("b2", "a1"), ("b1", "a2"), ("b3", "")] {
        for effect in type_line(&mut app, &format!(":{own}")) {
            if let Effect::AskOpponent { number, record, .. } = effect {
                println!("after {own} the opponent is asked at ply {}", record.ply());
                let answer = Ok(answer.to_owned());
                app.update(Message::Opponent(OpponentReply { number, answer }), 2_000);
            }
        }
    }
    println!("{}", app.unsaved().unwrap_or_default());
    Ok(())
}
