//! A room (`room/mod.rs`, `room/commit.rs`, `room/recovery.rs`, `cluster/relay.rs`): opening a game, committing one
//! event after the other, giving the game up; or what stands in for it where another node owns the game.

use super::database::{Flaw, SimulatedAnswer, SimulatedStatement};
use super::requests::{append_of, busy, event_of};
use super::statements::Purpose;
use super::{NodeId, RequestBody, SessionId, Simulation};
use crate::connection::encode;
use crate::game_event::GameEvent;
use crate::room::Game;
use crate::store::{StoreError, StoredEvent};
use clock::Moment;
use game::Side;
use protocol::{ClientId, Close, GameId, Resume, ToClient, ToServer, resume};
use std::collections::VecDeque;

/// How long a room waits after a commit of which nobody knows.
const RETRY_AFTER: u64 = 300;

/// Who asks a room: a connection of its node, or a session of another node's.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Asker {
    Own(usize),
    Other(SessionId),
}

pub(super) struct SimulatedRoom {
    serial: u64,
    state: State,
    waiting: VecDeque<(Asker, RequestBody)>,
}

enum State {
    /// It waits until the node may claim something.
    Closed,
    Claiming,
    /// It is claimed under this epoch, and read.
    Reading(u64),
    Relay(NodeId),
    Mine(Box<OpenGame>),
}

pub(super) struct OpenGame {
    pub(super) epoch: u64,
    pub(super) game: Game,
    followers: Vec<(Asker, Option<Side>)>,
    committing: Option<Committing>,
    /// When the log is read again, after a failure.
    retry_at: Option<u64>,
}

/// A request whose event, the number `n`, is being committed.
struct Committing {
    n: u64,
    asker: Asker,
    id: ClientId,
    client: String,
    /// It was refused, and the log is read to find out what happened.
    reading: bool,
}

impl Simulation {
    /// Something is asked of a game at a node.
    pub(super) fn tell_room(&mut self, at: usize, asker: &Asker, body: RequestBody) {
        let game = match &body {
            RequestBody::Watch { game, .. } | RequestBody::Leave { game } => game.clone(),
            RequestBody::GameMessage { message, .. } => message.game().unwrap().clone(),
            RequestBody::Lobby { .. } | RequestBody::Close => return,
        };
        self.names += 1;
        let serial = self.names;
        let fresh = || SimulatedRoom { serial, state: State::Closed, waiting: VecDeque::new() };
        let room = self.nodes[at].rooms.entry(game.clone()).or_insert_with(fresh);
        room.waiting.push_back((asker.clone(), body));
        self.advance(at, &game);
    }

    pub(super) fn run_rooms(&mut self, at: usize) {
        let games: Vec<GameId> = self.nodes[at].rooms.keys().cloned().collect();
        for game in games {
            self.advance(at, &game);
            self.unload_if_idle(at, &game);
        }
    }

    /// Somebody follows nothing any more.
    pub(super) fn leave_rooms(&mut self, at: usize, asker: &Asker) {
        for room in self.nodes[at].rooms.values_mut() {
            room.waiting.retain(|(other, _)| other != asker);
            if let State::Mine(open) = &mut room.state {
                open.followers.retain(|(other, _)| other != asker);
            }
        }
    }

    /// The games that a node holds to be its own and another has claimed.
    pub(super) fn lost_games(&self, at: usize) -> Vec<GameId> {
        let is_lost = |(game, room): &(&GameId, &SimulatedRoom)| match &room.state {
            State::Mine(open) => self.database.games[*game].epoch != open.epoch,
            _ => false,
        };
        self.nodes[at].rooms.iter().filter(is_lost).map(|(game, _)| game.clone()).collect()
    }

    fn unload_if_idle(&mut self, at: usize, game: &GameId) {
        let room = &self.nodes[at].rooms[game];
        let State::Mine(open) = &room.state else { return };
        let is_idle = open.followers.is_empty() && open.committing.is_none();
        if is_idle && room.waiting.is_empty() {
            let (game, node, epoch) = (game.clone(), self.nodes[at].id.clone(), open.epoch);
            self.nodes[at].rooms.remove(&game);
            self.ask(at, SimulatedStatement::Release { game, node, epoch }, Purpose::Nothing);
        }
    }

