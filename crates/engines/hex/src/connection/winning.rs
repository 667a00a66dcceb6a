//! Winning connections: those between a side's two edges, and the must-play region of the opponent
//! (Hayward et al. 2003).

use super::h_search::Semi;
use hexgrid::CellSet;

/// The connections of the two edges.
#[derive(Clone, Debug)]
pub(crate) struct WinningConnections<const W: usize> {
    full: Option<CellSet<W>>,
    /// Each makes the intersection of those before it smaller.
    semis: Vec<Semi<W>>,
    meet: CellSet<W>,
}

impl<const W: usize> WinningConnections<W> {
    pub(crate) const fn new() -> Self {
        Self { full: None, semis: Vec::new(), meet: CellSet::EMPTY }
    }

    pub(crate) fn clear(&mut self, cells: CellSet<W>) {
        self.full = None;
        self.semis.clear();
        self.meet = cells;
    }

    /// The carrier of a full connection: the side wins, to move or not.
    #[inline]
    pub(crate) const fn full(&self) -> Option<CellSet<W>> {
        self.full
    }

    /// Semi connections: with any of them the side wins if it moves first.
    #[inline]
    pub(crate) fn semis(&self) -> &[Semi<W>] {
        &self.semis
    }

    pub(crate) fn accept_full(&mut self, carrier: CellSet<W>) {
        self.full.get_or_insert(carrier);
    }

    /// Adds a semi connection if it makes the must-play region (the intersection) smaller; when
    /// that is empty, the OR rule gives a full connection.
    pub(crate) fn accept_semi(&mut self, semi: Semi<W>) {
        if (self.meet & !semi.carrier).is_empty() {
            return;
        }
        self.meet &= semi.carrier;
        self.semis.push(semi);
        if self.meet.is_empty() {
            self.accept_full(self.small_cover());
        }
    }

    /// The union of few semi connections with empty intersection, the last one among them (greedy
    /// set cover).
    fn small_cover(&self) -> CellSet<W> {
        let mut meet = self.semis.last().map_or(CellSet::EMPTY, |semi| semi.carrier);
        let mut cover = meet;
        while !meet.is_empty() {
            let next = self
                .semis
                .iter()
                .map(|semi| semi.carrier)
                .min_by_key(|&carrier| ((carrier & meet).len(), (carrier | cover).len()));
            let Some(next) = next else { break };
            meet &= next;
            cover |= next;
        }
        cover
    }
}
