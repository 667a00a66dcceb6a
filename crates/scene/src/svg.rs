//! Scenes as SVG: one self-contained picture that looks right on light and dark pages.

mod animate;

pub use animate::animate;

use crate::Paint;
use crate::art::{self, PieceSet};
use crate::{HexLayout, Highlight, Link, Piece, Point, Rim, Scene, Tile};
use game::Side;
use std::fmt::Write;

/// Units of the picture per cell radius.
const SCALE: f64 = 50.0;
/// How much of a cell a piece fills.
const PIECE: f64 = 0.82;

/// The picture of a scene.
///
/// # Panics
/// Never: writing to a string cannot fail.
pub fn render(scene: &Scene) -> String {
    let mut out = String::with_capacity(32 * 1024);
    write_picture(&mut out, scene).expect("a string takes everything");
    out
}

fn write_picture(out: &mut String, scene: &Scene) -> std::fmt::Result {
    open(out, scene)?;
    draw_board(out, scene)?;
    draw_state(out, scene)?;
    writeln!(out, "</svg>")
}

/// The opening tag, the title and the style.
fn open(out: &mut String, scene: &Scene) -> std::fmt::Result {
    let (left, top, width, height) = frame(scene);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0} {top:.0} {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", escape(&scene.caption))?;
    style(out, scene)
}

/// What is the same in every position.
fn draw_board(out: &mut String, scene: &Scene) -> std::fmt::Result {
    draw_frame(out, scene)?;
    for tile in &scene.tiles {
        draw_tile(out, scene, tile)?;
    }
    for rim in &scene.rims {
        draw_rim(out, scene, rim)?;
    }
    Ok(())
}

/// What differs from position to position: marks, names of empty cells, links and pieces.
fn draw_state(out: &mut String, scene: &Scene) -> std::fmt::Result {
    for tile in &scene.tiles {
        draw_marks(out, scene, tile)?;
    }
    for (at, name, class) in names(scene) {
        let (x, y) = scaled(at);
        writeln!(out, r#"<text class="{class}" x="{x:.1}" y="{:.1}">{name}</text>"#, y + 5.0)?;
    }
    for link in &scene.links {
        draw_link(out, scene, link)?;
    }
    for piece in &scene.pieces {
        draw_piece(out, scene, piece)?;
    }
    Ok(())
}

/// What is shown around the centre of a tile and of a label, in radii of a cell. A corner is one away, and half the
/// stroke of the frame (26 units) lies outside it: 0.26.
const TILE_MARGIN: f64 = 1.3;
const LABEL_MARGIN: f64 = 0.6;

/// Left, top, width and height of the drawn board with a margin.
fn frame(scene: &Scene) -> (f64, f64, f64, f64) {
    let tiles = || scene.tiles.iter().map(|tile| (tile.coord, TILE_MARGIN));
    let labels = || scene.labels.iter().map(|label| (label.coord, LABEL_MARGIN));
    let points =
        || tiles().chain(labels()).map(|(at, margin)| (scene.hex_layout.point(at), margin));
    let least = |f: fn(Point) -> f64| points().map(|(p, m)| f(p) - m).fold(f64::INFINITY, f64::min);
    let most =
        |f: fn(Point) -> f64| points().map(|(p, m)| f(p) + m).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|p| p.x), least(|p| p.y));
    let (right, bottom) = (most(|p| p.x), most(|p| p.y));
    (left * SCALE, top * SCALE, (right - left) * SCALE, (bottom - top) * SCALE)
}

fn style(out: &mut String, scene: &Scene) -> std::fmt::Result {
    writeln!(out, "<style>")?;
    colours(out, &scene.palette.light)?;
    writeln!(out, "@media (prefers-color-scheme: dark) {{")?;
    colours(out, &scene.palette.dark)?;
    writeln!(out, "}}")?;
    writeln!(
        out,
        "text{{font:600 15px system-ui,sans-serif;text-anchor:middle}}.frame{{stroke-width:26;stroke-linejoin:round;fill:none}}.shadow{{stroke:#000;stroke-width:20;stroke-opacity:.3;stroke-linecap:round}}.link{{stroke-width:13;stroke-linecap:round;fill:none}}.case{{stroke-width:19;stroke-linecap:round;fill:none}}.pinned{{stroke-dasharray:4 16}}.rim{{stroke-width:12;stroke-linecap:round;stroke-linejoin:round;fill:none}}.mark{{fill:none;stroke-width:6}}.piece path{{stroke-width:5;stroke-linejoin:round;stroke-linecap:round}}"
    )?;
    writeln!(out, "</style>")
}

fn colours(out: &mut String, paint: &Paint) -> std::fmt::Result {
    for (i, shade) in paint.tiles.iter().enumerate() {
        writeln!(out, ".t{i}{{fill:{shade};stroke:{};stroke-width:2}}", paint.grid)?;
    }
    writeln!(out, ".frame{{stroke:{}}}", paint.frame)?;
    writeln!(out, ".name,.label{{fill:{}}}.name{{opacity:.55}}", paint.ink)?;
    for side in Side::BOTH {
        let (n, fill, edge) = (side.index() + 1, paint.fill[side], paint.edge[side]);
        writeln!(
            out,
            ".s{n} .b{{fill:{fill};stroke:{edge}}}.s{n} .o{{fill:{edge}}}.s{n} .d{{fill:none;stroke:{edge}}}.s{n} text{{fill:{edge}}}.l{n}{{stroke:{fill}}}.c{n}{{stroke:{edge}}}.r{n}{{stroke:{fill}}}"
        )?;
    }
    let marks = [("last", paint.last), ("winning", paint.winning), ("danger", paint.danger)];
    for (class, colour) in marks {
        writeln!(out, ".{class}{{stroke:{colour}}}")?;
    }
    Ok(())
}