    fn ask_of_room(&mut self, at: usize, game: &GameId, statement: SimulatedStatement) {
        let serial = self.nodes[at].rooms[game].serial;
        self.ask(at, statement, Purpose::Room { game: game.clone(), serial });
    }

    /// Does what waits, as far as nothing has to be waited for.
    fn advance(&mut self, at: usize, game: &GameId) {
        loop {
            let (valid, now, node) = (self.is_valid(at), self.now, self.nodes[at].id.clone());
            let Some(room) = self.nodes[at].rooms.get_mut(game) else { return };
            match &mut room.state {
                State::Closed if valid => {
                    room.state = State::Claiming;
                    let statement = SimulatedStatement::Claim { game: game.clone(), node };
                    return self.ask_of_room(at, game, statement);
                }
                State::Closed | State::Claiming | State::Reading(_) => return,
                State::Mine(open) if open.committing.is_some() => return,
                State::Mine(open) if open.retry_at.is_some_and(|retry| now >= retry) => {
                    open.retry_at = Some(u64::MAX);
                    return self.ask_of_room(at, game, SimulatedStatement::Read(game.clone()));
                }
                State::Relay(_) | State::Mine(_) => {}
            }
            let Some((asker, body)) = room.waiting.pop_front() else { return };
            match &room.state {
                State::Relay(owner) => {
                    let owner = owner.clone();
                    self.pass_on(at, game, &owner, asker, body);
                }
                _ => self.handle(at, game, asker, body),
            }
        }
    }

    /// Asks the owner; who begins to follow may have been sent away by it, so that it is looked up again.
    fn pass_on(
        &mut self,
        at: usize,
        game: &GameId,
        owner: &NodeId,
        asker: Asker,
        body: RequestBody,
    ) {
        let is_there = self.nodes[at].members.contains(owner);
        let watches = matches!(body, RequestBody::Watch { .. });
        let room = self.nodes[at].rooms.get_mut(game).unwrap();
        if !is_there || watches {
            room.waiting.push_front((asker, body));
            room.state = State::Closed;
            return;
        }
        self.send_on(at, owner, asker, body);
    }

    fn send_on(&mut self, at: usize, owner: &NodeId, asker: Asker, body: RequestBody) {
        let now = self.instant(at);
        let outputs = match asker {
            // Whoever asked took us for the owner.
            Asker::Other(session) => self.nodes[at].exchange.end(&session, Close::Restart.code()),
            Asker::Own(client) => {
                let Some(connection) = self.clients[client].connection else { return };
                let identity = self.clients[client].identity();
                self.nodes[at].exchange.request(owner, connection, || identity, body, now)
            }
        };
        self.perform(at, outputs);
    }

    // ---- answers of the database ------------------------------------------------------------------

    pub(super) fn answer_room(
        &mut self,
        at: usize,
        game: &GameId,
        serial: u64,
        answer: SimulatedAnswer,
    ) {
        let room = self.nodes[at].rooms.get_mut(game).filter(|room| room.serial == serial);
        let Some(room) = room else { return };
        match (&mut room.state, answer) {
            (State::Claiming, SimulatedAnswer::Claimed(Ok(epoch))) => {
                room.state = State::Reading(epoch);
                self.ask_of_room(at, game, SimulatedStatement::Read(game.clone()));
            }
            (State::Claiming, SimulatedAnswer::Claimed(Err(owner))) => {
                room.state = State::Relay(owner.clone());
                for (asker, body) in std::mem::take(&mut room.waiting) {
                    self.send_on(at, &owner, asker, body);
                }
            }
            (State::Reading(epoch), SimulatedAnswer::Log(row, log)) => {
                let (epoch, game) = (*epoch, Game::from_log(*row, log).unwrap());
                let (followers, committing, retry_at) = (Vec::new(), None, None);
                room.state = State::Mine(Box::new(OpenGame {
                    epoch,
                    game,
                    followers,
                    committing,
                    retry_at,
                }));
            }
            (State::Mine(open), SimulatedAnswer::Log(row, log)) => {
                let sent = open.game.latest();
                open.game = Game::from_log(*row, log).unwrap();
                open.retry_at = None;
                self.broadcast(at, game, sent + 1);
                self.answer_after_reading(at, game);
            }
            (State::Mine(_), SimulatedAnswer::Done(done)) => self.committed(at, game, done.err()),
            (State::Mine(open), _) if open.committing.is_none() => {
                open.retry_at = Some(self.now + RETRY_AFTER);
            }
            (State::Mine(_), _) => self.committed(at, game, Some(StoreError::Unavailable)),
            (state, _) => *state = State::Closed,
        }
        self.advance(at, game);
    }

