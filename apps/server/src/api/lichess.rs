//! Games and lobby in the format of the lichess bot API. Pure: messages of the server to a connection
//! go in, lines of the stream come out. White is the side that moves first.

use clock::{ClockReading, Control};
use protocol::{
    ChatMessage, EndReason, Event, GameResult, NumberedEvent, Offer, Player, Ply, Presence, Room,
    Seat, Seek, Snapshot, Terms,
};
use serde_json::{Value, json};

/// State of one game as the lines sent so far describe it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Follow {
    terms: Terms,
    you: Option<Seat>,
    moves: Vec<Ply>,
    clock: Option<ClockReading>,
    offers: Vec<(Seat, Offer)>,
    result: Option<GameResult>,
}

/// `white` or `black`.
pub(crate) const fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "white",
        Seat::Second => "black",
    }
}

fn player(player: &Player) -> Value {
    json!({
        "id": player.person.name.as_str().to_lowercase(),
        "name": player.person.name.as_str(),
        "title": player.person.bot.then_some("BOT"),
        "rating": player.rating,
        "provisional": player.provisional,
    })
}

/// The time control: stock and increment in milliseconds where it has such.
fn clock_of(time: Control) -> Value {
    match time {
        Control::Fischer { start, increment } => {
            json!({ "initial": start.0, "increment": increment.0 })
        }
        _ => Value::Null,
    }
}

fn increment(time: Control) -> u64 {
    match time {
        Control::Fischer { increment, .. } => increment.0,
        _ => 0,
    }
}

fn terms(terms: &Terms) -> Value {
    json!({
        "variant": { "key": terms.game, "name": terms.game, "options": terms.options },
        "rated": terms.rated,
        "speed": terms.time.speed().text(),
        "clock": clock_of(terms.time),
        "timeControl": terms.time.to_string(),
    })
}

/// What both maps hold; the second wins.
fn with(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (one, _) => one,
    }
}

/// A challenge as the event stream tells it.
pub(crate) fn challenge(seek: &Seek) -> Value {
    let told = json!({ "id": seek.seek.as_str(), "challenger": player(&seek.player) });
    json!({ "type": "challenge", "challenge": with(told, terms(&seek.terms)) })
}

/// The beginning or the end of a game as the event stream tells it.
pub(crate) fn game_notice(kind: &str, snapshot: &Snapshot) -> Value {
    let seat = snapshot.you.unwrap_or(Seat::First);
    let opponent = match seat {
        Seat::First => &snapshot.players.1,
        Seat::Second => &snapshot.players.0,
    };
    let told = json!({
        "gameId": snapshot.game.as_str(),
        "id": snapshot.game.as_str(),
        "color": colour(seat),
        "opponent": player(opponent),
    });
    json!({ "type": kind, "game": with(told, terms(&snapshot.terms)) })
}

impl Follow {
    /// Begins with a snapshot: what to say first.
    pub(crate) fn begin(snapshot: &Snapshot) -> (Self, Value) {
        let follow = Self {
            terms: snapshot.terms.clone(),
            you: snapshot.you,
            moves: snapshot.moves.clone(),
            clock: snapshot.clock,
            offers: snapshot.offers.clone(),
            result: snapshot.result,
        };
        let full = json!({
            "type": "gameFull",
            "id": snapshot.game.as_str(),
            "white": player(&snapshot.players.0),
            "black": player(&snapshot.players.1),
            "you": snapshot.you.map(colour),
            "initialFen": snapshot.view.as_ref().unwrap_or(&snapshot.start),
            "state": follow.state(),
        });
        (follow, with(full, terms(&snapshot.terms)))
    }

    /// Whether there is nothing more to come.
    pub(crate) fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// Takes an event in: what to say of it, if anything.
    pub(crate) fn event(&mut self, numbered: &NumberedEvent) -> Option<Value> {
        match &numbered.event {
            Event::Played { ply, mv, clock, .. } => {
                self.moves.truncate(*ply as usize);
                self.moves.push(mv.clone());
                self.clock = *clock;
                self.offers.retain(|(_, offer)| *offer == Offer::Draw);
            }
            Event::TakenBack { ply, clock, .. } => {
                self.moves.truncate(*ply as usize);
                self.clock = *clock;
                self.offers.clear();
            }
            Event::Offered { seat, offer } => self.offers.push((*seat, *offer)),
            Event::Declined { seat, offer } => {
                self.offers.retain(|open| (open.0 == *seat) || open.1 != *offer);
            }
            Event::Allowance { clock, .. } => self.clock = *clock,
            Event::Over { result, clock, .. } => {
                (self.result, self.clock) = (Some(*result), *clock);
            }
            Event::Chat(message) => return Some(chat(message)),
            Event::Rematch { .. } | Event::Hidden => return None,
        }
        Some(self.state())
    }

    /// Who is there, in the words of the opponent's absence.
    pub(crate) fn presence(&self, presence: &Presence) -> Option<Value> {
        let opponent = match self.you? {
            Seat::First => presence.second,
            Seat::Second => presence.first,
        };
        let seconds = opponent.claim_in.map(|ms| ms.div_ceil(1000));
        Some(json!({
            "type": "opponentGone",
            "gone": !opponent.here,
            "claimWinInSeconds": seconds,
        }))
    }

    fn state(&self) -> Value {
        let moves: Vec<&str> = self.moves.iter().map(|ply| ply.mv.as_str()).collect();
        let offered = |seat, offer| self.offers.contains(&(seat, offer));
        let added = increment(self.terms.time);
        let views: Option<Vec<&str>> = self.moves.iter().map(|ply| ply.view.as_deref()).collect();
        json!({
            "type": "gameState",
            "moves": moves.join(" "),
            "position": self.moves.last().and_then(|ply| ply.view.as_deref()),
            "positions": views.filter(|views| !views.is_empty()),
            "wtime": self.clock.map(|reading| reading.first.0),
            "btime": self.clock.map(|reading| reading.second.0),
            "winc": added,
            "binc": added,
            "wdraw": offered(Seat::First, Offer::Draw),
            "bdraw": offered(Seat::Second, Offer::Draw),
            "wtakeback": offered(Seat::First, Offer::TakeBack),
            "btakeback": offered(Seat::Second, Offer::TakeBack),
            "status": self.result.map_or("started", status),
            "winner": self.result.and_then(|result| result.winner).map(colour),
        })
    }
}

fn chat(message: &ChatMessage) -> Value {
    let room = match message.room {
        Room::Players => "player",
        Room::Watchers => "spectator",
    };
    let (name, text) = (message.name.as_str(), &message.text);
    json!({ "type": "chatLine", "room": room, "username": name, "text": text })
}

fn status(result: GameResult) -> &'static str {
    match (result.why, result.winner) {
        (EndReason::Aborted, _) => "aborted",
        (_, None) => "draw",
        (EndReason::Resignation, _) => "resign",
        (EndReason::Time, _) => "outoftime",
        (EndReason::Left, _) => "timeout",
        (
            EndReason::Rules | EndReason::Repetition | EndReason::QuietLimit | EndReason::Agreement,
            _,
        ) => "mate",
    }
}
