//! The board of a page at its first paint: SVG in the page itself, which the app replaces by its own.
//!
//! It is drawn with the classes of the app's style sheet, so that it has the app's colours in either light
//! and in every theme. Shading and frames are left to the app.

use catalog::{AnyRecord, GameName};
use game::Viewer;
use scene::art::{self, PieceSet};
use scene::{Piece, Point, Rim, Scene, Table as _, Tile};
use std::fmt::{Result, Write};
use std::sync::LazyLock;

/// Units of the picture per cell radius, as in the app.
const SCALE: f64 = 50.0;
/// How far the picture reaches over the centres of its cells.
const MARGIN: f64 = 85.0;
/// How much of a cell a piece fills.
const PIECE: f64 = 0.82;

/// The start of a game, as it is drawn before the app has started.
pub(super) fn first_board(game: GameName) -> &'static str {
    static BOARDS: LazyLock<Vec<(GameName, String)>> = LazyLock::new(|| {
        GameName::ALL.into_iter().map(|game| (game, draw(game, &start(game)))).collect()
    });
    BOARDS.iter().find(|(of, _)| *of == game).map_or("", |(_, svg)| svg)
}

fn start(game: GameName) -> Scene {
    AnyRecord::begin(game, "").expect("the usual options").scene(Viewer::Watcher)
}

/// The style sheet knows the colours by the game around a board.
fn draw(game: GameName, scene: &Scene) -> String {
    let mut svg = format!("<div class=\"first-game game-{game}\">");
    write_board(&mut svg, scene).expect("a string takes everything");
    svg + "</div>"
}

fn write_board(svg: &mut String, scene: &Scene) -> Result {
    let centres = || scene.tiles.iter().map(|tile| centre(scene, tile));
    let least = |f: fn(Point) -> f64| centres().map(f).fold(f64::INFINITY, f64::min) - MARGIN;
    let most = |f: fn(Point) -> f64| centres().map(f).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
    let (left, top) = (least(|p| p.x), least(|p| p.y));
    let (width, height) = (most(|p| p.x) - left, most(|p| p.y) - top);
    write!(
        svg,
        "<svg class=\"board first-board{}\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" aria-hidden=\"true\">",
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

/// The cells of a shade are one path: a third of the bytes, and of the time to paint it.
fn write_tiles(svg: &mut String, scene: &Scene) -> Result {
    for shade in 0..3 {
        write!(svg, "<path class=\"tile tile-{shade}\" d=\"")?;
        for tile in scene.tiles.iter().filter(|tile| tile.shade % 3 == shade) {
            write!(svg, "M{}Z", points(scene, tile, 0..6))?;
        }
        svg.write_str("\"/>")?;
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
    let art = art::art(piece.glyph, piece.side, PieceSet::Figurines);
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
            let (scene, svg) = (start(game), first_board(game));
            let cells = svg.matches('Z').count();
            assert!(cells >= scene.tiles.len(), "{game}: {cells} cells");
            assert_eq!(svg.matches("<g class=\"piece").count(), scene.pieces.len(), "{game}");
            assert_eq!(svg.matches("class=\"link").count(), scene.links.len(), "{game}");
        }
    }

    /// The policy of the page allows no inline style, and its first answer has to stay small.
    #[test]
    fn it_is_small_and_has_no_style_of_its_own() {
        for game in GameName::ALL {
            let svg = first_board(game);
            assert!(!svg.contains("style"), "{game}");
            assert!(svg.len() < 20_000, "{game}: {} bytes", svg.len());
        }
    }
}
