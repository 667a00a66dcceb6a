//! What is drawn over a board to point something out: arrows, spots, numbers.

use super::plan::Plan;
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::Point;
use scene::table::Choice;

/// Why something is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tint {
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
    /// A cell that is worth nothing to anybody.
    Dead,
    /// A cell to which one must move, if not to another such.
    Must,
    /// A cell that the author of the game marked.
    Markup,
}

/// An arrow over two cells, or a spot on one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sign {
    pub(crate) cells: Vec<Cell>,
    pub(crate) tint: Tint,
    /// How clearly it is drawn, from 0 to 1.
    pub(crate) weight: f64,
    pub(crate) label: String,
}

impl Sign {
    /// The sign for a move among these choices; nothing if no cell is touched for it.
    pub(crate) fn of(choices: &[Choice], mv: &str, tint: Tint) -> Option<Self> {
        let choice = choices.iter().find(|choice| choice.mv == mv)?;
        let cells: Vec<Cell> = choice.path.cells().collect();
        let sign = Self { cells, tint, weight: 1.0, label: String::new() };
        (!sign.cells.is_empty()).then_some(sign)
    }
}

pub(super) fn draw(signs: &[Sign], plan: &Plan) -> impl IntoView + use<> {
    signs.iter().map(|sign| draw_sign(sign, plan)).collect_view()
}

fn draw_sign(sign: &Sign, plan: &Plan) -> impl IntoView + use<> {
    let class = class(sign.tint);
    let ends = sign.cells.first().zip(sign.cells.last());
    let Some((&from, &to)) = ends else { return ().into_any() };
    let (start, end) = (plan.centre(from), plan.centre(to));
    let shape = match sign.tint {
        Tint::Joined(_) => format!("M{:.1},{:.1} L{:.1},{:.1}", start.x, start.y, end.x, end.y),
        Tint::Within(_) => plan.outline(to, 0.55),
        Tint::Captured(_) | Tint::Dead => plan.outline(to, 0.3),
        Tint::Markup => plan.outline(to, 0.6),
        _ if from == to => plan.outline(to, 0.8),
        _ => arrow(start, end),
    };
    let label = (!sign.label.is_empty()).then(|| {
        view! { <text x=end.x y=end.y>{sign.label.clone()}</text> }
    });
    view! {
        <g class=class opacity=format!("{:.2}", sign.weight)>
            <path class:spot=from == to d=shape />
            {label}
        </g>
    }
    .into_any()
}

fn class(tint: Tint) -> String {
    let of = |name: &str, side: Side| format!("sign {name} {name}-{}", side.index() + 1);
    match tint {
        Tint::Best => "sign best".to_owned(),
        Tint::Other => "sign other".to_owned(),
        Tint::Heat => "sign heat".to_owned(),
        Tint::First => "sign side-1".to_owned(),
        Tint::Second => "sign side-2".to_owned(),
        Tint::Joined(side) => of("joint", side),
        Tint::Within(side) => of("within", side),
        Tint::Captured(side) => of("captured", side),
        Tint::Dead => "sign dead".to_owned(),
        Tint::Must => "sign must".to_owned(),
        Tint::Markup => "sign markup".to_owned(),
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
