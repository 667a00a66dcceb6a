//! Domain knowledge at nodes visited often: priors of the policy and proofs, applied to the tree.

use super::Simulation;
use crate::mcts::knowledge::{DomainKnowledge, Prior, Proof};
use crate::mcts::playout::Playout;
use crate::mcts::tree::{Expansion, Node, NodeStatus, Tree};
use game::{Outcome, Position};

impl<P: Position, G: DomainKnowledge<P>, R: Playout<P>> Simulation<'_, P, G, R> {
    pub(super) fn wants_proof(&self, at: usize) -> bool {
        let node = self.tree.node(at);
        let open = node.status == NodeStatus::Unproven
            && node.expansion != Expansion::Leaf
            && !node.proof_tried;
        let is_root = at == Tree::<P::Move>::ROOT;
        open && self.settings.prove_after.is_some_and(|least| is_root || node.visits >= least)
    }

    pub(super) fn wants_policy(&self, at: usize) -> bool {
        let node = self.tree.node(at);
        let open = node.status == NodeStatus::Unproven
            && node.expansion != Expansion::Leaf
            && !node.policy_applied;
        let is_root = at == Tree::<P::Move>::ROOT;
        open && self.settings.policy_after.is_some_and(|least| is_root || node.visits >= least)
    }

    /// Adds the policy's priors and sorts the children by RAVE-blended value: progressive widening
    /// takes them in this order.
    pub(super) fn apply_policy(&mut self, at: usize, position: &P) {
        self.tree.node_mut(at).policy_applied = true;
        self.list.clear();
        self.priors.clear();
        self.list.extend(self.tree.child_nodes(at).iter().map(|child| child.mv));
        let last = self.move_to(at);
        self.knowledge.policy(position, last, &self.list, &mut self.priors);
        if self.priors.len() != self.list.len() {
            return;
        }
        for (child, prior) in self.tree.child_nodes_mut(at).iter_mut().zip(&self.priors) {
            child.stats.visits += prior.weight;
            child.stats.sum += prior.weight * prior.chance;
        }
        let selection = self.selection;
        let value = |node: &Node<P::Move>| selection.ucb_rave(node, 0.0);
        self.tree.child_nodes_mut(at).sort_by(|a, b| value(b).total_cmp(&value(a)));
    }

    /// Calls `prove`, once, and applies the proof.
    pub(super) fn apply_proof(&mut self, at: usize, position: &P) {
        self.tree.node_mut(at).proof_tried = true;
        self.list.clear();
        self.priors.clear();
        self.list.extend(self.tree.child_nodes(at).iter().map(|child| child.mv));
        let side = position.side_to_move();
        match self.knowledge.prove(position, &mut self.list, &mut self.priors) {
            Proof::Unproven => self.drop_removed_moves(at),
            Proof::WonBy(mv, plies) => self.win_by(at, mv, plies, Outcome::Win(side)),
            Proof::Lost(plies) => {
                let node = self.tree.node_mut(at);
                (node.status, node.plies) = (NodeStatus::Proven(Outcome::Win(side.other())), plies);
            }
        }
    }

    /// Drops the children whose moves were removed, and adds the priors of the others.
    fn drop_removed_moves(&mut self, at: usize) {
        let list = &self.list;
        self.tree.retain_children(at, |child| list.contains(&child.mv));
        if self.priors.len() != self.list.len() {
            return;
        }
        for child in self.tree.child_nodes_mut(at) {
            if let Some(i) = list.iter().position(|&mv| mv == child.mv) {
                let Prior { chance, weight } = self.priors[i];
                child.stats.visits += weight;
                child.stats.sum += weight * chance;
            }
        }
    }

    /// The node is won by `mv`. It is proven even if it has no child with that move.
    fn win_by(&mut self, at: usize, mv: P::Move, plies: u16, won: Outcome) {
        let node = self.tree.node_mut(at);
        (node.status, node.plies) = (NodeStatus::Proven(won), plies + 1);
        let child = self.tree.children(at).find(|&child| self.tree.node(child).mv == mv);
        if let Some(child) = child {
            let child = self.tree.node_mut(child);
            (child.status, child.plies) = (NodeStatus::Proven(won), plies);
        } else if at == Tree::<P::Move>::ROOT && self.tree.has_room(1) {
            let child = Node { status: NodeStatus::Proven(won), plies, ..Node::new(mv) };
            self.tree.expand(at, Expansion::Partial, [child].into_iter());
        }
    }
}
