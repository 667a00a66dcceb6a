//! Where tiles stand: whole numbers for the terminal, points for pictures.
//!
//! ```text
//! pointy-top: (2q + r, r)        flat-top: (q, 2r + q)
//!    / \ / \                        __
//!   |   |   |                    __/  \__
//!    \ / \ / \                  /  \__/  \
//!     |   |   |                 \__/  \__/
//! ```

use hexgrid::Axial;

/// How the cells of a board are turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lattice {
    /// A corner on top, rows are straight.
    Pointy,
    /// An edge on top, columns are straight.
    Flat,
}

/// A place on the lattice, in half steps, y down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// Half steps to the right.
    pub x: i32,
    /// Half steps down.
    pub y: i32,
}

/// A point of a picture in which a cell's corners are 1 away from its centre, y down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

const HALF_WIDTH: f64 = 0.866_025_403_784_438_6;

impl Lattice {
    /// Where an axial coordinate stands.
    pub fn spot(self, at: Axial) -> Spot {
        let (q, r) = (i32::from(at.q), i32::from(at.r));
        match self {
            Self::Pointy => Spot { x: 2 * q + r, y: r },
            Self::Flat => Spot { x: q, y: 2 * r + q },
        }
    }

    /// The centre of a cell in a picture.
    pub fn point(self, spot: Spot) -> Point {
        let (x, y) = (f64::from(spot.x), f64::from(spot.y));
        match self {
            Self::Pointy => Point { x: x * HALF_WIDTH, y: y * 1.5 },
            Self::Flat => Point { x: x * 1.5, y: y * HALF_WIDTH },
        }
    }

    /// The six corners of a cell around its centre, clockwise from the top or the right.
    pub fn corners(self) -> [Point; 6] {
        let turned = match self {
            Self::Pointy => -90.0,
            Self::Flat => 0.0,
        };
        std::array::from_fn(|i| {
            let angle = f64::to_radians(60.0 * i as f64 + turned);
            Point { x: angle.cos(), y: angle.sin() }
        })
    }
}
