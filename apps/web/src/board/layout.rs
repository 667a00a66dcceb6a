//! Screen geometry of a board: cells, frame, bevels, labels and view box.

use super::BoardOrientation;
use super::frame::{Frame, RimPoints, frame};
use crate::settings::Names;
use game::Side;
use hexgrid::Cell;
use scene::{DoubledCoord, Point, Scene};
use std::collections::BTreeMap;
use std::fmt;

/// Units of the picture per cell radius.
pub(super) const SCALE: f64 = 50.0;
/// How far the frame and its shadow reach over what is measured, in units.
const MARGIN: f64 = 18.0;
/// Height of a band of cells: four rows.
const BAND: f64 = 6.0 * SCALE;
/// How much of a cell its bevel surrounds.
const BEVEL: f64 = 0.92;

/// The drawn board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BoardLayout {
    /// The cells, in the scene's order.
    pub(super) places: Vec<CellLayout>,
    /// The frame around the cells.
    pub(super) border: Frame,
    /// What is drawn of the cells, in bands from top to bottom.
    pub(super) bands: Vec<Band>,
    /// Names beside the board; none if names are hidden.
    pub(super) labels: Vec<(Side, Point, String)>,
    /// Whether cells carry their own names.
    pub(super) named: bool,
    /// What the picture shows.
    pub(super) frame: ViewBox,
    centres: BTreeMap<Cell, Point>,
    corners: [Point; 6],
}

/// The cells of a few rows. Few paths are made and painted sooner than one for each cell; where a piece moves, only
/// the bands that it crosses are painted again.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Band {
    /// The outlines of the cells of each shade.
    pub(super) tiles: [String; 3],
    /// Lines along the edges of cells that the light falls on, and along those in the shade.
    pub(super) bevels: [String; 2],
}

/// A drawn cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct CellLayout {
    pub(super) cell: Cell,
    pub(super) name: String,
    pub(super) shade: u8,
    pub(super) at: Point,
    /// Path data around the whole cell.
    pub(super) outline: String,
}

/// The part of the plane that is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ViewBox {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl ViewBox {
    /// How large the picture becomes in a space.
    pub(super) fn scale(self, width: f64, height: f64) -> f64 {
        (width / self.width).min(height / self.height)
    }
}

impl fmt::Display for ViewBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} {:.0} {:.0} {:.0}", self.left, self.top, self.width, self.height)
    }
}

impl BoardLayout {
    pub(super) fn new(scene: &Scene, orientation: BoardOrientation, names: Names) -> Self {
        let seen = |coord: DoubledCoord| scaled(orientation.seen(scene.hex_layout.point(coord)));
        let corners = scene.hex_layout.corners().map(|corner| scaled(orientation.seen(corner)));
        let centres = scene.tiles.iter().map(|tile| (tile.cell, seen(tile.coord))).collect();
        let shown = names == Names::Shown;
        let labels = scene.labels.iter().filter(|_| shown);
        let mut layout = Self {
            places: Vec::new(),
            border: Frame::default(),
            bands: Vec::new(),
            labels: labels.map(|l| (l.side, seen(l.coord), l.text.clone())).collect(),
            named: shown && scene.labels.is_empty(),
            frame: ViewBox { left: 0.0, top: 0.0, width: 0.0, height: 0.0 },
            centres,
            corners,
        };
        layout.places = scene.tiles.iter().map(|tile| layout.place(tile)).collect();
        layout.bands = layout.drawn_in_bands();
        layout.border = layout.surrounded(scene);
        layout.frame = layout.framed();
        layout
    }

    /// The centre of a cell; the board's own centre if there is no such cell.
    pub(super) fn centre(&self, cell: Cell) -> Point {
        self.centres.get(&cell).copied().unwrap_or(Point { x: 0.0, y: 0.0 })
    }

    /// Path data around a cell, at `size` of the cell.
    pub(super) fn outline(&self, cell: Cell, size: f64) -> String {
        format!("{} Z", self.line(self.centre(cell), size, 0..6))
    }

    fn place(&self, tile: &scene::Tile) -> CellLayout {
        CellLayout {
            cell: tile.cell,
            name: tile.name.clone(),
            shade: tile.shade % 3,
            at: self.centre(tile.cell),
            outline: self.outline(tile.cell, 1.0),
        }
    }

    /// Bands in the sides' colours where the edges belong to sides, else a line around all cells.
    fn surrounded(&self, scene: &Scene) -> Frame {
        let rim = |rim: &scene::Rim| {
            let centre = |&(cell, ..): &(Cell, usize, usize)| self.centre(cell);
            let ends = [rim.edges.first().map(centre)?, rim.edges.last().map(centre)?];
            let corners = rim.edges.iter().flat_map(|&(cell, first, count)| {
                let at = self.centre(cell);
                (first..=first + count).map(move |i| moved(at, self.corners[i % 6], 1.0))
            });
            Some(RimPoints { side: rim.side, ends, corners: corners.collect() })
        };
        let rims: Vec<RimPoints> = scene.rims.iter().filter_map(rim).collect();
        let cells = self.places.iter();
        let cells = cells.map(|place| self.corners.map(|corner| moved(place.at, corner, 1.0)));
        frame(&rims, !self.labels.is_empty(), &cells.collect::<Vec<_>>())
    }

