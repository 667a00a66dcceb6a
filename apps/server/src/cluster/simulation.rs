//! Deterministic simulation: nodes, a database, a bus, people who are paired and play. What decides is the code that
//! runs: sessions ([`Exchange`]), leases ([`NodeLease`], [`Members`]), games with their clocks, views and endings
//! ([`Game`]), what a client is sent that comes back and what it holds ([`protocol::resume`],
//! [`protocol::Follower`]). Models are the statements of the database, and how rooms and the lobby take turns.
//!
//! A seed decides what fails: messages are lost, repeated and delayed, links of the bus are cut in one direction or
//! both, statements are slow, lost, or done and not answered, nodes are paused (also between checking their lease
//! and writing), killed and stopped in peace, and their clocks run at different speeds.
//!
//! Held, and shown to fail where the database or the nodes have a [`Flaw`]: an acknowledged move is in the log
//! exactly once and in order; only the owner of a game writes to it, and only the leader of the lobby begins
//! games; each challenge becomes one game; each end changes ratings once; nobody is sent a byte that depends on
//! what is hidden from them; and when faults end, everybody plays to the end.

mod clients;
mod database;
mod faults;
mod lobby;
mod node;
mod requests;
mod room;
mod statements;
mod tests;

use super::exchange::{Exchange, Output};
use super::lease::{Members, NodeLease};
use super::wire::{ClientIdentity, Message, NodeId, RequestBody, SessionId};
use clients::SimulatedClient;
use database::{Flaw, OpenChallenge, SimulatedDatabase};
use game::Dice;
use lobby::SimulatedLobby;
use protocol::GameId;
use requests::has_secrets;
use room::SimulatedRoom;
use statements::Traffic;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const NODES: usize = 3;
const PLAYERS: usize = 8;
const WATCHERS: usize = 2;
/// How many games everybody plays, one after the other.
const ROUNDS: usize = 4;
/// Milliseconds of faults, and until when everybody must have finished.
const FAULTS: u64 = 60_000;
const END: u64 = 150_000;
const STEP: u64 = 20;

struct Node {
    id: NodeId,
    /// Counts the processes that have been this node.
    process: u64,
    /// The speed of its clock, in thousandths.
    rate: u64,
    exchange: Exchange,
    lease: NodeLease,
    joined: bool,
    members: Members,
    rooms: BTreeMap<GameId, SimulatedRoom>,
    /// Who is at the other end of sessions of other nodes.
    sessions: BTreeMap<SessionId, String>,
    lobby: SimulatedLobby,
    paused_until: u64,
    dead_until: u64,
    /// Until then statements of this node do not reach the database, or their answers do not come back.
    cut_off_until: u64,
    renew_at: u64,
    view_at: u64,
}

struct Post {
    at: u64,
    to: NodeId,
    from: NodeId,
    message: Message,
}

/// What the faults have led to, so that a run without any is noticed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct SimulationCounts {
    leases_lost: u64,
    /// A node wrote under a stale epoch and held its lease to be valid.
    believed: u64,
    /// A node was paused between checking its lease and writing.
    zombies: u64,
    resumed: u64,
    /// Answers of the database that were lost.
    unknown: u64,
    messages_lost: u64,
    compared: u64,
}

/// Something that was sent to somebody who may not know everything: when, to which client, what.
type Delivery = (u64, usize, String);

struct Simulation {
    dice: Dice,
    start: Instant,
    now: u64,
    clocks_differ: bool,
    database: SimulatedDatabase,
    nodes: Vec<Node>,
    clients: Vec<SimulatedClient>,
    posts: Vec<Post>,
    traffic: Traffic,
    bus_away_until: u64,
    database_away_until: u64,
    /// Until when messages from one node to another are lost.
    cuts: BTreeMap<(usize, usize), u64>,
    names: u64,
    connections: u64,
    /// The moves of games with hidden information.
    script: Vec<String>,
    deliveries: Vec<Delivery>,
    /// Every acknowledged message: the game, the event, the person's name for it.
    acknowledged: BTreeSet<(GameId, u64, String)>,
    counts: SimulationCounts,
    violations: Vec<String>,
}

/// What a run is given besides its seed.
#[derive(Default)]
struct Setup {
    flaws: Vec<Flaw>,
    script: Vec<String>,
    /// Clocks of nodes run at the same speed.
    same_clocks: bool,
}

impl Simulation {
    fn new(seed: u64, setup: Setup) -> Self {
        let mut simulation = Self {
            dice: Dice::new(seed),
            start: Instant::now(),
            now: 0,
            clocks_differ: !setup.same_clocks,
            database: SimulatedDatabase::new(setup.flaws),
            nodes: Vec::new(),
            clients: (0..PLAYERS + WATCHERS).map(SimulatedClient::new).collect(),
            posts: Vec::new(),
            traffic: Traffic::default(),
            bus_away_until: 0,
            database_away_until: 0,
            cuts: BTreeMap::new(),
            names: 0,
            connections: 0,
            script: setup.script,
            deliveries: Vec::new(),
            acknowledged: BTreeSet::new(),
            counts: SimulationCounts::default(),
            violations: Vec::new(),
        };
        for player in &simulation.clients[..PLAYERS] {
            let person = &player.person;
            let own = (0..ROUNDS).map(|round| OpenChallenge { round, person: person.clone() });
            simulation.database.challenges.extend(own);
        }
        for at in 0..NODES {
            let rate = if setup.same_clocks { 1_000 } else { simulation.span(800, 1_200) };
            let node = simulation.new_node(rate);
            simulation.nodes.push(node);
            simulation.join(at);
        }
        simulation
    }

