//! Bounded lists of connections, one for each pair of points, in one buffer that is reused.

use super::Point;

/// The range of a list in the buffer.
#[derive(Clone, Copy, Debug)]
struct ListRange {
    start: u32,
    length: u32,
}

/// A list of at most `most` items for each pair.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionLists<T> {
    most: usize,
    /// Items beyond `used` are left over from earlier use.
    items: Vec<T>,
    used: usize,
    ranges: Vec<ListRange>,
}

impl<T: Copy> ConnectionLists<T> {
    /// Lists of at most `most` items.
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, items: Vec::new(), used: 0, ranges: Vec::new() }
    }

    /// Clears all lists, and makes one for each pair of `points` points.
    pub(crate) fn clear(&mut self, points: usize) {
        let pairs = points * points.saturating_sub(1) / 2;
        self.used = 0;
        self.ranges.clear();
        self.ranges.resize(pairs, ListRange { start: 0, length: 0 });
    }

    /// The list of a pair.
    #[inline]
    pub(crate) fn list(&self, pair: usize) -> &[T] {
        let ListRange { start, length } = self.ranges[pair];
        &self.items[start as usize..(start + length) as usize]
    }

    /// Whether the list of a pair is full.
    #[inline]
    pub(crate) fn is_full(&self, pair: usize) -> bool {
        self.ranges[pair].length as usize >= self.most
    }

    /// Appends an item to a list that is not full.
    #[inline]
    pub(crate) fn push(&mut self, pair: usize, item: T) {
        debug_assert!(!self.is_full(pair));
        let span = &mut self.ranges[pair];
        if span.length == 0 {
            span.start = self.used as u32;
            self.used += self.most;
            self.items.resize(self.items.len().max(self.used), item);
        }
        self.items[(span.start + span.length) as usize] = item;
        span.length += 1;
    }
}

/// Index of an unordered pair of different points.
#[inline]
pub(crate) fn pair(a: Point, b: Point) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
