//! Deterministic simulation: nodes, a database, a bus that loses, repeats and delays, clients that play. What
//! decides is the code that runs ([`Exchange`], [`NodeLease`], [`Members`]); the database is a model of the
//! statements in `store/leases.rs` and `store/events.rs`. A seed decides everything else.
//!
//! Held: an acknowledged move is in the log exactly once and in order, an epoch of a game has one owner, and
//! when faults end everybody plays on.

mod clients;
mod database;

use super::exchange::{Exchange, Output};
use super::lease::{Members, NodeLease};
use super::wire::{ClientIdentity, Message, NodeId, RequestBody, SessionId};
use crate::credential::Credential;
use crate::store::{AccountKind, ClusterView, LEASE, Lease, PersonRow};
use clock::Moment;
use database::SimulatedDatabase;
use game::Dice;
use protocol::{GameId, ToServer};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

const NODES: usize = 3;
const CLIENTS: usize = 12;
const GAMES: usize = 4;
const MOVES: u32 = 250;
/// Milliseconds of faults, and until when everybody must have finished.
const FAULTS: u64 = 60_000;
const END: u64 = 120_000;
const STEP: u64 = 20;
/// What a client is told whose move cannot be committed at the moment.
const BUSY: &str = "busy";

struct Node {
    id: NodeId,
    exchange: Exchange,
    lease: NodeLease,
    members: Members,
    /// The games that it believes to own, with their epochs.
    owned: HashMap<GameId, u64>,
    paused_until: u64,
    dead_until: u64,
    renew_at: u64,
}

#[derive(Default)]
struct SimulatedClient {
    node: usize,
    /// The connection; nothing while it is away.
    connection: Option<u64>,
    back_at: u64,
    acknowledged: u32,
    /// When it sends what is not acknowledged again: somebody tries again.
    retry_at: u64,
}

struct Post {
    at: u64,
    to: NodeId,
    from: NodeId,
    message: Message,
}

struct Simulation {
    dice: Dice,
    start: Instant,
    now: u64,
    database: SimulatedDatabase,
    nodes: Vec<Node>,
    clients: Vec<SimulatedClient>,
    posts: Vec<Post>,
    bus_away_until: u64,
    names: u64,
    connections: u64,
}

fn game_of(client: usize) -> GameId {
    format!("game{}", client % GAMES).parse().unwrap()
}

fn visitor(client: usize) -> ClientIdentity {
    let id = format!("client{client}");
    let person = PersonRow { name: id.parse().unwrap(), id, kind: AccountKind::Guest };
    let credential = Credential::Session("fingerprint".into());
    ClientIdentity::new(&person, &credential, Moment(u64::MAX), [127, 0, 0, 1].into())
}

fn a_move(client: usize, number: u32) -> RequestBody {
    let message = ToServer::Play {
        game: game_of(client),
        ply: number,
        mv: client.to_string(),
        id: number.to_string().parse().unwrap(),
    };
    RequestBody::GameMessage { message: Box::new(message), at: Moment(0), lag: 0 }
}

