//! The lobby (`lobby/open.rs`, `lobby/seat.rs`): whoever leads it lists open challenges and pairs them two by two.

use super::database::{Pairing, SimulatedAnswer, SimulatedChallenge, SimulatedStatement};
use super::requests::game_row;
use super::statements::Purpose;
use super::{NodeId, Simulation};

/// How often open challenges are listed.
const LIST_EVERY: u64 = 400;

/// Who leads the lobby, under which epoch.
pub(super) type Right = (NodeId, u64);

/// What the leader knows of it; another node, and a leader under another epoch, begins anew.
#[derive(Debug, Default)]
pub(super) struct SimulatedLobby {
    open: Vec<SimulatedChallenge>,
    list_at: u64,
}

impl Simulation {
    /// The right to begin games, if this node leads the lobby as far as it knows.
    fn led_lobby(&self, at: usize) -> Option<Right> {
        let node = &self.nodes[at];
        let leads = node.members.leader() == Some(&node.id) && self.is_valid(at);
        leads.then(|| (node.id.clone(), node.members.lobby_epoch()))
    }

    pub(super) fn run_lobby(&mut self, at: usize) {
        let Some(right) = self.led_lobby(at) else { return };
        if self.now >= self.nodes[at].lobby.list_at {
            self.nodes[at].lobby.list_at = self.now + LIST_EVERY;
            self.ask(at, SimulatedStatement::Challenges, Purpose::Listing(right.clone()));
        }
        while let Some(takes) = self.nodes[at].lobby.take_pair() {
            let hides = takes[0].hides();
            self.names += 1;
            let id = format!("game{}", self.names).parse().unwrap();
            let row = Box::new(game_row(id, hides, [&takes[0].person, &takes[1].person]));
            let pairing = Pairing { leader: right.clone(), takes, row };
            let purpose = Purpose::Pairing(Box::new(pairing.clone()));
            self.ask(at, SimulatedStatement::Begin(pairing), purpose);
        }
    }

    pub(super) fn listed(&mut self, at: usize, right: &Right, open: Vec<SimulatedChallenge>) {
        if self.led_lobby(at).as_ref() == Some(right) {
            self.nodes[at].lobby.open = open;
        }
    }

    /// What could not be done is put back, even if it may have been done.
    pub(super) fn paired(&mut self, at: usize, pairing: &Pairing, answer: &SimulatedAnswer) {
        let failed = matches!(answer, SimulatedAnswer::Failed);
        if failed && self.led_lobby(at).as_ref() == Some(&pairing.leader) {
            let open = &mut self.nodes[at].lobby.open;
            for challenge in &pairing.takes {
                if !open.contains(challenge) {
                    open.push(challenge.clone());
                }
            }
        }
    }
}

impl SimulatedLobby {
    /// Takes two off the list who fit together: they have played as many games.
    fn take_pair(&mut self) -> Option<[SimulatedChallenge; 2]> {
        let fits = |a: &SimulatedChallenge, b: &SimulatedChallenge| {
            a.round == b.round && a.person != b.person
        };
        let pairs =
            (0..self.open.len()).flat_map(|a| (a + 1..self.open.len()).map(move |b| (a, b)));
        let (a, b) = pairs.into_iter().find(|(a, b)| fits(&self.open[*a], &self.open[*b]))?;
        let second = self.open.remove(b);
        Some([self.open.remove(a), second])
    }
}
