//! Transposition table (Greenblatt 1967) with Zobrist keys (Zobrist 1970), shared by threads
//! without locks (Hyatt and Mann 2002).
//!
//! ```text
//!   slot: two words                        bucket: four slots, one cache line
//!   [ key xor data ][ data ]
//!     data: value 32 | move 16 | depth 8 | generation 6 | bound 2
//! ```
//! Two threads may write a slot at once and leave words of different entries. The xor then does not
//! give the key, and the probe misses (Hyatt and Mann, *A lock-less transposition-table
//! implementation for parallel search*, 2002).
//!
//! A move is stored as its index in the list of legal moves, whose order `game::Position` fixes.
//! Two positions may share a key, so a reader must check that the list is that long.

use crate::memory;
use game::Key;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least the stored one (the node failed high).
    Lower = 1,
    /// The true value is at most the stored one (the node failed low).
    Upper = 2,
    /// The values are equal.
    Exact = 3,
}

/// An entry: the stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The value, with distances to the end counted from the node.
    pub(crate) value: i32,
    /// The kind of bound.
    pub(crate) bound: Bound,
    /// The depth searched.
    pub(crate) depth: u8,
    /// Index of the best move in the list of legal moves.
    pub(crate) move_index: Option<u16>,
}

/// The index that means "no move": in longer lists the move with this index is not stored.
const NO_MOVE: u16 = u16::MAX;

/// Number of generations before they wrap around.
const GENERATIONS: u8 = 64;

/// Words of a slot: key xor data, data.
const SLOT_WORDS: usize = 2;

/// Words of a bucket: a cache line of four slots.
const BUCKET_WORDS: usize = 4 * SLOT_WORDS;

/// Bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();

/// One entry as it is stored.
type Slot = [AtomicU64; SLOT_WORDS];

/// The transposition table.
pub(crate) struct TranspositionTable {
    /// The buckets, after some words that align them to cache lines.
    words: Box<[AtomicU64]>,
    /// Number of words before the first bucket.
    offset: usize,
    buckets: usize,
    generation: u8,
    /// Whether anything may have been stored: an unused table need not be cleared.
    used: bool,
}

impl TranspositionTable {
    /// An empty table of this size; at least one bucket. Memory is taken from the system, zeroed,
    /// when it is first used.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let count = ((mebibytes as u64) << 20) / BUCKET_BYTES as u64;
        let buckets = count.clamp(1, u64::from(u32::MAX)) as usize;
        let words = memory::zeroed_words((buckets + 1) * BUCKET_WORDS);
        let offset = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS);
        Self { words, offset, buckets, generation: 0, used: false }
    }

    /// A new search begins: entries of earlier searches are replaced first.
    pub(crate) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.used = true;
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        if self.used {
            self.words.fill_with(AtomicU64::default);
        }
        (self.generation, self.used) = (0, false);
    }

    /// Looks up the entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[guard, packed]| {
            let packed = packed.load(Relaxed);
            (guard.load(Relaxed) ^ packed == key.0).then(|| unpack(packed)).flatten()
        })
    }

    /// Stores an entry, replacing the one of the same position or the least useful of the bucket.
    pub(crate) fn store(&self, key: Key, entry: Entry) {
        let (mut victim, mut least) = (0, i32::MAX);
        for (i, slot) in self.bucket(key).iter().enumerate() {
            let packed = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ packed == key.0 {
                return self.replace(slot, key, packed, entry);
            }
            let priority = self.priority(packed);
            if priority < least {
                (victim, least) = (i, priority);
            }
        }
        self.write(&self.bucket(key)[victim], key, entry);
    }

    /// Replaces the entry of the same position, unless that is much deeper. The old best move is kept if
    /// the new entry has none.
    fn replace(&self, slot: &Slot, key: Key, old: u64, mut entry: Entry) {
        let Some(old_entry) = unpack(old) else { return self.write(slot, key, entry) };
        let deeper = old_entry.depth > entry.depth + 3 && self.age(old) == 0;
        if deeper && entry.bound != Bound::Exact {
            return;
        }
        entry.move_index = entry.move_index.or(old_entry.move_index);
        self.write(slot, key, entry);
    }

    fn write(&self, slot: &Slot, key: Key, entry: Entry) {
        let packed = pack(entry, self.generation);
        let [guard, data] = slot;
        guard.store(key.0 ^ packed, Relaxed);
        data.store(packed, Relaxed);
    }

    /// Replacement priority: deep and recent entries are kept; an empty slot is used first.
    #[inline]
    fn priority(&self, packed: u64) -> i32 {
        if is_empty(packed) {
            return i32::MIN;
        }
        (packed >> 8 & 0xff) as i32 - 8 * i32::from(self.age(packed))
    }

    /// Number of searches since an entry was written.
    #[inline]
    fn age(&self, packed: u64) -> u8 {
        (self.generation + GENERATIONS - (packed >> 2) as u8 % GENERATIONS) % GENERATIONS
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot] {
        let index = ((key.0 >> 32) * self.buckets as u64) >> 32;
        let at = self.offset + index as usize * BUCKET_WORDS;
        self.words[at..at + BUCKET_WORDS].as_chunks().0
    }

    /// Share of the table filled by this search in thousandths, from a sample of its first buckets.
    pub(crate) fn fill(&self) -> u32 {
        let most = self.buckets.min(256) * BUCKET_WORDS;
        let slots: &[Slot] = self.words[self.offset..self.offset + most].as_chunks().0;
        let used = slots.iter().filter(|[_, data]| {
            let packed = data.load(Relaxed);
            !is_empty(packed) && self.age(packed) == 0
        });
        (used.count() * 1000 / slots.len()) as u32
    }
}

