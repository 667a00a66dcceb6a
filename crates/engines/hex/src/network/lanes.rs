//! Vector instructions (SIMD) of the quantised convolution (Jacob et al. 2018): eight 32-bit sums of products of
//! 16-bit pairs (`vpmaddwd`, `i32x4.dot_i16x8_s`), with a scalar version that gives the same numbers.
//!
//! Everything is `inline(always)`: only inlined code is compiled for the instruction set chosen at
//! run time.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled for old processors")]

/// Output channels computed together.
pub(super) const LANES: usize = 8;

/// Two 16-bit numbers in one word, the first in the lower half.
pub(super) const fn pair(low: i16, high: i16) -> i32 {
    (high as i32) << 16 | (low as i32 & 0xffff)
}

/// The two numbers of a [`pair`].
#[inline(always)]
pub(super) const fn unpaired(pair: i32) -> [i32; 2] {
    [pair as i16 as i32, pair >> 16]
}

/// An instruction set.
pub(super) trait Lanes: Copy {
    /// Eight 32-bit sums, or eight pairs.
    type Vector: Copy;
    /// Vectors that a tile is wide: as many as leave room for the sums in registers.
    const WIDTH: usize;

    fn vector(self, words: &[i32; LANES]) -> Self::Vector;
    /// The same word in every lane.
    fn splat(self, word: i32) -> Self::Vector;
    /// `sum + a₀·w₀ + a₁·w₁` in every lane, with the pairs (a₀, a₁) and (w₀, w₁).
    fn multiply_add(
        self,
        sum: Self::Vector,
        pairs: Self::Vector,
        weights: Self::Vector,
    ) -> Self::Vector;
    fn words(self, vector: Self::Vector) -> [i32; LANES];
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    allow(dead_code, reason = "the tests of WebAssembly compare with them")
)]
pub(super) struct ScalarLanes;

impl Lanes for ScalarLanes {
    type Vector = [i32; LANES];
    const WIDTH: usize = 1;

    #[inline(always)]
    fn vector(self, words: &[i32; LANES]) -> Self::Vector {
        *words
    }

    #[inline(always)]
    fn splat(self, word: i32) -> Self::Vector {
        [word; LANES]
    }

    #[inline(always)]
    fn multiply_add(
        self,
        sum: Self::Vector,
        pairs: Self::Vector,
        weights: Self::Vector,
    ) -> Self::Vector {
        let mut sums = sum;
        for lane in 0..LANES {
            let ([a, b], [v, w]) = (unpaired(pairs[lane]), unpaired(weights[lane]));
            sums[lane] += a * v + b * w;
        }
        sums
    }

    #[inline(always)]
    fn words(self, vector: Self::Vector) -> [i32; LANES] {
        vector
    }
}

/// AVX2: x86 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2Lanes(pub(super) pulp::x86::V3);

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx2Lanes {
    type Vector = std::arch::x86_64::__m256i;
    const WIDTH: usize = 2;

    #[inline(always)]
    fn vector(self, words: &[i32; LANES]) -> Self::Vector {
        pulp::bytemuck::cast(*words)
    }

    #[inline(always)]
    fn splat(self, word: i32) -> Self::Vector {
        self.0.avx._mm256_set1_epi32(word)
    }

    #[inline(always)]
    fn multiply_add(
        self,
        sum: Self::Vector,
        pairs: Self::Vector,
        weights: Self::Vector,
    ) -> Self::Vector {
        let avx2 = self.0.avx2;
        avx2._mm256_add_epi32(sum, avx2._mm256_madd_epi16(pairs, weights))
    }

    #[inline(always)]
    fn words(self, vector: Self::Vector) -> [i32; LANES] {
        pulp::bytemuck::cast(vector)
    }
}

/// WebAssembly with 128-bit vectors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct WasmLanes;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Lanes for WasmLanes {
    type Vector = [std::arch::wasm32::v128; 2];
    const WIDTH: usize = 1;

    #[inline(always)]
    fn vector(self, &[a, b, c, d, e, f, g, h]: &[i32; LANES]) -> Self::Vector {
        use std::arch::wasm32::i32x4;
        [i32x4(a, b, c, d), i32x4(e, f, g, h)]
    }

    #[inline(always)]
    fn splat(self, word: i32) -> Self::Vector {
        [std::arch::wasm32::i32x4_splat(word); 2]
    }

    #[inline(always)]
    fn multiply_add(
        self,
        sum: Self::Vector,
        pairs: Self::Vector,
        weights: Self::Vector,
    ) -> Self::Vector {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8};
        [
            i32x4_add(sum[0], i32x4_dot_i16x8(pairs[0], weights[0])),
            i32x4_add(sum[1], i32x4_dot_i16x8(pairs[1], weights[1])),
        ]
    }

    #[inline(always)]
    fn words(self, [low, high]: Self::Vector) -> [i32; LANES] {
        use std::arch::wasm32::i32x4_extract_lane as lane;
        [
            lane::<0>(low),
            lane::<1>(low),
            lane::<2>(low),
            lane::<3>(low),
            lane::<0>(high),
            lane::<1>(high),
            lane::<2>(high),
            lane::<3>(high),
        ]
    }
}
