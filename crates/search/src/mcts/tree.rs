//! Node storage of the MCTS tree (Coulom 2006): one array of fixed capacity, pruned when it is
//! full.
//!
//! ```text
//!   root │ children of the root │ children of some node │ …
//! ```
//! Siblings are contiguous, and stored after their parent. So a single pass from front to back finds the
//! reachable nodes, and compaction keeps the order.

use crate::move_hash::MoveHash;
use game::{Outcome, Side};

/// Whether a node is proven (MCTS-Solver).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeStatus {
    Unproven,
    Proven(Outcome),
    /// Not better than a sibling, and not visited any more. Its place in the array stays: other threads may
    /// be below it.
    Pruned,
}

/// Expansion state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expansion {
    Leaf,
    /// Some children only: a loss cannot be proven from them.
    Partial,
    /// All children that matter.
    Full,
}

/// AMAF statistics of a node, for RAVE (Gelly and Silver 2011).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Amaf {
    /// AMAF visits ñ: iterations in which the move was played here or later, plus the weight of
    /// priors.
    pub(super) visits: f32,
    /// Sum of rewards w̃ in them.
    pub(super) sum: f32,
}

/// A node: the move that led to it and its statistics, from the view of the side that made the
/// move. `S` are the statistics of the selection formula.
#[derive(Clone, Debug)]
pub(super) struct Node<M, S = Amaf> {
    pub(super) mv: M,
    /// Index of the first child.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) move_hash: MoveHash,
    pub(super) visits: u32,
    /// Statistics of the selection formula.
    pub(super) stats: S,
    /// Plies to the end of the game, once proven.
    pub(super) plies: u16,
    pub(super) status: NodeStatus,
    pub(super) expansion: Expansion,
    /// Whether the policy was applied.
    pub(super) policy_applied: bool,
    /// Whether a proof was tried.
    pub(super) proof_tried: bool,
    /// Sum of rewards w.
    pub(super) sum: f64,
}

impl<M: Copy + std::hash::Hash, S: Default> Node<M, S> {
    pub(super) fn new(mv: M) -> Self {
        Self {
            mv,
            first: 0,
            count: 0,
            move_hash: MoveHash::of(mv),
            visits: 0,
            stats: S::default(),
            plies: 0,
            status: NodeStatus::Unproven,
            expansion: Expansion::Leaf,
            policy_applied: false,
            proof_tried: false,
            sum: 0.0,
        }
    }
}

impl<M, S> Node<M, S> {
    /// Mean reward of the mover, if there were visits.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }

    /// Whether the node is proven to be won by `side`.
    pub(super) fn is_won_by(&self, side: Side) -> bool {
        self.status == NodeStatus::Proven(Outcome::Win(side))
    }
}

/// The nodes; the root is the first.
pub(super) struct Tree<M, S = Amaf> {
    nodes: Vec<Node<M, S>>,
    most: usize,
}

impl<M: Copy + std::hash::Hash, S: Clone + Default> Tree<M, S> {
    /// An empty tree of this capacity.
    pub(super) fn new(mebibytes: usize) -> Self {
        // Compaction takes an index for each node.
        let each = size_of::<Node<M, S>>() + size_of::<u32>();
        let most = ((mebibytes as u64) << 20) / each as u64;
        let most = most.clamp(1 << 10, u64::from(u32::MAX)) as usize;
        Self { nodes: Vec::with_capacity(most), most }
    }

    pub(super) const ROOT: usize = 0;

    /// Clears the tree to a root alone. The root's move is not used; `any` fills the field.
    pub(super) fn reset(&mut self, any: M) {
        self.nodes.clear();
        self.nodes.push(Node::new(any));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&self, at: usize) -> &Node<M, S> {
        &self.nodes[at]
    }

    pub(super) fn node_mut(&mut self, at: usize) -> &mut Node<M, S> {
        &mut self.nodes[at]
    }

    /// Indices of the children of a node.
    pub(super) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    pub(super) fn child_nodes(&self, at: usize) -> &[Node<M, S>] {
        &self.nodes[self.children(at)]
    }

    pub(super) fn child_nodes_mut(&mut self, at: usize) -> &mut [Node<M, S>] {
        let range = self.children(at);
        &mut self.nodes[range]
    }

