//! Repetition stack: the keys of all positions from the start of the game to the node, for
//! detecting repetitions.
//!
//! Only 64-bit Zobrist keys are compared.

use game::{Key, Position, Record};

/// Slots of the counting filter; a power of two.
const SLOTS: usize = 1024;

/// Keys of the game so far and of the current variation.
pub(crate) struct RepetitionStack {
    keys: Vec<Key>,
    /// Index of the root's key.
    root: usize,
    /// Number of keys in each slot: an empty slot answers most queries.
    filter: Box<[u16; SLOTS]>,
}

impl RepetitionStack {
    /// The keys of a game; its current position is the root.
    pub(crate) fn of<P: Position>(record: &Record<P>) -> Self {
        let mut repetitions =
            Self { keys: Vec::new(), root: record.ply(), filter: Box::new([0; SLOTS]) };
        record.keys().for_each(|key| repetitions.push(key));
        repetitions
    }

    /// Pushes the key of the next position.
    #[inline]
    pub(crate) fn push(&mut self, key: Key) {
        self.filter[slot(key)] += 1;
        self.keys.push(key);
    }

    /// Pops the last key.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[slot(key)] -= 1;
        }
    }

    /// Pops everything after the root.
    pub(crate) fn rewind(&mut self) {
        while self.keys.len() > self.root + 1 {
            self.pop();
        }
    }

    /// Whether a position with this key, not yet on the stack, counts as a draw in the search: it
    /// occurred in the tree before, or twice in the game before the root.
    ///
    /// Sound as a judgement of play: a side that can win need not return to a position of the tree,
    /// and a side that can return once can return again.
    #[inline]
    pub(crate) fn repeats(&self, key: Key) -> bool {
        self.filter[slot(key)] > 0 && self.repeats_indeed(key)
    }

    #[cold]
    fn repeats_indeed(&self, key: Key) -> bool {
        self.keys[self.root..].contains(&key) || self.occurrences(key) >= 2
    }

    /// Whether a position with this key, not yet on the stack, would occur for the third time, as
    /// the record counts.
    #[inline]
    pub(crate) fn is_third(&self, key: Key) -> bool {
        self.filter[slot(key)] > 1 && self.occurrences(key) >= 2
    }

    fn occurrences(&self, key: Key) -> usize {
        self.keys.iter().filter(|&&k| k == key).count()
    }
}

fn slot(key: Key) -> usize {
    key.0 as usize % SLOTS
}
