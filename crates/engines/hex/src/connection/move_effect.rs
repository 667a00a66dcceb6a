//! Effect of a move, from the connections before it: a one-ply lookahead without running H-search
//! again.
//!
//! With a stone on an empty cell c, the AND rule over that stone gives, from a full connection of c
//! to one edge and a semi connection to the other with disjoint carriers, a semi connection of the
//! edges:
//!
//! ```text
//!     near ══ c ── far      the opponent must reply in the two carriers, or loses.
//! ```
//!
//! The intersection of all of these is the must-play region after the move; if it is empty, the
//! move wins by the OR rule. H-search after the move would find as much and more, but costs a
//! connection set for every move.
use super::h_search::ConnectionSet;
use super::points::{FAR, NEAR};
use hexgrid::{Cell, CellSet};

/// Effect of a move of the side to an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveEffect<const W: usize> {
    /// The move wins: the edges will be connected within the carrier, the cell included.
    Won { carrier: CellSet<W> },
    /// The must-play region of the opponent: all other replies lose.
    Open { answers: CellSet<W> },
}

impl<const W: usize> ConnectionSet<W> {
    /// Effect of a move to `cell`, one of the `empties`.
    pub(crate) fn move_effect(&self, cell: Cell, empties: CellSet<W>) -> MoveEffect<W> {
        let mut answers = empties.without(cell);
        let mut carrier = CellSet::EMPTY.with(cell);
        let Some(point) = self.points().at(cell) else { return MoveEffect::Open { answers } };
        for (one, other) in [(NEAR, FAR), (FAR, NEAR)] {
            for &full in self.fulls(one, point) {
                for semi in self.semis(other, point).iter().map(|semi| semi.carrier) {
                    let both = full | semi;
                    if full.meets(semi) || (answers & !both).is_empty() {
                        continue;
                    }
                    answers &= both;
                    carrier |= both;
                    if answers.is_empty() {
                        return MoveEffect::Won { carrier };
                    }
                }
            }
        }
        MoveEffect::Open { answers }
    }
}
