//! Keyboard navigation over a board: six directions, as they are seen.
//!
//! ```text
//! a corner on top:              an edge on top:
//!   ⇧↑ ╱╲ ↑      7 ╱╲ 9           ↑ 8
//!  ←  │  │  →    4│  │6       ← ╱──╲ ⇧→    7╱  ╲9
//!    ↓ ╲╱ ⇧↓     1 ╲╱ 3      ⇧← ╲──╱ →     1╲  ╱3
//!                                 ↓ 2
//! ```
//! Opposite arrows undo each other.

use hexgrid::Cell;
use scene::{HexLayout, Point};

/// A direction on the screen, in degrees clockwise from the right.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Heading(f64);

/// The direction that a key stands for.
pub(super) fn heading(key: &str, shift: bool, hex_layout: HexLayout) -> Option<Heading> {
    let (right, down) = match hex_layout {
        HexLayout::Pointy => (0.0, if shift { 60.0 } else { 120.0 }),
        HexLayout::Flat => (if shift { -30.0 } else { 30.0 }, 90.0),
    };
    let degrees = match (key, hex_layout) {
        ("ArrowRight", _) => right,
        ("ArrowLeft", _) => right + 180.0,
        ("ArrowDown", _) => down,
        ("ArrowUp", _) => down + 180.0,
        ("6", HexLayout::Pointy) => 0.0,
        ("4", HexLayout::Pointy) => 180.0,
        ("3", HexLayout::Pointy) => 60.0,
        ("1", HexLayout::Pointy) => 120.0,
        ("7", HexLayout::Pointy) => 240.0,
        ("9", HexLayout::Pointy) => 300.0,
        ("2", HexLayout::Flat) => 90.0,
        ("8", HexLayout::Flat) => 270.0,
        ("3", HexLayout::Flat) => 30.0,
        ("1", HexLayout::Flat) => 150.0,
        ("7", HexLayout::Flat) => 210.0,
        ("9", HexLayout::Flat) => 330.0,
        _ => return None,
    };
    Some(Heading(degrees))
}

/// The next cell in a direction: the neighbour if there is one, else what lies nearest that way.
pub(super) fn step(
    places: impl Iterator<Item = (Cell, Point)>,
    from: Point,
    heading: Heading,
) -> Option<Cell> {
    let (sin, cos) = heading.0.to_radians().sin_cos();
    let mut best: Option<(f64, Cell)> = None;
    for (cell, at) in places {
        let (dx, dy) = (at.x - from.x, at.y - from.y);
        let (along, aside) = (dx * cos + dy * sin, (dy * cos - dx * sin).abs());
        // Within 30° of the direction; straying costs double, so that straight lines stay straight.
        let cost = along + 2.0 * aside;
        if along > 1.0 && aside <= along * 0.58 && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardOrientation;
    use crate::board::layout::BoardLayout;
    use crate::settings::Names;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Scene;
    use scene::Table as _;
    use std::collections::BTreeSet;

    const KEYS: [(&str, bool); 8] = [
        ("ArrowRight", false),
        ("ArrowLeft", false),
        ("ArrowUp", false),
        ("ArrowDown", false),
        ("ArrowRight", true),
        ("ArrowLeft", true),
        ("ArrowUp", true),
        ("ArrowDown", true),
    ];

    fn scene_of(game: GameName) -> Scene {
        AnyRecord::begin(game, "").unwrap().scene(Viewer::Watcher)
    }

    fn walk(
        layout: &BoardLayout,
        from: Cell,
        key: (&str, bool),
        hex_layout: HexLayout,
    ) -> Option<Cell> {
        let places = layout.places.iter().map(|p| (p.cell, p.at));
        step(places, layout.centre(from), heading(key.0, key.1, hex_layout)?)
    }

    #[test]
    fn every_cell_of_every_board_can_be_reached() {
        for game in GameName::ALL {
            let scene = scene_of(game);
            let layout = BoardLayout::new(&scene, BoardOrientation::default(), Names::Hidden);
            let mut seen = BTreeSet::from([scene.tiles[0].cell]);
            let mut fresh = vec![scene.tiles[0].cell];
            while let Some(cell) = fresh.pop() {
                let next =
                    KEYS.iter().filter_map(|&key| walk(&layout, cell, key, scene.hex_layout));
                fresh.extend(next.filter(|&cell| seen.insert(cell)));
            }
            assert_eq!(seen.len(), scene.tiles.len(), "{game}");
        }
    }

    #[test]
    fn opposite_arrows_undo_each_other_between_neighbours() {
        for game in GameName::ALL {
            let scene = scene_of(game);
            let layout =
                BoardLayout::new(&scene, BoardOrientation::default().flipped(), Names::Hidden);
            for cell in scene.tiles.iter().map(|t| t.cell) {
                for (there, back) in [("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")] {
                    let Some(next) = walk(&layout, cell, (there, false), scene.hex_layout) else {
                        continue;
                    };
                    let (a, b) = (layout.centre(cell), layout.centre(next));
                    if (a.x - b.x).hypot(a.y - b.y) < 90.0 {
                        assert_eq!(
                            walk(&layout, next, (back, false), scene.hex_layout),
                            Some(cell)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn other_keys_are_nobodys_direction() {
        for key in ["5", "a", "Enter", ""] {
            assert_eq!(heading(key, false, HexLayout::Pointy), None);
        }
        assert_eq!(heading("6", false, HexLayout::Flat), None);
    }
}
