//! The tree: nodes side by side in memory of fixed size.
//!
//! ```text
//!   root │ children of the root │ children of some node │ …
//! ```
//! Children stand together, and always behind their parent. So one pass from front to back can
//! tell what hangs on what, and closing the gaps keeps the order.

use crate::tag::Tag;
use game::{Outcome, Side};

/// What is proven of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    Open,
    Over(Outcome),
}

/// Which of its children a node has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    Bare,
    /// Some: nothing can be concluded from what is missing.
    Part,
    /// All that matter.
    Whole,
}

/// A position reached by a move, with the results of the playouts that came by.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    /// Where the children stand.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) tag: Tag,
    pub(super) visits: u32,
    /// Playouts in which the move was played here or later, and opinions.
    pub(super) amaf_visits: f32,
    /// What the mover got in them.
    pub(super) amaf_sum: f32,
    /// Plies to the end, once something is proven.
    pub(super) plies: u16,
    pub(super) proof: Proof,
    pub(super) extent: Extent,
    /// Whether the guide was asked once more.
    pub(super) reconsidered: bool,
    /// Whether the guide has taken a closer look.
    pub(super) studied: bool,
    /// What the mover got of the points.
    pub(super) sum: f64,
}

impl<M: Copy + std::hash::Hash> Node<M> {
    pub(super) fn new(mv: M) -> Self {
        Self {
            mv,
            first: 0,
            count: 0,
            tag: Tag::of(mv),
            visits: 0,
            amaf_visits: 0.0,
            amaf_sum: 0.0,
            plies: 0,
            proof: Proof::Open,
            extent: Extent::Bare,
            reconsidered: false,
            studied: false,
            sum: 0.0,
        }
    }
}

impl<M> Node<M> {
    /// What the mover got on average, if anything is known.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }

    /// Whether the node is proven to be won by `side`.
    pub(super) fn is_won_by(&self, side: Side) -> bool {
        self.proof == Proof::Over(Outcome::Win(side))
    }
}

