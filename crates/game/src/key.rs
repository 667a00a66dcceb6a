//! Zobrist keys (Zobrist 1970): 64-bit hashes of positions, the XOR of the keys of their features.
//!
//! Feature keys come from `SplitMix64` (Steele, Lea and Flood 2014) instead of a table of random numbers.

use crate::splitmix64::{GAMMA, finalise};
use std::ops::{BitXor, BitXorAssign};

/// A Zobrist key: equal positions have equal keys, and different ones different keys as far as
/// 64 bits can tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u64);

impl Key {
    /// The key of a feature of a game, the same in every build: unrelated to that of every other
    /// `index` and `seed`.
    ///
    /// Made whenever it is wanted: a table would be hardly quicker, and random numbers are the part
    /// of a page that nothing compresses.
    #[inline]
    pub const fn feature(seed: u64, index: u64) -> Self {
        Self(mix(mix(seed).wrapping_add(index.wrapping_mul(GAMMA))))
    }
}

/// The first number of `SplitMix64` from a state.
#[inline]
pub(crate) const fn mix(state: u64) -> u64 {
    finalise(state.wrapping_add(GAMMA))
}

impl BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
