//! The OR rule for one pair of points: which semi connections together have no cell in common.

use hexgrid::CellSet;

/// Looks for unions; kept for its buffers.
#[derive(Clone, Debug)]
pub(crate) struct Either<const W: usize> {
    semis: Vec<CellSet<W>>,
    /// The cells common to all semi connections from this one on.
    tails: Vec<CellSet<W>>,
    found: Vec<CellSet<W>>,
    tries: usize,
}

/// How many unions are looked at before the search for more is given up.
const MOST_TRIES: usize = 100;

impl<const W: usize> Either<W> {
    pub(crate) const fn new() -> Self {
        Self { semis: Vec::new(), tails: Vec::new(), found: Vec::new(), tries: 0 }
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
        self.tries = 0;
        self.search(0, fresh, fresh, known, most);
        &self.found
    }

    /// Adds semi connections from `start` on to those that have `meet` in common and `join` as
    /// their union.
    fn search(
        &mut self,
        start: usize,
        meet: CellSet<W>,
        join: CellSet<W>,
        known: &[CellSet<W>],
        most: usize,
    ) {
        for i in start..self.semis.len() {
            self.tries += 1;
            if self.tails[i].meets(meet) || self.tries > MOST_TRIES {
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

/// Whether one of `sets` is a part of `set`.
#[inline]
pub(crate) fn contains_one<const W: usize>(set: CellSet<W>, sets: &[CellSet<W>]) -> bool {
    sets.iter().any(|&other| (other & !set).is_empty())
}
