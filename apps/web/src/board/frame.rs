//! The frame of a board: bands in the colours of the sides that own its edges, or a plain border.
//!
//! ```text
//!        ╲‾‾‾‾‾‾‾‾‾‾‾‾‾╱      Each band is a straight strip that ends at the lines from the corners
//!         ╲___________╱       to the centre, so that two colours meet in a clean mitre. Sharp
//!         ╱           ╲       corners are cut.
//! ```

use game::Side;
use scene::Point;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Width of a band over the outermost corners of its cells; names of rows and columns need more.
const BAND: f64 = 17.0;
const NAMED_BAND: f64 = 50.0;

/// What surrounds the cells.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Frame {
    /// Path data of the outline; it is drawn as a thick line.
    pub(super) outline: String,
    /// A filled shape for each edge that belongs to a side.
    pub(super) bands: Vec<(Side, String)>,
    /// The outermost points.
    pub(super) reach: Vec<Point>,
}

/// The edge of a board that belongs to a side.
pub(super) struct RimPoints {
    pub(super) side: Side,
    /// The centres of its first and last cell.
    pub(super) ends: [Point; 2],
    /// The corners of its cells that lie outside.
    pub(super) corners: Vec<Point>,
}

/// A straight line, by its normal and its distance from the centre.
#[derive(Clone, Copy)]
struct StraightLine {
    normal: Point,
    distance: f64,
}

/// The frame of a board with these rims; `cells` has the corners of all cells, each in the same order.
pub(super) fn frame(rims: &[RimPoints], named: bool, cells: &[[Point; 6]]) -> Frame {
    let plain = || Frame { outline: silhouette(cells), ..Frame::default() };
    let centre = mean(rims.iter().flat_map(|rim| &rim.ends));
    let band = if named { NAMED_BAND } else { BAND };
    let lines = rims.iter().filter_map(|rim| Some((rim.side, outer_line(rim, centre, band)?)));
    let mut lines: Vec<(Side, StraightLine)> = lines.collect();
    if lines.len() < 3 {
        return plain();
    }
    lines.sort_by(|(_, a), (_, b)| angle(a.normal).total_cmp(&angle(b.normal)));
    let next = |i: usize| lines[(i + 1) % lines.len()].1;
    let corners: Option<Vec<[Point; 2]>> =
        (0..lines.len()).map(|i| corner(lines[i].1, next(i), centre, band)).collect();
    let Some(corners) = corners else { return plain() };
    let shape = |(i, (side, _)): (usize, &(Side, StraightLine))| {
        let before = corners[(i + corners.len() - 1) % corners.len()];
        let (start, end) = (middle(before), middle(corners[i]));
        (*side, path(&[start, before[1], corners[i][0], end, centre]))
    };
    let bands = lines.iter().enumerate().map(shape).collect();
    let reach = corners.concat();
    Frame { outline: path(&reach), bands, reach }
}

/// The outline of all cells together: the edges that belong to one cell alone, end to end. One short
/// path is drawn much faster than the outlines of all cells.
fn silhouette(cells: &[[Point; 6]]) -> String {
    let place = |p: Point| (p.x.round() as i32, p.y.round() as i32);
    let mut edges: BTreeMap<(i32, i32), (i32, i32)> = BTreeMap::new();
    let all = cells.iter().flat_map(|c| (0..6).map(|i| (place(c[i]), place(c[(i + 1) % 6]))));
    let every: BTreeSet<_> = all.collect();
    // The neighbour has the same edge the other way round.
    edges.extend(every.iter().filter(|(from, to)| !every.contains(&(*to, *from))).copied());
    let mut outline = String::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let (mut at, mut points) = (start, Vec::new());
        while let Some(next) = edges.remove(&at) {
            points.push(format!("{},{}", at.0, at.1));
            at = next;
        }
        // Writing to a string cannot fail.
        let _ = write!(outline, "M{} Z", points.join(" L"));
    }
    outline
}

/// The line along a rim, outside of all its corners.
fn outer_line(rim: &RimPoints, centre: Point, band: f64) -> Option<StraightLine> {
    let [first, last] = rim.ends;
    let (dx, dy) = (last.x - first.x, last.y - first.y);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return None;
    }
    let normal = Point { x: -dy / length, y: dx / length };
    let along = |p: &Point| (p.x - centre.x) * normal.x + (p.y - centre.y) * normal.y;
    let outwards = if along(&middle(rim.ends)) < 0.0 { -1.0 } else { 1.0 };
    let distance = rim.corners.iter().map(|p| along(p) * outwards).fold(0.0, f64::max) + band;
    Some(StraightLine {
        normal: Point { x: normal.x * outwards, y: normal.y * outwards },
        distance,
    })
}

