//! Overlays of a board: arrows, highlighted cells, numbers.

use super::layout::BoardLayout;
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::table::Choice;
use scene::{Click, Glyph, Point, Scene};

/// Why something is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OverlayKind {
    /// The best move, or a hint.
    Best,
    /// Another good move.
    Other,
    /// How good a move is thought to be, by how strong its colour is.
    Heat,
    /// A move of the first side in an expected line.
    First,
    /// A move of the second side.
    Second,
    /// Two cells of a side that cannot be parted.
    Joined(Side),
    /// A cell that a side needs for that.
    Within(Side),
    /// A cell that is as good as a side's own.
    Captured(Side),
    /// A dead cell: it matters to neither side.
    Dead,
    /// A cell to which one must move, if not to another such.
    Must,
    /// A cell that the author of the game marked.
    Markup,
    /// A move as the moved piece on the cell where it would stand, with its number.
    Ghost(Glyph, Side),
    /// What the opponent threatens to play.
    Threat,
    /// Why something cannot be done.
    Obstacle,
}

impl OverlayKind {
    /// What is said of a cell that it points out, for screen readers.
    pub(super) fn word(self, scene: &Scene) -> Option<String> {
        let colour = |side: Side| scene.colours[side].to_ascii_lowercase();
        Some(match self {
            Self::Best => "proposed move".to_owned(),
            Self::Other => "another move".to_owned(),
            Self::First | Self::Second | Self::Ghost(..) => "in the expected line".to_owned(),
            Self::Joined(side) | Self::Within(side) => format!("in a {} connection", colour(side)),
            Self::Captured(side) => format!("as good as {}", colour(side)),
            Self::Dead => "dead cell".to_owned(),
            Self::Must => "must-play cell".to_owned(),
            Self::Markup => "marked".to_owned(),
            Self::Threat => "in a threat".to_owned(),
            Self::Obstacle => "the obstacle".to_owned(),
            Self::Heat => return None,
        })
    }
}

/// An arrow over two cells, or a spot on one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Overlay {
    pub(crate) cells: Vec<Cell>,
    pub(crate) kind: OverlayKind,
    /// How clearly it is drawn, from 0 to 1.
    pub(crate) weight: f64,
    pub(crate) label: String,
}

impl Overlay {
    /// The sign for a move among these choices; nothing if no cell is touched for it.
    pub(crate) fn of(choices: &[Choice], mv: &str, kind: OverlayKind) -> Option<Self> {
        let choice = choices.iter().find(|choice| choice.mv == mv)?;
        let cells: Vec<Cell> = choice.path.cells().collect();
        let overlay = Self { cells, kind, weight: 1.0, label: String::new() };
        (!overlay.cells.is_empty()).then_some(overlay)
    }

    /// An arrow over these cells, or a spot; nothing if there are none.
    pub(crate) fn on(cells: Vec<Cell>, kind: OverlayKind) -> Option<Self> {
        (!cells.is_empty()).then(|| Self { cells, kind, weight: 0.9, label: String::new() })
    }

    /// The same move as a numbered ghost of its piece, which crosses nothing. A link that would move
    /// along is drawn from its other end, which becomes the first of the cells.
    pub(crate) fn into_ghost(self, scene: &Scene, number: usize) -> Self {
        let Some((from, to)) = self.cells.first().copied().zip(self.cells.last().copied()) else {
            return self;
        };
        let Some(piece) = scene.piece_on(from) else { return self };
        let partner = super::pieces::partner(scene, Click::Cell(from));
        Self {
            cells: vec![partner.unwrap_or(to), to],
            kind: OverlayKind::Ghost(piece.glyph, piece.side),
            label: number.to_string(),
            ..self
        }
    }
}

pub(super) fn draw(overlays: &[Overlay], layout: &BoardLayout) -> impl IntoView + use<> {
    overlays.iter().map(|overlay| draw_overlay(overlay, layout)).collect_view()
}

/// The piece of a move on its target, its link as a thin line, and the number of the move.
fn draw_ghost(overlay: &Overlay, layout: &BoardLayout, glyph: Glyph, side: Side) -> AnyView {
    let ends = overlay.cells.first().zip(overlay.cells.last());
    let Some((&from, &to)) = ends else { return ().into_any() };
    let (start, end) = (layout.centre(from), layout.centre(to));
    let line = format!("M{:.1},{:.1} L{:.1},{:.1}", start.x, start.y, end.x, end.y);
    let place =
        format!("translate({:.1},{:.1}) scale({})", end.x, end.y, super::pieces::size(glyph));
    view! {
        <g class=format!("ghost ghost-{}", side.index() + 1) opacity=format!("{:.2}", overlay.weight)>
            <path class="ghost-link" d=line />
            <g class=format!("piece {} side-{}", glyph.name(), side.index() + 1) transform=place>
                {super::pieces::drawing(glyph, side)}
            </g>
            <circle class="ghost-disc" cx=end.x cy=end.y r="17" />
            <text x=end.x y=end.y>{overlay.label.clone()}</text>
        </g>
    }
    .into_any()
}

