//! The clients: each makes its moves one after the other, sends again what was refused, and everything that
//! is not acknowledged when it is welcomed anew.

use super::{BUSY, MOVES, NODES, Played, SimulatedClient, Simulation, a_move, game_of, visitor};

/// No time at which anything is tried again.
const NEVER: u64 = u64::MAX;

impl Simulation {
    pub(super) fn run_client(&mut self, client: usize) {
        let now = self.now;
        if self.clients[client].connection.is_none() && now >= self.clients[client].back_at {
            let node = self.dice.below(NODES);
            let is_down = now < self.nodes[node].paused_until || now < self.nodes[node].dead_until;
            if is_down {
                return;
            }
            self.connections += 1;
            let connection = Some(self.connections);
            self.clients[client] = SimulatedClient {
                node,
                connection,
                acknowledged: self.clients[client].acknowledged,
                ..SimulatedClient::default()
            };
            self.send(client);
        } else if now >= self.clients[client].retry_at {
            self.send(client);
        }
    }

    /// The client is welcomed anew, and sends again what is not acknowledged.
    pub(super) fn resume(&mut self, client: usize) {
        if let Some(connection) = self.clients[client].connection {
            let (node, instant) = (self.clients[client].node, self.instant());
            let outputs = self.nodes[node].exchange.close(connection, instant);
            self.clients[client].retry_at = self.now + 100;
            self.perform(node, outputs);
        }
    }

    fn send(&mut self, client: usize) {
        let (node, number) = (self.clients[client].node, self.clients[client].acknowledged + 1);
        let Some(connection) = self.clients[client].connection else { return };
        let is_down =
            self.now < self.nodes[node].paused_until || self.now < self.nodes[node].dead_until;
        // Nobody tries again of themselves: what is lost has to be noticed.
        self.clients[client].retry_at = if is_down { self.now + 200 } else { NEVER };
        if number > MOVES || is_down {
            return;
        }
        match self.play(node, (client, number)) {
            Played::Done => self.receive_answer(client, &number.to_string()),
            Played::Elsewhere(owner) => {
                let (body, instant) = (a_move(client, number), self.instant());
                let exchange = &mut self.nodes[node].exchange;
                let outputs =
                    exchange.request(&owner, connection, || visitor(client), body, instant);
                self.perform(node, outputs);
            }
            Played::Not => self.clients[client].retry_at = self.now + 300,
        }
    }

    /// A client is told that a move of this number is committed, or that it has to try again.
    pub(super) fn receive_answer(&mut self, client: usize, text: &str) {
        if text == BUSY {
            self.clients[client].retry_at = self.now + 300;
            return;
        }
        let number: u32 = text.parse().unwrap();
        if number != self.clients[client].acknowledged + 1 {
            return;
        }
        let log = &self.database.games[&game_of(client)].log;
        assert!(log.contains(&(client, number)), "acknowledged and not committed");
        self.clients[client].acknowledged = number;
        self.clients[client].retry_at = self.now + self.dice.below(200) as u64;
    }
}
