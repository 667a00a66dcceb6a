//! A tree and the game that its root belongs to: a search that continues the same game reuses the
//! subtree of the last one.

use super::tree::{Amaf, Expansion, NodeStatus, Tree};
use game::{Position, Record};

/// A tree with the moves that led to its root.
pub(super) struct GameTree<P: Position, S = Amaf> {
    tree: Tree<P::Move, S>,
    /// The start of the game and the moves since.
    root_path: Option<(P, Vec<P::Move>)>,
}

impl<P: Position, S: Clone + Default> GameTree<P, S> {
    pub(super) fn new(memory_mib: usize) -> Self {
        Self { tree: Tree::new(memory_mib), root_path: None }
    }

    pub(super) const fn tree_mut(&mut self) -> &mut Tree<P::Move, S> {
        &mut self.tree
    }

    /// The next search begins with an empty tree.
    pub(super) fn forget(&mut self) {
        self.root_path = None;
    }

    /// Makes the current position of the record the root, reusing its subtree if the tree has it.
    /// `any` is a legal move; nodes have up to `most_children`.
    pub(super) fn set_root(&mut self, record: &Record<P>, any: P::Move, most_children: usize) {
        let wanted = record.position().moves().len().min(most_children);
        match self.find(record).filter(|&at| self.is_expanded(at, wanted)) {
            Some(at) if at == Tree::<P::Move, S>::ROOT => {}
            Some(at) => self.tree.reroot(at),
            None => self.tree.reset(any),
        }
        // Pruned before the search starts rather than when its time is nearly over.
        self.tree.prune();
        self.root_path = Some((record.start().clone(), record.moves().to_vec()));
    }

    /// The node of the current position, if the tree holds the moves that led to it.
    fn find(&self, record: &Record<P>) -> Option<usize> {
        let (start, moves) = self.root_path.as_ref()?;
        let news = record.moves().strip_prefix(&moves[..])?;
        if start != record.start() || self.tree.is_empty() {
            return None;
        }
        news.iter().try_fold(Tree::<P::Move, S>::ROOT, |at, &mv| {
            self.tree.children(at).find(|&child| self.tree.node(child).mv == mv)
        })
    }

    /// Whether a node can be the root, which needs all its children: a node proven by a winning
    /// move has only that one.
    fn is_expanded(&self, at: usize, wanted: usize) -> bool {
        let node = self.tree.node(at);
        let complete = self.tree.children(at).len() >= wanted || node.expansion == Expansion::Full;
        complete || (node.expansion == Expansion::Leaf && node.status == NodeStatus::Unproven)
    }
}
