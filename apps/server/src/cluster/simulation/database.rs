//! A model of the database: the statements of `store/leases.rs` and `store/events.rs`.

use super::super::wire::NodeId;
use protocol::GameId;
use std::collections::{BTreeMap, HashMap};

/// The database: what is committed, by its own clock.
#[derive(Default)]
pub(super) struct SimulatedDatabase {
    pub(super) expires: BTreeMap<NodeId, u64>,
    pub(super) games: BTreeMap<GameId, Row>,
    /// Who has ever owned a game under an epoch.
    owners: HashMap<(GameId, u64), NodeId>,
    pub(super) away_until: u64,
}

#[derive(Default)]
pub(super) struct Row {
    owner: Option<NodeId>,
    pub(super) epoch: u64,
    pub(super) log: Vec<(usize, u32)>,
}

impl SimulatedDatabase {
    pub(super) fn is_alive(&self, node: &NodeId, now: u64) -> bool {
        self.expires.get(node).is_some_and(|at| *at > now)
    }

    /// The epoch of a game for a node, or who owns it.
    pub(super) fn claim(&mut self, game: &GameId, node: &NodeId, now: u64) -> Result<u64, NodeId> {
        let owner = self.games[game].owner.clone();
        if let Some(other) = owner.filter(|other| other != node && self.is_alive(other, now)) {
            return Err(other);
        }
        let row = self.games.get_mut(game).unwrap();
        row.epoch += 1;
        row.owner = Some(node.clone());
        let before = self.owners.insert((game.clone(), row.epoch), node.clone());
        assert!(before.is_none(), "an epoch has one owner");
        Ok(row.epoch)
    }

    /// Appends a move once; whether the epoch was the game's.
    pub(super) fn append(&mut self, game: &GameId, epoch: u64, of: (usize, u32)) -> bool {
        let row = self.games.get_mut(game).unwrap();
        let valid = row.epoch == epoch;
        if valid && !row.log.contains(&of) {
            row.log.push(of);
        }
        valid
    }
}
