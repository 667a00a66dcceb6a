//! Scenes in characters, for terminals and logs.
//!
//! Cells stand on a grid of characters; links between them are drawn in Braille dots, eight to a
//! character, fine enough to see what crosses what.

mod canvas;

use crate::{DoubledCoord, HexLayout, Highlight, Link, Piece, Scene, art};
use canvas::{Canvas, Palette, Tint};
pub use canvas::{Stroke, braille, braille_line};
use game::Side;
use std::fmt::Write;

/// Whether to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// With ANSI colours.
    Ansi,
}

/// The scene as lines of text, with its caption, explanation and remarks below.
///
/// # Panics
/// Never: writing to a string cannot fail.
pub fn render(scene: &Scene, ink: Ink) -> String {
    let page = Page::new(scene);
    let mut canvas = Canvas::new(page.width, page.height);
    for link in &scene.links {
        page.draw_link(&mut canvas, scene, link);
    }
    for tile in &scene.tiles {
        let name = if scene.labels.is_empty() { &tile.name } else { "·" };
        canvas.write_centred(page.place(tile.coord), name, Tint::Faint);
    }
    for piece in &scene.pieces {
        draw_piece(&mut canvas, piece, page.place(scene.tile(piece.cell).coord));
    }
    for &(cell, mark) in &scene.marks {
        let tile = scene.tile(cell);
        let bare = scene.labels.is_empty() && scene.piece_on(cell).is_none();
        let width = if bare { tile.name.chars().count() as i32 } else { 1 };
        draw_mark(&mut canvas, mark, page.place(tile.coord), width);
    }
    for label in &scene.labels {
        canvas.write_centred(page.place(label.coord), &label.text, Tint::of(label.side));
    }
    let palette = if scene.rims.is_empty() { Palette::Stone } else { Palette::Edges };
    let mut out = canvas.render((ink == Ink::Ansi).then_some(palette));
    for side in Side::BOTH {
        out.push_str(&tray(scene, side));
    }
    writeln!(out, "\n{}", scene.caption).expect("a string takes everything");
    for remark in scene.explanation.iter().chain(&scene.remarks) {
        writeln!(out, "  {remark}").expect("a string takes everything");
    }
    out
}

/// The pieces beside the board, as a line; nothing if there are none.
fn tray(scene: &Scene, side: Side) -> String {
    let letters = match &scene.trays[side] {
        Some(pieces) if pieces.is_empty() => return String::new(),
        Some(pieces) => pieces.iter().flat_map(|p| [' ', p.letter]).collect(),
        None => " hidden".to_owned(),
    };
    format!("\n{} may place:{letters}", scene.colours[side])
}

/// How spots of the lattice become characters.
struct Page {
    across: i32,
    down: i32,
    left: i32,
    top: i32,
    width: usize,
    height: usize,
}

impl Page {
    fn new(scene: &Scene) -> Self {
        let (across, down) = match (scene.hex_layout, scene.links.is_empty()) {
            (HexLayout::Pointy, true) => (2, 1),
            (HexLayout::Pointy, false) => (3, 2),
            (HexLayout::Flat, _) => (5, 1),
        };
        let coords = || {
            scene.tiles.iter().map(|t| t.coord).chain(scene.labels.iter().map(|label| label.coord))
        };
        let left = coords().map(|s| s.x).min().unwrap_or(0) * across - 2;
        let top = coords().map(|s| s.y).min().unwrap_or(0) * down;
        let right = coords().map(|s| s.x).max().unwrap_or(0) * across + 2;
        let bottom = coords().map(|s| s.y).max().unwrap_or(0) * down;
        let (width, height) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
        Self { across, down, left, top, width, height }
    }

    /// Column and line of a spot.
    fn place(&self, coord: DoubledCoord) -> (i32, i32) {
        (coord.x * self.across - self.left, coord.y * self.down - self.top)
    }

    fn draw_link(&self, canvas: &mut Canvas, scene: &Scene, link: &Link) {
        let from = self.place(scene.tile(link.from).coord);
        let to = self.place(scene.tile(link.to).coord);
        let tint = if link.pinned { Tint::Danger } else { Tint::of(link.side) };
        let style = if link.pinned { Stroke::Dotted } else { Stroke::Full };
        canvas.draw_line(from, to, tint, style);
    }
}

fn draw_piece(canvas: &mut Canvas, piece: &Piece, at: (i32, i32)) {
    let tint = if piece.pinned { Tint::Danger } else { Tint::of(piece.side) };
    let sign = piece.letter.unwrap_or_else(|| art::character(piece.glyph, piece.side));
    canvas.write_centred(at, &format!(" {sign} "), tint);
}

/// `[x]` around what the last move touched, `(x)` around what won, `!x!` around what is in danger.
fn draw_mark(canvas: &mut Canvas, mark: Highlight, (x, y): (i32, i32), width: i32) {
    let (left, right, tint) = match mark {
        Highlight::Last => ("[", "]", Tint::Last),
        Highlight::Winning => ("(", ")", Tint::Winning),
        Highlight::Danger => ("!", "!", Tint::Danger),
    };
    let start = x - width / 2;
    canvas.write_centred((start - 1, y), left, tint);
    canvas.write_centred((start + width, y), right, tint);
}
