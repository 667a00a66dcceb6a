//! Axial coordinates (Patel 2013, “Hexagonal Grids”, Red Blob Games) and the six directions.
//!
//! Drawn for pointy-top cells (flat-top boards turn the same picture by 30°):
//!
//! ```text
//!        (0,-1) (1,-1)
//!    (-1,0)  (0,0)  (1,0)
//!        (-1,1) (0,1)
//! ```

use std::ops::{Add, Mul, Neg, Sub};

/// A place on the infinite hexagonal grid; `q` runs along a row, `r` down a slanted column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Axial {
    /// Position along the row.
    pub q: i8,
    /// The row.
    pub r: i8,
}

impl Axial {
    /// The cell at (`q`, `r`).
    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    /// The vector sum, usable in tables.
    ///
    /// ```
    /// use hexgrid::Axial;
    /// //   a .         b is one step east and one south-east of a
    /// //    . b
    /// let (a, east, south_east) = (Axial::new(0, 0), Axial::new(1, 0), Axial::new(0, 1));
    /// assert_eq!(a.plus(east).plus(south_east), Axial::new(1, 1));
    /// ```
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }

    /// The vector difference, usable in tables.
    ///
    /// ```
    /// use hexgrid::{Axial, Direction};
    /// //   a b
    /// assert_eq!(Axial::new(1, 0).minus(Axial::new(0, 0)), Direction::ALL[0].step());
    /// ```
    pub const fn minus(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }

    /// This vector `factor` times, usable in tables.
    ///
    /// ```
    /// use hexgrid::Axial;
    /// //   a . . b
    /// assert_eq!(Axial::new(1, 0).times(3), Axial::new(3, 0));
    /// ```
    pub const fn times(self, factor: i8) -> Self {
        Self::new(self.q * factor, self.r * factor)
    }

    /// The number of steps between two cells.
    ///
    /// ```
    /// use hexgrid::Axial;
    /// assert_eq!(Axial::new(0, 0).distance(Axial::new(1, 1)), 2);
    /// assert_eq!(Axial::new(0, 0).distance(Axial::new(1, -1)), 1);
    /// ```
    pub const fn distance(self, other: Self) -> u8 {
        let d = self.minus(other);
        (d.q.unsigned_abs() + d.r.unsigned_abs() + (d.q + d.r).unsigned_abs()) / 2
    }

    /// Whether a straight line of cells joins the two: equal `q`, `r` or `q + r`.
    ///
    /// ```
    /// use hexgrid::Axial;
    /// //   A . . B       A and B in one row, B and C on a diagonal, A and C on no line
    /// //    . . C
    /// let (a, b, c) = (Axial::new(0, 0), Axial::new(3, 0), Axial::new(2, 1));
    /// assert!(a.shares_axis(b) && b.shares_axis(c));
    /// assert!(!a.shares_axis(c));
    /// ```
    pub const fn shares_axis(self, other: Self) -> bool {
        let d = self.minus(other);
        d.q == 0 || d.r == 0 || d.q + d.r == 0
    }

    /// Integer plane coordinates (2q + r, r): straight lines stay straight, so crossings are
    /// exactly those of the drawn board.
    ///
    /// ```
    /// use hexgrid::Axial;
    /// //     (0,-1) (1,-1)           (-1,-1)  (1,-1)
    /// // (-1,0) (0,0) (1,0)   →   (-2,0)  (0,0)  (2,0)
    /// //     (-1,1) (0,1)            (-1,1)   (1,1)
    /// assert_eq!(Axial::new(1, 0).plane(), (2, 0));
    /// assert_eq!(Axial::new(0, 1).plane(), (1, 1));
    /// ```
    pub const fn plane(self) -> (i32, i32) {
        (2 * self.q as i32 + self.r as i32, self.r as i32)
    }
}

impl Add for Axial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Axial {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Mul<i8> for Axial {
    type Output = Self;
    fn mul(self, factor: i8) -> Self {
        self.times(factor)
    }
}

impl Neg for Axial {
    type Output = Self;
    fn neg(self) -> Self {
        self.times(-1)
    }
}

/// One of the six steps to a neighbouring cell, counted anticlockwise from (1, 0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

impl Direction {
    /// All six, each the previous one turned by 60°.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    const STEPS: [Axial; 6] = [
        Axial::new(1, 0),
        Axial::new(1, -1),
        Axial::new(0, -1),
        Axial::new(-1, 0),
        Axial::new(-1, 1),
        Axial::new(0, 1),
    ];

    /// The step as a vector.
    ///
    /// ```
    /// use hexgrid::{Axial, Direction};
    /// //     2  1
    /// //   3  ·  0
    /// //     4  5
    /// assert_eq!(Direction::ALL[0].step(), Axial::new(1, 0));
    /// assert_eq!(Direction::ALL[2].step(), Axial::new(0, -1));
    /// ```
    pub const fn step(self) -> Axial {
        Self::STEPS[self.0 as usize]
    }

    /// Turned by `sixths` × 60° anticlockwise.
    ///
    /// ```
    /// use hexgrid::Direction;
    /// assert_eq!(Direction::ALL[5].turned(2), Direction::ALL[1]);
    /// ```
    pub const fn turned(self, sixths: u8) -> Self {
        Self((self.0 + sixths) % 6)
    }

    /// The way back.
    ///
    /// ```
    /// use hexgrid::{Axial, Direction};
    /// for direction in Direction::ALL {
    ///     assert_eq!(direction.step() + direction.opposite().step(), Axial::new(0, 0));
    /// }
    /// ```
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// A number from 0 to 5, for tables.
    ///
    /// ```
    /// use hexgrid::Direction;
    /// //     2  1
    /// //   3  ·  0
    /// //     4  5
    /// assert!(Direction::ALL.map(Direction::index).into_iter().eq(0..6));
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// A set of directions, bit `d` for direction `d`, with each turned by `sixths` × 60° anticlockwise
    /// (`sixths` from 0 to 6).
    ///
    /// ```
    /// use hexgrid::Direction;
    /// //     ● ·          ● ●
    /// //   ·  x  ●  →   ·  x  ·
    /// //     · ·          · ·
    /// assert_eq!(Direction::turned_set(0b00_0101, 1), 0b00_1010);
    /// assert_eq!(Direction::turned_set(0b10_0000, 1), 0b00_0001);
    /// ```
    #[inline]
    pub const fn turned_set(directions: u32, sixths: u32) -> u32 {
        (directions << sixths | directions >> (6 - sixths)) & 0b11_1111
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_turns_come_home_and_three_go_back() {
        for d in Direction::ALL {
            assert_eq!(d.turned(6), d);
            assert_eq!(d.step() + d.opposite().step(), Axial::default());
            assert_eq!(Axial::default().distance(d.step()), 1);
        }
    }

    #[test]
    fn neighbouring_directions_add_to_a_corner_step() {
        for d in Direction::ALL {
            let corner = d.step() + d.turned(1).step();
            assert_eq!(corner.distance(Axial::default()), 2);
            assert!(!corner.shares_axis(Axial::default()));
            assert!((d.step() * 2).shares_axis(Axial::default()));
        }
    }
}