    /// Whether this number of further nodes fits.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.most
    }

    /// Maximum number of children of a node, so that every path can still grow.
    pub(super) fn most_children(&self) -> usize {
        (self.most / 4).min(usize::from(u16::MAX))
    }

    /// Adds the children of a node.
    pub(super) fn expand(
        &mut self,
        at: usize,
        expansion: Expansion,
        children: impl ExactSizeIterator<Item = Node<M, S>>,
    ) {
        let (first, count) = (self.nodes.len() as u32, children.len() as u16);
        self.nodes.extend(children);
        let node = &mut self.nodes[at];
        (node.first, node.count, node.expansion) = (first, count, expansion);
    }

    /// Drops the children that `keep` rejects; their subtrees stay until the next compaction.
    pub(super) fn retain_children(&mut self, at: usize, keep: impl Fn(&Node<M, S>) -> bool) {
        let range = self.children(at);
        let mut kept = range.start;
        for child in range.clone() {
            if keep(&self.nodes[child]) {
                self.nodes.swap(kept, child);
                kept += 1;
            }
        }
        self.nodes[at].count = (kept - range.start) as u16;
    }

    /// Share of the capacity in use, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        (self.nodes.len() * 1000 / self.most) as u32
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes the subtree of `root` the tree.
    pub(super) fn reroot(&mut self, root: usize) {
        self.retain(root, 0);
    }

    /// Drops the subtrees of nodes with few visits, until half the capacity is free or only the
    /// root's children are left. A tree that fills less than half stays as it is.
    pub(super) fn prune(&mut self) {
        if self.nodes.len() > self.most / 2 {
            self.retain(Self::ROOT, self.prune_threshold());
        }
    }

    /// Least visits of a node that keeps its children, so that the tree fills at most half the
    /// capacity: a power of two.
    ///
    /// No node has more visits than its parent, so a histogram over all nodes is enough: the tree
    /// is not traversed, which would take long while the clock runs.
    fn prune_threshold(&self) -> u32 {
        // Number of children by the binary digits of their parent's visits.
        let mut children = [0; 33];
        for node in &self.nodes[1..] {
            children[(u32::BITS - node.visits.leading_zeros()) as usize] += usize::from(node.count);
        }
        let mut kept = 1 + self.children(Self::ROOT).len();
        let fits = |&digits: &usize| {
            kept += children[digits];
            kept <= self.most / 2
        };
        let least = (3..=32).rev().take_while(fits).last().unwrap_or(33);
        1u32.checked_shl(least as u32 - 1).unwrap_or(u32::MAX)
    }

    /// Keeps `root`, its children, and the children of nodes with at least `visits` visits.
    /// Compacts the array.
    fn retain(&mut self, root: usize, visits: u32) {
        const DROPPED: u32 = u32::MAX;
        let mut new_indices = vec![DROPPED; self.nodes.len()];
        new_indices[root] = 0;
        let mut kept = 0;
        for at in root..self.nodes.len() {
            if new_indices[at] == DROPPED {
                continue;
            }
            new_indices[at] = kept;
            kept += 1;
            if at == root || self.nodes[at].visits >= visits {
                self.children(at).for_each(|child| new_indices[child] = 0);
            } else {
                let node = &mut self.nodes[at];
                (node.first, node.count, node.expansion) = (0, 0, Expansion::Leaf);
                (node.policy_applied, node.proof_tried) = (false, false);
            }
        }
        for at in root..self.nodes.len() {
            if new_indices[at] != DROPPED {
                let mut node = self.nodes[at].clone();
                node.first = if node.count > 0 { new_indices[node.first as usize] } else { 0 };
                self.nodes[new_indices[at] as usize] = node;
            }
        }
        self.nodes.truncate(kept as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bunch(count: u8) -> impl ExactSizeIterator<Item = Node<u8>> {
        (0..count).map(Node::new)
    }

    /// A root with three children, the middle one with two more, the last of which has one.
    fn small() -> Tree<u8> {
        let mut tree = Tree::new(1);
        tree.reset(0);
        tree.expand(Tree::<u8>::ROOT, Expansion::Full, bunch(3));
        tree.expand(2, Expansion::Full, bunch(2));
        tree.expand(1, Expansion::Full, bunch(4));
        tree.expand(5, Expansion::Partial, [Node::new(9)].into_iter());
        tree
    }

    #[test]
    fn a_new_root_keeps_its_subtree() {
        let mut tree = small();
        assert_eq!(tree.len(), 11);
        tree.reroot(2);
        assert_eq!(tree.len(), 4);
        assert_eq!(tree.children(0), 1..3);
        assert_eq!(tree.node(tree.children(2).start).mv, 9);
        assert_eq!(tree.node(2).expansion, Expansion::Partial);
    }

    #[test]
    fn pruning_frees_memory_and_keeps_visited_nodes() {
        let mut tree = small();
        tree.most = 16;
        tree.node_mut(2).visits = 100;
        tree.prune();
        assert_eq!(tree.len(), 6, "the seldom visited lost their children");
        assert_eq!(tree.child_nodes(2).len(), 2);
        assert_eq!((tree.child_nodes(1).len(), tree.node(1).expansion), (0, Expansion::Leaf));
        tree.prune();
        assert_eq!(tree.len(), 6, "there is room enough");
        tree.most = 8;
        tree.prune();
        assert_eq!(tree.len(), 4, "the root's children are never dropped");
    }

    #[test]
    fn no_more_is_dropped_than_must_be() {
        let mut tree = Tree::new(1);
        tree.reset(0);
        tree.expand(Tree::<u8>::ROOT, Expansion::Full, bunch(40));
        for at in 1..=40 {
            tree.expand(at, Expansion::Full, bunch(10));
            tree.node_mut(at).visits = 1 << (at % 8);
        }
        // Five of the forty have 16 visits, five 32, and so on: each such group keeps 50 nodes.
        for (most, kept) in [(400, 191), (382, 191), (380, 141), (90, 41)] {
            tree.most = most;
            tree.prune();
            assert_eq!(tree.len(), kept, "{most}");
        }
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node<u64>>() <= 48, "{}", size_of::<Node<u64>>());
    }
}
