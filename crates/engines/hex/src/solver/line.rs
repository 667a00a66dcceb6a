//! The line that shows best why a position is won.

use super::budget::{Budget, Limits};
use super::search::Search;
use crate::field::Field;
use game::Side;
use hexgrid::Cell;

impl<const W: usize> Search<W> {
    /// Best play from a position as far as the table remembers it: the winner's winning moves, and
    /// the moves that cost the search most for the loser. It ends where virtual connections decide.
    pub(crate) fn line(&mut self, field: &Field<W>, side: Side) -> Vec<Cell> {
        let mut field = field.clone();
        let mut side = side;
        let mut line = Vec::new();
        while let Some(cell) = self.best_known(&field, side) {
            line.push(cell);
            field = self.after(&field, side, cell).0;
            side = side.other();
        }
        line
    }

    /// Who wins, if that is settled.
    pub(crate) fn winner(&mut self, field: &Field<W>, side: Side) -> Option<Side> {
        let (_, entry) = self.entry(field, side)?;
        match (entry.numbers.win, entry.numbers.loss) {
            (0, _) => Some(side),
            (_, 0) => Some(side.other()),
            _ => None,
        }
    }

    /// How many empty cells a proof takes place in; all of them where nothing is settled.
    pub(crate) fn room(&mut self, field: &Field<W>, side: Side) -> usize {
        let filled = self.filled(field);
        let proof = self.winner(&filled, side).and_then(|winner| {
            let (key, entry) = self.entry(&filled, side)?;
            Some(self.seen(entry.carrier, key) | filled.captured(winner))
        });
        let empties = field.empties();
        proof.map_or(empties.len(), |carrier| (carrier & empties).len())
    }

    /// A winning move in a field that need not be filled in, looked for if it is not known.
    pub(crate) fn winning_move(&mut self, field: &Field<W>, side: Side) -> Option<Cell> {
        let filled = self.filled(field);
        let limits = Limits::default();
        self.run(&filled, side, &mut Budget::start(&limits, &mut |_, _| {}));
        if self.winner(&filled, side) != Some(side) {
            return None;
        }
        // Where captured cells alone connect, any of them helps.
        let captured = filled.captured(side) & field.empties();
        self.best_known(&filled, side).or(captured.lowest())
    }

    fn best_known(&mut self, field: &Field<W>, side: Side) -> Option<Cell> {
        let (key, entry) = self.entry(field, side)?;
        if entry.numbers.loss > 0 {
            return entry.best().map(|cell| self.seen_cell(cell, key));
        }
        let mut longest = None;
        for cell in field.empties() {
            let next = self.after(field, side, cell).0;
            if let Some((_, entry)) = self.entry(&next, side.other()) {
                longest = longest.max(Some((entry.work, cell)));
            }
        }
        longest.map(|(_, cell)| cell)
    }
}