    /// The monotonic clock of a node.
    fn instant(&self, at: usize) -> Instant {
        self.start + Duration::from_millis(self.now * self.nodes[at].rate / 1_000)
    }

    fn chance(&mut self, of_thousand: usize) -> bool {
        self.dice.below(1_000) < of_thousand
    }

    fn span(&mut self, least: u64, most: u64) -> u64 {
        least + self.dice.below((most - least) as usize) as u64
    }

    /// Whether a node runs: it is neither paused nor dead.
    fn runs(&self, at: usize) -> bool {
        self.now >= self.nodes[at].paused_until && self.now >= self.nodes[at].dead_until
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.database.flaws.contains(&flaw)
    }

    fn is_finished(&self) -> bool {
        self.clients[..PLAYERS].iter().all(|client| client.finished == ROUNDS)
    }

    /// Runs until everybody has played everything, or something is wrong.
    fn run(&mut self) {
        while self.now < END && !self.is_finished() && self.violations.is_empty() {
            self.now += STEP;
            self.database.now = self.now;
            if self.now < FAULTS {
                self.faults();
            }
            self.execute_statements();
            self.deliver_posts();
            (0..NODES).for_each(|node| self.run_node(node));
            (0..self.clients.len()).for_each(|client| self.run_client(client));
            self.violations.append(&mut self.database.violations);
        }
        if self.violations.is_empty() {
            self.check();
        }
    }

    // ---- the bus ----------------------------------------------------------------------------------

    fn post(&mut self, at: usize, to: &NodeId, message: &Message) {
        if let Message::Deliver { session, texts, .. } = message {
            let client = self.clients.iter().position(|c| c.last == Some(session.connection));
            for text in client.into_iter().flat_map(|_| texts.clone()) {
                self.note_delivery(client.unwrap_or_default(), text);
            }
        }
        let receiver = self.nodes.iter().position(|node| node.id == *to);
        let cut = receiver.and_then(|to| self.cuts.get(&(at, to))).copied().unwrap_or(0);
        if self.now < self.bus_away_until.max(cut) || self.chance(10) {
            self.counts.messages_lost += 1;
            return;
        }
        for _ in 0..=usize::from(self.chance(10)) {
            let delay = if self.chance(20) { self.span(100, 900) } else { self.span(0, 30) };
            let (to, from, message) = (to.clone(), self.nodes[at].id.clone(), message.clone());
            self.posts.push(Post { at: self.now + delay, to, from, message });
        }
    }

    fn deliver_posts(&mut self) {
        let (mut due, later): (Vec<Post>, _) =
            self.posts.drain(..).partition(|post| post.at <= self.now);
        self.posts = later;
        due.sort_by_key(|post| post.at);
        for post in due {
            let Some(at) = self.nodes.iter().position(|node| node.id == post.to) else { continue };
            if self.now < self.nodes[at].dead_until {
                continue;
            }
            if !self.runs(at) {
                // It is read when the process goes on.
                self.posts.push(post);
                continue;
            }
            let now = self.instant(at);
            let outputs = self.nodes[at].exchange.receive(&post.from, post.message, now);
            self.perform(at, outputs);
        }
    }

    /// Notes what somebody was sent who may not know everything about a game that is on.
    fn note_delivery(&mut self, client: usize, text: String) {
        if let Some(row) = self.clients[client].game.as_ref().map(|id| &self.database.games[id]) {
            let knows = row.game.first.person == self.clients[client].person;
            let of_another = text.contains("\"game\":\"game")
                && !text.contains(&format!("\"game\":\"{}\"", row.game.id));
            if has_secrets(&row.game.terms.game) && !knows && !row.over && !of_another {
                self.deliveries.push((self.now, client, text));
            }
        }
    }

    // ---- what must hold in the end ----------------------------------------------------------------

    fn check(&mut self) {
        let mut wrong = Vec::new();
        for client in &self.clients[..PLAYERS] {
            if client.finished < ROUNDS {
                wrong.push(format!("{} does not get on: {client:?}", client.person));
            }
        }
        for (id, row) in &self.database.games {
            let numbers: Vec<u64> = row.log.iter().map(|(n, _)| *n).collect();
            if numbers != (1..=numbers.len() as u64).collect::<Vec<_>>() {
                wrong.push(format!("the log of {id} is out of order: {numbers:?}"));
            }
            let log = row.log.iter().map(|(_, stored)| stored.clone());
            match crate::room::Game::from_log(row.game.clone(), log.collect()) {
                Err(error) => wrong.push(format!("the log of {id} is no game: {error}")),
                Ok(game) if game.result.is_some() != row.over => {
                    wrong.push(format!("{id}: the log and the row differ"));
                }
                Ok(_) => {}
            }
            if row.rated != u32::from(row.over) {
                wrong.push(format!("{id} has changed ratings {} times", row.rated));
            }
        }
        for (game, n, client) in &self.acknowledged {
            let log = &self.database.games[game].log;
            let own = |(_, stored): &&(u64, _)| is_of(stored, client);
            let stored: Vec<u64> = log.iter().filter(own).map(|(n, _)| *n).collect();
            if stored != [*n] {
                wrong.push(format!("{client} was acknowledged as {n} of {game}: {stored:?}"));
            }
        }
        self.violations.append(&mut wrong);
    }
}

fn is_of(stored: &crate::store::StoredEvent, client: &str) -> bool {
    stored.client.as_deref() == Some(client)
}