fn move_of(body: &RequestBody) -> (usize, u32) {
    match body {
        RequestBody::GameMessage { message, .. } => match &**message {
            ToServer::Play { ply, mv, .. } => (mv.parse().unwrap(), *ply),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let start = Instant::now();
        let mut simulation = Self {
            dice: Dice::new(seed),
            start,
            now: 0,
            database: SimulatedDatabase::default(),
            nodes: Vec::new(),
            clients: (0..CLIENTS).map(|_| SimulatedClient::default()).collect(),
            posts: Vec::new(),
            bus_away_until: 0,
            names: 0,
            connections: 0,
        };
        for client in 0..CLIENTS {
            simulation.database.games.entry(game_of(client)).or_default();
        }
        for _ in 0..NODES {
            let node = simulation.new_node();
            simulation.nodes.push(node);
        }
        simulation
    }

    fn instant(&self) -> Instant {
        self.start + Duration::from_millis(self.now)
    }

    fn chance(&mut self, of_thousand: usize) -> bool {
        self.dice.below(1_000) < of_thousand
    }

    fn span(&mut self, least: u64, most: u64) -> u64 {
        least + self.dice.below((most - least) as usize) as u64
    }

    fn new_node(&mut self) -> Node {
        self.names += 1;
        let id = NodeId(format!("n{}", self.names));
        self.database.expires.insert(id.clone(), self.now + LEASE.0);
        Node {
            exchange: Exchange::new(id.clone()),
            id,
            lease: NodeLease::granted(self.instant()),
            members: Members::default(),
            owned: HashMap::new(),
            paused_until: 0,
            dead_until: 0,
            renew_at: self.now + 1_000,
        }
    }

    // ---- faults -----------------------------------------------------------------------------------

    fn faults(&mut self) {
        let node = self.dice.below(NODES);
        if self.chance(3) {
            self.nodes[node].paused_until = self.now + self.span(500, 9_000);
        }
        if self.chance(2) {
            self.nodes[node].dead_until = self.now + self.span(500, 4_000);
            self.lose_clients(node);
        }
        if self.chance(1) {
            self.bus_away_until = self.now + self.span(200, 4_000);
        }
        if self.chance(1) {
            self.database.away_until = self.now + self.span(200, 7_000);
        }
    }

    fn lose_clients(&mut self, node: usize) {
        let (now, backs) = (self.now, self.span(200, 3_000));
        for client in self.clients.iter_mut().filter(|client| client.node == node) {
            client.connection = None;
            client.back_at = now + backs;
        }
    }

    // ---- the bus ----------------------------------------------------------------------------------

    fn post(&mut self, from: &NodeId, to: &NodeId, message: &Message) {
        if self.now < self.bus_away_until || self.chance(10) {
            return;
        }
        for _ in 0..=usize::from(self.chance(10)) {
            let delay = if self.chance(20) { self.span(100, 900) } else { self.span(0, 30) };
            let (to, from, message) = (to.clone(), from.clone(), message.clone());
            self.posts.push(Post { at: self.now + delay, to, from, message });
        }
    }

    fn deliver_posts(&mut self) {
        let (due, later) = self.posts.drain(..).partition(|post| post.at <= self.now);
        let mut due: Vec<Post> = due;
        self.posts = later;
        due.sort_by_key(|post| post.at);
        for post in due {
            let Some(at) = self.nodes.iter().position(|node| node.id == post.to) else { continue };
            if self.now < self.nodes[at].dead_until {
                continue;
            }
            if self.now < self.nodes[at].paused_until {
                // It is read when the process goes on.
                self.posts.push(post);
                continue;
            }
            let now = self.instant();
            let outputs = self.nodes[at].exchange.receive(&post.from, post.message, now);
            self.perform(at, outputs);
        }
    }

    // ---- nodes ------------------------------------------------------------------------------------

    fn run_node(&mut self, at: usize) {
        let now = self.now;
        let node = &self.nodes[at];
        if now < node.paused_until || now < node.dead_until {
            return;
        }
        if node.dead_until > 0 && now >= node.dead_until {
            // Another process has been started.
            self.nodes[at] = self.new_node();
        }
        if now >= self.nodes[at].renew_at && now >= self.database.away_until {
            self.renew(at);
        }
        if now >= self.database.away_until {
            self.look(at);
        }
        let instant = self.instant();
        let outputs = self.nodes[at].exchange.tick(instant);
        self.perform(at, outputs);
    }

    fn renew(&mut self, at: usize) {
        let (now, instant) = (self.now, self.instant());
        let node = &mut self.nodes[at];
        node.renew_at = now + 1_000;
        if self.database.is_alive(&node.id, now) {
            self.database.expires.insert(node.id.clone(), now + LEASE.0);
            return self.nodes[at].lease.renew(instant);
        }
        // The lease has ended: everything is given up.
        self.nodes[at] = self.new_node();
        let own: Vec<usize> = (0..CLIENTS).filter(|i| self.clients[*i].node == at).collect();
        for client in own {
            self.resume(client);
        }
    }

    fn look(&mut self, at: usize) {
        let alive = self.database.expires.keys().filter(|id| self.database.is_alive(id, self.now));
        let mut nodes: Vec<String> = alive.map(|id| id.0.clone()).collect();
        nodes.sort();
        let view = ClusterView { now: Moment(self.now), nodes, lobby: Lease::default() };
        let instant = self.instant();
        for left in self.nodes[at].members.update(&view).left {
            let outputs = self.nodes[at].exchange.left(&left, instant);
            self.perform(at, outputs);
        }
    }

    fn perform(&mut self, at: usize, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    let from = self.nodes[at].id.clone();
                    self.post(&from, &to, &message);
                }
                Output::Text { connection, texts } => {
                    let client = self.clients.iter().position(|c| c.connection == Some(connection));
                    for text in texts {
                        if let Some(client) = client {
                            self.receive_answer(client, &text);
                        }
                    }
                }
                Output::Resume { connection } => {
                    let client = self.clients.iter().position(|c| c.connection == Some(connection));
                    if let Some(client) = client {
                        self.resume(client);
                    }
                }
                Output::Asked { body: RequestBody::Close, .. }
                | Output::Begin { .. }
                | Output::Close { .. }
                | Output::End { .. } => {}
                Output::Asked { session, body } => self.asked_elsewhere(at, &session, &body),
            }
        }
    }

    /// A request of another node's connection.
    fn asked_elsewhere(&mut self, at: usize, session: &SessionId, body: &RequestBody) {
        let of = move_of(body);
        let outputs = match self.play(at, of) {
            Played::Done => self.nodes[at].exchange.deliver(session, vec![of.1.to_string()]),
            // Whoever asked took us for the owner.
            Played::Elsewhere(_) => self.nodes[at].exchange.end(session, 1012),
            Played::Not => self.nodes[at].exchange.deliver(session, vec![BUSY.to_owned()]),
        };
        self.perform(at, outputs);
    }

    /// A move at a node: committed here, to be asked of another node, or not possible now.
    fn play(&mut self, at: usize, of: (usize, u32)) -> Played {
        let (game, now, instant) = (game_of(of.0), self.now, self.instant());
        if now < self.database.away_until || !self.nodes[at].lease.is_valid(instant) {
            return Played::Not;
        }
        let epoch = match self.nodes[at].owned.get(&game) {
            Some(epoch) => *epoch,
            None => match self.database.claim(&game, &self.nodes[at].id, now) {
                Ok(epoch) => epoch,
                Err(owner) => return Played::Elsewhere(owner),
            },
        };
        self.nodes[at].owned.insert(game.clone(), epoch);
        if self.database.append(&game, epoch, of) {
            return Played::Done;
        }
        // Fenced: somebody else owns it.
        self.nodes[at].owned.remove(&game);
        Played::Not
    }

    fn run(&mut self) {
        while self.now < END && self.clients.iter().any(|client| client.acknowledged < MOVES) {
            self.now += STEP;
            if self.now < FAULTS {
                self.faults();
            }
            self.deliver_posts();
            (0..NODES).for_each(|node| self.run_node(node));
            (0..CLIENTS).for_each(|client| self.run_client(client));
        }
    }
}

