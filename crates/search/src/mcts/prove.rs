//! MCTS-Solver (Winands, Björnsson and Saito 2008): exact backup of proven results.

use super::tree::{Expansion, Node, NodeStatus, Tree};
use game::{Outcome, Side};
use std::hash::Hash;

/// The result of a node that follows from its children, with `side` to move, and its distance in
/// plies.
///
/// - One child won by `side` is enough: the quickest counts.
/// - If all children are proven and none is won, the best is a draw if there is one, and else the
///   slowest loss. That needs every move: a partially expanded node stays unproven.
pub(super) fn proven<M, S>(
    children: &[Node<M, S>],
    expansion: Expansion,
    side: Side,
) -> Option<(Outcome, u16)> {
    let won = children.iter().filter(|child| child.is_won_by(side));
    if let Some(plies) = won.map(|child| child.plies).min() {
        return Some((Outcome::Win(side), plies + 1));
    }
    let closed = |child: &Node<M, S>| child.status != NodeStatus::Unproven;
    if expansion != Expansion::Full || !children.iter().all(closed) {
        return None;
    }
    let drawn = children.iter().any(|child| child.status == NodeStatus::Proven(Outcome::Draw));
    let best = if drawn { Outcome::Draw } else { Outcome::Win(side.other()) };
    let plies = children.iter().filter(|child| child.status == NodeStatus::Proven(best));
    Some((best, plies.map(|child| child.plies).max()? + 1))
}

impl<M: Copy + Hash, S: Clone + Default> Tree<M, S> {
    /// Applies [`proven`] to a node. Returns whether it is proven now.
    pub(super) fn prove(&mut self, at: usize, side: Side) -> bool {
        let found = proven(self.child_nodes(at), self.node(at).expansion, side);
        if let Some((outcome, plies)) = found {
            let node = self.node_mut(at);
            (node.status, node.plies) = (NodeStatus::Proven(outcome), plies);
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(status: NodeStatus, plies: u16) -> Node<u8> {
        Node { plies, status, ..Node::new(0) }
    }

    const WON: NodeStatus = NodeStatus::Proven(Outcome::Win(Side::First));
    const LOST: NodeStatus = NodeStatus::Proven(Outcome::Win(Side::Second));
    const DRAWN: NodeStatus = NodeStatus::Proven(Outcome::Draw);

    fn proven_outcome(children: &[Node<u8>], expansion: Expansion) -> Option<(Outcome, u16)> {
        proven(children, expansion, Side::First)
    }

    #[test]
    fn one_win_is_enough_and_the_quickest_counts() {
        let some = [child(NodeStatus::Unproven, 0), child(WON, 6), child(WON, 2), child(LOST, 1)];
        assert_eq!(proven_outcome(&some, Expansion::Partial), Some((Outcome::Win(Side::First), 3)));
    }

    #[test]
    fn a_loss_needs_every_move_and_the_slowest_counts() {
        let all = [child(LOST, 1), child(LOST, 5), child(LOST, 3)];
        assert_eq!(proven_outcome(&all, Expansion::Full), Some((Outcome::Win(Side::Second), 6)));
        assert_eq!(
            proven_outcome(&all, Expansion::Partial),
            None,
            "a missing move may be the answer"
        );
        let open = [child(LOST, 1), child(NodeStatus::Unproven, 0)];
        assert_eq!(proven_outcome(&open, Expansion::Full), None);
    }

    #[test]
    fn a_draw_is_better_than_a_loss() {
        let all = [child(LOST, 9), child(DRAWN, 4)];
        assert_eq!(proven_outcome(&all, Expansion::Full), Some((Outcome::Draw, 5)));
    }
}
