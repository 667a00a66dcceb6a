//! What fails, as the dice fall.

use super::{NODES, Simulation};

impl Simulation {
    pub(super) fn faults(&mut self) {
        let (node, other) = (self.dice.below(NODES), self.dice.below(NODES));
        if self.chance(2) {
            self.nodes[node].paused_until = self.now + self.span(500, 9_000);
        }
        if self.chance(1) {
            self.kill(node);
        }
        if self.chance(1) && self.runs(node) {
            self.stop(node);
        }
        if self.chance(1) {
            self.bus_away_until = self.now + self.span(200, 4_000);
        }
        if self.chance(1) {
            self.database_away_until = self.now + self.span(200, 7_000);
        }
        if self.chance(2) {
            self.nodes[node].cut_off_until = self.now + self.span(200, 7_000);
        }
        if self.chance(3) {
            let until = self.now + self.span(200, 8_000);
            self.cuts.insert((node, other), until);
            if self.chance(500) {
                self.cuts.insert((other, node), until);
            }
        }
    }

    fn kill(&mut self, node: usize) {
        self.nodes[node].dead_until = self.now + self.span(500, 4_000);
        self.lose_clients(node);
    }

    /// SIGTERM: it gives its lease back, ends the sessions of others, and another process is started.
    fn stop(&mut self, node: usize) {
        self.leave(node);
        self.kill(node);
    }

    fn lose_clients(&mut self, node: usize) {
        let (now, away) = (self.now, self.span(200, 3_000));
        for client in self.clients.iter_mut().filter(|client| client.node == node) {
            client.connection = None;
            client.back_at = now + away;
        }
    }
}
