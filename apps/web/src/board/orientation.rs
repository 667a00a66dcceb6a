//! Board orientation: rotation by sixths of a turn, and mirroring.

use super::layout::BoardLayout;
use crate::settings::Names;
use scene::{Point, Scene, Turning};

/// How much larger the cells must become for a board to be turned by itself.
const GAIN: f64 = 1.15;

/// One of the twelve ways in which a board covers its own lattice: turned by sixths, and perhaps
/// mirrored before that (HX-1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct BoardOrientation {
    sixths: u8,
    mirrored: bool,
}

impl BoardOrientation {
    /// The way in which a board fills a space best. One that takes every way is turned if that makes its cells much
    /// larger.
    pub(crate) fn best_fit(scene: &Scene, width: f64, height: f64) -> Self {
        let (usual, turned) = (Self::default(), Self::default().turned(1));
        let scale = |orientation| {
            BoardLayout::new(scene, orientation, Names::Hidden).frame.scale(width, height)
        };
        let can_turn = scene.turning == Turning::Rotations;
        let better = can_turn && scale(turned) > GAIN * scale(usual);
        if better { turned } else { usual }
    }

    /// All twelve, the mirrored ones last.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let plain = (0..6).map(|sixths| Self::default().turned(sixths));
        plain.chain((0..6).map(|sixths| Self::default().mirrored().turned(sixths)))
    }

    /// What it is called.
    pub(crate) fn name(self) -> String {
        let turned = match self.sixths {
            0 => "upright".to_owned(),
            sixths => format!("turned by {}°", 60 * u16::from(sixths)),
        };
        if self.mirrored { format!("mirrored, {turned}") } else { turned }
    }

    /// Seen from the other side of the table.
    pub(crate) fn flipped(self) -> Self {
        self.turned(3)
    }

    /// Turned clockwise by `sixths` × 60°.
    pub(crate) fn turned(self, sixths: u8) -> Self {
        Self { sixths: (self.sixths + sixths) % 6, ..self }
    }

    /// Left and right changed about, as it is seen now.
    pub(crate) fn mirrored(self) -> Self {
        // A mirror image turned one way is the mirror of a turn the other way.
        Self { sixths: (6 - self.sixths) % 6, mirrored: !self.mirrored }
    }

    /// Where a point of the unturned board is seen.
    pub(crate) fn seen(self, at: Point) -> Point {
        let x = if self.mirrored { -at.x } else { at.x };
        let (sin, cos) = f64::to_radians(60.0 * f64::from(self.sixths)).sin_cos();
        Point { x: x * cos - at.y * sin, y: x * sin + at.y * cos }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyRecord;
    use scene::Table as _;

    const EAST: Point = Point { x: 1.0, y: 0.0 };

    fn close(a: Point, b: Point) -> bool {
        (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9
    }

    #[test]
    fn flipping_twice_and_mirroring_twice_change_nothing() {
        for sixths in 0..6 {
            let orientation = BoardOrientation::default().turned(sixths);
            assert_eq!(orientation.flipped().flipped(), orientation);
            assert_eq!(orientation.mirrored().mirrored(), orientation);
            assert!(close(
                orientation.flipped().seen(EAST),
                orientation.seen(Point { x: -1.0, y: 0.0 })
            ));
        }
    }

    #[test]
    fn there_are_twelve_ways_and_each_has_its_name() {
        let names: std::collections::BTreeSet<String> =
            BoardOrientation::all().map(BoardOrientation::name).collect();
        assert_eq!(names.len(), 12);
    }

    #[test]
    fn what_takes_every_way_may_stand_up_on_a_phone_and_nothing_else_does() {
        let (usual, mut standing) = (BoardOrientation::default(), 0);
        for game in catalog::GameName::ALL {
            let table = AnyRecord::begin(game, "").unwrap();
            let scene = table.scene(game::Viewer::Watcher);
            if BoardOrientation::best_fit(&scene, 340.0, 560.0) != usual {
                assert_eq!(game.description().turning, Turning::Rotations, "{game}");
                standing += 1;
            }
            assert_eq!(BoardOrientation::best_fit(&scene, 1000.0, 700.0), usual, "{game}");
        }
        assert!(standing > 0, "some board is much larger so");
    }

    #[test]
    fn a_mirror_changes_left_and_right_of_what_is_seen() {
        for sixths in 0..6 {
            let orientation = BoardOrientation::default().turned(sixths);
            let (seen, mirrored) = (orientation.seen(EAST), orientation.mirrored().seen(EAST));
            assert!(close(mirrored, Point { x: -seen.x, y: seen.y }));
        }
    }
}
