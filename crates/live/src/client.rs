//! The client: its connection, its watched games, its seeks, and every request to the server.
//!
//! A move is shown before the server confirms it (optimistic update) and rolled back if it is refused.

use crate::connection::{Connection, ConnectionState, DueAction};
use crate::game::Game;
use crate::outbox::Outbox;
use clock::Moment;
use protocol::{
    ClientId, Follower, GameId, Lobby, Name, Opponent, Person, Refusal, Room, Seek, Terms,
    ToServer, Wish,
};
use scene::table::Choice;
use std::collections::BTreeMap;
use std::fmt;

/// A command to the owner of the socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SocketCommand {
    /// Open one.
    Connect,
    /// Send this.
    Send(String),
    /// Close it.
    Disconnect,
}

/// An event that a page may want to act on at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notification {
    /// A new game of ours has started.
    Paired(GameId),
    /// Our challenge by link is open under this name.
    ChallengeOpened(GameId),
    /// Our challenge was delivered, or will be when the opponent connects.
    ChallengeSent(Name),
    /// Our seek is stored and listed until it is accepted; the page need not wait.
    SeekListed,
    /// Something was refused, as a sentence.
    Refused(String),
}

/// Which part of the event log of a game was requested and has not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SyncState {
    /// Nothing is requested.
    #[default]
    Idle,
    /// Everything after this event.
    Requested(Option<u64>),
}

/// A watched game.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedGame {
    pub(crate) follower: Follower,
    pub(crate) game: Option<Game>,
    /// Why there is no such game.
    pub(crate) unavailable: Option<String>,
    /// What was refused lately, as a sentence.
    pub(crate) last_refusal: Option<String>,
    /// What is requested: the same is not requested twice.
    pub(crate) sync: SyncState,
    /// The latest event that is known to have happened.
    pub(crate) latest: u64,
}

/// Why a seek or challenge cannot be looked at or accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekRefused {
    /// The kind of refusal.
    pub why: Refusal,
    /// The server's words, as a sentence.
    pub what: String,
}

impl fmt::Display for SeekRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for SeekRefused {}

/// A client of the server.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) connection: Connection,
    pub(crate) outbox: Outbox,
    pub(crate) you: Option<Person>,
    pub(crate) playing: Vec<GameId>,
    pub(crate) games: BTreeMap<GameId, WatchedGame>,
    pub(crate) in_lobby: bool,
    pub(crate) lobby: Lobby,
    /// Whether the whole list of seeks was asked for again.
    pub(crate) lobby_asked: bool,
    /// What we look for, by the name the server gave it: lost with the connection, and asked for again.
    /// Not what the server stores (days for a move): that is in the list, whether we are there or not.
    pub(crate) seeking: Vec<(GameId, ToServer)>,
    /// Seeks and challenges that were looked at or sent to us.
    pub(crate) shown: BTreeMap<GameId, Result<Seek, SeekRefused>>,
    pub(crate) notifications: Vec<Notification>,
    socket_commands: Vec<SocketCommand>,
}

impl Client {
    /// A client without a connection. `seed` tells its messages from those of all others.
    pub fn new(seed: &str) -> Self {
        let jitter = seed.bytes().fold(0_u64, |sum, byte| sum * 31 % 10_007 + u64::from(byte));
        Self {
            connection: Connection::new(jitter),
            outbox: Outbox::new(seed),
            you: None,
            playing: Vec::new(),
            games: BTreeMap::new(),
            in_lobby: false,
            lobby: Lobby::default(),
            lobby_asked: false,
            seeking: Vec::new(),
            shown: BTreeMap::new(),
            notifications: Vec::new(),
            socket_commands: Vec::new(),
        }
    }

    // ---- what a page reads ---------------------------------------------------------------------

    /// The connection to the server.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether the connection is established.
    pub fn is_connected(&self) -> bool {
        self.connection.state() == ConnectionState::Connected
    }

    /// The server's time when the page's is `now`.
    pub fn server_time(&self, now: u64) -> Moment {
        self.connection.server_time(now)
    }

    /// Who the server takes us for.
    pub fn you(&self) -> Option<&Person> {
        self.you.as_ref()
    }

    /// Games in which we sit and which are on.
    pub fn playing(&self) -> &[GameId] {
        &self.playing
    }

    /// A game that is followed, once it has come.
    pub fn game(&self, id: &GameId) -> Option<&Game> {
        self.games.get(id)?.game.as_ref()
    }

    /// Why a game does not come, as a sentence.
    pub fn unavailable(&self, id: &GameId) -> Option<&str> {
        self.games.get(id)?.unavailable.as_deref()
    }

    /// What was refused in a game lately, as a sentence.
    pub fn last_refusal(&self, id: &GameId) -> Option<&str> {
        self.games.get(id)?.last_refusal.as_deref()
    }

