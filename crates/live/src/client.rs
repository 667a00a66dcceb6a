//! The client: its connection, its games, its seeks, and everything one can ask of the server.

use crate::connection::{Connection, Due, State};
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

/// What is to be done with the socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Open one.
    Dial,
    /// Send this.
    Send(String),
    /// Close it.
    HangUp,
}

/// Something that a page may want to act on at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// We sit at a new game.
    Paired(GameId),
    /// Our challenge by link is open under this name.
    Challenge(GameId),
    /// Somebody has our challenge, or will have it when they come.
    Asked(Name),
    /// Our game is listed until somebody accepts it; nobody need wait for that.
    Listed,
    /// Something was refused, as a sentence.
    Refused(String),
}

/// What was asked for last of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Asked {
    /// Nothing that has not come.
    #[default]
    Nothing,
    /// All after this event.
    Since(Option<u64>),
}

/// A game that is followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    pub(crate) follower: Follower,
    pub(crate) game: Option<Game>,
    /// Why there is no such game.
    pub(crate) missing: Option<String>,
    /// What was refused lately, as a sentence.
    pub(crate) trouble: Option<String>,
    /// What was asked for and has not come: the same is not asked for twice.
    pub(crate) asked: Asked,
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
    pub(crate) games: BTreeMap<GameId, Followed>,
    pub(crate) in_lobby: bool,
    pub(crate) lobby: Lobby,
    /// Whether the whole list of seeks was asked for again.
    pub(crate) lobby_asked: bool,
    /// What we look for, by the name the server gave it: lost with the connection, and asked for again.
    /// Not what the server stores (days for a move): that is in the list, whether we are there or not.
    pub(crate) seeking: Vec<(GameId, ToServer)>,
    /// Seeks and challenges that were looked at or sent to us.
    pub(crate) shown: BTreeMap<GameId, Result<Seek, SeekRefused>>,
    pub(crate) news: Vec<News>,
    acts: Vec<Act>,
}

impl Client {
    /// A client without a connection. `seed` tells its messages from those of all others.
    pub fn new(seed: &str) -> Self {
        let stray = seed.bytes().fold(0_u64, |sum, byte| sum * 31 % 10_007 + u64::from(byte));
        Self {
            connection: Connection::new(stray),
            outbox: Outbox::new(seed),
            you: None,
            playing: Vec::new(),
            games: BTreeMap::new(),
            in_lobby: false,
            lobby: Lobby::default(),
            lobby_asked: false,
            seeking: Vec::new(),
            shown: BTreeMap::new(),
            news: Vec::new(),
            acts: Vec::new(),
        }
    }

    // ---- what a page reads ---------------------------------------------------------------------

