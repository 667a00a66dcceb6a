//! Threat moves: those that leave the opposing comet few exits. They are ordered first and never
//! pruned or reduced, because the static evaluation does not see their consequences.

use crate::bitboard::CELLS;
use crate::threats::ThreatGenerator;
use eclipse::{Move, Position};
use game::{Key, Position as _};
use hexgrid::CellSet;

/// A move is a threat if it leaves at most this number of exits.
const MAX_EXITS: usize = 1;

/// The threat moves of one position, cached for move ordering, which asks move by move.
#[derive(Clone, Debug)]
pub(crate) struct ThreatMoves {
    of: Option<Key>,
    /// Target cells of threats by the piece on each cell.
    targets: [CellSet; CELLS],
    /// Cells with a non-empty target set.
    pieces: CellSet,
}

impl ThreatMoves {
    /// An empty cache.
    pub(crate) fn none() -> Self {
        Self { of: None, targets: [CellSet::EMPTY; CELLS], pieces: CellSet::EMPTY }
    }

    /// Whether `mv` is a threat.
    #[inline]
    pub(crate) fn has(&self, mv: Move) -> bool {
        self.targets[mv.from.index()].contains(mv.to)
    }

    /// Computes the threats of a position, unless they are cached.
    pub(crate) fn update(&mut self, position: &Position) {
        if self.of == Some(position.key()) {
            return;
        }
        self.of = Some(position.key());
        for cell in std::mem::replace(&mut self.pieces, CellSet::EMPTY) {
            self.targets[cell.index()] = CellSet::EMPTY;
        }
        if let Some(generator) = ThreatGenerator::new(position, position.side_to_move(), MAX_EXITS)
        {
            generator.find(|mv| {
                self.targets[mv.from.index()].insert(mv.to);
                self.pieces.insert(mv.from);
                false
            });
        }
    }
}
