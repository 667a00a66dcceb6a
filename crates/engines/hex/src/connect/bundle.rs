//! Short lists, one for each pair of points, on one shelf that is cleared and filled again and
//! again without new memory.

use super::Point;

/// Where a list stands on its shelf.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    length: u32,
}

/// A list of at most `most` things for each pair.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T> {
    most: usize,
    /// What stands beyond `used` is left over from before.
    things: Vec<T>,
    used: usize,
    spans: Vec<Span>,
}

impl<T: Copy> Shelf<T> {
    /// Lists of at most `most` things.
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, things: Vec::new(), used: 0, spans: Vec::new() }
    }

    /// Empties all lists, and makes sure that there is one for each pair of `points` points.
    pub(crate) fn clear(&mut self, points: usize) {
        let pairs = points * points.saturating_sub(1) / 2;
        self.used = 0;
        self.spans.clear();
        self.spans.resize(pairs, Span { start: 0, length: 0 });
    }

    /// The list of a pair.
    #[inline]
    pub(crate) fn list(&self, pair: usize) -> &[T] {
        let Span { start, length } = self.spans[pair];
        &self.things[start as usize..(start + length) as usize]
    }

    /// Whether the list of a pair takes no more.
    #[inline]
    pub(crate) fn is_full(&self, pair: usize) -> bool {
        self.spans[pair].length as usize >= self.most
    }

    /// Puts a thing at the end of a list that is not full.
    #[inline]
    pub(crate) fn put(&mut self, pair: usize, thing: T) {
        debug_assert!(!self.is_full(pair));
        let span = &mut self.spans[pair];
        if span.length == 0 {
            span.start = self.used as u32;
            self.used += self.most;
            self.things.resize(self.things.len().max(self.used), thing);
        }
        self.things[(span.start + span.length) as usize] = thing;
        span.length += 1;
    }
}

/// The number of a pair of different points, whichever comes first.
#[inline]
pub(crate) fn pair(a: Point, b: Point) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
