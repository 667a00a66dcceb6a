//! A first look at a position: what virtual connections say about it, and which moves look good.

use super::reasons::Reason;
use super::table::{ByCell, Weights};
use crate::connect::{Forecast, Lore, Stop, Web};
use crate::field::Field;
use crate::flow::Flow;
use crate::lattice::Lattice;
use game::{BySide, Side};
use hexgrid::{Cell, CellSet};

/// What the first look says to the side to move.
#[derive(Clone, Debug)]
pub(crate) enum Verdict<const W: usize> {
    /// It wins within the carrier, by this move unless it is as good as connected already.
    Won { carrier: CellSet<W>, best: Option<Cell> },
    /// It loses; the opponent wins within the carrier.
    Lost { carrier: CellSet<W> },
    /// It cannot tell. Each reason leaves fewer moves to try.
    Open { reasons: Vec<Reason<W>> },
}

/// Looks at positions; kept for its buffers.
#[derive(Debug)]
pub(crate) struct Judge<const W: usize> {
    webs: BySide<Web<W>>,
    flow: Flow,
    shares: BySide<Vec<f64>>,
}

impl<const W: usize> Judge<W> {
    /// One whose webs start from this.
    pub(crate) fn new(lore: Lore) -> Self {
        Self {
            webs: BySide::from_fn(|_| Web::new(lore)),
            flow: Flow::default(),
            shares: BySide::from_fn(|_| Vec::new()),
        }
    }

    /// Looks at `field` with `side` to move.
    pub(crate) fn look(
        &mut self,
        lattice: &Lattice<W>,
        field: &Field<W>,
        side: Side,
    ) -> Verdict<W> {
        match self.look_at_threats(lattice, field, side) {
            Verdict::Open { reasons } => match self.look_at_chances(lattice, field, side) {
                Some((carrier, best)) => Verdict::Won { carrier, best },
                None => Verdict::Open { reasons },
            },
            settled => settled,
        }
    }

    /// The first half of a look: what the opponent is about to join.
    pub(crate) fn look_at_threats(
        &mut self,
        lattice: &Lattice<W>,
        field: &Field<W>,
        side: Side,
    ) -> Verdict<W> {
        let other = side.other();
        if let Some(winner) = field.winner(lattice) {
            let carrier = CellSet::EMPTY;
            return if winner == side {
                Verdict::Won { carrier, best: None }
            } else {
                Verdict::Lost { carrier }
            };
        }
        self.webs[other].build(lattice, field, other, Stop::AtFull);
        if let Some(carrier) = self.webs[other].goal().full() {
            return Verdict::Lost { carrier };
        }
        let semis = self.webs[other].goal().semis().iter();
        let reasons = semis.map(|s| Reason { carrier: s.carrier, left: s.carrier }).collect();
        Verdict::Open { reasons }
    }

    /// The second half, of the same field: what the side to move can join at once, and by which
    /// move.
    pub(crate) fn look_at_chances(
        &mut self,
        lattice: &Lattice<W>,
        field: &Field<W>,
        side: Side,
    ) -> Option<(CellSet<W>, Option<Cell>)> {
        self.webs[side].build(lattice, field, side, Stop::AtSemi);
        let goal = self.webs[side].goal();
        if let Some(carrier) = goal.full() {
            // Any cell of it will do: the connection holds even if the opponent moves first.
            return Some((carrier, carrier.lowest()));
        }
        goal.semis().first().map(|semi| (semi.carrier, Some(semi.key)))
    }

    /// What to think of `moves` of `side` in the open position that was looked at last; or one of
    /// them that wins, and within which cells.
    pub(crate) fn weigh(
        &mut self,
        field: &Field<W>,
        side: Side,
        moves: CellSet<W>,
    ) -> Result<Weights<W>, (CellSet<W>, Cell)> {
        let mut weights = Weights { promises: self.promises(moves), ..Weights::NONE };
        for cell in moves {
            match self.webs[side].forecast(cell, field.empties()) {
                Forecast::Won { carrier } => return Err((carrier, cell)),
                Forecast::Open { answers } => weights.set_answers(cell, answers.len()),
            }
        }
        Ok(weights)
    }

    /// How promising `moves` look in the open position that was looked at last.
    pub(crate) fn promises(&mut self, moves: CellSet<W>) -> ByCell<W> {
        for side in Side::BOTH {
            self.flow.shares(&self.webs[side], &mut self.shares[side]);
        }
        let best = moves.into_iter().map(|cell| self.promise(cell)).fold(1e-12, f64::max);
        let mut promises = [[0; 64]; W];
        for cell in moves {
            let promise = 1.0 + 254.0 * self.promise(cell) / best;
            promises[cell.index() / 64][cell.index() % 64] = promise as u8;
        }
        promises
    }

    /// The share of both sides' currents that runs through an empty cell.
    fn promise(&self, cell: Cell) -> f64 {
        let share = |side: Side| {
            let point = self.webs[side].points().at(cell);
            point.map_or(0.0, |point| self.shares[side][usize::from(point)])
        };
        share(Side::First) + share(Side::Second)
    }
}
