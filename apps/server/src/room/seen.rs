//! What leaves a room: events and snapshots as one viewer may know them. Nothing else is ever sent.

use super::board;
use super::game::{Entry, Game};
use crate::game_event::GameEvent;
use clock::Moment;
use game::{Side, Viewer};
use protocol::{ChatMessage, Event, NumberedEvent, Room, Snapshot};

/// How many messages of chat a snapshot holds.
const CHAT_MESSAGES: usize = 50;

impl Game {
    /// Event number `n` as the player at `seat` may see it, or a spectator.
    pub(crate) fn event(&self, n: u64, seat: Option<Side>) -> Option<NumberedEvent> {
        let entry = self.log.get(usize::try_from(n).ok()?.checked_sub(1)?)?;
        let event = self.event_for(entry, seat);
        Some(NumberedEvent { game: self.row.id.clone(), n, at: entry.stored.at, event })
    }

    fn event_for(&self, entry: &Entry, seat: Option<Side>) -> Event {
        let viewer = self.viewer(seat);
        let clock = entry.reading;
        match &entry.stored.event {
            GameEvent::Played { .. } => match board::seen(&self.board, entry.ply, viewer) {
                Some(mv) => Event::Played { ply: entry.ply as u32, mv, clock, lag: entry.given },
                None => Event::Hidden,
            },
            GameEvent::Offered { seat, offer } => Event::Offered { seat: *seat, offer: *offer },
            GameEvent::Declined { seat, offer } => Event::Declined { seat: *seat, offer: *offer },
            GameEvent::TakenBack { ply } => {
                let view = self.board.view(*ply, viewer);
                Event::TakenBack { ply: *ply as u32, view, clock }
            }
            GameEvent::Allowance { each, down, away } => {
                let away = away.unwrap_or_else(|| entry.stored.at.since(*down));
                Event::Allowance { each: *each, away, clock }
            }
            GameEvent::Chat(message) if self.can_read(message, seat) => {
                Event::Chat(message.clone())
            }
            GameEvent::Chat(_) => Event::Hidden,
            GameEvent::Over { result, change } => {
                let revealed =
                    self.board.game().has_hidden_information().then(|| self.moves(Viewer::Judge));
                Event::Over { result: *result, clock, rating_change: *change, revealed }
            }
            GameEvent::Rematch { game } => Event::Rematch { game_id: game.clone() },
        }
    }

    fn moves(&self, viewer: Viewer) -> Vec<protocol::Ply> {
        (0..self.board.ply()).filter_map(|ply| board::seen(&self.board, ply, viewer)).collect()
    }

    /// Players hear players; watchers hear watchers, and so do players once the game is over.
    fn can_read(&self, message: &ChatMessage, seat: Option<Side>) -> bool {
        match message.room {
            Room::Players => seat.is_some(),
            Room::Watchers => seat.is_none() || self.result.is_some(),
        }
    }

    /// Where the game stands for whoever sits at `seat`, or nowhere.
    pub(crate) fn snapshot(
        &self,
        seat: Option<Side>,
        premove: Option<(u32, String)>,
        now: Moment,
    ) -> Snapshot {
        let viewer = self.viewer(seat);
        let offers = Side::BOTH
            .into_iter()
            .flat_map(|side| self.offers[side].iter().map(move |offer| (side.into(), *offer)));
        Snapshot {
            game: self.row.id.clone(),
            n: self.latest(),
            now,
            terms: self.row.terms.clone(),
            start: self.board.start(),
            players: (self.row.first.player.clone(), self.row.second.player.clone()),
            you: seat.map(protocol::Seat::from),
            moves: self.moves(viewer),
            view: self.board.view(0, viewer),
            clock: self.clock.reading(now),
            offers: offers.collect(),
            said: self.chat_messages(seat),
            premove,
            result: self.result,
            rating_change: self.rating_change(),
            rematch: self.rematch.clone(),
        }
    }

    fn rating_change(&self) -> Option<(i32, i32)> {
        self.log.iter().rev().find_map(|entry| match entry.stored.event {
            GameEvent::Over { change, .. } => change,
            _ => None,
        })
    }

    fn chat_messages(&self, seat: Option<Side>) -> Vec<ChatMessage> {
        let messages = self.log.iter().rev().filter_map(|entry| match &entry.stored.event {
            GameEvent::Chat(message) if self.can_read(message, seat) => Some(message.clone()),
            _ => None,
        });
        let mut messages: Vec<ChatMessage> = messages.take(CHAT_MESSAGES).collect();
        messages.reverse();
        messages
    }
}
