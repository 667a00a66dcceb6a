//! Static layer of the board: tiles, rims, names; and the marks on cells.

use super::layout::{Band, BoardLayout, CellLayout};
use leptos::prelude::*;
use scene::svg::escape;
use scene::{Highlight, Scene};
use std::fmt::{self, Write};

/// Everything below the pieces, from back to front, as SVG: shadow, frame, cells with their bevels, labels.
pub(super) fn ground(layout: &BoardLayout) -> String {
    let mut svg = String::new();
    write_ground(&mut svg, layout).expect("a string takes everything");
    svg
}

fn write_ground(svg: &mut String, layout: &BoardLayout) -> fmt::Result {
    let outline = &layout.border.outline;
    write!(svg, "<path class=\"frame-shadow\" d=\"{outline}\"/>")?;
    write!(svg, "<path class=\"frame-edge\" d=\"{outline}\"/>")?;
    for (side, shape) in &layout.border.bands {
        write!(svg, "<path class=\"rim side-{}\" d=\"{shape}\"/>", side.index() + 1)?;
    }
    let shades = |band: &Band| band.tiles.clone().into_iter().enumerate();
    for (shade, path) in layout.bands.iter().flat_map(shades).filter(|(_, path)| !path.is_empty()) {
        write!(svg, "<path class=\"tile tile-{shade}\" d=\"{path}\"/>")?;
    }
    for Band { bevels: [light, shade], .. } in &layout.bands {
        write!(svg, "<path class=\"bevel light\" d=\"{light}\"/>")?;
        write!(svg, "<path class=\"bevel shade\" d=\"{shade}\"/>")?;
    }
    for (side, at, text) in &layout.labels {
        let (side, text) = (side.index() + 1, escape(text));
        write!(
            svg,
            "<text class=\"label side-{side}\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            at.x, at.y
        )?;
    }
    Ok(())
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
