//! A live game as a page holds it: its id and the server's time.

use super::socket::{Online, now};
use crate::browser;
use ::live::Game;
use clock::Moment;
use game::Side;
use leptos::prelude::*;
use protocol::{GameId, Room, Wish};
use scene::table::Choice;
use std::time::Duration;

/// How often clocks are looked at.
const CLOCK_TICK: Duration = Duration::from_millis(100);

#[derive(Clone, Copy)]
pub(super) struct LiveGame {
    pub(super) online: Online,
    id: StoredValue<GameId>,
    /// The server's time.
    pub(super) now: ReadSignal<Moment>,
}

impl LiveGame {
    /// Follows a game for as long as the page is there.
    pub(super) fn follow(id: GameId) -> Self {
        let online = Online::here();
        let (time, set_time) = signal(Moment(0));
        browser::repeat(CLOCK_TICK, move || {
            set_time.try_set(online.with_untracked(|client| client.server_time(now())));
        });
        online.act(|client| client.watch(&id));
        let live = Self { online, id: StoredValue::new(id.clone()), now: time };
        on_cleanup(move || online.act(|client| client.leave(&id)));
        live
    }

    pub(super) fn id(self) -> GameId {
        self.id.get_value()
    }

    /// Asks something of the game, and again whenever it changes; nothing before it has come.
    pub(super) fn read<T>(self, look: impl FnOnce(&Game) -> T) -> Option<T> {
        self.online.with(|client| self.id.with_value(|id| client.game(id).map(look)))
    }

    pub(super) fn read_untracked<T>(self, look: impl FnOnce(&Game) -> T) -> Option<T> {
        self.online.with_untracked(|client| self.id.with_value(|id| client.game(id).map(look)))
    }

    /// The side that the user plays.
    pub(super) fn you(self) -> Option<Side> {
        self.read(|game| game.you).flatten()
    }

    pub(super) fn is_over(self) -> bool {
        self.read(|game| game.result.is_some()).unwrap_or_default()
    }

    pub(super) fn play(self, choice: Choice) {
        self.online.act(|client| client.play(&self.id(), choice));
    }

    pub(super) fn forget_premove(self) {
        self.online.act(|client| client.forget_premove(&self.id()));
    }

    pub(super) fn ask(self, wish: Wish) {
        self.online.act(|client| client.ask(&self.id(), wish));
    }

    pub(super) fn say(self, room: Room, text: &str) {
        self.online.act(|client| client.say(&self.id(), room, text));
    }
}
