//! Analysis of games: trees of variations, import, position editor.
//!
//! A [`Tree`] is a game with variations, comments and annotations, and has a text: a record with
//! more in it, which every reader of records reads as the game alone. [`sgf_format`] writes and reads
//! it as SGF, [`hexworld`] as `HexWorld` links, [`link`] puts a text into an address, [`import::read`]
//! reads any format that can be pasted, and a [`PositionEditor`] is a position being set up by hand.
//! Nothing here draws, searches or knows a rule.

#![warn(missing_docs)]

mod annotation;
pub mod hexworld;
pub mod import;
pub mod link;
mod position_editor;
pub mod sgf_format;
mod text;
mod tree;

pub use annotation::MoveAnnotation;
pub use import::ImportError;
pub use position_editor::{EditorPiece, PositionEditor, editor_start};
pub use sgf::Property;
pub use text::{Partial, Token};
pub use tree::{Node, NodeId, Tree};