    /// The open seeks, oldest first.
    pub fn seeks(&self) -> &[Seek] {
        &self.lobby.seeks
    }

    /// Whether a seek is our own. Names are unique.
    pub fn is_own(&self, seek: &Seek) -> bool {
        self.you.as_ref().is_some_and(|you| you.name == seek.player.person.name)
    }

    /// What we look for ourselves.
    pub fn seeking(&self) -> impl Iterator<Item = (&GameId, &Terms)> {
        self.seeking.iter().filter_map(|(id, message)| match message {
            ToServer::Seek { terms, .. } | ToServer::Pair { terms, .. } => Some((id, terms)),
            _ => None,
        })
    }

    /// A seek or challenge that was looked at, or why it cannot be.
    pub fn shown(&self, seek: &GameId) -> Option<&Result<Seek, SeekRefused>> {
        self.shown.get(seek)
    }

    /// Challenges that others sent us.
    pub fn challenges(&self) -> impl Iterator<Item = &Seek> {
        self.shown.values().filter_map(|shown| shown.as_ref().ok())
    }

    /// What a page may want to act on, each once.
    pub fn notifications(&mut self) -> Vec<Notification> {
        std::mem::take(&mut self.notifications)
    }

    /// What is to be done with the socket, each once.
    pub fn socket_commands(&mut self) -> Vec<SocketCommand> {
        std::mem::take(&mut self.socket_commands)
    }

    // ---- the connection ------------------------------------------------------------------------------

    /// Keeps a connection open from now on.
    pub fn request_connection(&mut self) {
        self.connection.want();
    }

    /// Tries at once: the network is back, or the user asked for it.
    pub fn retry_now(&mut self) {
        self.connection.retry_now();
    }

    /// Reconnects under the current identity. Game states are dropped: they may be views of another
    /// person.
    pub fn reconnect(&mut self) {
        for watched in self.games.values_mut() {
            *watched = WatchedGame::default();
        }
        self.socket_commands.push(SocketCommand::Disconnect);
        self.connection.reconnect();
    }

    /// The connection is gone.
    pub fn closed(&mut self, code: u16, words: &str, now: u64) {
        self.connection.closed(code, words, now);
        self.lobby = Lobby::default();
    }

    /// Time passes; to be called a few times a second.
    pub fn tick(&mut self, now: u64) {
        match self.connection.due(now) {
            DueAction::Nothing => {}
            DueAction::Connect => self.socket_commands.push(SocketCommand::Connect),
            DueAction::Disconnect => self.socket_commands.push(SocketCommand::Disconnect),
            DueAction::Ping(nonce) => self.send(&ToServer::Ping { nonce }),
        }
    }

    /// Sends a message if the connection is established.
    pub(crate) fn send(&mut self, message: &ToServer) {
        if self.is_connected() {
            let text = serde_json::to_string(message).expect("messages are plain");
            self.socket_commands.push(SocketCommand::Send(text));
        }
    }

    /// Sends a message now and again after every reconnection until it is answered. The id makes it
    /// idempotent.
    fn send_until_answered(&mut self, message: impl FnOnce(ClientId) -> ToServer) -> ClientId {
        let id = self.outbox.next_id();
        let message = message(id.clone());
        self.send(&message);
        self.outbox.push(id.clone(), message);
        id
    }

    // ---- games ---------------------------------------------------------------------------------

    /// Follows a game.
    pub fn watch(&mut self, game: &GameId) {
        self.request_connection();
        if !self.games.contains_key(game) {
            self.games.insert(game.clone(), WatchedGame::default());
            self.catch_up(game);
        }
    }

    /// Follows a game no more.
    pub fn leave(&mut self, game: &GameId) {
        if self.games.remove(game).is_some() {
            self.send(&ToServer::Leave { game: game.clone() });
        }
    }

    /// Event `n` is known to have happened: if it is not held, it is asked for.
    pub(crate) fn note_latest(&mut self, game: &GameId, n: u64) {
        let Some(watched) = self.games.get_mut(game) else { return };
        watched.latest = watched.latest.max(n);
        if watched.follower.held().is_none_or(|held| held < watched.latest) {
            self.catch_up(game);
        }
    }

    /// Asks for what is missing of a game, unless that is asked for already.
    pub(crate) fn catch_up(&mut self, game: &GameId) {
        let here = self.is_connected();
        let Some(watched) = self.games.get_mut(game) else { return };
        let since = watched.follower.held();
        if here && watched.sync != SyncState::Requested(since) {
            watched.sync = SyncState::Requested(since);
            self.send(&ToServer::Watch { game: game.clone(), since });
        }
    }

