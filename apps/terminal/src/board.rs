//! Where the cells of a board are on the screen: the scale that fits, places, touches, and the cursor's steps.
//!
//! Cells are bricks: in doubled coordinates (Patel, “Hexagonal grids”) a pointy-top cell is two units wide
//! and one high, a flat-top cell one wide and two high, and rows or columns are shifted by half a cell.

use hexgrid::Cell;
use scene::{DoubledCoord, HexLayout, Scene};

/// Characters for one unit of doubled coordinates, from the smallest scale to the largest.
const POINTY: [(i32, i32); 7] = [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 4)];
/// Links need room between cells.
const LINKED: [(i32, i32); 7] = [(2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (6, 3), (8, 4)];
const FLAT: [(i32, i32); 6] = [(4, 1), (5, 1), (6, 1), (7, 2), (9, 2), (12, 3)];

/// A step of the cursor, in doubled coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Left,
    Right,
    Up,
    Down,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Step {
    /// The neighbours it leads to, the preferred one first. On a board of rows Up and Down follow a column of
    /// letters; on a board of columns Left and Right follow a diagonal.
    fn deltas(self) -> &'static [(i32, i32)] {
        match self {
            Self::Left => &[(-2, 0), (-1, -1), (-1, 1)],
            Self::Right => &[(2, 0), (1, 1), (1, -1)],
            Self::Up => &[(0, -2), (-1, -1), (1, -1)],
            Self::Down => &[(0, 2), (1, 1), (-1, 1)],
            Self::UpLeft => &[(-1, -1)],
            Self::UpRight => &[(1, -1)],
            Self::DownLeft => &[(-1, 1)],
            Self::DownRight => &[(1, 1)],
        }
    }
}

/// How a scene is laid out in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardLayout {
    hex_layout: HexLayout,
    across: i32,
    down: i32,
    left: i32,
    top: i32,
    /// In characters.
    pub(crate) width: i32,
    /// In lines.
    pub(crate) height: i32,
    flipped: bool,
}

impl BoardLayout {
    /// The largest layout that fits; the smallest there is if none does.
    pub(crate) fn fitting(scene: &Scene, room: (i32, i32), flipped: bool) -> Self {
        let scales = scales(scene).iter().rev();
        let mut layouts = scales.map(|&scale| Self::new(scene, scale, flipped));
        let fitting = layouts.find(|layout| layout.fits(room));
        fitting.unwrap_or_else(|| Self::smallest(scene, flipped))
    }

    /// The smallest layout.
    pub(crate) fn smallest(scene: &Scene, flipped: bool) -> Self {
        Self::new(scene, scales(scene)[0], flipped)
    }

    pub(crate) fn fits(&self, (width, height): (i32, i32)) -> bool {
        self.width <= width && self.height <= height
    }

    fn new(scene: &Scene, (across, down): (i32, i32), flipped: bool) -> Self {
        let hex_layout = scene.hex_layout;
        let mut layout =
            Self { hex_layout, across, down, left: 0, top: 0, width: 0, height: 0, flipped };
        let labels = scene.labels.iter().map(|label| label.coord);
        let places = scene.tiles.iter().map(|tile| tile.coord).chain(labels);
        let places: Vec<(i32, i32)> = places.map(|coord| layout.place(coord)).collect();
        let (w, h) = layout.cell_size();
        let (beside, above) = ((w / 2).max(1), (h - 1) / 2);
        let xs = || places.iter().map(|(x, _)| *x);
        let ys = || places.iter().map(|(_, y)| *y);
        layout.left = xs().min().unwrap_or(0) - beside;
        layout.top = ys().min().unwrap_or(0) - above;
        layout.width = xs().max().unwrap_or(0) + beside + 1 - layout.left;
        layout.height = ys().max().unwrap_or(0) + (h - above) - layout.top;
        layout
    }

    /// Columns and lines of a cell.
    pub(crate) fn cell_size(&self) -> (i32, i32) {
        match self.hex_layout {
            HexLayout::Pointy => (2 * self.across, self.down),
            HexLayout::Flat => (self.across, 2 * self.down),
        }
    }

    /// The character in the middle of a cell, from the left upper corner of the board.
    pub(crate) fn place(&self, coord: DoubledCoord) -> (i32, i32) {
        let sign = if self.flipped { -1 } else { 1 };
        (sign * coord.x * self.across - self.left, sign * coord.y * self.down - self.top)
    }

    /// The cell whose brick covers a character.
    pub(crate) fn cell_at(&self, scene: &Scene, (x, y): (i32, i32)) -> Option<Cell> {
        let (w, h) = self.cell_size();
        let covers = |coord| {
            let (cx, cy) = self.place(coord);
            let (left, top) = (cx - w / 2, cy - (h - 1) / 2);
            (left..left + w).contains(&x) && (top..top + h).contains(&y)
        };
        scene.tiles.iter().find(|tile| covers(tile.coord)).map(|tile| tile.cell)
    }
}