fn draw_overlay(overlay: &Overlay, layout: &BoardLayout) -> AnyView {
    if let OverlayKind::Ghost(glyph, side) = overlay.kind {
        return draw_ghost(overlay, layout, glyph, side);
    }
    let class = class(overlay.kind);
    let ends = overlay.cells.first().zip(overlay.cells.last());
    let Some((&from, &to)) = ends else { return ().into_any() };
    let (start, end) = (layout.centre(from), layout.centre(to));
    let shape = match overlay.kind {
        OverlayKind::Joined(_) => {
            format!("M{:.1},{:.1} L{:.1},{:.1}", start.x, start.y, end.x, end.y)
        }
        OverlayKind::Within(_) => layout.outline(to, 0.55),
        OverlayKind::Captured(_) | OverlayKind::Dead => layout.outline(to, 0.3),
        OverlayKind::Markup => layout.outline(to, 0.6),
        _ if from == to => layout.outline(to, 0.8),
        _ => arrow(start, end),
    };
    let label = (!overlay.label.is_empty()).then(|| {
        view! { <text x=end.x y=end.y>{overlay.label.clone()}</text> }
    });
    view! {
        <g class=class opacity=format!("{:.2}", overlay.weight)>
            <path class:spot=from == to d=shape />
            {label}
        </g>
    }
    .into_any()
}

fn class(kind: OverlayKind) -> String {
    let of = |name: &str, side: Side| format!("overlay {name} {name}-{}", side.index() + 1);
    match kind {
        OverlayKind::Best => "overlay best".to_owned(),
        OverlayKind::Other => "overlay other".to_owned(),
        OverlayKind::Heat => "overlay heat".to_owned(),
        OverlayKind::First => "overlay side-1".to_owned(),
        OverlayKind::Second => "overlay side-2".to_owned(),
        OverlayKind::Joined(side) => of("joint", side),
        OverlayKind::Within(side) => of("within", side),
        OverlayKind::Captured(side) => of("captured", side),
        OverlayKind::Dead => "overlay dead".to_owned(),
        OverlayKind::Must => "overlay must".to_owned(),
        OverlayKind::Markup | OverlayKind::Ghost(..) => "overlay markup".to_owned(),
        OverlayKind::Threat | OverlayKind::Obstacle => "overlay threat".to_owned(),
    }
}

/// A shaft with a head that ends short of the centre it points at.
fn arrow(from: Point, to: Point) -> String {
    const SHAFT: f64 = 6.0;
    const HEAD: f64 = 17.0;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| {
        format!("{:.1},{:.1}", from.x + ux * along - uy * aside, from.y + uy * along + ux * aside)
    };
    let (start, neck, tip) = (20.0, (length - 34.0).max(22.0), (length - 8.0).max(30.0));
    let points = [
        at(start, -SHAFT),
        at(neck, -SHAFT),
        at(neck, -HEAD),
        at(tip, 0.0),
        at(neck, HEAD),
        at(neck, SHAFT),
        at(start, SHAFT),
    ];
    format!("M{} Z", points.join(" L"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    #[test]
    fn a_ghost_stands_on_the_target_and_its_link_starts_at_the_other_end() {
        let table = AnyRecord::begin(GameName::Eclipse, "").unwrap();
        let (scene, choices) = (table.scene(Viewer::Judge), table.choices());
        for choice in &choices {
            let cells: Vec<Cell> = choice.path.cells().collect();
            let piece = scene.piece_on(cells[0]).unwrap();
            let overlay = Overlay::of(&choices, &choice.mv, OverlayKind::Best).unwrap();
            let ghost = overlay.into_ghost(&scene, 3);
            assert_eq!(ghost.kind, OverlayKind::Ghost(piece.glyph, piece.side));
            assert_eq!((ghost.cells[1], ghost.label.as_str()), (cells[1], "3"));
            let partner = scene.piece_on(ghost.cells[0]).map(|other| other.letter);
            assert_eq!(partner, piece.letter.map(Some), "{}", choice.mv);
        }
    }
}
