//! One game of a bot: what the stream tells goes to the engine, what the engine finds to the server.

use super::site::Site;
use catalog::{GameName, with_game};
use game::{Position, Record, Side};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use ugi::Client;

/// How long an engine may take to greet.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may think where nothing limits it, and beyond what is on its clock.
const LONGEST: Duration = Duration::from_hours(1);

pub(super) struct Table {
    pub(super) site: Arc<Site>,
    pub(super) id: String,
    pub(super) game: GameName,
    pub(super) engine: String,
    pub(super) movetime: u64,
}

impl Table {
    /// Plays the game to its end; how it went.
    pub(super) fn play(&self) -> String {
        let played = with_game!(self.game, P => self.play_as::<P>());
        played.unwrap_or_else(|trouble| {
            // Nobody should wait for an engine that cannot go on.
            let _ = self.site.post(&format!("/api/bot/game/{}/resign", self.id));
            trouble
        })
    }

    fn play_as<P: Position>(&self) -> Result<String, String> {
        let mut engine =
            Client::start(&self.engine, PATIENCE).map_err(|fault| format!("the engine {fault}"))?;
        engine.new_game().map_err(|fault| format!("the engine {fault}"))?;
        let (mut seat, mut start) = (None, None::<P>);
        let mut end = Ok("the stream ended".to_owned());
        let path = format!("/api/bot/game/stream/{}", self.id);
        self.site.stream(&path, &mut |value| {
            let state = match value["type"].as_str() {
                Some("gameFull") => {
                    seat = seat_of(&value["you"]);
                    start = value["initialFen"].as_str().and_then(|text| text.parse().ok());
                    &value["state"]
                }
                Some("gameState") => &value,
                _ => return true,
            };
            if state["status"] != "started" {
                end = Ok(how(state));
                return false;
            }
            let done = self.turn(&mut engine, start.as_ref(), seat, state);
            let going = done.is_ok();
            if let Err(trouble) = done {
                end = Err(trouble);
            }
            going
        })?;
        end
    }

    /// Moves, if it is the engine's turn.
    fn turn<P: Position>(
        &self,
        engine: &mut Client,
        start: Option<&P>,
        seat: Option<Side>,
        state: &Value,
    ) -> Result<(), String> {
        let start = start.ok_or("the start of the game cannot be read")?;
        let mut record = Record::from_position(start.clone());
        for word in state["moves"].as_str().unwrap_or_default().split_whitespace() {
            record.play_text(word).map_err(|error| error.to_string())?;
        }
        if record.conclusion().is_some() || seat != Some(record.position().side_to_move()) {
            return Ok(());
        }
        let reply = engine.go(&record, &self.words(state), LONGEST);
        let reply = reply.map_err(|fault| format!("the engine {fault}"))?;
        // What is not legal is the engine's fault, and not the server's to find out.
        let mv = record.position().read_move(&reply.best).map_err(|error| error.to_string())?;
        self.site.post(&format!("/api/bot/game/{}/move/{mv}", self.id)).map(|_| ())
    }

    /// The words of `go`: the clocks, or the time for a move where there are none.
    fn words(&self, state: &Value) -> String {
        let number = |name: &str| state[name].as_u64();
        match (number("wtime"), number("btime")) {
            (Some(first), Some(second)) => {
                let (a, b) = (number("winc").unwrap_or(0), number("binc").unwrap_or(0));
                format!("p1time {first} p2time {second} p1inc {a} p2inc {b}")
            }
            _ => format!("movetime {}", self.movetime),
        }
    }
}

fn seat_of(value: &Value) -> Option<Side> {
    match value.as_str() {
        Some("white") => Some(Side::First),
        Some("black") => Some(Side::Second),
        _ => None,
    }
}

fn how(state: &Value) -> String {
    let status = state["status"].as_str().unwrap_or("over");
    match state["winner"].as_str() {
        Some(winner) => format!("{winner} wins, {status}"),
        None => status.to_owned(),
    }
}
