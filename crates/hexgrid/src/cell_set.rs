//! Sets of cells as bits.

use crate::Cell;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells of a board with at most 64 · `WORDS` cells.
///
/// One word serves Eclipse and Hex Chess; Hex takes six for its 361 cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellSet<const WORDS: usize = 1>([u64; WORDS]);

impl<const WORDS: usize> CellSet<WORDS> {
    /// The set without cells.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The first `count` cells.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let row: CellSet = CellSet::first(3);
    /// assert!(row.into_iter().eq([0, 1, 2].map(Cell::new)));
    /// ```
    pub const fn first(count: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < count {
            set = set.with(Cell::new(i));
            i += 1;
        }
        set
    }

    /// This set and `cell`.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let set: CellSet = CellSet::EMPTY.with(Cell::new(4)).with(Cell::new(4));
    /// assert_eq!(set.len(), 1);
    /// ```
    #[inline]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        self
    }

    /// This set less `cell`.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let set: CellSet = CellSet::first(3).without(Cell::new(1));
    /// assert!(set.into_iter().eq([0, 2].map(Cell::new)));
    /// ```
    #[inline]
    pub const fn without(mut self, cell: Cell) -> Self {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
        self
    }

    /// Puts `cell` in.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ○○○○  →  ○○●○
    /// let mut set: CellSet = CellSet::EMPTY;
    /// set.insert(Cell::new(2));
    /// assert!(set.into_iter().eq([Cell::new(2)]));
    /// ```
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ●●●○  →  ●○●○
    /// let mut set: CellSet = CellSet::first(3);
    /// set.remove(Cell::new(1));
    /// assert!(set.into_iter().eq([0, 2].map(Cell::new)));
    /// ```
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether `cell` is in.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ●●●○
    /// let set: CellSet = CellSet::first(3);
    /// assert!(set.contains(Cell::new(2)) && !set.contains(Cell::new(3)));
    /// ```
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Whether no cell is in.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let set: CellSet = CellSet::first(1);
    /// assert!(!set.is_empty() && set.without(Cell::new(0)).is_empty());
    /// ```
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether the two have a cell in common.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // A = ●●●○○   B = ○○●●●   both hold cell 2
    /// let a: CellSet = CellSet::first(3);
    /// let b = CellSet::first(5) & !CellSet::first(2);
    /// assert!(a.meets(b));
    /// assert_eq!((a & b).lowest(), Some(Cell::new(2)));
    /// assert_eq!(a | b, CellSet::first(5));
    /// assert!(!a.meets(!a));
    /// ```
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// How many cells are in.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ●●●○○●
    /// let set: CellSet = CellSet::first(3).with(Cell::new(5));
    /// assert_eq!(set.len(), 4);
    /// ```
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest cell, if any.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let set: CellSet<6> = [360, 7].map(Cell::new).into_iter().collect();
    /// assert_eq!(set.lowest(), Some(Cell::new(7)));
    /// assert_eq!(CellSet::<6>::EMPTY.lowest(), None);
    /// ```
    #[inline]
    pub fn lowest(self) -> Option<Cell> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map(|(i, word)| Cell::new(i * 64 + word.trailing_zeros() as usize))
    }

    /// Every cell moved up by `by` indices, 0 < `by` < 64; those beyond the last word are lost.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ●●○○○  →  ○○○●●
    /// let set: CellSet<2> = CellSet::first(2);
    /// assert!(set.shifted_up(3).into_iter().eq([3, 4].map(Cell::new)));
    /// assert!(set.shifted_up(63).into_iter().eq([63, 64].map(Cell::new)), "across words");
    /// ```
    #[inline]
    pub fn shifted_up(self, by: usize) -> Self {
        let (mut words, mut below) = (self.0, 0);
        for word in &mut words {
            let here = *word;
            *word = here << by | below >> (64 - by);
            below = here;
        }
        Self(words)
    }

    /// Every cell moved down by `by` indices, 0 < `by` < 64; those below 0 are lost.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ○○●●●  →  ●●○○○
    /// let set: CellSet = CellSet::first(5) & !CellSet::first(2);
    /// assert!(set.shifted_down(3).into_iter().eq([0, 1].map(Cell::new)));
    /// ```
    #[inline]
    pub fn shifted_down(self, by: usize) -> Self {
        let (mut words, mut above) = (self.0, 0);
        for word in words.iter_mut().rev() {
            let here = *word;
            *word = here >> by | above << (64 - by);
            above = here;
        }
        Self(words)
    }

    /// The cells of a board of `count` cells in reverse order: index `i` becomes `count − 1 − i`.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// //   ● ● ●            · · ·
    /// //    ● · ·    →       · · ●
    /// //     · · ·            ● ● ●
    /// let set: CellSet = CellSet::first(4);
    /// assert!(set.reversed(9).into_iter().eq([5, 6, 7, 8].map(Cell::new)));
    /// ```
    pub fn reversed(self, count: usize) -> Self {
        let mut words = self.0.map(u64::reverse_bits);
        words.reverse();
        let unused = WORDS * 64 - count;
        words.rotate_left(unused / 64);
        let set = Self(words);
        if unused.is_multiple_of(64) { set } else { set.shifted_down(unused % 64) }
    }

    /// The same cells in a set of another width; those beyond it are lost.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// let set: CellSet<2> = CellSet::EMPTY.with(Cell::new(3)).with(Cell::new(100));
    /// assert!(set.resized::<1>().into_iter().eq([Cell::new(3)]));
    /// ```
    pub fn resized<const OTHER: usize>(self) -> CellSet<OTHER> {
        let mut words = [0; OTHER];
        let common = WORDS.min(OTHER);
        words[..common].copy_from_slice(&self.0[..common]);
        CellSet(words)
    }

    /// The words, lowest cells first.
    ///
    /// ```
    /// # use hexgrid::{Cell, CellSet};
    /// // ●○●
    /// let set: CellSet = CellSet::first(3).without(Cell::new(1));
    /// assert_eq!(set.words(), [0b101]);
    /// assert_eq!(CellSet::from_words([0b101]), set);
    /// ```
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The set with these words.
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }
}

