//! `SplitMix64` (Steele, Lea and Flood 2014), the only one in the project: dice, Zobrist keys and hashes use it.

/// The odd constant that the state grows by: 2⁶⁴ divided by the golden ratio.
pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser: a fixed bijection whose output looks random.
#[inline]
pub const fn finalise(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One step: the state grows by [`GAMMA`], and its finalised value is the next number.
///
/// ```
/// // The first numbers of the reference implementation from seed 1234567.
/// let mut state = 1_234_567;
/// assert_eq!(game::splitmix64::next(&mut state), 6_457_827_717_110_365_317);
/// assert_eq!(game::splitmix64::next(&mut state), 3_203_168_211_198_807_973);
/// ```
#[inline]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GAMMA);
    finalise(*state)
}
