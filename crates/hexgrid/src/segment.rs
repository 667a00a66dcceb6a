//! Segment intersection by orientation (signs of cross products; Cormen et al., chapter 33): straight
//! segments between cell centres.

use crate::Axial;

/// The straight segment between two cell centres.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// One end.
    pub from: Axial,
    /// The other end.
    pub to: Axial,
}

impl Segment {
    /// The segment between two cells.
    ///
    /// ```
    /// use hexgrid::{Axial, Segment};
    /// //   a · · b
    /// let segment = Segment::new(Axial::new(0, 0), Axial::new(3, 0));
    /// assert_eq!(segment.from.distance(segment.to), 3);
    /// ```
    pub const fn new(from: Axial, to: Axial) -> Self {
        Self { from, to }
    }

    /// Whether the two properly intersect: in one point that is inside both.
    ///
    /// Decided by the signs of integer cross products, never in floating point. Segments that
    /// share an end, only touch, or lie on one line do not cross.
    ///
    /// ```
    /// use hexgrid::{Axial, Segment};
    /// let level = Segment::new(Axial::new(0, 0), Axial::new(1, 0));
    /// let steep = Segment::new(Axial::new(1, -1), Axial::new(0, 1));
    /// assert!(level.crosses(steep));
    /// // Collinear and apart: rounding would call this a crossing.
    /// assert!(!level.crosses(Segment::new(Axial::new(2, 0), Axial::new(3, 0))));
    /// ```
    pub const fn crosses(self, other: Self) -> bool {
        let (a, b) = (other.side_of(self.from), other.side_of(self.to));
        let (c, d) = (self.side_of(other.from), self.side_of(other.to));
        a * b < 0 && c * d < 0
    }

    /// -1, 0 or 1: on which side of the line through this segment `point` lies.
    const fn side_of(self, point: Axial) -> i32 {
        let (ax, ay) = self.from.plane();
        let (bx, by) = self.to.plane();
        let (px, py) = point.plane();
        ((bx - ax) * (py - ay) - (by - ay) * (px - ax)).signum()
    }
}
