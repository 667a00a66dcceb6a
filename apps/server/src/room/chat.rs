//! Chat of a game: who may say what, how much, and for how long after the end.

use super::game::{Game, Refused};
use crate::game_event::GameEvent;
use crate::plain_text::{is_control, readable};
use clock::{Moment, Span};
use game::Side;
use protocol::{ChatMessage, MOST_CHAT_CHARS, Name, Refusal, Room};
use std::collections::HashMap;

/// How long after the end those who watch may talk.
const WATCHERS_CHAT_FOR: Span = Span::seconds(600);

/// How long after the end players may talk. Then nothing is expected to happen in the game any more.
pub(crate) const PLAYERS_CHAT_FOR: Span = Span::seconds(900);

/// How many lines each player may say in a game.
const LINES_OF_A_PLAYER: u32 = 250;

/// The most lines of one spectator in a game, and of all spectators together.
const LINES_OF_A_WATCHER: u32 = 50;
const LINES_OF_WATCHERS: u32 = 500;

/// How many lines were said in a game.
#[derive(Debug, Default)]
pub(crate) struct ChatLines {
    by: HashMap<(Name, Audience), u32>,
    watchers: u32,
}

/// Who hears a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Audience {
    Players,
    Watchers,
}

impl From<Room> for Audience {
    fn from(room: Room) -> Self {
        match room {
            Room::Players => Self::Players,
            Room::Watchers => Self::Watchers,
        }
    }
}

impl ChatLines {
    /// Counts a line.
    pub(super) fn add(&mut self, message: &ChatMessage) {
        *self.by.entry((message.name.clone(), message.room.into())).or_default() += 1;
        self.watchers += u32::from(message.room == Room::Watchers);
    }

    fn is_full(&self, name: &Name, room: Room) -> bool {
        let said = self.by.get(&(name.clone(), room.into())).copied().unwrap_or(0);
        match room {
            Room::Players => said >= LINES_OF_A_PLAYER,
            Room::Watchers => said >= LINES_OF_A_WATCHER || self.watchers >= LINES_OF_WATCHERS,
        }
    }
}

impl Game {
    /// Something said, if it may be.
    ///
    /// # Errors
    /// If it is empty, too long, too late, too much, or not for this person to say there.
    pub(crate) fn saying(
        &self,
        seat: Option<Side>,
        name: &Name,
        room: Room,
        text: &str,
        now: Moment,
    ) -> Result<GameEvent, Refused> {
        let bad = |what: &str| Err(Refused::new(Refusal::BadText, what));
        self.check_chat(seat, room, now)?;
        let text = readable(text);
        if text.is_empty() {
            return bad("there is nothing in it");
        }
        if text.chars().count() > MOST_CHAT_CHARS {
            return bad("a line has at most 300 characters");
        }
        if text.chars().any(is_control) {
            return bad("only letters, signs and spaces can be said");
        }
        if self.lines.is_full(name, room) {
            return Err(Refused::new(Refusal::NotNow, "enough has been said in this game"));
        }
        Ok(GameEvent::Chat(ChatMessage { name: name.clone(), room, text }))
    }

    fn check_chat(&self, seat: Option<Side>, room: Room, now: Moment) -> Result<(), Refused> {
        let not_now = |what: &str| Err(Refused::new(Refusal::NotNow, what));
        match room {
            Room::Players if seat.is_none() => Self::may_act(seat).map(|_| ())?,
            Room::Watchers if seat.is_some() && self.result.is_none() => {
                return not_now("while you play you do not talk to those who watch");
            }
            Room::Players | Room::Watchers => {}
        }
        let open_for = if seat.is_some() { PLAYERS_CHAT_FOR } else { WATCHERS_CHAT_FOR };
        if self.ended.is_some_and(|ended| now.since(ended) >= open_for) {
            return not_now("the game has been over for some time, and its chat is closed");
        }
        Ok(())
    }

    /// Whether it ended so long ago that nothing is said in it any more.
    pub(crate) fn is_closed(&self, now: Moment) -> bool {
        self.ended.is_some_and(|ended| now.since(ended) >= PLAYERS_CHAT_FOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_share_for_everyone() {
        let message = |name: &str, room| ChatMessage {
            name: name.parse().unwrap(),
            room,
            text: "well".into(),
        };
        let full =
            |lines: &ChatLines, name: &str, room| lines.is_full(&name.parse().unwrap(), room);
        let mut lines = ChatLines::default();
        for _ in 0..LINES_OF_A_WATCHER {
            assert!(!full(&lines, "Eve", Room::Watchers));
            lines.add(&message("Eve", Room::Watchers));
        }
        assert!(full(&lines, "Eve", Room::Watchers) && !full(&lines, "Bob", Room::Watchers));
        for i in 0..LINES_OF_WATCHERS {
            lines.add(&message(&format!("w{i}"), Room::Watchers));
        }
        assert!(full(&lines, "Bob", Room::Watchers), "enough of all of them");
        assert!(!full(&lines, "Bob", Room::Players), "players have lines of their own");
        for _ in 0..LINES_OF_A_PLAYER {
            lines.add(&message("Bob", Room::Players));
        }
        assert!(full(&lines, "Bob", Room::Players) && !full(&lines, "Ann", Room::Players));
    }
}