enum Played {
    Done,
    Elsewhere(NodeId),
    Not,
}

#[test]
fn acknowledged_moves_are_in_the_log_once_and_in_order_whatever_fails() {
    let (mut epochs, mut names) = (0, 0);
    for seed in 0..60 {
        let mut simulation = Simulation::new(seed);
        simulation.run();
        for (number, client) in simulation.clients.iter().enumerate() {
            assert_eq!(client.acknowledged, MOVES, "seed {seed}: client {number} does not get on");
            let log = &simulation.database.games[&game_of(number)].log;
            let own: Vec<u32> = log.iter().filter(|of| of.0 == number).map(|of| of.1).collect();
            assert_eq!(own, (1..=MOVES).collect::<Vec<_>>(), "seed {seed}: client {number}");
        }
        let rows = simulation.database.games.values();
        assert!(
            rows.clone().all(|row| row.log.iter().collect::<HashSet<_>>().len() == row.log.len())
        );
        epochs += rows.map(|row| row.epoch).sum::<u64>();
        names += simulation.names;
    }
    assert!(epochs > 60 * 12 && names > 60 * 9, "too few faults: {epochs} {names}");
}

#[test]
fn a_seed_decides_everything() {
    let logs = [1, 1].map(|seed| {
        let mut simulation = Simulation::new(seed);
        simulation.run();
        let rows = simulation.database.games.into_values();
        (simulation.now, rows.map(|row| (row.epoch, row.log)).collect::<Vec<_>>())
    });
    assert_eq!(logs[0], logs[1]);
}
