//! The way from the start of the game to the position looked at: who stood here before?
//!
//! Keys alone are compared: 64 bits err less often than memory does.

use game::{Key, Position, Record};

/// Slots of the filter; a power of two.
const SLOTS: usize = 1024;

/// The keys of the game so far and of the line being looked at.
pub(crate) struct Trail {
    keys: Vec<Key>,
    /// Where the tree begins: the root is the first key in it.
    root: usize,
    /// How many keys fall into each slot. An empty slot answers most questions.
    filter: Box<[u16; SLOTS]>,
}

impl Trail {
    /// The trail of a game; the root is where it stands.
    pub(crate) fn of<P: Position>(record: &Record<P>) -> Self {
        let mut trail = Self { keys: Vec::new(), root: record.ply(), filter: Box::new([0; SLOTS]) };
        record.keys().for_each(|key| trail.push(key));
        trail
    }

    /// Goes on to a position with this key.
    #[inline]
    pub(crate) fn push(&mut self, key: Key) {
        self.filter[slot(key)] += 1;
        self.keys.push(key);
    }

    /// Goes back to the position before.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[slot(key)] -= 1;
        }
    }

    /// Goes back to the root.
    pub(crate) fn rewind(&mut self) {
        while self.keys.len() > self.root + 1 {
            self.pop();
        }
    }

    /// Whether a position with this key, not yet on the trail, counts as a draw in the search: it
    /// has stood in the tree before, or twice in the game before the root.
    ///
    /// Sound as a judgement of play: whoever can win need not return to a position of the tree,
    /// and whoever can return once can return again.
    #[inline]
    pub(crate) fn repeats(&self, key: Key) -> bool {
        self.filter[slot(key)] > 0 && self.repeats_indeed(key)
    }

    #[cold]
    fn repeats_indeed(&self, key: Key) -> bool {
        self.keys[self.root..].contains(&key) || self.occurrences(key) >= 2
    }

    /// Whether a position with this key, not yet on the trail, would stand for the third time, as
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