    /// Plays a move, which is shown at once (optimistic update); while the other side is to move, sends it
    /// as a premove.
    pub fn play(&mut self, game: &GameId, choice: Choice) {
        let Some(held) = self.games.get_mut(game) else { return };
        held.last_refusal = None;
        let Some(known) = &held.game else { return };
        if known.is_waiting() || known.you.is_none() || !known.is_on() {
            return;
        }
        let ply = known.confirmed() as u32;
        if !known.is_our_turn() {
            return self.premove(game, Some((ply + 1, choice.mv)));
        }
        let (to, mv) = (game.clone(), choice.mv.clone());
        let id = self.send_until_answered(|id| ToServer::Play { game: to, ply, mv, id });
        if let Some(known) = self.games.get_mut(game).and_then(|held| held.game.as_mut()) {
            known.apply_optimistically(id, choice);
        }
    }

    /// Asks for a move to be played at a ply, or takes that back.
    fn premove(&mut self, game: &GameId, wish: Option<(u32, String)>) {
        let id = self.outbox.next_id();
        let Some(known) = self.games.get_mut(game).and_then(|held| held.game.as_mut()) else {
            return;
        };
        let ply = wish.as_ref().or(known.premove()).map_or(0, |(ply, _)| *ply);
        let mv = wish.map(|(_, mv)| mv);
        known.set_premove(ply, mv.clone());
        self.send(&ToServer::Premove { game: game.clone(), ply, mv, id });
    }

    /// Takes back the move that was to be played for us.
    pub fn forget_premove(&mut self, game: &GameId) {
        if self.game(game).is_some_and(|known| known.premove().is_some()) {
            self.premove(game, None);
        }
    }

    /// Sends premoves again after a reconnection.
    pub(crate) fn renew_premoves(&mut self) {
        let held: Vec<(GameId, (u32, String))> = self
            .games
            .iter()
            .filter_map(|(id, held)| Some((id.clone(), held.game.as_ref()?.premove()?.clone())))
            .collect();
        for (game, wish) in held {
            self.premove(&game, Some(wish));
        }
    }

    /// Asks for something in a game.
    pub fn ask(&mut self, game: &GameId, wish: Wish) {
        if let Some(held) = self.games.get_mut(game) {
            held.last_refusal = None;
        }
        let game = game.clone();
        self.send_until_answered(|id| ToServer::Ask { game, wish, id });
    }

    /// Says something.
    pub fn say(&mut self, game: &GameId, room: Room, text: &str) {
        let (game, text) = (game.clone(), text.to_owned());
        self.send_until_answered(|id| ToServer::Chat { game, room, text, id });
    }

    // ---- the lobby -----------------------------------------------------------------------------

    /// Sees the open seeks from now on.
    pub fn enter_lobby(&mut self) {
        self.request_connection();
        self.in_lobby = true;
        self.send(&ToServer::Lobby);
    }

    /// Unsubscribes from the lobby, and takes back all seeks.
    pub fn leave_lobby(&mut self) {
        self.leave_lobby_seeking();
        self.stop_seeking();
    }

    /// Unsubscribes from the lobby; seeks stay.
    pub fn leave_lobby_seeking(&mut self) {
        self.in_lobby = false;
        self.lobby = Lobby::default();
        self.send(&ToServer::LeaveLobby);
    }

    /// Looks for an opponent, openly.
    pub fn seek(&mut self, terms: Terms) {
        self.send_until_answered(|id| ToServer::Seek { terms, id });
    }

    /// Looks for an opponent of about the same strength.
    pub fn pair(&mut self, terms: Terms) {
        self.send_until_answered(|id| ToServer::Pair { terms, id });
    }

    /// Takes back all seeks.
    pub fn stop_seeking(&mut self) {
        self.outbox
            .discard(|message| matches!(message, ToServer::Seek { .. } | ToServer::Pair { .. }));
        if !self.seeking.is_empty() {
            self.seeking.clear();
            self.send(&ToServer::Unseek { seek: None });
        }
    }

    /// Takes one of our seeks off the list.
    pub fn withdraw(&mut self, seek: &GameId) {
        self.seeking.retain(|(own, _)| own != seek);
        self.send(&ToServer::Unseek { seek: Some(seek.clone()) });
    }

    /// Wants to know what a seek or a challenge is for.
    pub fn look(&mut self, seek: &GameId) {
        self.request_connection();
        self.send(&ToServer::Look { seek: seek.clone() });
    }

    /// Accepts a seek or a challenge.
    pub fn accept(&mut self, seek: &GameId) {
        self.shown.remove(seek);
        let seek = seek.clone();
        self.send_until_answered(|id| ToServer::Accept { seek, id });
    }

    /// Declines a challenge.
    pub fn decline(&mut self, seek: &GameId) {
        self.shown.remove(seek);
        self.send(&ToServer::Unseek { seek: Some(seek.clone()) });
    }

    /// Challenges a computer player, an account by name, or the first who opens a link.
    pub fn challenge(&mut self, terms: Terms, opponent: Opponent) {
        self.request_connection();
        self.send_until_answered(|id| ToServer::Challenge { terms, opponent, id });
    }
}