    fn drawn_in_bands(&self) -> Vec<Band> {
        let lit = [1.0, -1.0].map(|light| self.edges_facing(light));
        let mut bands: BTreeMap<i32, Band> = BTreeMap::new();
        for place in &self.places {
            let band = bands.entry((place.at.y / BAND).floor() as i32).or_default();
            band.tiles[usize::from(place.shade)].push_str(&place.outline);
            for (lines, edges) in band.bevels.iter_mut().zip(&lit) {
                lines.extend(edges.iter().map(|&i| self.line(place.at, BEVEL, i..i + 2)));
            }
        }
        bands.into_values().collect()
    }

    /// The edges of a cell that face the light, which comes from the upper left, or look away from it.
    fn edges_facing(&self, light: f64) -> Vec<usize> {
        let faces = |&i: &usize| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % 6]);
            light * (0.45 * (a.x + b.x) + 0.9 * (a.y + b.y)) < -0.2 * SCALE
        };
        (0..6).filter(faces).collect()
    }

    /// `M x,y L x,y …` through some corners of a cell.
    fn line(&self, at: Point, size: f64, which: std::ops::Range<usize>) -> String {
        let points = which.map(|i| {
            let Point { x, y } = moved(at, self.corners[i % 6], size);
            format!("{x:.1},{y:.1}")
        });
        format!("M{}", points.collect::<Vec<_>>().join(" L"))
    }

    /// Everything drawn, with a margin.
    fn framed(&self) -> ViewBox {
        let cells =
            self.centres.values().flat_map(|&at| self.corners.map(|corner| moved(at, corner, 1.0)));
        let others = self.labels.iter().map(|(_, at, _)| *at).chain(self.border.reach.clone());
        let points: Vec<Point> = cells.chain(others).collect();
        let least = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::INFINITY, f64::min);
        let most = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|p| p.x) - MARGIN, least(|p| p.y) - MARGIN);
        let (right, bottom) = (most(|p| p.x) + MARGIN, most(|p| p.y) + MARGIN);
        ViewBox { left, top, width: right - left, height: bottom - top }
    }
}

fn moved(at: Point, by: Point, size: f64) -> Point {
    Point { x: at.x + by.x * size, y: at.y + by.y * size }
}

fn scaled(at: Point) -> Point {
    Point { x: at.x * SCALE, y: at.y * SCALE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn scene_of(game: GameName) -> Scene {
        AnyRecord::begin(game, "").unwrap().scene(Viewer::Watcher)
    }

    fn layouts() -> impl Iterator<Item = BoardLayout> {
        GameName::ALL.into_iter().flat_map(|game| {
            let scene = scene_of(game);
            (0..6).map(move |n| {
                BoardLayout::new(&scene, BoardOrientation::default().turned(n), Names::Shown)
            })
        })
    }

    #[test]
    fn no_two_cells_overlap_whichever_way_the_board_is_turned() {
        // Centres of neighbours are √3 radii apart.
        let apart = 3_f64.sqrt() * SCALE - 1e-6;
        for layout in layouts() {
            for (i, a) in layout.places.iter().enumerate() {
                for b in &layout.places[..i] {
                    let (dx, dy) = (a.at.x - b.at.x, a.at.y - b.at.y);
                    assert!(dx.hypot(dy) >= apart, "{} and {}", a.name, b.name);
                }
            }
        }
    }

    #[test]
    fn the_frame_holds_every_cell_and_label() {
        for layout in layouts() {
            let ViewBox { left, top, width, height } = layout.frame;
            let held = |p: Point| {
                (left..left + width).contains(&p.x) && (top..top + height).contains(&p.y)
            };
            assert!(layout.places.iter().all(|place| held(place.at)));
            assert!(layout.labels.iter().all(|(_, at, _)| held(*at)));
            assert!(layout.border.reach.iter().all(|at| held(*at)));
        }
    }

    #[test]
    fn every_edge_of_a_cell_is_in_the_light_in_the_shade_or_between() {
        for layout in layouts() {
            let count = |which: usize| -> usize {
                layout.bands.iter().map(|band| band.bevels[which].matches('M').count()).sum()
            };
            assert_eq!(count(0), count(1), "the light falls on as many edges as lie in the shade");
            assert!(count(0) >= 2 * layout.places.len());
        }
    }

    #[test]
    fn every_cell_is_drawn_once_in_its_shade() {
        for layout in layouts() {
            for shade in 0..3 {
                let cells = layout.places.iter().filter(|p| usize::from(p.shade) == shade).count();
                let drawn = layout.bands.iter().map(|band| band.tiles[shade].matches('Z').count());
                assert_eq!(drawn.sum::<usize>(), cells);
            }
        }
    }

    #[test]
    fn names_stand_beside_the_board_or_on_its_cells() {
        for game in GameName::ALL {
            let scene = scene_of(game);
            let shown = BoardLayout::new(&scene, BoardOrientation::default(), Names::Shown);
            assert_ne!(shown.named, !shown.labels.is_empty(), "{game}");
            let hidden = BoardLayout::new(&scene, BoardOrientation::default(), Names::Hidden);
            assert!(!hidden.named && hidden.labels.is_empty(), "{game}");
        }
    }
}
