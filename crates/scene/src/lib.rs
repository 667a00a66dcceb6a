//! What to draw for a position, and how a move is clicked.
//!
//! A [`Scene`] is a picture without pixels: tiles, pieces, links and marks. One scene feeds the
//! terminal ([`text`]), pictures ([`svg`]) and the browser. Nothing here touches the DOM or the
//! terminal, and no drawing knows a rule: what is pinned or won, a scene says.

pub mod art;
mod changes;
pub mod svg;
pub mod table;
pub mod text;

pub use changes::{explain_step, mark_changes, scene_of};
pub use depict::*;
pub use table::Table;
