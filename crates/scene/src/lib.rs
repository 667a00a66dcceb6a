//! What to draw for a position, and how a move is clicked.
//!
//! A [`Scene`] is a picture without pixels: tiles, pieces, links and marks. One scene feeds the
//! terminal ([`text`]), pictures ([`svg`]) and the browser. Nothing here touches the DOM or the
//! terminal, and no drawing knows a rule: what is pinned or won, a scene says.

pub mod art;
mod clicks;
mod depict;
mod eclipse;
mod hex;
mod hex_layout;
mod hexchess;
pub mod paint;
mod picture;
pub mod svg;
pub mod table;
pub mod text;

pub use clicks::{Click, ClickPath};
pub use depict::{Depict, MoveExplanation, Shortcut, explain_step, mark_changes, scene_of};
pub use hex_layout::{DoubledCoord, HexLayout, Point};
pub use picture::{Glyph, Label, Link, Mark, Piece, Rim, Scene, Tile, TrayPiece};
pub use table::Table;
