//! The games that SGF is read and written of, below; and a game tree of any of them.

use crate::dialect::is_gm;
use crate::{SgfGame, Tree, write_sgf};
use game::Record;
use std::any::Any;

/// Declares the games: `Variant = crate` each. The crate has a type `Position` that implements [`SgfGame`].
macro_rules! sgf_games {
    ($($(#[$doc:meta])* $variant:ident = $module:ident,)+) => {
        sgf_games! { @with ($) $($(#[$doc])* $variant = $module,)+ }
    };
    // `$d` is a dollar sign, for the macros that this one makes.
    (@with ($d:tt) $($(#[$doc:meta])* $variant:ident = $module:ident,)+) => {
        /// A tree whose game is known only when the program runs.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyTree {
            $($(#[$doc])* $variant(Tree<$module::Position>),)+
        }

        $(impl From<Tree<$module::Position>> for AnyTree {
            fn from(tree: Tree<$module::Position>) -> Self {
                Self::$variant(tree)
            }
        })+

        impl AnyTree {
            /// The tree without variations of a [`Record`], if SGF is written of its game.
            pub fn of_record(record: &dyn Any) -> Option<Self> {
                $(if let Some(record) = record.downcast_ref::<Record<$module::Position>>() {
                    return Some(Self::$variant(Tree::of(record)));
                })+
                None
            }
        }

        /// Which game a file is of.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum FileGame {
            $($variant,)+
        }

        impl FileGame {
            /// The game that this value of `GM` names.
            pub(crate) fn of_gm(gm: &str) -> Option<Self> {
                $(if is_gm::<$module::Position>(gm) {
                    return Some(Self::$variant);
                })+
                None
            }
        }

        /// Runs generic code for the game of a file.
        macro_rules! with_file_game {
            ($d game:expr, $d P:ident => $d body:expr) => {
                match $d game {
                    $(FileGame::$variant => {
                        type $d P = $module::Position;
                        $d body
                    })+
                }
            };
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
            ($d any:expr, $d tree:ident => $d body:expr) => {
                match $d any {
                    $($crate::AnyTree::$variant($d tree) => $d body,)+
                }
            };
        }
    };
}

sgf_games! {
    /// Of Hex.
    Hex = hex,
    /// Of Havannah.
    Havannah = havannah,
}

impl AnyTree {
    /// The tree of this game, if it is one.
    pub fn of_game<P: SgfGame>(&self) -> Option<&Tree<P>> {
        with_tree!(self, tree => (tree as &dyn Any).downcast_ref())
    }

    /// As SGF, with all its variations, comments and markup.
    pub fn write(&self) -> String {
        with_tree!(self, tree => write_sgf(tree))
    }
}
