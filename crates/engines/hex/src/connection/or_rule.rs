//! OR rule of H-search (Anshelevich 2002) for one pair of points: unions of semi connections with
//! an empty intersection.

use hexgrid::CellSet;

/// Buffers of the search for unions.
#[derive(Clone, Debug)]
pub(crate) struct OrRule<const W: usize> {
    semis: Vec<CellSet<W>>,
    /// Intersection of all semi connections from this one on.
    tails: Vec<CellSet<W>>,
    found: Vec<CellSet<W>>,
    tried: usize,
}

/// Maximum number of unions tried.
const MAX_TRIES: usize = 100;

impl<const W: usize> OrRule<W> {
    pub(crate) const fn new() -> Self {
        Self { semis: Vec::new(), tails: Vec::new(), found: Vec::new(), tried: 0 }
    }

    /// The carriers of full connections that `fresh` makes with one to `most` of the `semis`, none
    /// of which contains one of `known` or another one found.
    pub(crate) fn unions(
        &mut self,
        fresh: CellSet<W>,
        semis: impl DoubleEndedIterator<Item = CellSet<W>>,
        known: &[CellSet<W>],
        most: usize,
    ) -> &[CellSet<W>] {
        self.semis.clear();
        self.semis.extend(semis);
        self.tails.clear();
        let mut tail = !CellSet::EMPTY;
        for &semi in self.semis.iter().rev() {
            tail &= semi;
            self.tails.push(tail);
        }
        self.tails.reverse();
        self.found.clear();
        self.tried = 0;
        self.search(0, fresh, fresh, known, most);
        &self.found
    }

    /// Depth-first search: adds semi connections from `start` on to those with intersection `meet`
    /// and union `join`.
    fn search(
        &mut self,
        start: usize,
        meet: CellSet<W>,
        join: CellSet<W>,
        known: &[CellSet<W>],
        most: usize,
    ) {
        for i in start..self.semis.len() {
            self.tried += 1;
            if self.tails[i].meets(meet) || self.tried > MAX_TRIES {
                return;
            }
            let less = meet & self.semis[i];
            let more = join | self.semis[i];
            if less == meet || contains_one(more, known) || contains_one(more, &self.found) {
                continue;
            }
            if less.is_empty() {
                self.found.push(more);
            } else if most > 1 {
                self.search(i + 1, less, more, known, most - 1);
            }
        }
    }
}

/// Whether one of `sets` is a subset of `set`.
#[inline]
pub(crate) fn contains_one<const W: usize>(set: CellSet<W>, sets: &[CellSet<W>]) -> bool {
    sets.iter().any(|&other| (other & !set).is_empty())
}