fn scales(scene: &Scene) -> &'static [(i32, i32)] {
    match (scene.hex_layout, scene.links.is_empty()) {
        (HexLayout::Pointy, true) => &POINTY,
        (HexLayout::Pointy, false) => &LINKED,
        (HexLayout::Flat, _) => &FLAT,
    }
}

/// The cell that a step leads to, as the board is seen; none at the border.
pub(crate) fn neighbour(scene: &Scene, from: Cell, step: Step, flipped: bool) -> Option<Cell> {
    let at = scene.tiles.iter().find(|tile| tile.cell == from)?.coord;
    let sign = if flipped { -1 } else { 1 };
    // Two units in one direction lead to a neighbour only along rows, or only along columns.
    let adjacent = |(dx, dy): &&(i32, i32)| match scene.hex_layout {
        HexLayout::Pointy => dy.abs() < 2,
        HexLayout::Flat => dx.abs() < 2,
    };
    let found = step.deltas().iter().filter(adjacent).find_map(|(dx, dy)| {
        let wanted = DoubledCoord { x: at.x + sign * dx, y: at.y + sign * dy };
        scene.tiles.iter().find(|tile| tile.coord == wanted)
    });
    found.map(|tile| tile.cell)
}

/// The cell in the middle of the board: where the cursor begins.
pub(crate) fn middle(scene: &Scene) -> Option<Cell> {
    let xs = || scene.tiles.iter().map(|tile| tile.coord.x);
    let ys = || scene.tiles.iter().map(|tile| tile.coord.y);
    let (x, y) = (xs().min()? + xs().max()?, ys().min()? + ys().max()?);
    let distance = |coord: DoubledCoord| (2 * coord.x - x).pow(2) + (2 * coord.y - y).pow(2);
    scene.tiles.iter().min_by_key(|tile| distance(tile.coord)).map(|tile| tile.cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table;

    fn scene(game: GameName, options: &str) -> Scene {
        AnyRecord::begin(game, options).unwrap().scene(Viewer::Judge)
    }

    /// Every cell is drawn inside the board, and a touch on its middle finds it.
    #[test]
    fn every_cell_can_be_touched_at_every_scale() {
        for game in GameName::ALL {
            let scene = scene(game, "");
            for &scale in scales(&scene) {
                for flipped in [false, true] {
                    let layout = BoardLayout::new(&scene, scale, flipped);
                    for tile in &scene.tiles {
                        let (x, y) = layout.place(tile.coord);
                        assert!((0..layout.width).contains(&x) && (0..layout.height).contains(&y));
                        assert_eq!(layout.cell_at(&scene, (x, y)), Some(tile.cell), "{game}");
                    }
                }
            }
        }
    }

    /// 80 × 24, less a title, a status line, a line of keys and a panel of 19 columns.
    #[test]
    fn every_board_fits_a_small_terminal() {
        let boards = [
            scene(GameName::Eclipse, ""),
            scene(GameName::HexChess, ""),
            scene(GameName::Hex, "size=3"),
            scene(GameName::Hex, "size=11"),
            scene(GameName::Hex, "size=19"),
        ];
        for scene in &boards {
            let layout = BoardLayout::fitting(scene, (61, 21), false);
            assert!(layout.fits((61, 21)), "{}×{}", layout.width, layout.height);
            let larger = BoardLayout::fitting(scene, (200, 60), false);
            assert!(larger.width > layout.width, "more space is used");
        }
    }

    #[test]
    fn the_cursor_reaches_every_cell() {
        let steps = [
            Step::Left,
            Step::Right,
            Step::Up,
            Step::Down,
            Step::UpLeft,
            Step::UpRight,
            Step::DownLeft,
            Step::DownRight,
        ];
        for game in GameName::ALL {
            let scene = scene(game, "");
            let mut reached = vec![middle(&scene).unwrap()];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                next += 1;
                for step in steps {
                    let to = neighbour(&scene, from, step, false);
                    reached.extend(to.filter(|to| !reached.contains(to)));
                }
            }
            assert_eq!(reached.len(), scene.tiles.len(), "{game}");
        }
    }

    /// Up and Down follow a column of letters.
    #[test]
    fn steps_lead_to_neighbours() {
        let scene = scene(GameName::Hex, "size=5");
        let name = |step| {
            let to = neighbour(&scene, middle(&scene).unwrap(), step, false).unwrap();
            scene.tile(to).name.clone()
        };
        let steps = [Step::Up, Step::Down, Step::Left, Step::Right, Step::UpRight, Step::DownLeft];
        assert_eq!(steps.map(name), ["c2", "c4", "b3", "d3", "d2", "b4"]);
    }
}
