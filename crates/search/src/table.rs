//! What was found about positions seen before: fixed memory, shared by threads without locks.
//!
//! ```text
//!   entry: two words                       bucket: four entries, one cache line
//!   [ key xor rest ][ rest ]
//!     rest: value 32 | move 16 | depth 8 | age 6 | bound 2
//! ```
//! Two threads may write an entry at once and leave the words of different findings. The key then
//! does not come out of the xor, and the entry is merely not found (Hyatt & Mann, *A lock-less
//! transposition-table implementation for parallel search*, 2002).
//!
//! A move is kept as its place in the list of legal moves, whose order the contract fixes. Two
//! positions may share a key, so whoever reads a place must check that the list is that long.

use game::Key;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a kept value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is no less.
    Lower = 1,
    /// It is no more.
    Upper = 2,
    /// It is the same.
    Exact = 3,
}

/// What is kept of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    /// The value, with ends counted from the node.
    pub(crate) value: i32,
    /// What the value says.
    pub(crate) bound: Bound,
    /// The plies looked ahead.
    pub(crate) depth: u8,
    /// The place of the best move in the list of legal moves.
    pub(crate) place: Option<u16>,
}

/// The place that means none. Lists that long keep their last move out of the table.
const NOWHERE: u16 = u16::MAX;

/// Searches before ages come round again.
const AGES: u8 = 64;

#[derive(Default)]
struct Entry {
    guard: AtomicU64,
    rest: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// The table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of this size; at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let count = ((mebibytes as u64) << 20) / size_of::<Bucket>() as u64;
        let count = count.clamp(1, u64::from(u32::MAX)) as usize;
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: 0 }
    }

    /// A new search begins: what is in the table grows older.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<Finding> {
        self.bucket(key).0.iter().find_map(|entry| {
            let rest = entry.rest.load(Relaxed);
            (entry.guard.load(Relaxed) ^ rest == key.0).then(|| unpack(rest)).flatten()
        })
    }

    /// Keeps a finding, in place of the least useful of four.
    pub(crate) fn keep(&self, key: Key, finding: Finding) {
        let (mut slot, mut least) = (0, i32::MAX);
        for (i, entry) in self.bucket(key).0.iter().enumerate() {
            let rest = entry.rest.load(Relaxed);
            if entry.guard.load(Relaxed) ^ rest == key.0 {
                return self.renew(entry, key, rest, finding);
            }
            let worth = self.worth(rest);
            if worth < least {
                (slot, least) = (i, worth);
            }
        }
        self.write(&self.bucket(key).0[slot], key, finding);
    }

    /// Replaces what is known of the same position, unless it is much deeper; a known move
    /// outlives a finding without one.
    fn renew(&self, entry: &Entry, key: Key, old: u64, mut finding: Finding) {
        let Some(known) = unpack(old) else { return self.write(entry, key, finding) };
        let deeper = known.depth > finding.depth + 3 && self.distance(old) == 0;
        if deeper && finding.bound != Bound::Exact {
            return;
        }
        finding.place = finding.place.or(known.place);
        self.write(entry, key, finding);
    }

    fn write(&self, entry: &Entry, key: Key, finding: Finding) {
        let rest = pack(finding, self.age);
        entry.guard.store(key.0 ^ rest, Relaxed);
        entry.rest.store(rest, Relaxed);
    }

    /// Deep and recent findings are worth keeping; an empty entry is worth nothing.
    #[inline]
    fn worth(&self, rest: u64) -> i32 {
        if is_empty(rest) {
            return i32::MIN;
        }
        (rest >> 8 & 0xff) as i32 - 8 * i32::from(self.distance(rest))
    }

    /// How many searches ago an entry was written.
    #[inline]
    fn distance(&self, rest: u64) -> u8 {
        (self.age + AGES - (rest >> 2) as u8 % AGES) % AGES
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let place = ((key.0 >> 32) * self.buckets.len() as u64) >> 32;
        &self.buckets[place as usize]
    }

    /// How much of the table this search has filled, in thousandths, judged by its first part.
    pub(crate) fn fill(&self) -> u32 {
        let entries = || self.buckets.iter().take(256).flat_map(|b| &b.0);
        let used = entries().filter(|entry| {
            let rest = entry.rest.load(Relaxed);
            !is_empty(rest) && self.distance(rest) == 0
        });
        (used.count() * 1000 / entries().count()) as u32
    }
}

/// Whether an entry has never been written: every bound has a bit.
#[inline]
fn is_empty(rest: u64) -> bool {
    rest.trailing_zeros() >= 2
}

#[inline]
fn pack(finding: Finding, age: u8) -> u64 {
    u64::from(finding.value as u32) << 32
        | u64::from(finding.place.unwrap_or(NOWHERE)) << 16
        | u64::from(finding.depth) << 8
        | u64::from(age) << 2
        | finding.bound as u64
}

#[inline]
fn unpack(rest: u64) -> Option<Finding> {
    let bound = match rest & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let place = (rest >> 16) as u16;
    Some(Finding {
        value: (rest >> 32) as u32 as i32,
        bound,
        depth: (rest >> 8) as u8,
        place: (place != NOWHERE).then_some(place),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(value: i32, depth: u8) -> Finding {
        Finding { value, bound: Bound::Lower, depth, place: Some(depth.into()) }
    }

    #[test]
    fn an_entry_is_sixteen_bytes_and_a_bucket_a_cache_line() {
        assert_eq!(size_of::<Entry>(), 16);
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
        assert_eq!(Table::new(1).buckets.len() * size_of::<Bucket>(), 1 << 20);
    }

    #[test]
    fn gives_back_what_was_kept() {
        let table = Table::new(1);
        for (i, value) in [i32::MIN, -1, 0, 1, i32::MAX].into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let key = Key::feature(9, i as u64 * 3 + bound as u64);
                let finding = Finding { value, bound, depth: 200, place: None };
                table.keep(key, finding);
                assert_eq!(table.find(key), Some(finding));
            }
        }
        assert_eq!(table.find(Key(0)), None, "an empty entry is nobody's");
    }

    #[test]
    fn torn_entries_are_not_found() {
        let table = Table::new(0);
        let key = Key(0x1234_5678_9abc_def0);
        table.keep(key, finding(70, 5));
        table.buckets[0].0[0].rest.store(pack(finding(-70, 5), 0), Relaxed);
        assert_eq!(table.find(key), None);
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let mut table = Table::new(0);
        (0..4).for_each(|i| table.keep(Key(i), finding(0, 10 + i as u8)));
        table.keep(Key(4), finding(0, 1));
        assert_eq!(table.find(Key(0)), None, "the shallowest of four went");
        assert!((1..5).all(|i| table.find(Key(i)).is_some()));
        table.grow_older();
        table.grow_older();
        table.keep(Key(5), finding(0, 4));
        table.keep(Key(6), finding(0, 4));
        assert!(table.find(Key(5)).is_some(), "new and shallow outlives old and a little deeper");
        assert!(table.find(Key(3)).is_some());
    }

    #[test]
    fn a_known_move_outlives_a_finding_without_one() {
        let table = Table::new(0);
        table.keep(Key(7), finding(1, 3));
        table.keep(Key(7), Finding { place: None, ..finding(2, 4) });
        assert_eq!(table.find(Key(7)).map(|f| (f.value, f.place)), Some((2, Some(3))));
    }
}
