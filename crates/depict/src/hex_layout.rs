//! Layout of hexagonal cells: doubled coordinates for the terminal, points for pictures (Patel, “Hexagonal
//! grids”).
//!
//! ```text
//! pointy-top: (2q + r, r)        flat-top: (q, 2r + q)
//!    / \ / \                        __
//!   |   |   |                    __/  \__
//!    \ / \ / \                  /  \__/  \
//!     |   |   |                 \__/  \__/
//! ```

use hexgrid::Axial;

/// Orientation of the cells: pointy-top or flat-top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexLayout {
    /// A corner on top, rows are straight.
    Pointy,
    /// An edge on top, columns are straight.
    Flat,
}

/// Doubled coordinates: half steps to the right and down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DoubledCoord {
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

impl HexLayout {
    /// Where an axial coordinate stands.
    pub fn doubled(self, at: Axial) -> DoubledCoord {
        let (q, r) = (i32::from(at.q), i32::from(at.r));
        match self {
            Self::Pointy => DoubledCoord { x: 2 * q + r, y: r },
            Self::Flat => DoubledCoord { x: q, y: 2 * r + q },
        }
    }

    /// The centre of a cell in a picture.
    pub fn point(self, coord: DoubledCoord) -> Point {
        let (x, y) = (f64::from(coord.x), f64::from(coord.y));
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
