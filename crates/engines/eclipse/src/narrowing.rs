//! Which moves threaten: those that leave the other comet few exits. They are tried first and never
//! skipped, because what they lead to cannot be seen at face value.

use crate::ground::CELLS;
use crate::shut::Siege;
use eclipse::{Move, Position};
use game::{Key, Position as _};
use hexgrid::CellSet;

/// A comet with no more exits than this is in danger.
const FEW: usize = 1;

/// The threatening moves of the position asked about last: a list is asked about move by move.
#[derive(Clone, Debug)]
pub(crate) struct Narrowing {
    of: Option<Key>,
    /// Where the piece on each cell threatens to go.
    targets: [CellSet; CELLS],
    /// The cells of which that is not nowhere.
    pieces: CellSet,
}

impl Narrowing {
    /// Nothing seen yet.
    pub(crate) fn none() -> Self {
        Self { of: None, targets: [CellSet::EMPTY; CELLS], pieces: CellSet::EMPTY }
    }

    /// Whether `mv` threatens.
    #[inline]
    pub(crate) fn has(&self, mv: Move) -> bool {
        self.targets[mv.from.index()].contains(mv.to)
    }

    /// Looks at a position, unless it is the one looked at last.
    pub(crate) fn look(&mut self, position: &Position) {
        if self.of == Some(position.key()) {
            return;
        }
        self.of = Some(position.key());
        for cell in std::mem::replace(&mut self.pieces, CellSet::EMPTY) {
            self.targets[cell.index()] = CellSet::EMPTY;
        }
        if let Some(siege) = Siege::new(position, position.side_to_move(), FEW) {
            siege.find(|mv| {
                self.targets[mv.from.index()].insert(mv.to);
                self.pieces.insert(mv.from);
                false
            });
        }
    }
}
