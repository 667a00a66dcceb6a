//! Online: the lobby, and what is done with the client of `live`.

use super::{App, Overlay, Stage};
use crate::board_model::BoardModel;
use crate::message::{Effect, SocketEvent};
use crate::online::{self, FirstAction, LobbyRow};
use crate::prompt::PromptPurpose;
use crate::touch::Touch;
use catalog::AnyRecord;
use live::{Client, Notification};
use protocol::{GameId, Offer, Opponent, Room, Wish};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use scene::table::Choice;

/// The keys of the lobby, as the bottom line shows them.
pub(crate) const LOBBY_KEYS: &str =
    "Enter accept  s seek  x stop  c challenge  w watch  d decline  ? keys  q quit";

impl App {
    fn client(&mut self) -> Option<&mut Client> {
        self.online.as_mut().map(|online| &mut online.client)
    }

    pub(super) fn online_game(&self, id: &GameId) -> Option<&live::Game> {
        self.online.as_ref()?.client.game(id)
    }

    pub(super) fn online_model(&self, id: &GameId) -> Option<BoardModel> {
        let game = self.online_game(id)?;
        Some(online::model(game, self.browsed, self.settings.seed))
    }

    pub(super) fn online_record(&self, id: &GameId) -> Option<AnyRecord> {
        self.online_game(id).and_then(online::record)
    }

    // ---- the connection ------------------------------------------------------------------------

    pub(super) fn enter_lobby(&mut self) {
        if let Some(client) = self.client() {
            client.enter_lobby();
        }
        self.online_tick();
    }

    pub(super) fn online_tick(&mut self) {
        let now = self.now;
        if let Some(client) = self.client() {
            client.tick(now);
        }
    }

    pub(super) fn socket_event(&mut self, event: SocketEvent) {
        let now = self.now;
        let Some(client) = self.client() else { return };
        match event {
            SocketEvent::Text(text) => client.receive(&text, now),
            SocketEvent::Closed(code, words) => client.closed(code, &words, now),
        }
    }

    pub(super) fn retry_connection(&mut self) {
        if let Some(client) = self.client() {
            client.retry_now();
        }
    }

    /// Does what the client asks for, and what it is the time for.
    pub(super) fn settle_online(&mut self) {
        let Some(online) = self.online.as_mut() else { return };
        let mut notifications = Vec::new();
        if online.client.is_connected() {
            notifications = online.client.notifications();
            let first = std::mem::take(&mut online.first);
            self.first_action(first);
        }
        for notification in notifications {
            self.notified(notification);
        }
        let commands = self.client().map(Client::socket_commands).unwrap_or_default();
        for command in commands {
            self.effect(Effect::Socket(command));
        }
    }

    fn first_action(&mut self, first: FirstAction) {
        match first {
            FirstAction::Lobby => {}
            FirstAction::Seek => self.seek(),
            FirstAction::Challenge(opponent) => self.challenge_opponent(opponent),
            FirstAction::Watch(id) => self.open_online_game(id),
            FirstAction::Accept(seek) => {
                if let Some(client) = self.client() {
                    client.accept(&seek);
                }
            }
        }
    }

    fn notified(&mut self, notification: Notification) {
        match notification {
            Notification::Paired(id) => {
                self.open_online_game(id);
                self.say("A game has begun.");
            }
            Notification::ChallengeOpened(id) => {
                let url = self.online.as_ref().map(|online| online.settings.url.clone());
                let url = url.unwrap_or_default();
                self.say(format!(
                    "The first player to open {}/challenge/{id} joins.",
                    url.trim_end_matches('/')
                ));
            }
            Notification::ChallengeSent(name) => self.say(format!("{name} is challenged.")),
            Notification::SeekListed => self.say("Your seek is listed until it is accepted."),
            Notification::Refused(what) => self.say(what),
        }
    }

    // ---- the lobby -----------------------------------------------------------------------------

