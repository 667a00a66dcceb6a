//! What the solver remembers of positions, in bounded memory.

use super::key::Key;
use super::numbers::Numbers;
use hexgrid::{Cell, CellSet};

/// How promising each cell looked, 0 to 255.
pub(crate) type Priors<const W: usize> = [[u8; 64]; W];

/// What is known of a position, seen as its key sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<const W: usize> {
    check: u64,
    pub(crate) numbers: Numbers,
    /// Nodes spent below; 0 marks an empty slot.
    pub(crate) work: u32,
    /// The winning move of a won position, counted from 1.
    best: u16,
    /// The moves of an open position that may still win.
    pub(crate) moves: CellSet<W>,
    /// The carrier of the proof, or of the refutations so far.
    pub(crate) carrier: CellSet<W>,
    pub(crate) priors: Priors<W>,
}

impl<const W: usize> Entry<W> {
    pub(crate) const fn new(numbers: Numbers, work: u32, carrier: CellSet<W>) -> Self {
        Self {
            check: 0,
            numbers,
            work: if work == 0 { 1 } else { work },
            best: 0,
            moves: CellSet::EMPTY,
            carrier,
            priors: [[0; 64]; W],
        }
    }

    pub(crate) fn with_best(self, best: Option<Cell>) -> Self {
        Self { best: best.map_or(0, |cell| cell.index() as u16 + 1), ..self }
    }

    pub(crate) fn best(&self) -> Option<Cell> {
        self.best.checked_sub(1).map(|index| Cell::new(usize::from(index)))
    }
}

const WAYS: usize = 4;

/// A hash table that forgets what cost least.
#[derive(Debug)]
pub(crate) struct Table<const W: usize> {
    buckets: Vec<[Entry<W>; WAYS]>,
}

impl<const W: usize> Table<W> {
    /// A table of at most so many MiB.
    pub(crate) fn new(mib: usize) -> Self {
        let count = mib * 1024 * 1024 / size_of::<[Entry<W>; WAYS]>();
        let nothing = Entry { work: 0, ..Entry::new(Numbers::UNKNOWN, 1, CellSet::EMPTY) };
        Self { buckets: vec![[nothing; WAYS]; count.max(1)] }
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry<W>> {
        let is_it = |entry: &&Entry<W>| entry.check == key.check && entry.work > 0;
        self.buckets[self.bucket(key)].iter().find(is_it)
    }

    pub(crate) fn put(&mut self, key: Key, entry: Entry<W>) {
        let at = self.bucket(key);
        let bucket = &mut self.buckets[at];
        let known = bucket.iter().position(|e| e.check == key.check && e.work > 0);
        let cheapest = || (0..WAYS).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let slot = known.unwrap_or_else(cheapest);
        bucket[slot] = Entry { check: key.check, ..entry };
    }

    fn bucket(&self, key: Key) -> usize {
        ((u128::from(key.slot) * self.buckets.len() as u128) >> 64) as usize
    }
}