fn scaled(point: Point) -> (f64, f64) {
    (point.x * SCALE, point.y * SCALE)
}

fn centre(scene: &Scene, cell: hexgrid::Cell) -> (f64, f64) {
    scaled(scene.hex_layout.point(scene.tile(cell).coord))
}

/// `M x,y L x,y …` through a cell's corners, drawn at `size` of the cell.
fn corners(
    hex_layout: HexLayout,
    (x, y): (f64, f64),
    size: f64,
    which: impl Iterator<Item = usize>,
) -> String {
    let corners = hex_layout.corners();
    let points = which.map(|i| {
        let (dx, dy) = scaled(corners[i % 6]);
        format!("{:.1},{:.1}", x + dx * size, y + dy * size)
    });
    format!("M{}", points.collect::<Vec<_>>().join(" L"))
}

/// A border around all tiles; bands in the sides' colours lie over it.
fn draw_frame(out: &mut String, scene: &Scene) -> std::fmt::Result {
    let outline = |tile: &Tile| {
        let at = scaled(scene.hex_layout.point(tile.coord));
        format!("{} Z", corners(scene.hex_layout, at, 1.0, 0..6))
    };
    let outlines: String = scene.tiles.iter().map(outline).collect();
    writeln!(out, r#"<path class="frame" d="{outlines}"/>"#)
}

fn draw_tile(out: &mut String, scene: &Scene, tile: &Tile) -> std::fmt::Result {
    let at = scaled(scene.hex_layout.point(tile.coord));
    let outline = corners(scene.hex_layout, at, 1.0, 0..6);
    writeln!(out, r#"<path class="t{}" d="{outline} Z"/>"#, tile.shade % 3)
}

fn draw_marks(out: &mut String, scene: &Scene, tile: &Tile) -> std::fmt::Result {
    let at = scaled(scene.hex_layout.point(tile.coord));
    for (mark, class) in
        [(Highlight::Last, "last"), (Highlight::Winning, "winning"), (Highlight::Danger, "danger")]
    {
        if scene.has_mark(tile.cell, mark) {
            let ring = corners(scene.hex_layout, at, 0.9, 0..6);
            writeln!(out, r#"<path class="mark {class}" d="{ring} Z"/>"#)?;
        }
    }
    Ok(())
}

/// The names to write: those beside the board, or else those of the empty cells.
fn names(scene: &Scene) -> Vec<(Point, &str, &'static str)> {
    if !scene.labels.is_empty() {
        let labels = scene.labels.iter();
        return labels
            .map(|l| (scene.hex_layout.point(l.coord), l.text.as_str(), "label"))
            .collect();
    }
    let empty = scene.tiles.iter().filter(|t| scene.piece_on(t.cell).is_none());
    empty.map(|t| (scene.hex_layout.point(t.coord), t.name.as_str(), "name")).collect()
}

fn draw_rim(out: &mut String, scene: &Scene, rim: &Rim) -> std::fmt::Result {
    for &(cell, first, count) in &rim.edges {
        let at = centre(scene, cell);
        let line = corners(scene.hex_layout, at, 1.08, first..=first + count);
        writeln!(out, r#"<path class="rim r{}" d="{line}"/>"#, rim.side.index() + 1)?;
    }
    Ok(())
}

/// A link in its side's colour, cased in the other colour so that crossings show who is on top, over
/// its shadow on what it crosses.
fn draw_link(out: &mut String, scene: &Scene, link: &Link) -> std::fmt::Result {
    let (x1, y1) = centre(scene, link.from);
    let (x2, y2) = centre(scene, link.to);
    let line = format!("M{x1:.1},{y1:.1} L{x2:.1},{y2:.1}");
    let n = link.side.index() + 1;
    let below = format!("M{:.1},{:.1} L{:.1},{:.1}", x1 + 3.0, y1 + 7.0, x2 + 3.0, y2 + 7.0);
    writeln!(out, r#"<path class="shadow" d="{below}"/>"#)?;
    writeln!(out, r#"<path class="case c{n}" d="{line}"/><path class="link l{n}" d="{line}"/>"#)?;
    if link.pinned {
        writeln!(out, r#"<path class="link danger pinned" d="{line}"/>"#)?;
    }
    Ok(())
}

fn draw_piece(out: &mut String, scene: &Scene, piece: &Piece) -> std::fmt::Result {
    let (x, y) = centre(scene, piece.cell);
    let drawing = art::art_in_phase(piece.glyph, piece.side, PieceSet::Figurines, scene.phase);
    writeln!(
        out,
        r#"<g class="piece s{}" transform="translate({x:.1},{y:.1}) scale({PIECE})"><title>{} {}</title><path class="b" d="{}"/><path class="o" d="{}"/><path class="d" d="{}"/></g>"#,
        piece.side.index() + 1,
        scene.colours[piece.side],
        piece.glyph.name(),
        drawing.body,
        drawing.solid,
        drawing.detail,
    )
}

/// A text as it stands in SVG or HTML, also in an attribute between double quotes.
///
/// ```
/// assert_eq!(scene::svg::escape("a < \"b\" & c"), "a &lt; &quot;b&quot; &amp; c");
/// ```
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