    fn open(&mut self, at: usize, game: &GameId) -> &mut OpenGame {
        match self.nodes[at].rooms.get_mut(game).map(|room| &mut room.state) {
            Some(State::Mine(open)) => open,
            _ => panic!("{game} is open at node {at}"),
        }
    }

    /// What follows from a commit (`Room::apply_and_commit`, `Room::commit_failed`).
    fn committed(&mut self, at: usize, game: &GameId, error: Option<StoreError>) {
        let retry_at = Some(self.now + RETRY_AFTER);
        let open = self.open(at, game);
        let Some(mut committing) = open.committing.take() else { return };
        let Some(error) = error.filter(|_| !committing.reading) else {
            if committing.reading {
                // The log could not be read either.
                open.retry_at = retry_at;
                return self.tell(at, &committing.asker, &busy(committing.id));
            }
            self.broadcast(at, game, committing.n);
            return self.acknowledge(at, game, &committing);
        };
        let before = open.game.log[..committing.n as usize - 1].iter();
        let before = before.map(|entry| entry.stored.clone()).collect();
        open.game = Game::from_log(open.game.row.clone(), before).unwrap();
        match error {
            StoreError::Fenced => {
                self.tell(at, &committing.asker, &busy(committing.id));
                self.give_up(at, game);
            }
            StoreError::Taken | StoreError::Gone => {
                committing.reading = true;
                open.committing = Some(committing);
                self.ask_of_room(at, game, SimulatedStatement::Read(game.clone()));
            }
            _ => {
                open.retry_at = retry_at;
                self.tell(at, &committing.asker, &busy(committing.id));
            }
        }
    }

    /// The log was read after a refusal: it may hold the event after all.
    fn answer_after_reading(&mut self, at: usize, game: &GameId) {
        let open = self.open(at, game);
        let Some(mut committing) = open.committing.take() else { return };
        match open.game.done_before(&committing.client) {
            Some(n) => {
                committing.n = n;
                self.acknowledge(at, game, &committing);
            }
            None => self.tell(at, &committing.asker, &busy(committing.id)),
        }
    }

    fn acknowledge(&mut self, at: usize, game: &GameId, committing: &Committing) {
        let (n, client) = (committing.n, committing.client.clone());
        let mut log = self.database.games[game].log.iter();
        if !log.any(|(number, stored)| *number == n && super::is_of(stored, &client)) {
            self.violations.push(format!("{client} is acknowledged as {n} and not stored"));
        }
        self.acknowledged.insert((game.clone(), n, client));
        let (id, n) = (committing.id.clone(), Some(committing.n));
        self.tell(at, &committing.asker, &ToClient::Done { id, n, seek: None });
    }

    /// Somebody else owns the game: whoever follows it resumes.
    fn give_up(&mut self, at: usize, game: &GameId) {
        let Some(room) = self.nodes[at].rooms.remove(game) else { return };
        let State::Mine(open) = room.state else { return };
        let waiting = room.waiting.into_iter().map(|(asker, _)| asker);
        for asker in open.followers.into_iter().map(|(asker, _)| asker).chain(waiting) {
            match asker {
                Asker::Own(client) => self.resume(client),
                Asker::Other(session) => {
                    let outputs = self.nodes[at].exchange.end(&session, Close::Restart.code());
                    self.leave_rooms(at, &Asker::Other(session));
                    self.perform(at, outputs);
                }
            }
        }
    }

    // ---- requests ---------------------------------------------------------------------------------

    fn person(&self, at: usize, asker: &Asker) -> Option<String> {
        match asker {
            Asker::Own(client) => Some(self.clients[*client].person.clone()),
            Asker::Other(session) => self.nodes[at].sessions.get(session).cloned(),
        }
    }

