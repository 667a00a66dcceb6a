//! Static layer of the board: tiles, rims, names; and the marks on cells.

use super::layout::{BoardLayout, CellLayout};
use leptos::prelude::*;
use scene::{Highlight, Scene};

/// Everything below the pieces, from back to front: shadow, frame, cells with their bevels, labels.
pub(super) fn draw(layout: &BoardLayout) -> impl IntoView + use<> {
    let bands = layout.border.bands.iter().map(|(side, shape)| {
        view! { <path class=format!("rim side-{}", side.index() + 1) d=shape.clone() /> }
    });
    let tiles = layout.places.iter().map(|place| {
        view! { <path class=format!("tile tile-{}", place.shade) d=place.outline.clone() /> }
    });
    let labels = layout.labels.iter().map(|(side, at, text)| {
        let class = format!("label side-{}", side.index() + 1);
        view! { <text class=class x=at.x y=at.y>{text.clone()}</text> }
    });
    let outline = || layout.border.outline.clone();
    let bevels = layout.bevels.iter().cloned().map(|[light, shade]| {
        view! {
            <path class="bevel light" d=light />
            <path class="bevel shade" d=shade />
        }
    });
    view! {
        <g class="ground" aria-hidden="true">
            <path class="frame-shadow" d=outline() />
            <path class="frame-edge" d=outline() />
            {bands.collect_view()}
            {tiles.collect_view()}
            {bevels.collect_view()}
            {labels.collect_view()}
        </g>
    }
}

/// Names of cells, low in each cell and over its piece.
pub(super) fn draw_names(layout: &BoardLayout) -> impl IntoView + use<> {
    let named = layout.places.iter().filter(|_| layout.named);
    named.map(draw_name).collect_view()
}

fn draw_name(place: &CellLayout) -> impl IntoView + use<> {
    view! { <text class="name" x=place.at.x y=place.at.y + 38.0>{place.name.clone()}</text> }
}

/// Rings around the cells that a scene points out.
pub(super) fn draw_marks(scene: &Scene, layout: &BoardLayout) -> impl IntoView + use<> {
    let rings = scene.marks.iter().enumerate().map(|(n, &(cell, mark))| {
        let class = match mark {
            Highlight::Last => "mark last",
            Highlight::Winning => "mark winning",
            Highlight::Danger => "mark danger",
        };
        // What won is shown cell by cell.
        view! { <path class=class style=("--turn", n.to_string()) d=layout.outline(cell, 0.93) /> }
    });
    rings.collect_view()
}
