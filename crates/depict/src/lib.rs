//! What a game declares beside its rules, so that it can be shown, taught and edited everywhere.
//!
//! A game's crate implements [`Depict`] (how a position is drawn and a move is clicked, what the game is
//! called and what its pages offer) and [`Teach`] (what a coach says, how forced wins are found). All
//! but the drawing has defaults. Renderers and everything that knows a game by name only are in `scene`
//! and above.

#![warn(missing_docs)]

mod clicks;
mod depict;
mod description;
mod edited_scene;
mod hex_layout;
mod move_effect;
mod palette;
mod picture;
mod teach;

pub use clicks::{Click, ClickPath};
pub use depict::{Depict, MoveExplanation, Played, Shortcut};
pub use description::{EngineOverlay, FileFormat, GameDescription, Portrait, Turning};
pub use edited_scene::{EditedScene, EditorPiece};
pub use hex_layout::{DoubledCoord, HexLayout, Point};
pub use move_effect::{Disguised, MoveEffect};
pub use palette::{Paint, Palette};
pub use picture::{Glyph, Highlight, Label, Link, Piece, Rim, Scene, Tile, TrayPiece, joined};
pub use teach::{CoachNote, PieceCard, Teach, is_safe, is_winning};