/// Whether a slot was never written: every bound has a bit.
#[inline]
fn is_empty(packed: u64) -> bool {
    packed.trailing_zeros() >= 2
}

#[inline]
pub(crate) fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.value as u32) << 32
        | u64::from(entry.move_index.unwrap_or(NO_MOVE)) << 16
        | u64::from(entry.depth) << 8
        | u64::from(generation) << 2
        | entry.bound as u64
}

#[inline]
pub(crate) fn unpack(packed: u64) -> Option<Entry> {
    let bound = match packed & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let move_index = (packed >> 16) as u16;
    Some(Entry {
        value: (packed >> 32) as u32 as i32,
        bound,
        depth: (packed >> 8) as u8,
        move_index: (move_index != NO_MOVE).then_some(move_index),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Lower, depth, move_index: Some(depth.into()) }
    }

    #[test]
    fn an_entry_is_sixteen_bytes_and_a_bucket_a_cache_line() {
        assert_eq!((size_of::<Slot>(), BUCKET_BYTES), (16, 64));
        for mebibytes in [0, 1, 3] {
            let table = TranspositionTable::new(mebibytes);
            assert_eq!(table.buckets * BUCKET_BYTES, (mebibytes << 20).max(BUCKET_BYTES));
            for key in [Key(0), Key(u64::MAX)] {
                assert_eq!(table.bucket(key).as_ptr().addr() % BUCKET_BYTES, 0);
            }
        }
    }

    #[test]
    fn gives_back_what_was_kept() {
        let table = TranspositionTable::new(1);
        for (i, value) in [i32::MIN, -1, 0, 1, i32::MAX].into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let key = Key::feature(9, i as u64 * 3 + bound as u64);
                let entry = Entry { value, bound, depth: 200, move_index: None };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        assert_eq!(table.probe(Key(0)), None, "an empty entry is nobody's");
    }

    #[test]
    fn torn_entries_are_not_found() {
        let table = TranspositionTable::new(0);
        let key = Key(0x1234_5678_9abc_def0);
        table.store(key, entry(70, 5));
        table.bucket(key)[0][1].store(pack(entry(-70, 5), 0), Relaxed);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = TranspositionTable::new(1);
        table.new_generation();
        table.store(Key(5), entry(70, 5));
        assert!(table.probe(Key(5)).is_some());
        table.clear();
        assert_eq!(table.probe(Key(5)), None);
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let mut table = TranspositionTable::new(0);
        (0..4).for_each(|i| table.store(Key(i), entry(0, 10 + i as u8)));
        table.store(Key(4), entry(0, 1));
        assert_eq!(table.probe(Key(0)), None, "the shallowest of four went");
        assert!((1..5).all(|i| table.probe(Key(i)).is_some()));
        table.new_generation();
        table.new_generation();
        table.store(Key(5), entry(0, 4));
        table.store(Key(6), entry(0, 4));
        assert!(
            table.probe(Key(5)).is_some(),
            "a new shallow entry replaces a slightly deeper old one last"
        );
        assert!(table.probe(Key(3)).is_some());
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(0);
        table.store(Key(7), entry(1, 3));
        table.store(Key(7), Entry { move_index: None, ..entry(2, 4) });
        assert_eq!(table.probe(Key(7)).map(|f| (f.value, f.move_index)), Some((2, Some(3))));
    }
}