    fn handle(&mut self, at: usize, game: &GameId, asker: Asker, body: RequestBody) {
        let Some(person) = self.person(at, &asker) else { return };
        match body {
            RequestBody::Watch { since, .. } => self.subscribe(at, game, &asker, &person, since),
            RequestBody::GameMessage { message, .. } => {
                self.receive(at, game, asker, &person, &message);
            }
            _ => self.open(at, game).followers.retain(|(other, _)| *other != asker),
        }
    }

    fn subscribe(
        &mut self,
        at: usize,
        game: &GameId,
        asker: &Asker,
        person: &str,
        since: Option<u64>,
    ) {
        let sends_everything = self.has(Flaw::SendsEverything);
        let open = self.open(at, game);
        let seat = open.game.seat_of(person);
        let seat = if sends_everything { Some(Side::First) } else { seat };
        if !open.followers.iter().any(|(other, _)| other == asker) {
            open.followers.push((asker.clone(), seat));
        }
        let (latest, id) = (open.game.latest(), game.clone());
        let texts: Vec<ToClient> = match resume(since, latest, open.game.settled) {
            Resume::UpToDate => vec![ToClient::UpToDate { game: id, n: latest }],
            Resume::Snapshot => {
                let snapshot = open.game.snapshot(seat, None, Moment(1));
                vec![ToClient::Snapshot(Box::new(snapshot))]
            }
            Resume::Events(range) => {
                range.filter_map(|n| open.game.event(n, seat)).map(ToClient::Event).collect()
            }
        };
        for message in &texts {
            self.tell(at, asker, message);
        }
    }

    fn receive(
        &mut self,
        at: usize,
        game: &GameId,
        asker: Asker,
        person: &str,
        message: &ToServer,
    ) {
        let (now, valid) = (self.now, self.is_valid(at));
        let Some(id) = crate::room::id_of(message) else { return };
        let client = Game::client(person, &id);
        let open = self.open(at, game);
        if let Some(n) = open.game.done_before(&client) {
            let committing = Committing { n, asker, id, client, reading: false };
            return self.acknowledge(at, game, &committing);
        }
        if !valid || open.retry_at.is_some() {
            return self.tell(at, &asker, &busy(id));
        }
        let event = match event_of(&open.game, person, message) {
            Ok(event) => event,
            Err((why, what)) => {
                let game = Some(game.clone());
                return self.tell(at, &asker, &ToClient::Refused { id: Some(id), game, why, what });
            }
        };
        let last = open.game.log.last().map_or(Moment(0), |entry| entry.stored.at);
        let (at_moment, n) = (last.max(Moment(now)), open.game.latest() + 1);
        let stored = StoredEvent { at: at_moment, event, client: Some(client.clone()) };
        open.game.apply(stored).unwrap();
        if let Some(result) = open.game.end_due(at_moment) {
            let event = GameEvent::Over { result, change: None };
            open.game.apply(StoredEvent { at: at_moment, event, client: None }).unwrap();
        }
        let append = Box::new(append_of(open, n));
        let committing = Committing { n, asker, id, client, reading: false };
        if self.has(Flaw::AcknowledgesEarly) {
            self.acknowledge(at, game, &committing);
        }
        self.open(at, game).committing = Some(committing);
        let writer = self.nodes[at].id.clone();
        self.ask_of_room(at, game, SimulatedStatement::Append { append, writer });
    }

    /// Sends the events from `n` on to everybody who follows the game, each as they may know it.
    fn broadcast(&mut self, at: usize, game: &GameId, n: u64) {
        let open = self.open(at, game);
        let mut texts = Vec::new();
        for n in n..=open.game.latest() {
            for (asker, seat) in &open.followers {
                if let Some(event) = open.game.event(n, *seat) {
                    texts.push((asker.clone(), ToClient::Event(event)));
                }
            }
        }
        for (asker, message) in &texts {
            self.tell(at, asker, message);
        }
    }

    fn tell(&mut self, at: usize, asker: &Asker, message: &ToClient) {
        let text = encode(message).to_string();
        match asker {
            Asker::Own(client) if self.clients[*client].is_at(at) => {
                self.receive_text(*client, &text);
            }
            Asker::Own(_) => {}
            Asker::Other(session) => {
                let outputs = self.nodes[at].exchange.deliver(session, vec![text]);
                self.perform(at, outputs);
            }
        }
    }
}
