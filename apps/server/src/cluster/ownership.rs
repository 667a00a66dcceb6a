//! Who owns a game: this server if it is alone, or the node that has claimed it under an epoch.

use super::{Incarnation, NodeId};
use crate::outages::Outage;
use crate::state::AppState;
use crate::store::{Claim, StoreError};
use clock::Moment;
use protocol::GameId;
use std::sync::Arc;

/// The right of a room to write to its game.
#[derive(Debug, Default)]
pub(crate) struct Ownership {
    /// The fencing token.
    pub(crate) epoch: u64,
    /// The time before the claim in which no node owned the game.
    pub(crate) unowned: Option<Outage>,
    /// The node under the name that has claimed it; nothing where the server is alone.
    incarnation: Option<Arc<Incarnation>>,
    /// The database has refused the epoch.
    fenced: bool,
}

impl Ownership {
    /// Whether events may be appended: no other node can have claimed the game.
    pub(crate) fn is_valid(&self) -> bool {
        !self.fenced && self.incarnation.as_ref().is_none_or(|node| node.is_valid())
    }

    /// Whether the game has to be given up.
    pub(crate) fn is_over(&self) -> bool {
        self.incarnation.as_ref().is_some_and(|node| self.fenced || node.is_over())
    }

    /// Takes note that the database has refused the epoch: another node owns the game.
    pub(crate) fn fence(&mut self) {
        self.fenced = self.incarnation.is_some();
    }
}

/// What an attempt to own a game has led to.
pub(crate) enum Claimed {
    /// It is ours.
    Mine(Ownership),
    /// Another node owns it.
    Other(NodeId),
    /// There is no such game.
    Missing,
}

impl AppState {
    /// Claims a game for this server, or says who owns it.
    ///
    /// # Errors
    /// If the database fails, or this node may own nothing at the moment.
    pub(crate) async fn claim(&self, game: &GameId) -> Result<Claimed, StoreError> {
        let Some(cluster) = &self.cluster else {
            return Ok(Claimed::Mine(Ownership::default()));
        };
        let incarnation = cluster.incarnation();
        if self.is_stopping() || !incarnation.is_valid() {
            return Err(StoreError::Unavailable);
        }
        Ok(match self.store.claim_game(game, &incarnation.id.0).await? {
            Claim::Mine { epoch, unowned } => {
                let up = self.now();
                let down = |span: clock::Span| Moment(up.0.saturating_sub(span.0));
                let unowned = unowned.map(|span| Outage { down: down(span), up });
                Claimed::Mine(Ownership {
                    epoch,
                    unowned,
                    incarnation: Some(incarnation),
                    fenced: false,
                })
            }
            Claim::Other(owner) => Claimed::Other(NodeId(owner)),
            Claim::Missing => Claimed::Missing,
        })
    }

    /// Gives a game back that has no room any more.
    pub(crate) async fn release(&self, game: &GameId, ownership: &Ownership) {
        let Some(node) = &ownership.incarnation else { return };
        if ownership.is_over() {
            return;
        }
        if let Err(error) = self.store.release_game(game, &node.id.0, ownership.epoch).await {
            tracing::debug!(%game, %error, "a game is not given back; its lease ends with the node's");
        }
    }
}
