//! What follows from proven children: exact, and without playouts (Winands, Björnsson & Saito,
//! *Monte-Carlo Tree Search Solver*, 2008).

use super::tree::{Extent, Node, Proof, Tree};
use game::{Outcome, Side};
use std::hash::Hash;

/// What the children of a node prove of it, with `side` to move, and in how many plies.
///
/// - One child won by `side` is enough: the quickest counts.
/// - If all are proven and none is won, the best is a draw if there is one, and else the slowest
///   loss. That needs every move: a node with only some of them is left open.
pub(super) fn proven<M>(
    children: &[Node<M>],
    extent: Extent,
    side: Side,
) -> Option<(Outcome, u16)> {
    let won = children.iter().filter(|child| child.is_won_by(side));
    if let Some(plies) = won.map(|child| child.plies).min() {
        return Some((Outcome::Win(side), plies + 1));
    }
    let closed = |child: &Node<M>| child.proof != Proof::Open;
    if extent != Extent::Whole || !children.iter().all(closed) {
        return None;
    }
    let drawn = children.iter().any(|child| child.proof == Proof::Over(Outcome::Draw));
    let best = if drawn { Outcome::Draw } else { Outcome::Win(side.other()) };
    let plies = children.iter().filter(|child| child.proof == Proof::Over(best));
    Some((best, plies.map(|child| child.plies).max()? + 1))
}

impl<M: Copy + Hash> Tree<M> {
    /// Proves a node by its children, if they do. Returns whether it is proven now.
    pub(super) fn prove(&mut self, at: usize, side: Side) -> bool {
        let found = proven(self.child_nodes(at), self.node(at).extent, side);
        if let Some((outcome, plies)) = found {
            let node = self.node_mut(at);
            (node.proof, node.plies) = (Proof::Over(outcome), plies);
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(proof: Proof, plies: u16) -> Node<u8> {
        Node { plies, proof, ..Node::new(0) }
    }

    const WON: Proof = Proof::Over(Outcome::Win(Side::First));
    const LOST: Proof = Proof::Over(Outcome::Win(Side::Second));
    const DRAWN: Proof = Proof::Over(Outcome::Draw);

    fn verdict(children: &[Node<u8>], extent: Extent) -> Option<(Outcome, u16)> {
        proven(children, extent, Side::First)
    }

    #[test]
    fn one_win_is_enough_and_the_quickest_counts() {
        let some = [child(Proof::Open, 0), child(WON, 6), child(WON, 2), child(LOST, 1)];
        assert_eq!(verdict(&some, Extent::Part), Some((Outcome::Win(Side::First), 3)));
    }

    #[test]
    fn a_loss_needs_every_move_and_the_slowest_counts() {
        let all = [child(LOST, 1), child(LOST, 5), child(LOST, 3)];
        assert_eq!(verdict(&all, Extent::Whole), Some((Outcome::Win(Side::Second), 6)));
        assert_eq!(verdict(&all, Extent::Part), None, "a missing move may be the answer");
        let open = [child(LOST, 1), child(Proof::Open, 0)];
        assert_eq!(verdict(&open, Extent::Whole), None);
    }

    #[test]
    fn a_draw_is_better_than_a_loss() {
        let all = [child(LOST, 9), child(DRAWN, 4)];
        assert_eq!(verdict(&all, Extent::Whole), Some((Outcome::Draw, 5)));
    }
}