/// The nodes; the root is the first.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy + std::hash::Hash> Tree<M> {
    /// An empty tree that will never take more memory than this.
    pub(super) fn new(mebibytes: usize) -> Self {
        // Closing gaps takes a number for each node.
        let each = size_of::<Node<M>>() + size_of::<u32>();
        let most = ((mebibytes as u64) << 20) / each as u64;
        let most = most.clamp(1 << 10, u64::from(u32::MAX)) as usize;
        Self { nodes: Vec::with_capacity(most), most }
    }

    pub(super) const ROOT: usize = 0;

    /// Starts again with nothing but a root. A root has no move of its own and takes any.
    pub(super) fn plant(&mut self, any: M) {
        self.nodes.clear();
        self.nodes.push(Node::new(any));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&self, at: usize) -> &Node<M> {
        &self.nodes[at]
    }

    pub(super) fn node_mut(&mut self, at: usize) -> &mut Node<M> {
        &mut self.nodes[at]
    }

    /// Where the children of a node stand.
    pub(super) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    pub(super) fn child_nodes(&self, at: usize) -> &[Node<M>] {
        &self.nodes[self.children(at)]
    }

    pub(super) fn child_nodes_mut(&mut self, at: usize) -> &mut [Node<M>] {
        let range = self.children(at);
        &mut self.nodes[range]
    }

    /// Whether so many more nodes fit in.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.most
    }

    /// The most children a node may have, so that every path can still grow.
    pub(super) fn most_children(&self) -> usize {
        (self.most / 4).min(usize::from(u16::MAX))
    }

    /// Gives a node its children.
    pub(super) fn expand(
        &mut self,
        at: usize,
        extent: Extent,
        children: impl ExactSizeIterator<Item = Node<M>>,
    ) {
        let (first, count) = (self.nodes.len() as u32, children.len() as u16);
        self.nodes.extend(children);
        let node = &mut self.nodes[at];
        (node.first, node.count, node.extent) = (first, count, extent);
    }

    /// Drops the children that `keep` does not want; what hung on them stays until the tree is
    /// next tidied.
    pub(super) fn retain_children(&mut self, at: usize, keep: impl Fn(&Node<M>) -> bool) {
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

    /// How full the memory is, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        (self.nodes.len() * 1000 / self.most) as u32
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes `root` the root and drops what does not hang on it.
    pub(super) fn replant(&mut self, root: usize) {
        self.keep(root, 0);
    }

    /// Drops what hangs on nodes seldom visited, until half the memory is free or nothing but the
    /// root's children is left. A tree that fills less than half stays as it is.
    pub(super) fn thin(&mut self) {
        if self.nodes.len() > self.most / 2 {
            self.keep(Self::ROOT, self.bar());
        }
    }

    /// The visits with which a node may keep its children, if all are to fill half the memory: a
    /// power of two.
    ///
    /// No node is visited more often than its parent, so that what is kept can be counted without
    /// going down the tree. Large trees take a while to be gone through, and somebody is waiting.
    fn bar(&self) -> u32 {
        // Children of nodes whose visits have so many binary digits.
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

    /// Keeps `root`, its children, and what hangs on nodes with `visits` and more. Closes the gaps.
    fn keep(&mut self, root: usize, visits: u32) {
        const GONE: u32 = u32::MAX;
        let mut places = vec![GONE; self.nodes.len()];
        places[root] = 0;
        let mut kept = 0;
        for at in root..self.nodes.len() {
            if places[at] == GONE {
                continue;
            }
            places[at] = kept;
            kept += 1;
            if at == root || self.nodes[at].visits >= visits {
                self.children(at).for_each(|child| places[child] = 0);
            } else {
                let node = &mut self.nodes[at];
                (node.first, node.count, node.extent) = (0, 0, Extent::Bare);
                (node.reconsidered, node.studied) = (false, false);
            }
        }
        for at in root..self.nodes.len() {
            if places[at] != GONE {
                let mut node = self.nodes[at].clone();
                node.first = if node.count > 0 { places[node.first as usize] } else { 0 };
                self.nodes[places[at] as usize] = node;
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
        tree.plant(0);
        tree.expand(Tree::<u8>::ROOT, Extent::Whole, bunch(3));
        tree.expand(2, Extent::Whole, bunch(2));
        tree.expand(1, Extent::Whole, bunch(4));
        tree.expand(5, Extent::Part, [Node::new(9)].into_iter());
        tree
    }

    #[test]
    fn a_new_root_keeps_what_hangs_on_it() {
        let mut tree = small();
        assert_eq!(tree.len(), 11);
        tree.replant(2);
        assert_eq!(tree.len(), 4);
        assert_eq!(tree.children(0), 1..3);
        assert_eq!(tree.node(tree.children(2).start).mv, 9);
        assert_eq!(tree.node(2).extent, Extent::Part);
    }

    #[test]
    fn thinning_frees_memory_and_keeps_what_is_visited() {
        let mut tree = small();
        tree.most = 16;
        tree.node_mut(2).visits = 100;
        tree.thin();
        assert_eq!(tree.len(), 6, "the seldom visited lost their children");
        assert_eq!(tree.child_nodes(2).len(), 2);
        assert_eq!((tree.child_nodes(1).len(), tree.node(1).extent), (0, Extent::Bare));
        tree.thin();
        assert_eq!(tree.len(), 6, "there is room enough");
        tree.most = 8;
        tree.thin();
        assert_eq!(tree.len(), 4, "the root's children are never dropped");
    }

    #[test]
    fn no_more_is_dropped_than_must_be() {
        let mut tree = Tree::new(1);
        tree.plant(0);
        tree.expand(Tree::<u8>::ROOT, Extent::Whole, bunch(40));
        for at in 1..=40 {
            tree.expand(at, Extent::Whole, bunch(10));
            tree.node_mut(at).visits = 1 << (at % 8);
        }
        // Five of the forty have 16 visits, five 32, and so on: each such group keeps 50 nodes.
        for (most, kept) in [(400, 191), (382, 191), (380, 141), (90, 41)] {
            tree.most = most;
            tree.thin();
            assert_eq!(tree.len(), kept, "{most}");
        }
    }

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node<u64>>() <= 48, "{}", size_of::<Node<u64>>());
    }
}
