//! A game tree of any game that SGF is read and written of.

use crate::{SgfGame, Tree, write_sgf};
use game::Record;
use std::any::Any;

/// A tree whose game is known only when the program runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyTree {
    /// Of Hex.
    Hex(Tree<hex::Position>),
    /// Of Havannah.
    Havannah(Tree<havannah::Position>),
}

/// Runs generic code for the tree inside an [`AnyTree`], borrowed as the tree is.
///
/// ```
/// let games = sgf::read_any_sgf("(;GM[havannah]SZ[4];W[b2];B[swap])", "hex")?;
/// assert_eq!(sgf::with_tree!(&games[0], tree => tree.nodes.len()), 2);
/// # Ok::<(), sgf::ReadError>(())
/// ```
#[macro_export]
macro_rules! with_tree {
    ($any:expr, $tree:ident => $body:expr) => {
        match $any {
            $crate::AnyTree::Hex($tree) => $body,
            $crate::AnyTree::Havannah($tree) => $body,
        }
    };
}

impl AnyTree {
    /// The tree without variations of a [`Record`], if SGF is written of its game.
    pub fn of_record(record: &dyn Any) -> Option<Self> {
        let hex = record.downcast_ref::<Record<hex::Position>>();
        let havannah = record.downcast_ref::<Record<havannah::Position>>();
        hex.map(|record| Self::Hex(Tree::of(record)))
            .or_else(|| havannah.map(|record| Self::Havannah(Tree::of(record))))
    }

    /// The tree of this game, if it is one.
    pub fn of_game<P: SgfGame>(&self) -> Option<&Tree<P>> {
        with_tree!(self, tree => (tree as &dyn Any).downcast_ref())
    }

    /// As SGF, with all its variations, comments and markup.
    pub fn write(&self) -> String {
        with_tree!(self, tree => write_sgf(tree))
    }
}
