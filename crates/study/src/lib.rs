//! Games taken apart.
//!
//! A [`Tree`] is a game with variations, comments and judgements, and has a text: a record with
//! more in it, which every reader of records reads as the game alone. [`hex_formats`] writes and reads
//! it as SGF and as `HexWorld` links, [`link`] puts a text into an address, [`paste::read`] makes a
//! tree of whatever somebody pasted, and a [`Sketch`] is a position being set up by hand. Nothing here
//! draws, thinks or knows a rule.

#![warn(missing_docs)]

pub mod hex_formats;
mod judgement;
pub mod link;
pub mod paste;
mod sketch;
mod text;
mod tree;

pub use judgement::Judgement;
pub use paste::PasteError;
pub use sgf::Property;
pub use sketch::{Brush, Sketch, SketchError};
pub use text::{Partial, Token};
pub use tree::{Node, NodeId, Tree};
