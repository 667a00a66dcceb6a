//! A node's lease as the node itself knows it, and who else is there. Pure: `now` is an argument.
//!
//! Expiry is judged from the moment *before* the database was asked, by the node's own monotonic clock: the
//! database counts from later on, so that a node stops believing in its lease before others may take what it
//! owns. The epoch of each game (fencing token) decides where even that goes wrong.

use super::wire::NodeId;
use crate::store::{ClusterView, LEASE};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The lease of this node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeLease {
    asked: Instant,
}

impl NodeLease {
    /// A lease that was granted, or renewed, by a request made at `asked`.
    pub(crate) const fn granted(asked: Instant) -> Self {
        Self { asked }
    }

    /// Takes note of a renewal that was asked for at this moment. Answers may come in any order.
    pub(crate) fn renew(&mut self, asked: Instant) {
        self.asked = self.asked.max(asked);
    }

    /// The same, answered now; whether the lease is still the node's. A lease that has ended meanwhile is not: the
    /// renewal was done while it was valid, but perhaps committed later, and others have read in between
    /// that it had expired.
    pub(crate) fn renewed(&mut self, asked: Instant, now: Instant) -> bool {
        let is_valid = self.is_valid(now);
        if is_valid {
            self.renew(asked);
        }
        is_valid
    }

    /// Whether the lease is valid: no other node can have claimed what this one owns.
    pub(crate) fn is_valid(self, now: Instant) -> bool {
        now.saturating_duration_since(self.asked) < Duration::from_millis(LEASE.0)
    }
}

/// What has changed between two views of the cluster.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct MemberChanges {
    /// Nodes whose lease has ended.
    pub(crate) left: Vec<NodeId>,
    /// Whether the lobby has another leader now, or another epoch.
    pub(crate) new_leader: bool,
    /// Whether this node should claim the lobby: no member leads it.
    pub(crate) claim_lobby: bool,
}

/// Who is there, as this node has seen it last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    nodes: BTreeSet<NodeId>,
    leader: Option<NodeId>,
    epoch: u64,
}

impl Members {
    /// Takes a newer view.
    pub(crate) fn update(&mut self, view: &ClusterView) -> MemberChanges {
        let nodes: BTreeSet<NodeId> = view.nodes.iter().cloned().map(NodeId).collect();
        let left = self.nodes.difference(&nodes).cloned().collect();
        let owner = view.lobby.owner.clone().map(NodeId);
        let leader = owner.filter(|owner| nodes.contains(owner));
        let new_leader = leader != self.leader || view.lobby.epoch != self.epoch;
        let claim_lobby = leader.is_none();
        (self.nodes, self.leader, self.epoch) = (nodes, leader, view.lobby.epoch);
        MemberChanges { left, new_leader, claim_lobby }
    }

    /// Whether a node is there.
    pub(crate) fn contains(&self, node: &NodeId) -> bool {
        self.nodes.contains(node)
    }

    /// Who leads the lobby, if anybody who is there does.
    pub(crate) fn leader(&self) -> Option<&NodeId> {
        self.leader.as_ref()
    }

    /// The epoch of the lobby: the fencing token of its leader.
    pub(crate) const fn lobby_epoch(&self) -> u64 {
        self.epoch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Lease;
    use clock::Moment;

    fn view(nodes: &[&str], leader: Option<&str>, epoch: u64) -> ClusterView {
        let nodes = nodes.iter().map(|node| (*node).to_owned()).collect();
        ClusterView {
            now: Moment(1),
            nodes,
            lobby: Lease { owner: leader.map(str::to_owned), epoch },
        }
    }

    #[test]
    fn a_lease_counts_from_the_moment_before_it_was_asked_for() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut lease = NodeLease::granted(start);
        assert!(lease.is_valid(start + 4 * second) && !lease.is_valid(start + 5 * second));
        lease.renew(start + 3 * second);
        lease.renew(start + 2 * second);
        assert!(lease.is_valid(start + 7 * second) && !lease.is_valid(start + 8 * second));
    }

    /// The transaction that renews waits for others of its batch, and is committed when others have taken over.
    #[test]
    fn a_renewal_that_is_answered_after_the_end_brings_no_lease_back() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut lease = NodeLease::granted(start);
        assert!(lease.renewed(start + second, start + 4 * second));
        assert!(!lease.renewed(start + 3 * second, start + 6 * second));
        assert!(!lease.is_valid(start + 6 * second), "it stays ended");
    }

    #[test]
    fn views_tell_who_left_and_who_leads() {
        let mut members = Members::default();
        let first = members.update(&view(&["a", "b"], None, 0));
        assert_eq!((first.left.len(), first.new_leader, first.claim_lobby), (0, false, true));
        let led = members.update(&view(&["a", "b"], Some("b"), 1));
        assert_eq!((led.new_leader, led.claim_lobby), (true, false));
        let gone = members.update(&view(&["a"], Some("b"), 1));
        assert_eq!(gone.left, [NodeId("b".into())]);
        assert!(gone.new_leader && gone.claim_lobby, "a leader that is not there leads nobody");
        assert_eq!(members.leader(), None);
        let again = members.update(&view(&["a"], Some("a"), 2));
        assert!(again.new_leader && members.lobby_epoch() == 2);
        assert_eq!(members.update(&view(&["a"], Some("a"), 2)), MemberChanges::default());
    }
}
