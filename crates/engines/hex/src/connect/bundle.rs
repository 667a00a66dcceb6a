//! Short lists, one for each pair of points, on one shelf that is cleared and filled again and
//! again without new memory.

use super::Point;

/// A list of at most `most` things for each pair.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T> {
    most: usize,
    things: Vec<T>,
    starts: Vec<u32>,
    lengths: Vec<u8>,
}

impl<T: Copy> Shelf<T> {
    /// Lists of at most `most` things.
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, things: Vec::new(), starts: Vec::new(), lengths: Vec::new() }
    }

    /// Empties all lists, and makes sure that there is one for each pair of `points` points.
    pub(crate) fn clear(&mut self, points: usize) {
        let pairs = points * points.saturating_sub(1) / 2;
        self.things.clear();
        self.starts.clear();
        self.starts.resize(pairs, 0);
        self.lengths.clear();
        self.lengths.resize(pairs, 0);
    }

    /// The list of a pair.
    #[inline]
    pub(crate) fn list(&self, pair: usize) -> &[T] {
        let start = self.starts[pair] as usize;
        &self.things[start..start + usize::from(self.lengths[pair])]
    }

    /// Whether the list of a pair takes no more.
    #[inline]
    pub(crate) fn is_full(&self, pair: usize) -> bool {
        usize::from(self.lengths[pair]) >= self.most
    }

    /// Puts a thing at the end of a list that is not full.
    #[inline]
    pub(crate) fn put(&mut self, pair: usize, thing: T) {
        debug_assert!(!self.is_full(pair));
        if self.lengths[pair] == 0 {
            self.starts[pair] = self.things.len() as u32;
            self.things.extend(std::iter::repeat_n(thing, self.most));
        }
        let end = self.starts[pair] as usize + usize::from(self.lengths[pair]);
        self.things[end] = thing;
        self.lengths[pair] += 1;
    }
}

/// The number of a pair of different points, whichever comes first.
#[inline]
pub(crate) fn pair(a: Point, b: Point) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