    pub(super) fn lobby_key(&mut self, key: KeyEvent) {
        let rows = self.online.as_ref().map_or_else(Vec::new, crate::online::OnlineState::rows);
        let row =
            self.online.as_ref().map_or(0, |online| online.row.min(rows.len().saturating_sub(1)));
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => self.quit(),
            KeyCode::Up | KeyCode::Char('k') => self.select_row(row.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => {
                self.select_row((row + 1).min(rows.len().max(1) - 1));
            }
            KeyCode::Enter => {
                if let Some(chosen) = rows.into_iter().nth(row) {
                    self.take_row(chosen);
                }
            }
            KeyCode::Char('d') => {
                if let Some(LobbyRow::Challenge(seek)) = rows.into_iter().nth(row)
                    && let Some(client) = self.client()
                {
                    client.decline(&seek.seek);
                }
            }
            KeyCode::Char('s') => self.seek(),
            KeyCode::Char('x') => {
                if let Some(client) = self.client() {
                    client.stop_seeking();
                }
            }
            KeyCode::Char('c') => self.open_prompt(PromptPurpose::Challenge, ""),
            KeyCode::Char('w') => self.open_prompt(PromptPurpose::Watch, ""),
            KeyCode::Char('r') => self.retry_connection(),
            KeyCode::Char('?') => self.overlay = Some(Overlay::Help),
            KeyCode::Char('q') => self.quit(),
            _ => {}
        }
    }

    fn select_row(&mut self, row: usize) {
        if let Some(online) = &mut self.online {
            online.row = row;
        }
    }

    fn take_row(&mut self, row: LobbyRow) {
        match row {
            LobbyRow::Playing(id) => self.open_online_game(id),
            LobbyRow::Challenge(seek) | LobbyRow::Seek(seek) => {
                if let Some(client) = self.client() {
                    client.accept(&seek.seek);
                }
            }
        }
    }

    fn seek(&mut self) {
        let Some(online) = &mut self.online else { return };
        let terms = online.settings.terms.clone();
        online.client.seek(terms);
    }

    pub(super) fn challenge(&mut self, text: &str) {
        let opponent = match (text, text.strip_prefix("level:")) {
            ("link", _) => Some(Opponent::Link),
            (_, Some(level)) => level.parse().ok().map(|level| Opponent::Computer { level }),
            (name, None) => name.parse().ok().map(|name| Opponent::Named { name }),
        };
        match opponent {
            Some(opponent) => self.challenge_opponent(opponent),
            None => self.say("A name, level:1 to level:8, or link."),
        }
    }

    fn challenge_opponent(&mut self, opponent: Opponent) {
        let Some(online) = &mut self.online else { return };
        let terms = online.settings.terms.clone();
        online.client.challenge(terms, opponent);
    }

    pub(super) fn watch_game(&mut self, text: &str) {
        // The address of a game ends with its name.
        let name = text.rsplit('/').next().unwrap_or(text);
        match name.parse() {
            Ok(id) => self.open_online_game(id),
            Err(error) => self.say(format!("{error}")),
        }
    }

    // ---- games ---------------------------------------------------------------------------------

    fn open_online_game(&mut self, id: GameId) {
        if let Some(client) = self.client() {
            client.watch(&id);
        }
        self.stage = Stage::Online(id);
        self.browsed = None;
        self.touch = Touch::default();
        self.flipped = false;
    }

    pub(super) fn back_to_lobby(&mut self) {
        let Stage::Online(id) = &self.stage else { return };
        let id = id.clone();
        let playing = self.online_game(&id).is_some_and(|game| game.you.is_some() && game.is_on());
        if let Some(client) = self.client().filter(|_| !playing) {
            client.leave(&id);
        }
        self.stage = Stage::Lobby;
    }

    pub(super) fn play_online(&mut self, id: &GameId, choice: Choice) {
        if let Some(client) = self.client() {
            client.play(id, choice);
        }
    }

    pub(super) fn wish(&mut self, wish: Wish) {
        let Stage::Online(id) = &self.stage else { return };
        let id = id.clone();
        if let Some(client) = self.client() {
            client.ask(&id, wish);
        }
    }

    /// Declines what the opponent offers.
    pub(super) fn decline_offer(&mut self) {
        let Stage::Online(id) = &self.stage else { return };
        let offered = self.online_game(id).and_then(|game| {
            let opponent = game.you?.other();
            let wishes = [
                (Offer::Draw, Wish::DeclineDraw),
                (Offer::TakeBack, Wish::DeclineTakeBack),
                (Offer::Rematch, Wish::DeclineRematch),
            ];
            wishes.into_iter().find(|(offer, _)| game.offers(opponent, *offer))
        });
        match offered {
            Some((_, wish)) => self.wish(wish),
            None => self.say("The opponent offers nothing."),
        }
    }

    pub(super) fn say_online(&mut self, text: &str) {
        let Stage::Online(id) = &self.stage else { return };
        let id = id.clone();
        let plays = self.online_game(&id).is_some_and(|game| game.you.is_some());
        let room = if plays { Room::Players } else { Room::Watchers };
        if let Some(client) = self.client() {
            client.say(&id, room, text);
        }
    }
}
