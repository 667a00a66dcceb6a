//! Handling of messages from the server: acknowledgements, events, snapshots, refusals, lobby changes.

use crate::client::{Client, Notification, SeekRefused, SyncState};
use crate::game::Game;
use protocol::{
    ClientId, GameId, LobbyChanges, NumberedEvent, Opponent, Person, Refusal, Snapshot, Step,
    ToClient, ToServer,
};

impl Client {
    /// Receives a text message; one that cannot be parsed is ignored.
    pub fn receive(&mut self, text: &str, now: u64) {
        self.connection.received(now);
        if let Ok(message) = serde_json::from_str(text) {
            self.handle(message, now);
        }
    }

    /// Handles a message.
    pub fn handle(&mut self, message: ToClient, now: u64) {
        match message {
            ToClient::Welcome { you, now: server, playing, .. } => {
                self.connection.welcomed(server, now);
                self.welcome(you, playing);
            }
            ToClient::Pong { nonce, now: server } => self.connection.pong(nonce, server, now),
            ToClient::Ping { nonce } => self.send(&ToServer::Pong { nonce }),
            ToClient::Event(event) => self.event(event),
            ToClient::Snapshot(snapshot) => self.snapshot(*snapshot),
            ToClient::UpToDate { game, n } => {
                if let Some(held) = self.games.get_mut(&game) {
                    held.sync = SyncState::Idle;
                    self.note_latest(&game, n);
                }
            }
            ToClient::Present(presence) => {
                let at = self.server_time(now);
                if let Some(game) = self.known(&presence.game) {
                    game.set_presence(presence, at);
                }
            }
            ToClient::Premove { game, ply, mv } => {
                if let Some(game) = self.known(&game) {
                    game.set_premove(ply, mv);
                }
            }
            ToClient::Done { id, n, seek } => self.done(&id, n, seek),
            ToClient::Refused { id, game, why, what } => self.refused(id, game, why, &what),
            ToClient::Lobby(lobby) => {
                self.lobby = lobby;
                self.lobby_asked = false;
            }
            ToClient::LobbyChanges(changes) => self.lobby_changes(changes),
            ToClient::Challenged(seek) => {
                self.shown.insert(seek.seek.clone(), Ok(seek));
            }
            ToClient::Paired { game, seek, .. } => self.paired(game, seek.as_ref()),
        }
    }

    /// Applies what has changed in the lobby; after a gap the whole list is asked for, once.
    fn lobby_changes(&mut self, changes: LobbyChanges) {
        if self.in_lobby && !self.lobby.apply(changes) && !self.lobby_asked {
            self.lobby_asked = true;
            self.send(&ToServer::Lobby);
        }
    }

    fn known(&mut self, game: &GameId) -> Option<&mut Game> {
        self.games.get_mut(game)?.game.as_mut()
    }

    /// The connection is established: subscriptions are resumed and unanswered messages sent again.
    fn welcome(&mut self, you: Person, playing: Vec<GameId>) {
        self.you = Some(you);
        self.playing = playing;
        // Those that still wait are sent anew.
        self.shown.clear();
        for held in self.games.values_mut() {
            held.sync = SyncState::Idle;
        }
        let games: Vec<GameId> = self.games.keys().cloned().collect();
        for game in &games {
            self.catch_up(game);
        }
        let again: Vec<ToServer> = self.outbox.unanswered().cloned().collect();
        for message in &again {
            self.send(message);
        }
        self.renew_premoves();
        self.lobby_asked = false;
        if self.in_lobby {
            self.send(&ToServer::Lobby);
        }
        // Under the same id: a seek from which a game has begun meanwhile is not listed again.
        for (_, lost) in std::mem::take(&mut self.seeking) {
            if let ToServer::Seek { id, .. } | ToServer::Pair { id, .. } = &lost {
                self.send(&lost);
                self.outbox.push(id.clone(), lost);
            }
        }
    }

    fn event(&mut self, event: NumberedEvent) {
        let id = event.game.clone();
        let Some(held) = self.games.get_mut(&id) else { return };
        let (n, ended) = (event.n, matches!(event.event, protocol::Event::Over { .. }));
        if held.follower.event(n) == Step::Apply {
            held.sync = SyncState::Idle;
            if !held.game.as_mut().is_some_and(|game| game.apply(event)) {
                // It makes no sense here: from the beginning, then.
                held.follower = protocol::Follower::default();
            }
            if ended {
                self.playing.retain(|playing| *playing != id);
            }
        }
        self.note_latest(&id, n);
    }

    fn snapshot(&mut self, snapshot: Snapshot) {
        let (id, n) = (snapshot.game.clone(), snapshot.n);
        self.renew(snapshot);
        self.note_latest(&id, n);
    }

    fn renew(&mut self, snapshot: Snapshot) {
        let Some(held) = self.games.get_mut(&snapshot.game) else { return };
        held.sync = SyncState::Idle;
        if held.follower.snapshot(snapshot.n) != Step::Apply {
            return;
        }
        held.unavailable = None;
        match (Game::new(snapshot), held.game.take()) {
            (Some(game), Some(before)) => held.game = Some(game.after(before)),
            (Some(game), None) => held.game = Some(game),
            (None, _) => {
                let what = "this page cannot read the game; load it again for a newer one";
                held.unavailable = Some(what.to_owned());
            }
        }
    }

