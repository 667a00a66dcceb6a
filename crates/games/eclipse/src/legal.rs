//! What may be played, and when the game is over (EC-3.1, EC-3.2, EC-4.1, EC-5.2).

use crate::chain::{Chain, ChainSet};
use crate::link::{neighbours, reach};
use crate::moves::Move;
use crate::options::Options;
use crate::position::Position;
use game::{MoveList, Outcome, Side};
use hexgrid::{Cell, CellSet};

impl Position {
    /// Where the comet of `side` could step, were it that side's turn (EC-3.1).
    #[inline]
    pub fn comet_moves(&self, side: Side) -> CellSet {
        let comet = self.comet(side);
        let mut open = neighbours(comet) & self.empty();
        // A short link has no gate.
        for chain in Chain::long_of(side.other()) {
            let gate = self.link(chain).gate();
            if gate.contains(comet) {
                open &= !gate;
            }
        }
        open
    }

    /// Where the satellites of `chain` could go if it is not pinned: the one on the lower cell
    /// first (EC-3.2).
    #[inline]
    pub fn satellite_moves(&self, chain: Chain) -> [CellSet; 2] {
        let [low, high] = self.link(chain).ends();
        let (kind, empty) = (chain.kind(), self.empty());
        [reach(kind, high) & empty, reach(kind, low) & empty]
    }

    /// How many moves the satellites of `side` would have, were it that side's turn.
    pub fn mobility(&self, side: Side) -> usize {
        let pinned = self.pinned();
        let free = Chain::of(side).filter(|&chain| !pinned.contains(chain));
        free.flat_map(|chain| self.satellite_moves(chain)).map(CellSet::len).sum()
    }

    /// The result, if the game is over.
    #[inline]
    pub(crate) fn result(&self) -> Option<Outcome> {
        let (own, other) = (self.side, self.side.other());
        let comet_blocked = |side| self.comet_moves(side).is_empty();
        match self.options {
            Options::Standard if comet_blocked(own) => Some(Outcome::Win(other)),
            Options::Tabletop if comet_blocked(other) => Some(Outcome::Win(own)),
            Options::Tabletop if comet_blocked(own) && self.mobility(own) == 0 => {
                Some(Outcome::Win(other))
            }
            _ => None,
        }
    }

    /// Lists the legal moves: the comet's first, then those of each chain.
    #[inline]
    pub(crate) fn list_moves(&self, into: &mut MoveList<Move>) {
        let steps = self.comet_moves(self.side);
        let over = match self.options {
            Options::Standard => steps.is_empty(),
            Options::Tabletop => self.comet_moves(self.side.other()).is_empty(),
        };
        if over {
            return;
        }
        list_all(into, self.comet(self.side), steps);
        let pinned: ChainSet = self.pinned();
        for chain in Chain::of(self.side).filter(|&chain| !pinned.contains(chain)) {
            let [low, high] = self.link(chain).ends();
            let [from_low, from_high] = self.satellite_moves(chain);
            list_all(into, low, from_low);
            list_all(into, high, from_high);
        }
    }
}

#[inline]
fn list_all(into: &mut MoveList<Move>, from: Cell, targets: CellSet) {
    for to in targets {
        into.push(Move::new(from, to));
    }
}
