//! One game of a bot: what the stream tells goes to the engine, what the engine finds to the server.

use super::engine_client::{self, EngineClient, Pace};
use super::site::Site;
use analysis::{TimeAllotment, TimeLeft};
use bots::Playable;
use catalog::games::hex;
use catalog::{GameName, with_game};
use game::{BySide, Record, Side};
use serde_json::Value;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub(super) struct BotGame {
    pub(super) site: Arc<Site>,
    pub(super) id: String,
    pub(super) game: GameName,
    pub(super) engine: String,
    pub(super) htp: bool,
    pub(super) movetime: Duration,
}

/// How often in a row a lost stream is asked for again, and how much longer is waited each time.
const TRIES: u32 = 12;
const PAUSE: Duration = Duration::from_secs(1);

/// What came of hearing how the game stands.
enum Turn {
    Waits,
    Moved,
}

/// Why it does not go on.
enum BotError {
    /// The engine cannot: nothing is left but to resign.
    Engine(String),
    /// The server cannot be reached or refuses: how the game stands has to be asked anew.
    Server(String),
}

/// What the first line of a stream tells, and the later ones do not.
struct Beginning<P> {
    seat: Side,
    start: P,
    /// Whether the clocks say how long the whole game may take.
    whole: bool,
}

impl BotGame {
    /// Plays the game to its end; how it went.
    pub(super) fn play(&self) -> String {
        let played = if self.htp {
            let engine_client = engine_client::htp(&self.engine);
            engine_client
                .map_err(|fault| engine(&fault))
                .and_then(|engine_client| self.play_as::<hex::Position>(engine_client))
        } else {
            let engine_client = engine_client::ugi(&self.engine);
            engine_client.map_err(|fault| engine(&fault)).and_then(
                |engine_client| with_game!(self.game, P => self.play_as::<P>(engine_client)),
            )
        };
        played.unwrap_or_else(|trouble| {
            // The opponent should not wait for an engine that cannot go on.
            let _ = self.resign();
            trouble
        })
    }

    fn resign(&self) -> Result<(), String> {
        self.site.post(&format!("/api/bot/game/{}/resign", self.id)).map(|_| ())
    }

    /// Follows the game, and asks for it again when the server is gone for a while.
    fn play_as<P: Playable>(
        &self,
        mut engine_client: impl EngineClient<P>,
    ) -> Result<String, String> {
        let mut tries = TRIES;
        loop {
            let lost = match self.follow(&mut engine_client, &mut tries) {
                Ok(Some(how)) => return Ok(how),
                Ok(None) => "the stream ended".to_owned(),
                Err(BotError::Server(what)) => what,
                Err(BotError::Engine(what)) => return Err(what),
            };
            tries = tries.checked_sub(1).ok_or(lost)?;
            thread::sleep(PAUSE * (TRIES - tries));
        }
    }

    /// Plays as long as a stream lasts; how the game went, if it is over.
    fn follow<P: Playable>(
        &self,
        engine_client: &mut impl EngineClient<P>,
        tries: &mut u32,
    ) -> Result<Option<String>, BotError> {
        let mut beginning = None::<Beginning<P>>;
        let mut end = Ok(None);
        let path = format!("/api/bot/game/stream/{}", self.id);
        let heard = self.site.stream(&path, &mut |value| {
            let state = match value["type"].as_str() {
                Some("gameFull") => {
                    beginning = begin(&value);
                    &value["state"]
                }
                Some("gameState") => &value,
                _ => return true,
            };
            if state["status"] != "started" {
                end = Ok(Some(how(state)));
                return false;
            }
            match self.turn(engine_client, beginning.as_ref(), state) {
                Ok(Turn::Waits) => true,
                Ok(Turn::Moved) => {
                    *tries = TRIES;
                    true
                }
                Err(trouble) => {
                    end = Err(trouble);
                    false
                }
            }
        });
        heard.map_err(BotError::Server).and(end)
    }

    /// Moves, if it is the engine's turn.
    fn turn<P: Playable>(
        &self,
        engine_client: &mut impl EngineClient<P>,
        beginning: Option<&Beginning<P>>,
        state: &Value,
    ) -> Result<Turn, BotError> {
        let unread = || BotError::Engine("the start of the game cannot be read".to_owned());
        let beginning = beginning.ok_or_else(unread)?;
        let record = seen(beginning, state).map_err(BotError::Engine)?;
        if record.conclusion().is_some() || beginning.seat != record.position().side_to_move() {
            return Ok(Turn::Waits);
        }
        let found = engine_client.think(&record, self.pace(beginning, state));
        let Some(found) = found.map_err(|fault| BotError::Engine(engine(&fault)))? else {
            self.resign().map_err(BotError::Server)?;
            return Ok(Turn::Moved);
        };
        // What is not legal is the engine's fault, and not the server's to find out.
        let mv = record.position().read_move(&found);
        let mv = mv.map_err(|error| BotError::Engine(error.to_string()))?;
        self.site
            .post(&format!("/api/bot/game/{}/move/{mv}", self.id))
            .map(|_| Turn::Moved)
            .map_err(BotError::Server)
    }

    /// The clocks, or the time for a move where they do not say how long it may take.
    fn pace<P>(&self, beginning: &Beginning<P>, state: &Value) -> Pace {
        let time = |name: &str| state[name].as_u64().map(Duration::from_millis);
        let usual = self.movetime;
        match (time("wtime"), time("btime")) {
            (Some(first), Some(second)) => {
                let left = BySide::new(first, second);
                let increment = time("winc").unwrap_or_default();
                if beginning.whole {
                    return Pace::Clocks { left, increment };
                }
                // In a period, or with days for a move, nothing is gained by using it up.
                let period = TimeAllotment { most: usual, ..TimeAllotment::moves(4) };
                Pace::Move(period.time(TimeLeft { left: left[beginning.seat], increment }))
            }
            _ => Pace::Move(usual),
        }
    }
}

fn engine(fault: &ugi::ProgramError) -> String {
    format!("the engine {fault}")
}

fn begin<P: Playable>(full: &Value) -> Option<Beginning<P>> {
    let seat = seat_of(&full["you"])?;
    let start = full["initialFen"].as_str().and_then(|text| text.parse().ok());
    // Where something is hidden the text is a view; every game begins where its options say.
    let usual = || full["variant"]["options"].as_str()?.parse().ok().map(P::start);
    Some(Beginning { seat, start: start.or_else(usual)?, whole: full["clock"].is_object() })
}

/// A game that looks to the bot like the one it plays.
fn seen<P: Playable>(beginning: &Beginning<P>, state: &Value) -> Result<Record<P>, String> {
    let unread = |error: game::ParseError| error.to_string();
    let words = state["moves"].as_str().unwrap_or_default().split_whitespace();
    let moves: Result<Vec<P::Move>, _> = words.map(str::parse).collect();
    let views = state["positions"].as_array().into_iter().flatten();
    let views: Result<Vec<P::View>, _> =
        views.map(|view| view.as_str().unwrap_or_default().parse()).collect();
    let (moves, views) = (moves.map_err(unread)?, views.map_err(unread)?);
    P::canonical_member_from_views(&beginning.start, beginning.seat, &moves, &views)
        .ok_or_else(|| "the moves do not make a game".to_owned())
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
