//! What a move would bring, read off the connections before it.
//!
//! With a stone on an empty cell c, the AND rule over that stone makes of a full connection of c
//! to one edge and a semi connection to the other, with no cell in common, a semi connection of
//! the edges:
//!
//! ```text
//!     near ══ c ── far      the opponent must answer in the two carriers, or lose at once.
//! ```
//!
//! The cells common to all of these are the answers that are left; if there is none, the OR rule
//! has it that the move wins. Looking at the position after the move would show as much and more,
//! since a stone makes new connections, but costs a web for every move.

use super::points::{FAR, NEAR};
use super::web::Web;
use hexgrid::{Cell, CellSet};

/// What a move of a web's side to an empty cell leaves to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forecast<const W: usize> {
    /// Whatever the opponent does, the edges will be joined within the carrier, the cell included.
    Won { carrier: CellSet<W> },
    /// All answers but these lose.
    Open { answers: CellSet<W> },
}

impl<const W: usize> Web<W> {
    /// What a move to `cell`, one of the `empties`, brings.
    pub(crate) fn forecast(&self, cell: Cell, empties: CellSet<W>) -> Forecast<W> {
        let mut answers = empties.without(cell);
        let mut carrier = CellSet::EMPTY.with(cell);
        let Some(point) = self.points().at(cell) else { return Forecast::Open { answers } };
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
                        return Forecast::Won { carrier };
                    }
                }
            }
        }
        Forecast::Open { answers }
    }
}
