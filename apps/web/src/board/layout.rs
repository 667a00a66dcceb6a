//! Screen geometry of a board: cells, rims, labels and view box.

use super::BoardOrientation;
use crate::settings::Names;
use game::Side;
use hexgrid::Cell;
use scene::{DoubledCoord, Point, Scene};
use std::collections::BTreeMap;
use std::fmt;

/// Units of the picture per cell radius.
pub(super) const SCALE: f64 = 50.0;
/// How much of the space around a board is left free, in cell radii: rims need some.
const MARGIN: f64 = 0.1;
const RIM_MARGIN: f64 = 0.3;

/// The drawn board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BoardLayout {
    /// The cells, in the scene's order.
    pub(super) places: Vec<CellLayout>,
    /// Lines in a side's colour.
    pub(super) rims: Vec<(Side, String)>,
    /// Names beside the board; none if names are hidden.
    pub(super) labels: Vec<(Side, Point, String)>,
    /// Whether cells carry their own names.
    pub(super) named: bool,
    /// What the picture shows.
    pub(super) frame: ViewBox,
    centres: BTreeMap<Cell, Point>,
    corners: [Point; 6],
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
            rims: Vec::new(),
            labels: labels.map(|l| (l.side, seen(l.coord), l.text.clone())).collect(),
            named: shown && scene.labels.is_empty(),
            frame: ViewBox { left: 0.0, top: 0.0, width: 0.0, height: 0.0 },
            centres,
            corners,
        };
        layout.places = scene.tiles.iter().map(|tile| layout.place(tile)).collect();
        layout.rims = layout.draw_rims(scene);
        layout.frame = layout.framed(if scene.rims.is_empty() { MARGIN } else { RIM_MARGIN });
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

    fn draw_rims(&self, scene: &Scene) -> Vec<(Side, String)> {
        let line = |&(cell, first, count): &(Cell, usize, usize)| {
            self.line(self.centre(cell), 1.0, first..first + count + 1)
        };
        let rims = scene.rims.iter();
        rims.map(|rim| (rim.side, rim.edges.iter().map(line).collect::<Vec<_>>().join(" ")))
            .collect()
    }

    /// `M x,y L x,y …` through some corners of a cell.
    fn line(&self, at: Point, size: f64, which: std::ops::Range<usize>) -> String {
        let points = which.map(|i| {
            let corner = self.corners[i % 6];
            format!("{:.1},{:.1}", at.x + corner.x * size, at.y + corner.y * size)
        });
        format!("M{}", points.collect::<Vec<_>>().join(" L"))
    }

    /// Everything drawn, with a margin in cell radii.
    fn framed(&self, margin: f64) -> ViewBox {
        let cells = self.centres.values().flat_map(|at| {
            self.corners.map(|corner| Point { x: at.x + corner.x, y: at.y + corner.y })
        });
        let points: Vec<Point> = cells.chain(self.labels.iter().map(|(_, at, _)| *at)).collect();
        let least = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::INFINITY, f64::min);
        let most = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        let margin = margin * SCALE;
        let (left, top) = (least(|p| p.x) - margin, least(|p| p.y) - margin);
        let (right, bottom) = (most(|p| p.x) + margin, most(|p| p.y) + margin);
        ViewBox { left, top, width: right - left, height: bottom - top }
    }
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
