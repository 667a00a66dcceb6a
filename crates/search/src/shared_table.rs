//! Transposition table shared without locks (Hyatt and Mann 2002): a second level for searches that have no memory in
//! common (WebAssembly modules in several workers), lazy SMP where the first-level tables cannot be shared.
//!
//! The words are accessed by function calls, which cost more than a probe in memory; so only nodes of depth
//! [`LEAST_DEPTH`] or more access it, about one in a hundred. Slots are guarded as in the first-level
//! table: key xor data, data (Hyatt and Mann 2002), so that a slot written by two searches at once is a
//! miss.

use crate::transposition::{Entry, pack, unpack};
use game::Key;

/// Least depth of a node that accesses the table.
const LEAST_DEPTH: i32 = 3;

/// A second-level transposition table: functions that read and write its words.
#[derive(Clone, Copy, Debug)]
pub struct SharedTable {
    /// The two words of a slot.
    pub load: fn(slot: u32) -> [u64; 2],
    /// Writes the two words of a slot.
    pub store: fn(slot: u32, words: [u64; 2]),
    /// Publishes the number of nodes that the search with this number has visited so far.
    pub tell_nodes: fn(number: u32, nodes: u64),
    /// Number of slots.
    pub slots: u32,
    /// Number of this search among those that share the table. Every second one begins one iteration
    /// deeper, so that they search different parts of the tree.
    pub number: u32,
}

impl SharedTable {
    /// The first depth of iterative deepening.
    pub(crate) fn first_depth(&self) -> usize {
        1 + (self.number % 2) as usize
    }

    /// The better of the entry `known` and the one in the table, for a node of this depth.
    pub(crate) fn probe(&self, key: Key, depth: i32, known: Option<Entry>) -> Option<Entry> {
        let deep = |entry: Entry| i32::from(entry.depth) >= depth;
        if depth < LEAST_DEPTH || known.is_some_and(deep) {
            return known;
        }
        let [guard, packed] = (self.load)(self.slot(key));
        let found = (guard ^ packed == key.0).then(|| unpack(packed)).flatten();
        let Some(found) = found.filter(|found| known.is_none_or(|k| found.depth > k.depth)) else {
            return known;
        };
        let move_index = found.move_index.or(known.and_then(|known| known.move_index));
        Some(Entry { move_index, ..found })
    }

    /// Stores an entry, unless the same position is known more deeply.
    pub(crate) fn store(&self, key: Key, entry: Entry) {
        if i32::from(entry.depth) < LEAST_DEPTH {
            return;
        }
        let slot = self.slot(key);
        let [guard, packed] = (self.load)(slot);
        let same = guard ^ packed == key.0;
        if same && unpack(packed).is_some_and(|old| old.depth > entry.depth) {
            return;
        }
        let packed = pack(entry, 0);
        (self.store)(slot, [key.0 ^ packed, packed]);
    }

    fn slot(&self, key: Key) -> u32 {
        (((key.0 >> 32) * u64::from(self.slots)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transposition::Bound;
    use std::cell::RefCell;

    thread_local! {
        static WORDS: RefCell<[[u64; 2]; 4]> = const { RefCell::new([[0; 2]; 4]) };
    }

    const TABLE: SharedTable = SharedTable {
        load: |slot| WORDS.with_borrow(|words| words[slot as usize]),
        store: |slot, pair| WORDS.with_borrow_mut(|words| words[slot as usize] = pair),
        tell_nodes: |_, _| {},
        slots: 4,
        number: 1,
    };

    fn entry(depth: u8, move_index: Option<u16>) -> Entry {
        Entry { value: -7, bound: Bound::Exact, depth, move_index }
    }

    #[test]
    fn deep_entries_are_found_and_shallow_nodes_do_not_ask() {
        let key = Key(0x8000_0000_0000_0001);
        TABLE.store(key, entry(2, None));
        assert_eq!(TABLE.probe(key, 3, None), None, "too shallow to be stored");
        TABLE.store(key, entry(6, None));
        assert_eq!(TABLE.probe(key, 2, None), None, "too shallow to ask");
        assert_eq!(TABLE.probe(key, 9, None), Some(entry(6, None)));
        TABLE.store(key, entry(5, None));
        assert_eq!(TABLE.probe(key, 3, None), Some(entry(6, None)), "the deeper one stays");
        let known = entry(4, Some(3));
        assert_eq!(TABLE.probe(key, 5, Some(known)), Some(entry(6, Some(3))), "the move is kept");
        assert_eq!(TABLE.probe(key, 4, Some(known)), Some(known), "deep enough");
    }

    #[test]
    fn words_of_different_entries_are_a_miss() {
        let key = Key(0x1111_2222_3333_4444);
        TABLE.store(key, entry(6, None));
        assert!(TABLE.probe(key, 6, None).is_some());
        WORDS.with_borrow_mut(|words| words[0][1] ^= 1 << 40);
        assert_eq!(TABLE.probe(key, 6, None), None);
        assert_eq!(TABLE.probe(Key(5), 6, None), None, "another position of the same slot");
    }

    #[test]
    fn every_other_search_begins_one_iteration_deeper() {
        let first = |number| SharedTable { number, ..TABLE }.first_depth();
        assert_eq!([0, 1, 2, 3].map(first), [1, 2, 1, 2]);
    }
}
