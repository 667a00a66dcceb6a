//! The two sides, and one of something for each.

use std::ops::{Index, IndexMut};

/// A side, by order of play; what colour it has is a matter of the scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Moves first: Light, White, Red.
    First,
    /// Moves second: Dark, Black, Blue.
    Second,
}

impl Side {
    /// Both sides, in order of play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    ///
    /// ```
    /// use game::Side;
    /// assert_eq!(Side::First.other(), Side::Second);
    /// assert_eq!(Side::BOTH.map(Side::index), [0, 1]);
    /// ```
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One of something for each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BySide<T> {
    /// What belongs to the first side.
    pub first: T,
    /// What belongs to the second side.
    pub second: T,
}

impl<T> BySide<T> {
    /// One for each side.
    pub const fn new(first: T, second: T) -> Self {
        Self { first, second }
    }

    /// Made by asking for each side in turn.
    ///
    /// ```
    /// use game::{BySide, Side};
    /// let stones = BySide::from_fn(|side| if side == Side::First { 'r' } else { 'b' });
    /// assert_eq!(stones[Side::Second], 'b');
    /// assert_eq!(stones.swapped(), BySide::new('b', 'r'));
    /// ```
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self::new(f(Side::First), f(Side::Second))
    }

    /// The same for each side, put through `f`.
    ///
    /// ```
    /// use game::BySide;
    /// assert_eq!(BySide::new(2, 3).map(|stones| stones * 10), BySide::new(20, 30));
    /// ```
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide::new(f(self.first), f(self.second))
    }

    /// The two changed about.
    pub fn swapped(self) -> Self {
        Self::new(self.second, self.first)
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
