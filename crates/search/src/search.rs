//! The trait of all searches.

use crate::SharedTable;
use analysis::{Limits, Report};
use game::{Position, Record};

/// A search for the best move.
pub trait Search<P: Position> {
    /// Searches the current position of `record` until a limit is reached, and calls `progress`
    /// with intermediate reports. An ending outside the rules (a lost clock, say) does not keep the
    /// position from being searched.
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>;

    /// Clears tables and trees: the next search belongs to another game.
    fn forget(&mut self) {}

    /// Gives the search a second-level transposition table, or takes it away. Searches without a
    /// transposition table do without.
    fn share_table(&mut self, _table: Option<SharedTable>) {}
}
