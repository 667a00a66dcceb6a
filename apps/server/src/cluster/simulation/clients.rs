//! The clients: players who make the moves of a script one after the other, send again what was refused, and
//! everything that is not acknowledged when they are welcomed anew; and people who watch.

use super::room::Asker;
use super::{NODES, PLAYERS, ROUNDS, RequestBody, Simulation, Visitor};
use crate::credential::Credential;
use crate::room::Game;
use crate::store::{AccountKind, PersonRow};
use clock::Moment;
use protocol::{
    ClientId, Event, Follower, GameId, Ply, Refusal, Seat, Snapshot, Step, ToClient, ToServer, Wish,
};

/// No time at which anything is tried again.
const NEVER: u64 = u64::MAX;

/// How often a client without a game asks for one.
const ASK_EVERY: u64 = 400;

#[derive(Debug, Default)]
pub(super) struct SimulatedClient {
    pub(super) person: String,
    pub(super) node: usize,
    /// The connection; nothing while it is away.
    pub(super) connection: Option<u64>,
    /// The connection that it had last.
    pub(super) last: Option<u64>,
    pub(super) back_at: u64,
    pub(super) game: Option<GameId>,
    /// How many games it has seen the end of.
    pub(super) finished: usize,
    seat: Option<Seat>,
    follower: Follower,
    moves: Vec<Ply>,
    over: bool,
    /// What is not acknowledged.
    sent: Option<ToServer>,
    numbers: u64,
    act_at: u64,
    watch_at: u64,
    /// A game that is over, which it does not follow any more.
    leaves: Option<GameId>,
}

impl SimulatedClient {
    pub(super) fn new(number: usize) -> Self {
        Self { person: format!("client{number}"), ..Self::default() }
    }

    pub(super) fn is_at(&self, node: usize) -> bool {
        self.connection.is_some() && self.node == node
    }

    pub(super) fn visitor(&self) -> Visitor {
        let (id, name) = (self.person.clone(), self.person.parse().unwrap());
        let person = PersonRow { id, name, kind: AccountKind::Person };
        let credential = Credential::Session("fingerprint".into());
        Visitor::new(&person, &credential, Moment(u64::MAX), [127, 0, 0, 1].into())
    }

    fn begin(&mut self, game: GameId, seat: Option<Seat>) {
        let Self { person, node, connection, last, finished, numbers, .. } = std::mem::take(self);
        let game = Some(game);
        *self = Self {
            person,
            node,
            connection,
            last,
            game,
            finished,
            seat,
            numbers,
            ..Self::default()
        };
    }
}

/// The cells of a board of Hex; the one who moves first wins before they are all taken.
fn cells() -> impl Iterator<Item = String> {
    (0..9).map(|i| format!("{}{}", char::from(b'a' + i % 3), i / 3 + 1))
}

impl Simulation {
    pub(super) fn run_client(&mut self, client: usize) {
        let now = self.now;
        if self.clients[client].connection.is_none() && now >= self.clients[client].back_at {
            let node = self.dice.below(NODES);
            if !self.runs(node) {
                return;
            }
            self.connections += 1;
            self.clients[client].node = node;
            self.clients[client].connection = Some(self.connections);
            self.clients[client].last = Some(self.connections);
            self.welcomed(client);
        }
        let node = self.clients[client].node;
        if self.clients[client].connection.is_none() || !self.runs(node) {
            return;
        }
        self.leave_finished(client);
        if self.clients[client].game.is_none() {
            return self.look_for_game(client);
        }
        if now >= self.clients[client].watch_at {
            self.clients[client].watch_at = NEVER;
            let (game, since) =
                (self.clients[client].game.clone(), self.clients[client].follower.held());
            let body = RequestBody::Watch { game: game.unwrap(), since };
            self.tell_room(node, &Asker::Own(client), body);
        }
        if now >= self.clients[client].act_at {
            self.act(client);
        }
    }

