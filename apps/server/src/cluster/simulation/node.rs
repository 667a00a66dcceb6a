//! A node: joining, renewing its lease, looking who is there, giving everything up (`cluster/node.rs`), and what
//! follows from the steps of its sessions (`cluster/mod.rs`).

use super::database::{Flaw, SimulatedStatement};
use super::lobby::SimulatedLobby;
use super::room::Asker;
use super::statements::Purpose;
use super::{Exchange, Members, Node, NodeId, NodeLease, Output, Simulation};
use crate::store::{ClusterView, LEASE};
use protocol::Close;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often a lease is renewed, and the cluster looked at.
const RENEW_EVERY: u64 = 1_000;
const VIEW_EVERY: u64 = 500;

impl Simulation {
    /// A process that is not a node yet.
    pub(super) fn new_node(&mut self, rate: u64) -> Node {
        self.names += 1;
        let id = NodeId(format!("n{}", self.names));
        let long_ago = self.start.checked_sub(Duration::from_millis(2 * LEASE.0));
        Node {
            exchange: Exchange::new(id.clone()),
            id,
            process: self.names,
            rate,
            lease: NodeLease::granted(long_ago.unwrap_or(self.start)),
            joined: false,
            members: Members::default(),
            rooms: BTreeMap::new(),
            sessions: BTreeMap::new(),
            lobby: SimulatedLobby::default(),
            paused_until: 0,
            dead_until: 0,
            cut_off_until: 0,
            renew_at: self.now + RENEW_EVERY,
            view_at: self.now,
        }
    }

    pub(super) fn join(&mut self, at: usize) {
        let asked = self.instant(at);
        let register = SimulatedStatement::Register(self.nodes[at].id.clone());
        self.ask(at, register, Purpose::Join { asked });
    }

    pub(super) fn run_node(&mut self, at: usize) {
        if !self.runs(at) {
            return;
        }
        let now = self.now;
        if self.nodes[at].dead_until > 0 {
            // Another process has been started.
            let fresh = self.new_node(self.nodes[at].rate);
            self.nodes[at] = fresh;
            self.join(at);
        }
        if self.nodes[at].joined && now >= self.nodes[at].renew_at {
            self.nodes[at].renew_at = now + RENEW_EVERY;
            let (asked, id) = (self.instant(at), self.nodes[at].id.clone());
            self.ask(at, SimulatedStatement::Renew(id), Purpose::Renew { asked });
        }
        if now >= self.nodes[at].view_at {
            self.nodes[at].view_at = now + VIEW_EVERY;
            self.ask(at, SimulatedStatement::View, Purpose::View);
        }
        let instant = self.instant(at);
        let outputs = self.nodes[at].exchange.tick(instant);
        self.perform(at, outputs);
        self.run_rooms(at);
        self.run_lobby(at);
    }

    /// A renewal is answered.
    pub(super) fn renewed(&mut self, at: usize, asked: Instant) {
        let now = self.instant(at);
        if self.has(Flaw::RevivesLeases) {
            self.nodes[at].lease.renew(asked);
        } else if !self.nodes[at].lease.renewed(asked, now) {
            return self.join_again(at);
        }
        // Where clocks differ, the epochs are what is left.
        let lost = self.lost_games(at);
        if !self.clocks_differ && !lost.is_empty() {
            let id = &self.nodes[at].id;
            self.violations.push(format!("{id} keeps its lease and has lost {lost:?}"));
        }
    }

    /// The lease has ended: everything is given up, and the node joins under another name.
    pub(super) fn join_again(&mut self, at: usize) {
        self.counts.leases_lost += 1;
        let old = &self.nodes[at];
        let (process, rate, cut_off_until) = (old.process, old.rate, old.cut_off_until);
        let fresh = self.new_node(rate);
        self.nodes[at] = Node { process, cut_off_until, ..fresh };
        self.join(at);
        for client in 0..self.clients.len() {
            if self.clients[client].node == at {
                self.resume(client);
            }
        }
    }

    /// A process that stops gives its lease back and ends the sessions of other nodes' connections.
    pub(super) fn leave(&mut self, at: usize) {
        let retire = SimulatedStatement::Retire(self.nodes[at].id.clone());
        self.ask(at, retire, Purpose::Nothing);
        let outputs = self.nodes[at].exchange.end_all(Close::Restart.code());
        self.perform(at, outputs);
    }

    pub(super) fn look_around(&mut self, at: usize, view: &ClusterView) {
        let changes = self.nodes[at].members.update(view);
        if changes.new_leader {
            self.nodes[at].lobby = SimulatedLobby::default();
        }
        let instant = self.instant(at);
        for left in &changes.left {
            let outputs = self.nodes[at].exchange.left(left, instant);
            self.perform(at, outputs);
        }
        if changes.claim_lobby && self.is_valid(at) {
            let (node, seen) = (self.nodes[at].id.clone(), view.lobby.epoch);
            self.ask(at, SimulatedStatement::ClaimLobby { node, seen }, Purpose::Nothing);
        }
    }

    /// Whether nobody else can have taken what the node owns, as it believes.
    pub(super) fn is_valid(&self, at: usize) -> bool {
        self.nodes[at].joined && self.nodes[at].lease.is_valid(self.instant(at))
    }

    pub(super) fn perform(&mut self, at: usize, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { to, message } => self.post(at, &to, &message),
                Output::Text { connection, texts } => {
                    if let Some(client) = self.client_of(connection) {
                        for text in &texts {
                            self.receive_text(client, text);
                        }
                    }
                }
                Output::Resume { connection } => {
                    if let Some(client) = self.client_of(connection) {
                        self.resume(client);
                    }
                }
                Output::Begin { session, visitor } => {
                    self.nodes[at].sessions.insert(session, visitor.person().id);
                }
                Output::Asked { session, body } => {
                    self.tell_room(at, &Asker::Other(session), body);
                }
                Output::End { session } => {
                    self.nodes[at].sessions.remove(&session);
                    self.leave_rooms(at, &Asker::Other(session));
                }
                Output::Close { connection, code } => {
                    self.violations.push(format!("connection {connection} is closed with {code}"));
                }
            }
        }
    }

    fn client_of(&self, connection: u64) -> Option<usize> {
        self.clients.iter().position(|client| client.connection == Some(connection))
    }
}
