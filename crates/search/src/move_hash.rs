//! Move hashes (Fibonacci hashing; Knuth 1973): moves as small integers that index the history
//! table and the AMAF statistics.
//!
//! Moves are opaque but hashable. Two moves may share a hash (Fibonacci hashing, Knuth vol. 3): it
//! may be used for ordering and estimates, never for exact results.

use std::hash::{Hash, Hasher};

/// A hash of a move below [`MoveHash::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveHash(u16);

impl MoveHash {
    /// Number of hashes.
    pub(crate) const COUNT: usize = 1 << 13;

    /// No move; no move has this hash.
    pub(crate) const NONE: Self = Self(0);

    /// The hash of a move.
    #[inline]
    pub(crate) fn of<M: Hash>(mv: M) -> Self {
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        let bits = hasher.0 >> (64 - Self::COUNT.ilog2());
        Self((bits as u16).max(1))
    }

    /// Index into a table.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }
}

/// 2⁶⁴ divided by the golden ratio: spreads neighbouring values.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hasher with one multiplication for each part of a move.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn fold(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(23) ^ part).wrapping_mul(SPREAD);
    }
}

impl Hasher for MoveHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.fold(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, part: u8) {
        self.fold(u64::from(part));
    }

    #[inline]
    fn write_u16(&mut self, part: u16) {
        self.fold(u64::from(part));
    }

    #[inline]
    fn write_u32(&mut self, part: u32) {
        self.fold(u64::from(part));
    }

    #[inline]
    fn write_u64(&mut self, part: u64) {
        self.fold(part);
    }

    // Discriminants of enums are hashed by this; 64 bits on every machine, so that wasm computes equal
    // hashes.
    #[inline]
    fn write_isize(&mut self, part: isize) {
        self.fold(part as i64 as u64);
    }

    #[inline]
    fn write_usize(&mut self, part: usize) {
        self.fold(part as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn moves_of_a_board_rarely_share_a_tag() {
        let all: BTreeSet<usize> = (0..49u16)
            .flat_map(|a| (0..49u16).map(move |b| MoveHash::of((a, b)).index()))
            .collect();
        // 2401 balls thrown at random into 8192 urns hit about 2080 of them.
        assert!(all.len() > 1900, "{}", all.len());
        assert!(all.iter().all(|&t| t > 0 && t < MoveHash::COUNT));
    }
}