macro_rules! bitwise {
    ($op:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<const WORDS: usize> $assign for CellSet<WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    word.$assign_method(other);
                }
            }
        }
        impl<const WORDS: usize> $op for CellSet<WORDS> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
    };
}
bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign);

/// The complement over *all* bits: meet it with the board's own cells.
impl<const WORDS: usize> Not for CellSet<WORDS> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        // A loop, since `map` over an array is not always inlined, and this is in every inner loop.
        let mut words = self.0;
        for word in &mut words {
            *word = !*word;
        }
        Self(words)
    }
}

impl<const WORDS: usize> FromIterator<Cell> for CellSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const WORDS: usize> IntoIterator for CellSet<WORDS> {
    type Item = Cell;
    type IntoIter = Cells<WORDS>;
    #[inline]
    fn into_iter(self) -> Cells<WORDS> {
        Cells { rest: self.0, word: 0 }
    }
}

/// The cells of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Cells<const WORDS: usize> {
    rest: [u64; WORDS],
    word: usize,
}

impl<const WORDS: usize> Iterator for Cells<WORDS> {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < WORDS {
            let bits = self.rest[self.word];
            if bits != 0 {
                self.rest[self.word] = bits & (bits - 1);
                return Some(Cell::new(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn behaves_like_a_set_of_numbers() {
        let numbers = [0, 5, 63, 64, 100, 127, 300, 360];
        let set: CellSet<6> = numbers.iter().map(|&n| Cell::new(n)).collect();
        let back: BTreeSet<usize> = set.into_iter().map(Cell::index).collect();
        assert_eq!(back, BTreeSet::from(numbers));
        assert_eq!(set.len(), numbers.len());
        assert_eq!(set.lowest(), Some(Cell::new(0)));
        assert!(set.contains(Cell::new(300)) && !set.contains(Cell::new(301)));
        assert_eq!(set.without(Cell::new(0)).lowest(), Some(Cell::new(5)));
        assert!((set & !set).is_empty());
        assert_eq!(CellSet::<1>::first(37).len(), 37);
    }

    #[test]
    fn shifts_and_reversal_move_every_cell() {
        let numbers = [0, 5, 63, 64, 100, 120];
        let set =
            |numbers: &[usize]| -> CellSet<3> { numbers.iter().map(|&n| Cell::new(n)).collect() };
        for by in [1, 11, 63] {
            let up: Vec<usize> = numbers.iter().map(|n| n + by).collect();
            assert_eq!(set(&numbers).shifted_up(by), set(&up));
            let down: Vec<usize> = numbers.iter().filter_map(|n| n.checked_sub(by)).collect();
            assert_eq!(set(&numbers).shifted_down(by), set(&down));
        }
        for count in [121, 128, 169, 192] {
            let reversed: Vec<usize> = numbers.iter().map(|n| count - 1 - n).collect();
            assert_eq!(set(&numbers).reversed(count), set(&reversed));
        }
        assert_eq!(set(&numbers).resized::<6>().resized::<3>(), set(&numbers));
        assert_eq!(set(&numbers).resized::<1>().len(), 3);
    }
}
