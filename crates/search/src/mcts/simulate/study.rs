//! A closer look at positions that are visited often, and what it changes in the tree.

use super::Simulation;
use crate::mcts::guide::{Guide, Insight, Prior};
use crate::mcts::playout::Playout;
use crate::mcts::tree::{Extent, Node, Proof, Tree};
use game::{Outcome, Position};

impl<P: Position, G: Guide<P>, R: Playout<P>> Simulation<'_, P, G, R> {
    pub(super) fn wants_study(&self, at: usize) -> bool {
        let node = self.tree.node(at);
        let open = node.proof == Proof::Open && node.extent != Extent::Bare && !node.studied;
        let is_root = at == Tree::<P::Move>::ROOT;
        open && self.settings.study_after.is_some_and(|least| is_root || node.visits >= least)
    }

    pub(super) fn wants_second_opinion(&self, at: usize) -> bool {
        let node = self.tree.node(at);
        let open = node.proof == Proof::Open && node.extent != Extent::Bare && !node.reconsidered;
        let is_root = at == Tree::<P::Move>::ROOT;
        open && self.settings.reconsider_after.is_some_and(|least| is_root || node.visits >= least)
    }

    /// Asks the guide what it thinks of the moves now, and puts them in order by that and by what
    /// playouts have shown so far.
    pub(super) fn reconsider(&mut self, at: usize, position: &P) {
        self.tree.node_mut(at).reconsidered = true;
        self.list.clear();
        self.priors.clear();
        self.list.extend(self.tree.child_nodes(at).iter().map(|child| child.mv));
        let last = self.move_to(at);
        self.guide.reconsider(position, last, &self.list, &mut self.priors);
        if self.priors.len() != self.list.len() {
            return;
        }
        for (child, prior) in self.tree.child_nodes_mut(at).iter_mut().zip(&self.priors) {
            child.amaf_visits += prior.weight;
            child.amaf_sum += prior.weight * prior.chance;
        }
        let selection = self.selection;
        let promise = |node: &Node<P::Move>| selection.promise(node, 0.0);
        self.tree.child_nodes_mut(at).sort_by(|a, b| promise(b).total_cmp(&promise(a)));
    }

    /// Asks the guide, once, and believes it.
    pub(super) fn study(&mut self, at: usize, position: &P) {
        self.tree.node_mut(at).studied = true;
        self.list.clear();
        self.priors.clear();
        self.list.extend(self.tree.child_nodes(at).iter().map(|child| child.mv));
        let side = position.side_to_move();
        match self.guide.study(position, &mut self.list, &mut self.priors) {
            Insight::Open => self.narrow(at),
            Insight::WonBy(mv, plies) => self.win_by(at, mv, plies, Outcome::Win(side)),
            Insight::Lost(plies) => {
                let node = self.tree.node_mut(at);
                (node.proof, node.plies) = (Proof::Over(Outcome::Win(side.other())), plies);
            }
        }
    }

    /// Drops the children that were taken off the list, and tells the others what is thought of
    /// them.
    fn narrow(&mut self, at: usize) {
        let list = &self.list;
        self.tree.retain_children(at, |child| list.contains(&child.mv));
        if self.priors.len() != self.list.len() {
            return;
        }
        for child in self.tree.child_nodes_mut(at) {
            if let Some(i) = list.iter().position(|&mv| mv == child.mv) {
                let Prior { chance, weight } = self.priors[i];
                child.amaf_visits += weight;
                child.amaf_sum += weight * chance;
            }
        }
    }

    /// The node is won by `mv`. A node whose memory has no such child yet is proven all the same.
    fn win_by(&mut self, at: usize, mv: P::Move, plies: u16, won: Outcome) {
        let node = self.tree.node_mut(at);
        (node.proof, node.plies) = (Proof::Over(won), plies + 1);
        let child = self.tree.children(at).find(|&child| self.tree.node(child).mv == mv);
        if let Some(child) = child {
            let child = self.tree.node_mut(child);
            (child.proof, child.plies) = (Proof::Over(won), plies);
        } else if at == Tree::<P::Move>::ROOT && self.tree.has_room(1) {
            let child = Node { proof: Proof::Over(won), plies, ..Node::new(mv) };
            self.tree.expand(at, Extent::Part, [child].into_iter());
        }
    }
}
