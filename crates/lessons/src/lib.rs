//! What teaches a game: lessons, rules pages, diagrams and piece cards.
//!
//! [`lessons`] are positions where the reader moves; their texts are in `content/<game>/lessons.txt`.
//! [`rules`] reads `content/<game>/rules.md` into blocks to draw, and [`Diagram`] is a picture of a
//! rules page or of a piece card. There is no rule of play here.

pub mod coach;
mod content;
mod diagram;
mod lesson;
mod piece_card;
mod response;
mod rules_page;

pub use diagram::{Diagram, diagram, diagrams};
pub use lesson::{Goal, Lesson, guided, lessons};
pub use piece_card::{card_diagram, piece_card};
pub use response::Response;
pub use rules_page::{Block, Span, rules, spans};
