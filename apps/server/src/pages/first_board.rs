//! The board of a page at its first paint: SVG in the page itself, which the app replaces by its own.
//!
//! It is drawn with the classes of the app's style sheet, so that it has the app's colours in either light
//! and in every theme. Shading is left to the app.

use catalog::{AnyRecord, GameName};
use game::Viewer;
use scene::art::{self, PieceSet};
use scene::{Piece, Point, Rim, Scene, Table as _, Tile};
use std::fmt::{Result, Write};

/// Units of the picture per cell radius, as in the app.
const SCALE: f64 = 50.0;
/// How far the picture reaches over the corners of its cells, to the sides and up and down; where the edges belong to
/// the sides, they have bands, whose ends reach further.
const MARGIN: [f64; 2] = [18.0, 18.0];
const RIM_MARGIN: [f64; 2] = [79.0, 35.0];
/// How much of a cell a piece fills.
const PIECE: f64 = 0.82;

/// The start of a game.
pub(super) fn start(game: GameName) -> Scene {
    AnyRecord::begin(game, "").expect("the usual options").scene(Viewer::Watcher)
}

/// A scene as it is drawn before the app has started.
pub(super) fn board_of(scene: &Scene, class: &str) -> String {
    let mut svg = String::new();
    write_board(&mut svg, scene, class).expect("a string takes everything");
    svg
}

fn write_board(svg: &mut String, scene: &Scene, class: &str) -> Result {
    let margin = if scene.rims.is_empty() { MARGIN } else { RIM_MARGIN };
    let corners = || scene.tiles.iter().flat_map(|tile| corners(scene, centre(scene, tile)));
    let least = |f: fn(Point) -> f64| corners().map(f).fold(f64::INFINITY, f64::min);
    let most = |f: fn(Point) -> f64| corners().map(f).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|p| p.x) - margin[0], least(|p| p.y) - margin[1]);
    let (right, bottom) = (most(|p| p.x) + margin[0], most(|p| p.y) + margin[1]);
    let (width, height) = (right - left, bottom - top);
    write!(
        svg,
        "<svg class=\"{class}{}\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" aria-hidden=\"true\">",
        if scene.rims.is_empty() { "" } else { " edged" },
    )?;
    scene.rims.iter().try_for_each(|rim| write_rim(svg, scene, rim))?;
    write_tiles(svg, scene)?;
    for link in &scene.links {
        let [from, to] = [link.from, link.to].map(|cell| centre(scene, scene.tile(cell)));
        let line = format!("M{:.0},{:.0}L{:.0},{:.0}", from.x, from.y, to.x, to.y);
        let side = link.side.index() + 1;
        write!(
            svg,
            "<g class=\"link side-{side}\"><path class=\"case\" d=\"{line}\"/><path class=\"core\" d=\"{line}\"/></g>"
        )?;
    }
    scene.pieces.iter().try_for_each(|piece| write_piece(svg, scene, piece))?;
    svg.write_str("</svg>")
}

/// The frame under all cells, then the cells of a shade as one path each. Steps from corner to corner are the same for
/// every cell, so that the text becomes small when it is compressed.
fn write_tiles(svg: &mut String, scene: &Scene) -> Result {
    let origin = Point { x: 0.0, y: 0.0 };
    let around = corners(scene, origin).map(|p| (p.x.round() as i32, p.y.round() as i32));
    let mut steps = String::new();
    for pair in around.windows(2) {
        write!(steps, "l{},{}", pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)?;
    }
    let outline = |tile: &Tile| {
        let at = centre(scene, tile);
        let (x, y) = (at.x.round() as i32 + around[0].0, at.y.round() as i32 + around[0].1);
        format!("M{x},{y}{steps}Z")
    };
    let paths = [0, 1, 2].map(|shade| {
        scene.tiles.iter().filter(|tile| tile.shade % 3 == shade).map(outline).collect::<String>()
    });
    write!(svg, "<path class=\"frame-edge\" d=\"{}\"/>", paths.concat())?;
    for (shade, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        write!(svg, "<path class=\"tile tile-{shade}\" d=\"{path}\"/>")?;
    }
    Ok(())
}

fn write_rim(svg: &mut String, scene: &Scene, rim: &Rim) -> Result {
    write!(svg, "<path class=\"first-rim side-{}\" d=\"", rim.side.index() + 1)?;
    for &(cell, first, count) in &rim.edges {
        write!(svg, "M{}", points(scene, scene.tile(cell), first..first + count + 1))?;
    }
    svg.write_str("\"/>")
}

fn write_piece(svg: &mut String, scene: &Scene, piece: &Piece) -> Result {
    let art = art::art_in_phase(piece.glyph, piece.side, PieceSet::Figurines, scene.phase);
    let Point { x, y } = centre(scene, scene.tile(piece.cell));
    let side = piece.side.index() + 1;
    write!(
        svg,
        "<g class=\"piece side-{side}\" transform=\"translate({x:.0} {y:.0}) scale({PIECE})\">"
    )?;
    for (class, path) in [("body", art.body), ("solid", art.solid), ("detail", art.detail)] {
        if !path.is_empty() {
            write!(svg, "<path class=\"{class}\" d=\"{path}\"/>")?;
        }
    }
    svg.write_str("</g>")
}

fn centre(scene: &Scene, tile: &Tile) -> Point {
    let Point { x, y } = scene.hex_layout.point(tile.coord);
    Point { x: x * SCALE, y: y * SCALE }
}

/// The corners of a cell.
fn corners(scene: &Scene, at: Point) -> [Point; 6] {
    let corner = |p: Point| Point { x: at.x + p.x * SCALE, y: at.y + p.y * SCALE };
    scene.hex_layout.corners().map(corner)
}

/// Some corners of a cell, joined by lines.
fn points(scene: &Scene, tile: &Tile, which: std::ops::Range<usize>) -> String {
    let (at, corners) = (centre(scene, tile), scene.hex_layout.corners());
    let points = which.map(|i| {
        let corner = corners[i % 6];
        format!("{:.0},{:.0}", at.x + corner.x * SCALE, at.y + corner.y * SCALE)
    });
    points.collect::<Vec<_>>().join("L")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_and_piece_of_the_start_is_drawn() {
        for game in GameName::ALL {
            let scene = start(game);
            let svg = board_of(&scene, "board");
            let tiles = svg.split("<path class=\"tile").skip(1);
            let cells: usize =
                tiles.map(|tile| tile.split('>').next().unwrap().matches('Z').count()).sum();
            assert_eq!(cells, scene.tiles.len(), "{game}");
            assert_eq!(svg.matches("<g class=\"piece").count(), scene.pieces.len(), "{game}");
            assert_eq!(svg.matches("class=\"link").count(), scene.links.len(), "{game}");
        }
    }

    /// The policy of the page allows no inline style, and its first answer has to stay small.
    #[test]
    fn it_is_small_and_has_no_style_of_its_own() {
        for game in GameName::ALL {
            let svg = board_of(&start(game), "board");
            assert!(!svg.contains("style"), "{game}");
            assert!(svg.len() < 20_000, "{game}: {} bytes", svg.len());
        }
    }
}