    /// What is not over is told with every welcome; whoever waits asks now and then.
    fn look_for_game(&mut self, client: usize) {
        let (now, node) = (self.now, self.clients[client].node);
        let away = self.database_away_until.max(self.nodes[node].cut_off_until);
        if now < self.clients[client].act_at || now < away {
            return;
        }
        self.clients[client].act_at = now + ASK_EVERY;
        let person = &self.clients[client].person;
        let own = (client < PLAYERS).then_some(person.as_str());
        let Some(game) = self.database.playing(own).next().cloned() else { return };
        let row = &self.database.games[&game].game;
        let seat = match person {
            person if row.first.person == *person => Some(Seat::First),
            person if row.second.person == *person => Some(Seat::Second),
            _ => None,
        };
        self.clients[client].begin(game, seat);
    }

    /// The client is welcomed anew: it asks for what it missed, and sends again what is not acknowledged.
    fn welcomed(&mut self, client: usize) {
        self.clients[client].watch_at = self.now;
        self.clients[client].act_at = self.now + 40;
    }

    /// Something may be lost between nodes: the client is welcomed anew on the same connection.
    pub(super) fn resume(&mut self, client: usize) {
        let Some(connection) = self.clients[client].connection else { return };
        self.counts.resumed += 1;
        let node = self.clients[client].node;
        self.leave_rooms(node, &Asker::Own(client));
        let now = self.instant(node);
        let outputs = self.nodes[node].exchange.close(connection, now);
        self.welcomed(client);
        self.perform(node, outputs);
    }

    /// Sends what waits for an acknowledgement, or the next move if it is its turn.
    fn act(&mut self, client: usize) {
        let message = match &self.clients[client].sent {
            Some(message) => Some(message.clone()),
            None => self.next_message(client),
        };
        let Some(message) = message else { return };
        // Nobody tries again of themselves: what is lost has to be noticed.
        self.clients[client].act_at = NEVER;
        self.clients[client].sent = Some(message.clone());
        let body = RequestBody::Said { message: Box::new(message), at: Moment(0), lag: 0 };
        self.tell_room(self.clients[client].node, &Asker::Own(client), body);
    }

    fn next_message(&mut self, client: usize) -> Option<ToServer> {
        let player = &mut self.clients[client];
        let (game, ply) = (player.game.clone()?, player.moves.len());
        let seat = if ply.is_multiple_of(2) { Seat::First } else { Seat::Second };
        let holds = player.follower.held().is_some();
        if player.seat != Some(seat) || player.over || !holds {
            return None;
        }
        player.numbers += 1;
        let id = format!("m{}", player.numbers).parse().unwrap();
        let mv = if self.database.games[&game].takes[0].hides() {
            self.script.get(ply).cloned()
        } else {
            cells().nth(ply)
        };
        Some(match mv {
            Some(mv) => ToServer::Play { game, ply: ply as u32, mv, id },
            None => ToServer::Ask { game, wish: Wish::Resign, id },
        })
    }

    /// A client is sent something.
    pub(super) fn receive_text(&mut self, client: usize, text: &str) {
        self.note_told(client, text.to_owned());
        let message: ToClient = serde_json::from_str(text).unwrap();
        let current = self.clients[client].game.clone();
        match message {
            ToClient::Event(event) if Some(&event.game) == current.as_ref() => {
                let step = self.clients[client].follower.event(event.n);
                if self.follow(client, step) {
                    self.show(client, event.event);
                }
            }
            ToClient::Snapshot(snapshot) if Some(&snapshot.game) == current.as_ref() => {
                let step = self.clients[client].follower.snapshot(snapshot.n);
                if self.follow(client, step) {
                    self.show_all(client, *snapshot);
                }
            }
            ToClient::UpToDate { game, n } if Some(&game) == current.as_ref() => {
                let step = self.clients[client].follower.up_to_date(n);
                self.follow(client, step);
            }
            ToClient::Done { id, n, .. } => {
                let shown = &mut self.clients[client];
                if shown.sent.as_ref().and_then(crate::room::id_of) == Some(id) {
                    shown.sent = None;
                    // It may be acknowledged before it is told: then it goes on with what is told.
                    let holds = shown.follower.held() >= n;
                    shown.act_at = if holds { self.now + 20 } else { NEVER };
                }
            }
            ToClient::Refused { why: Refusal::Busy, .. } => {
                self.clients[client].act_at = self.now + 300;
            }
            ToClient::Refused { why, what, id, .. } => {
                self.refused(client, why, &what, id.as_ref());
            }
            _ => {}
        }
        self.finish_if_over(client);
    }

