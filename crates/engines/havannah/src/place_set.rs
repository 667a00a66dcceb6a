//! Sets of places as bits, shifted along the directions of the board. Not `hexgrid::CellSet`: places have a
//! border around the board, so that a shift by a step needs no mask.

use crate::geometry::PLACES;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

const WORDS: usize = PLACES.div_ceil(64);

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlaceSet([u64; WORDS]);

impl PlaceSet {
    #[inline]
    pub(crate) const fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Every place moved by a step of less than 64, forwards or, wrapped around, backwards.
    #[inline]
    pub(crate) fn shifted(self, step: usize) -> Self {
        if step < 64 {
            self.forwards(step as u32)
        } else {
            self.backwards(step.wrapping_neg() as u32)
        }
    }

    #[inline]
    fn forwards(self, by: u32) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            self.0[i] << by | carried
        }))
    }

    #[inline]
    fn backwards(self, by: u32) -> Self {
        Self(std::array::from_fn(|i| {
            let carried = if i + 1 < WORDS { self.0[i + 1] << (64 - by) } else { 0 };
            self.0[i] >> by | carried
        }))
    }

    /// The places, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * i + bit)
            })
        })
    }
}

impl BitAnd for PlaceSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for PlaceSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for PlaceSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for PlaceSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, STEPS};

    #[test]
    fn shifts_are_steps() {
        for &place in &Geometry::of(10).cells {
            let mut set = PlaceSet::default();
            set.insert(place.into());
            for step in STEPS {
                let moved: Vec<usize> = set.shifted(step).iter().collect();
                assert_eq!(moved, [usize::from(place).wrapping_add(step)]);
            }
        }
    }
}