    /// The connection to the server.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether the connection stands.
    pub fn is_here(&self) -> bool {
        self.connection.state() == State::Here
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
    pub fn missing(&self, id: &GameId) -> Option<&str> {
        self.games.get(id)?.missing.as_deref()
    }

    /// What was refused in a game lately, as a sentence.
    pub fn trouble(&self, id: &GameId) -> Option<&str> {
        self.games.get(id)?.trouble.as_deref()
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
    pub fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// What is to be done with the socket, each once.
    pub fn acts(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    // ---- the connection ------------------------------------------------------------------------------

    /// Wants a connection from now on.
    pub fn want_line(&mut self) {
        self.connection.want();
    }

    /// Tries at once: the network is back, or somebody asked for it.
    pub fn hurry(&mut self) {
        self.connection.hurry();
    }

    /// Opens the connection anew, as whoever we are by now. What is known of games is what somebody else
    /// may have known, and is forgotten.
    pub fn redial(&mut self) {
        for followed in self.games.values_mut() {
            *followed = Followed::default();
        }
        self.acts.push(Act::HangUp);
        self.connection.again();
    }

    /// The connection is gone.
    pub fn closed(&mut self, code: u16, words: &str, now: u64) {
        self.connection.closed(code, words, now);
        self.lobby = Lobby::default();
    }

    /// Time passes; to be called a few times a second.
    pub fn tick(&mut self, now: u64) {
        match self.connection.due(now) {
            Due::Nothing => {}
            Due::Dial => self.acts.push(Act::Dial),
            Due::HangUp => self.acts.push(Act::HangUp),
            Due::Ping(nonce) => self.send(&ToServer::Ping { nonce }),
        }
    }

    /// Sends something, if the connection stands.
    pub(crate) fn send(&mut self, message: &ToServer) {
        if self.is_here() {
            let text = serde_json::to_string(message).expect("messages are plain");
            self.acts.push(Act::Send(text));
        }
    }

    /// Sends something now, or as soon as the connection stands, until it is answered.
    fn ask_for(&mut self, message: impl FnOnce(ClientId) -> ToServer) -> ClientId {
        let id = self.outbox.name();
        let message = message(id.clone());
        self.send(&message);
        self.outbox.put(id.clone(), message);
        id
    }

    // ---- games ---------------------------------------------------------------------------------

    /// Follows a game.
    pub fn watch(&mut self, game: &GameId) {
        self.want_line();
        if !self.games.contains_key(game) {
            self.games.insert(game.clone(), Followed::default());
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
    pub(crate) fn reach(&mut self, game: &GameId, n: u64) {
        let Some(followed) = self.games.get_mut(game) else { return };
        followed.latest = followed.latest.max(n);
        if followed.follower.held().is_none_or(|held| held < followed.latest) {
            self.catch_up(game);
        }
    }

    /// Asks for what is missing of a game, unless that is asked for already.
    pub(crate) fn catch_up(&mut self, game: &GameId) {
        let here = self.is_here();
        let Some(followed) = self.games.get_mut(game) else { return };
        let since = followed.follower.held();
        if here && followed.asked != Asked::Since(since) {
            followed.asked = Asked::Since(since);
            self.send(&ToServer::Watch { game: game.clone(), since });
        }
    }

    /// Plays a move, which is shown at once; or, while the other side is to move, asks for it to
    /// be played as soon as it can be.
    pub fn play(&mut self, game: &GameId, choice: Choice) {
        let Some(held) = self.games.get_mut(game) else { return };
        held.trouble = None;
        let Some(known) = &held.game else { return };
        if known.is_waiting() || known.you.is_none() || !known.is_on() {
            return;
        }
        let ply = known.confirmed() as u32;
        if !known.is_our_turn() {
            return self.premove(game, Some((ply + 1, choice.mv)));
        }
        let (to, mv) = (game.clone(), choice.mv.clone());
        let id = self.ask_for(|id| ToServer::Play { game: to, ply, mv, id });
        if let Some(known) = self.games.get_mut(game).and_then(|held| held.game.as_mut()) {
            known.foresee(id, choice);
        }
    }

    /// Asks for a move to be played at a ply, or takes that back.
    fn premove(&mut self, game: &GameId, wish: Option<(u32, String)>) {
        let id = self.outbox.name();
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

    /// After a loss: says again what the server may have forgotten.
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
            held.trouble = None;
        }
        let game = game.clone();
        self.ask_for(|id| ToServer::Ask { game, wish, id });
    }

    /// Says something.
    pub fn say(&mut self, game: &GameId, room: Room, text: &str) {
        let (game, text) = (game.clone(), text.to_owned());
        self.ask_for(|id| ToServer::Chat { game, room, text, id });
    }

    // ---- the lobby -----------------------------------------------------------------------------

    /// Sees the open seeks from now on.
    pub fn enter_lobby(&mut self) {
        self.want_line();
        self.in_lobby = true;
        self.send(&ToServer::Lobby);
    }

    /// Sees them no more, and looks for nobody.
    pub fn leave_lobby(&mut self) {
        self.leave_lobby_seeking();
        self.stop_seeking();
    }

    /// Sees them no more, and goes on looking for whom we look for.
    pub fn leave_lobby_seeking(&mut self) {
        self.in_lobby = false;
        self.lobby = Lobby::default();
        self.send(&ToServer::LeaveLobby);
    }

    /// Looks for an opponent, openly.
    pub fn seek(&mut self, terms: Terms) {
        self.ask_for(|id| ToServer::Seek { terms, id });
    }

    /// Looks for an opponent of about the same strength.
    pub fn pair(&mut self, terms: Terms) {
        self.ask_for(|id| ToServer::Pair { terms, id });
    }

    /// Looks for nobody any more.
    pub fn stop_seeking(&mut self) {
        self.outbox
            .forget(|message| matches!(message, ToServer::Seek { .. } | ToServer::Pair { .. }));
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
        self.want_line();
        self.send(&ToServer::Look { seek: seek.clone() });
    }

    /// Accepts a seek or a challenge.
    pub fn accept(&mut self, seek: &GameId) {
        self.shown.remove(seek);
        let seek = seek.clone();
        self.ask_for(|id| ToServer::Accept { seek, id });
    }

    /// Declines a challenge.
    pub fn decline(&mut self, seek: &GameId) {
        self.shown.remove(seek);
        self.send(&ToServer::Unseek { seek: Some(seek.clone()) });
    }

    /// Challenges the house, somebody, or whoever opens a link.
    pub fn challenge(&mut self, terms: Terms, opponent: Opponent) {
        self.want_line();
        self.ask_for(|id| ToServer::Challenge { terms, opponent, id });
    }
}
