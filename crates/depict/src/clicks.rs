//! Click paths: the cells and buttons clicked to make a move, in order.
//!
//! A board holds no rule: it offers whatever continues the path of some legal move, and has its
//! move when one path is complete.

use hexgrid::Cell;

/// Something that can be touched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Click {
    /// A cell of the board.
    Cell(Cell),
    /// A piece of the tray, by its letter.
    Tray(char),
    /// A button, by its label.
    Button(&'static str),
}

/// The clicks that make a move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ClickPath(pub Vec<Click>);

impl ClickPath {
    /// What comes after `made`, if this path starts with it.
    pub fn next_after(&self, made: &[Click]) -> Option<Click> {
        self.0.starts_with(made).then(|| self.0.get(made.len()).copied()).flatten()
    }

    /// The cells on the path.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().filter_map(|click| match click {
            Click::Cell(cell) => Some(*cell),
            Click::Tray(_) | Click::Button(_) => None,
        })
    }
}
