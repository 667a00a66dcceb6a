//! Board geometry of the playouts: a hexagon of cells in a rectangular array with a frame, so that the
//! six neighbours of a place are found by adding constants.

use hexgrid::Axial;
use std::sync::OnceLock;

/// The smallest and the largest board: cells along a border.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 4..=10;

/// Width of the array: the largest board has 19 columns; the frame at the end of a row is also the one
/// at the beginning of the next.
pub(crate) const WIDTH: usize = 20;

/// Number of places in the array.
pub(crate) const PLACES: usize = WIDTH * (WIDTH + 1);

/// Differences of places to the six neighbours, in turn; steps back wrap around.
pub(crate) const STEPS: [usize; 6] = {
    let back = 0usize.wrapping_sub(WIDTH);
    [1, back.wrapping_add(1), back, usize::MAX, WIDTH - 1, WIDTH]
};

/// The borders and corners that a cell or a group touches: six bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ends(pub(crate) u16);

impl Ends {
    const CORNERS_FROM: u32 = 6;

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Number of borders; a corner belongs to none.
    pub(crate) const fn borders(self) -> u32 {
        (self.0 & 63).count_ones()
    }

    pub(crate) const fn corners(self) -> u32 {
        (self.0 >> Self::CORNERS_FROM).count_ones()
    }

    /// Whether a group with these ends is a fork (three borders) or a bridge (two corners).
    pub(crate) const fn wins(self) -> bool {
        self.borders() >= 3 || self.corners() >= 2
    }
}

/// A board of one size.
#[derive(Debug)]
pub(crate) struct Geometry {
    side: usize,
    /// The places of the cells, row by row.
    pub(crate) cells: Vec<u16>,
    /// The ends of every place.
    pub(crate) ends: [Ends; PLACES],
    /// For every border and corner the cells on it, and those next to a border with the two cells
    /// between.
    pub(crate) near_end: [Vec<(u16, Vec<u16>)>; 12],
}

impl Geometry {
    /// The board with so many cells along a border.
    ///
    /// # Panics
    /// If there is no such board.
    pub(crate) fn of(side: usize) -> &'static Self {
        static ALL: [OnceLock<Geometry>; 7] = [const { OnceLock::new() }; 7];
        ALL[side - SIDES.start()].get_or_init(|| Self::new(side))
    }

    fn new(side: usize) -> Self {
        let near_end = std::array::from_fn(|_| Vec::new());
        let mut made = Self { side, cells: Vec::new(), ends: [Ends(0); PLACES], near_end };
        let last = 2 * side as i8 - 2;
        for r in 0..=last {
            for q in 0..=last {
                let at = Axial::new(q, r);
                if made.contains(at) {
                    made.cells.push(place(at) as u16);
                    made.ends[place(at)] = made.ends_of(at);
                }
            }
        }
        made.near_end = std::array::from_fn(|end| made.cells_near(end));
        made
    }

    fn cells_near(&self, end: usize) -> Vec<(u16, Vec<u16>)> {
        let touches = |place: usize| self.ends[place].0 >> end & 1 == 1;
        let near = |&place: &u16| {
            if touches(place.into()) {
                return Some((place, Vec::new()));
            }
            let around = STEPS.map(|step| usize::from(place).wrapping_add(step));
            let between: Vec<u16> =
                around.into_iter().filter(|&next| touches(next)).map(|next| next as u16).collect();
            (between.len() == 2).then_some((place, between))
        };
        self.cells.iter().filter_map(near).collect()
    }

    /// Cells along a border.
    pub(crate) const fn side(&self) -> usize {
        self.side
    }

    /// Number of the line that a cell lies on, 0 along the border.
    pub(crate) fn line(&self, place: usize) -> usize {
        let centre = Axial::new(self.side as i8 - 1, self.side as i8 - 1);
        self.side - 1 - usize::from(axial(place).distance(centre))
    }

    pub(crate) fn contains(&self, at: Axial) -> bool {
        let (radius, most) = (self.side as i8 - 1, 2 * self.side as i8 - 2);
        (0..=most).contains(&at.q)
            && (0..=most).contains(&at.r)
            && (radius..=3 * radius).contains(&(at.q + at.r))
    }

    /// A corner lies on two of the six lines that bound the board, any other cell of a border on one.
    fn ends_of(&self, at: Axial) -> Ends {
        let (radius, most) = (self.side as i8 - 1, 2 * self.side as i8 - 2);
        let sum = at.q + at.r;
        // In turn around the board, so that neighbouring lines have neighbouring numbers.
        let lines =
            [at.r == 0, at.q == most, sum == 3 * radius, at.r == most, at.q == 0, sum == radius];
        let on = |i: usize| lines[i % 6];
        (0..6).fold(Ends(0), |sum, i| match (on(i), on(i + 1), on(i + 5)) {
            (true, true, _) => sum.with(Ends(1 << (Ends::CORNERS_FROM + i as u32))),
            (true, false, false) => sum.with(Ends(1 << i)),
            _ => sum,
        })
    }
}

/// The place of a cell; the upper left corner of the enclosing rhombus is the origin.
const fn place(at: Axial) -> usize {
    (at.r as usize + 1) * WIDTH + at.q as usize + 1
}

/// The cell of a place.
pub(crate) const fn axial(place: usize) -> Axial {
    Axial::new((place % WIDTH) as i8 - 1, (place / WIDTH) as i8 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_six_corners_and_six_borders() {
        for side in SIDES {
            let board = Geometry::of(side);
            assert_eq!(board.cells.len(), 3 * side * (side - 1) + 1);
            let mut counts = [0; 12];
            for &place in &board.cells {
                let ends = board.ends[usize::from(place)];
                assert!(ends.borders() + ends.corners() <= 1);
                (0..12).filter(|i| ends.0 >> i & 1 == 1).for_each(|i| counts[i] += 1);
                assert_eq!(super::place(axial(place.into())), usize::from(place));
            }
            assert_eq!(counts[..6], [side - 2; 6]);
            assert_eq!(counts[6..], [1; 6]);
        }
    }
}