    /// Refused for good: the game has ended, which was not told yet, and the message has not become an event.
    fn refused(&mut self, client: usize, why: Refusal, what: &str, id: Option<&ClientId>) {
        let who = &self.clients[client];
        let key = id.map(|id| Game::client(&who.person, id));
        let row = who.game.as_ref().map(|game| &self.database.games[game]);
        let is_stored = row.is_some_and(|row| row.log.iter().any(|(_, e)| e.client == key));
        if why != Refusal::GameOver || is_stored || !row.is_some_and(|row| row.over) {
            let what = format!("{why:?} {what} at {}, stored: {is_stored}: {who:?}", self.now);
            self.violations.push(what);
        }
        self.clients[client].sent = None;
    }

    /// Whether what was sent is to be shown; what is missing is asked for.
    fn follow(&mut self, client: usize, step: Step) -> bool {
        if let Step::Gap(_) = step {
            self.clients[client].watch_at = self.now;
        }
        step == Step::Apply
    }

    fn show(&mut self, client: usize, event: Event) {
        let thinks = self.span(20, 400);
        let shown = &mut self.clients[client];
        match event {
            Event::Played { mv, .. } => shown.moves.push(mv),
            Event::Over { .. } => shown.over = true,
            _ => {}
        }
        if shown.sent.is_none() {
            shown.act_at = self.now + thinks;
        }
        self.compare(client);
    }

    fn show_all(&mut self, client: usize, snapshot: Snapshot) {
        let shown = &mut self.clients[client];
        shown.moves = snapshot.moves;
        shown.over = snapshot.result.is_some();
        if shown.sent.is_none() {
            shown.act_at = self.now + 100;
        }
        self.compare(client);
    }

    /// What a client shows is what is stored, up to the event that it holds.
    fn compare(&mut self, client: usize) {
        let shown = &self.clients[client];
        let Some(row) = shown.game.as_ref().map(|game| &self.database.games[game]) else { return };
        let held = shown.follower.held().unwrap_or(0);
        let stored = row.log.iter().filter(|(n, _)| *n <= held);
        let is_move = |event: &&_| matches!(event, crate::game_event::GameEvent::Played { .. });
        let stored: Vec<_> = stored.map(|(_, stored)| &stored.event).filter(is_move).collect();
        self.counts.compared += 1;
        if stored.len() != shown.moves.len() {
            let what =
                format!("{} shows {} moves of {}", shown.person, shown.moves.len(), stored.len());
            self.violations.push(what);
        }
    }

    fn finish_if_over(&mut self, client: usize) {
        let now = self.now;
        let done = &mut self.clients[client];
        if !done.over || done.sent.is_some() {
            return;
        }
        let Some(game) = done.game.take() else { return };
        done.finished += 1;
        done.act_at =
            now + if client < PLAYERS && done.finished == ROUNDS { NEVER / 2 } else { 50 };
        done.leaves = Some(game);
    }

    /// Follows a finished game no more.
    fn leave_finished(&mut self, client: usize) {
        let node = self.clients[client].node;
        let followed = self.clients[client].leaves.take();
        if let Some(game) = followed.filter(|game| self.nodes[node].rooms.contains_key(game)) {
            self.tell_room(node, &Asker::Own(client), RequestBody::Leave { game });
        }
    }
}
