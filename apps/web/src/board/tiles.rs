//! Static layer of the board: tiles, rims, names; and the marks on cells.

use super::layout::{BoardLayout, CellLayout};
use leptos::prelude::*;
use scene::{Mark, Scene};

/// Everything below the pieces.
pub(super) fn draw(layout: &BoardLayout) -> impl IntoView + use<> {
    let rims = layout.rims.iter().map(|(side, line)| {
        view! { <path class=format!("rim side-{}", side.index() + 1) d=line.clone() /> }
    });
    let tiles = layout.places.iter().map(|place| {
        view! { <path class=format!("tile tile-{}", place.shade) d=place.outline.clone() /> }
    });
    let named = layout.places.iter().filter(|_| layout.named);
    let labels = layout.labels.iter().map(|(side, at, text)| {
        let class = format!("label side-{}", side.index() + 1);
        view! { <text class=class x=at.x y=at.y>{text.clone()}</text> }
    });
    view! {
        <g class="ground" aria-hidden="true">
            {rims.collect_view()}
            {tiles.collect_view()}
            {named.map(draw_name).collect_view()}
            {labels.collect_view()}
        </g>
    }
}

/// Low in its cell, so that a piece leaves it readable.
fn draw_name(place: &CellLayout) -> impl IntoView + use<> {
    view! { <text class="name" x=place.at.x y=place.at.y + 34.0>{place.name.clone()}</text> }
}

/// Rings around the cells that a scene points out.
pub(super) fn draw_marks(scene: &Scene, layout: &BoardLayout) -> impl IntoView + use<> {
    let rings = scene.marks.iter().map(|&(cell, mark)| {
        let class = match mark {
            Mark::Last => "mark last",
            Mark::Winning => "mark winning",
            Mark::Danger => "mark danger",
        };
        view! { <path class=class d=layout.outline(cell, 0.93) /> }
    });
    rings.collect_view()
}