/// Where two lines meet: the same point twice, or the ends of the cut of a sharp corner.
fn corner(a: StraightLine, b: StraightLine, centre: Point, band: f64) -> Option<[Point; 2]> {
    let determinant = a.normal.x * b.normal.y - a.normal.y * b.normal.x;
    if determinant.abs() < 1e-6 {
        return None;
    }
    let meet = Point {
        x: centre.x + (a.distance * b.normal.y - b.distance * a.normal.y) / determinant,
        y: centre.y + (b.distance * a.normal.x - a.distance * b.normal.x) / determinant,
    };
    let acute = a.normal.x * b.normal.x + a.normal.y * b.normal.y < -0.1;
    let cut = if acute { 1.4 * band } else { 0.25 * BAND };
    // Along a line, back from the corner: towards the other line's inside.
    let back = |along: Point, inside: Point| {
        let (x, y) = (-along.y, along.x);
        let turn = if x * inside.x + y * inside.y > 0.0 { -1.0 } else { 1.0 };
        Point { x: meet.x + turn * cut * x, y: meet.y + turn * cut * y }
    };
    Some([back(a.normal, b.normal), back(b.normal, a.normal)])
}

fn mean<'a>(points: impl IntoIterator<Item = &'a Point>) -> Point {
    let (mut sum, mut count) = (Point { x: 0.0, y: 0.0 }, 0.0_f64);
    for point in points {
        sum = Point { x: sum.x + point.x, y: sum.y + point.y };
        count += 1.0;
    }
    Point { x: sum.x / count.max(1.0), y: sum.y / count.max(1.0) }
}

fn middle([a, b]: [Point; 2]) -> Point {
    Point { x: f64::midpoint(a.x, b.x), y: f64::midpoint(a.y, b.y) }
}

fn angle(normal: Point) -> f64 {
    normal.y.atan2(normal.x)
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
    format!("M{} Z", points.join(" L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// A rhombus with acute corners left and right.
    fn rims() -> Vec<RimPoints> {
        let (left, top, right, bottom) =
            (at(-300.0, 0.0), at(0.0, -170.0), at(300.0, 0.0), at(0.0, 170.0));
        let edge = |side, from, to| RimPoints { side, ends: [from, to], corners: vec![from, to] };
        vec![
            edge(Side::First, left, top),
            edge(Side::First, right, bottom),
            edge(Side::Second, top, right),
            edge(Side::Second, bottom, left),
        ]
    }

    #[test]
    fn bands_alternate_and_neighbours_share_their_corners() {
        let frame = frame(&rims(), false, &[]);
        assert_eq!(frame.bands.len(), 4);
        for (i, (side, shape)) in frame.bands.iter().enumerate() {
            let (other, next) = &frame.bands[(i + 1) % 4];
            assert_ne!(side, other, "two bands of a side do not touch");
            let end = shape.split(" L").nth(3).unwrap();
            assert!(next.starts_with(&format!("M{end} ")), "{shape} and {next} meet in a mitre");
        }
    }

    #[test]
    fn the_frame_lies_outside_of_every_point_and_sharp_corners_are_cut() {
        let frame = frame(&rims(), false, &[]);
        let most = frame.reach.iter().map(|p| p.x).fold(0.0, f64::max);
        assert!(most > 300.0 && most < 300.0 + 3.0 * BAND, "{most}");
        assert_eq!(frame.reach.len(), 8);
    }

    #[test]
    fn a_board_without_rims_is_outlined_without_the_edges_between_cells() {
        let corner = |i: usize| f64::to_radians(60.0 * i as f64);
        let cell = |x: f64, y: f64| {
            std::array::from_fn(|i| at(x + 50.0 * corner(i).cos(), y + 50.0 * corner(i).sin()))
        };
        let (step, half) = (75.0, 43.3);
        let two = frame(&[], false, &[cell(0.0, 0.0), cell(step, half)]);
        assert_eq!((two.bands.len(), two.outline.matches('M').count()), (0, 1));
        assert_eq!(two.outline.matches(',').count(), 10, "{}", two.outline);
    }
}