    fn done(&mut self, id: &ClientId, n: Option<u64>, seek: Option<GameId>) {
        let Some(message) = self.outbox.answered(id) else { return };
        match (message, seek) {
            (ToServer::Seek { terms, .. } | ToServer::Pair { terms, .. }, Some(_))
                if terms.is_stored() =>
            {
                self.notifications.push(Notification::SeekListed);
            }
            (message @ (ToServer::Seek { .. } | ToServer::Pair { .. }), Some(seek)) => {
                self.seeking.push((seek, message));
            }
            (ToServer::Challenge { opponent: Opponent::Named { name }, .. }, Some(_)) => {
                self.notifications.push(Notification::ChallengeSent(name));
            }
            (ToServer::Challenge { .. }, Some(seek)) => {
                self.notifications.push(Notification::ChallengeOpened(seek));
            }
            (
                ToServer::Play { game, .. }
                | ToServer::Ask { game, .. }
                | ToServer::Chat { game, .. },
                _,
            ) => {
                self.note_latest(&game, n.unwrap_or(0));
            }
            _ => {}
        }
    }

    fn refused(&mut self, id: Option<ClientId>, game: Option<GameId>, why: Refusal, what: &str) {
        let answered = id.as_ref().and_then(|id| self.outbox.answered(id));
        let what = sentence(what);
        let held = game.as_ref().and_then(|game| self.games.get_mut(game));
        match (held, id) {
            (Some(held), Some(id)) => {
                held.last_refusal = Some(what);
                if let Some(game) = &mut held.game {
                    game.refused(&id);
                }
            }
            (Some(held), None) if why == Refusal::NotFound && held.game.is_none() => {
                held.unavailable = Some(what);
            }
            (Some(held), None) => {
                held.last_refusal = Some(what);
                held.sync = SyncState::Idle;
            }
            (None, None) if game.is_some() => {
                self.shown.extend(game.map(|seek| (seek, Err(SeekRefused { why, what }))));
            }
            (None, _) => {
                if let Some(ToServer::Accept { seek, .. }) = answered {
                    self.shown.insert(seek, Err(SeekRefused { why, what: what.clone() }));
                }
                self.notifications.push(Notification::Refused(what));
            }
        }
    }

    fn paired(&mut self, game: GameId, seek: Option<&GameId>) {
        self.seeking.retain(|(seeking, _)| Some(seeking) != seek);
        let is_new = !self.playing.contains(&game);
        if is_new {
            self.playing.push(game.clone());
        }
        // One that began while there was no connection is listed already, and answers a request sent again.
        if is_new || self.outbox.unanswered().any(may_begin_game) {
            self.notifications.push(Notification::Paired(game));
        }
    }
}

/// Whether a message may lead to a game.
fn may_begin_game(message: &ToServer) -> bool {
    matches!(
        message,
        ToServer::Seek { .. }
            | ToServer::Pair { .. }
            | ToServer::Accept { .. }
            | ToServer::Challenge { .. }
    )
}

/// What the server says as a whole sentence.
fn sentence(what: &str) -> String {
    let mut letters = what.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{SeatWish, Terms};

    fn seeking(time: &str) -> Client {
        let mut client = Client::new("test");
        let (game, options, time) = ("hex".to_owned(), String::new(), time.parse().unwrap());
        client.seek(Terms { game, options, time, rated: false, seat: SeatWish::Any });
        let id = client.outbox.unanswered().find_map(|message| match message {
            ToServer::Seek { id, .. } => Some(id.clone()),
            _ => None,
        });
        client.done(&id.unwrap(), None, Some("p0Qw8rTy".parse().unwrap()));
        client
    }

    /// It would be asked for again after a loss of the connection otherwise, though it may have been accepted.
    #[test]
    fn what_the_server_stores_is_not_sought_by_us() {
        let mut live = seeking("300+3");
        assert_eq!((live.seeking().count(), live.notifications()), (1, vec![]));
        let mut days = seeking("3d");
        assert_eq!(
            (days.seeking().count(), days.notifications()),
            (0, vec![Notification::SeekListed])
        );
    }

    #[test]
    fn a_seek_is_asked_for_again_under_its_id_and_may_have_become_a_game() {
        let mut client = seeking("300+3");
        let sought = client.seeking[0].1.clone();
        let game: GameId = "aB3dE6gH".parse().unwrap();
        let you = Person { name: "ann".parse().unwrap(), guest: false, bot: false };
        client.welcome(you, vec![game.clone()]);
        assert_eq!(client.outbox.unanswered().collect::<Vec<_>>(), [&sought]);
        let ToServer::Seek { id, .. } = &sought else { panic!("{sought:?}") };
        client.paired(game.clone(), Some(&"p0Qw8rTy".parse().unwrap()));
        client.done(id, None, None);
        assert_eq!(client.notifications(), vec![Notification::Paired(game)]);
        assert_eq!((client.seeking().count(), client.playing.len()), (0, 1));
    }

    #[test]
    fn one_may_leave_the_lobby_and_go_on_looking() {
        let mut client = seeking("300+3");
        client.leave_lobby_seeking();
        assert_eq!(client.seeking().count(), 1);
        client.leave_lobby();
        assert_eq!(client.seeking().count(), 0);
    }
}
