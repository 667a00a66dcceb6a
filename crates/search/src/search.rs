//! The trait of all searches.

use crate::SharedTable;
use analysis::{Limits, Report};
use game::{Position, Record};

/// A search for the best move.
pub trait Search<P: Position> {
    /// Searches the current position of `record` until a limit is reached, and calls `progress` with
    /// intermediate reports. A position is searched even if the game ended outside the rules (by time, for
    /// example).
    ///
    /// ```
    /// use game::{Position, Record};
    /// use search::{Limits, Mcts, MctsSettings, Search};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . b .
    ///    3 b . .
    /// r swap=off".parse().unwrap();
    /// let mut engine = Mcts::plain(MctsSettings { memory_mib: 1, ..MctsSettings::default() });
    /// let mut reports = 0;
    /// let report = engine.search(&Record::from_position(position.clone()), &Limits::nodes(200), &mut |_| reports += 1);
    /// assert!(position.is_legal(report.best().unwrap()) && report.nodes <= 200);
    /// ```
    fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>;

    /// Clears tables and trees before a search of another game.
    fn forget(&mut self) {}

    /// Sets or removes the second-level transposition table. Searches without a transposition table ignore
    /// it.
    fn share_table(&mut self, _table: Option<SharedTable>) {}
}
