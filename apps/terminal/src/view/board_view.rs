//! The board: tiles, links in Braille dots, pieces, and the signs around cells.

use super::Areas;
use crate::app::{App, Stage};
use crate::board::BoardLayout;
use crate::theme::{Role, Theme};
use hexgrid::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Style;
use scene::text::{Stroke, braille, braille_line};
use scene::{HexLayout, Highlight, Link, Scene, Tile, art};
use std::collections::BTreeMap;

/// The signs around a cell, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signs {
    left: &'static str,
    right: &'static str,
    role: Role,
}

const CURSOR: Signs = Signs { left: ">", right: "<", role: Role::Cursor };
const SELECTED: Signs = Signs { left: "<", right: ">", role: Role::Selected };
const CAPTURE: Signs = Signs { left: "{", right: "}", role: Role::Target };
const DANGER: Signs = Signs { left: "!", right: "!", role: Role::Danger };
const WINNING: Signs = Signs { left: "(", right: ")", role: Role::Winning };
const LAST: Signs = Signs { left: "[", right: "]", role: Role::Last };

/// A board being drawn.
struct BoardView<'a> {
    app: &'a App,
    scene: &'a Scene,
    theme: Theme,
    layout: BoardLayout,
    corner: (i32, i32),
    targets: Vec<Cell>,
    selected: Option<Cell>,
}

pub(super) fn draw(app: &App, theme: Theme, areas: &Areas, buffer: &mut Buffer) {
    let Some(scene) = app.scene() else { return };
    let layout = BoardLayout::fitting(scene, areas.board_room(), app.flipped);
    let choices = app.model.as_ref().map_or(&[][..], |model| &model.choices);
    let picked = match &app.stage {
        Stage::SetUp(set_up) => set_up.picked,
        _ => app.touch.selected(),
    };
    let view = BoardView {
        app,
        scene,
        theme,
        layout,
        corner: areas.board_corner(&layout),
        targets: app.touch.targets(choices),
        selected: picked,
    };
    view.draw(buffer);
}

impl BoardView<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        for tile in &self.scene.tiles {
            self.fill(buffer, tile);
        }
        self.draw_links(buffer);
        for tile in &self.scene.tiles {
            self.draw_cell(buffer, tile);
        }
        for label in &self.scene.labels {
            let style = self.theme.style(Role::Side(label.side));
            self.write(buffer, self.layout.place(label.coord), &label.text, style);
        }
    }

    /// Writes a text with its middle at a place of the board.
    fn write(&self, buffer: &mut Buffer, (x, y): (i32, i32), text: &str, style: Style) {
        let left = self.corner.0 + x - text.chars().count() as i32 / 2;
        for (i, sign) in text.chars().enumerate() {
            let at = (left + i as i32, self.corner.1 + y);
            if let (Ok(column), Ok(line)) = (u16::try_from(at.0), u16::try_from(at.1))
                && let Some(cell) = buffer.cell_mut(Position::new(column, line))
            {
                cell.set_char(sign).set_style(style);
            }
        }
    }

    /// The brick of a tile, where there are colours for it.
    fn fill(&self, buffer: &mut Buffer, tile: &Tile) {
        let style = self.theme.tile(tile.shade);
        let ((x, y), (w, h)) = (self.layout.place(tile.coord), self.layout.cell_size());
        let (left, top) = (x - w / 2, y - (h - 1) / 2);
        for line in top..top + h {
            // Texts are written around their middle.
            self.write(buffer, (left + w / 2, line), &" ".repeat(w as usize), style);
        }
    }

    /// Links, the topmost last: each wins the characters that it shares with those below.
    fn draw_links(&self, buffer: &mut Buffer) {
        for link in &self.scene.links {
            let style = self.link_style(link);
            let stroke = if link.pinned { Stroke::Dotted } else { Stroke::Full };
            let end = |cell| self.layout.place(self.scene.tile(cell).coord);
            let mut dots: BTreeMap<(i32, i32), u8> = BTreeMap::new();
            for (place, bit) in braille_line(end(link.from), end(link.to), stroke) {
                *dots.entry(place).or_default() |= bit;
            }
            for (place, dots) in dots {
                self.write(buffer, place, &braille(dots).to_string(), style);
            }
        }
    }

    fn link_style(&self, link: &Link) -> Style {
        if link.pinned { self.theme.style(Role::Danger) } else { self.theme.piece(link.side) }
    }

    fn draw_cell(&self, buffer: &mut Buffer, tile: &Tile) {
        let place = self.layout.place(tile.coord);
        let piece = self.scene.piece_on(tile.cell);
        let target = self.targets.contains(&tile.cell);
        let (text, style) = match piece {
            Some(piece) => {
                let sign = piece.letter.unwrap_or_else(|| art::character(piece.glyph, piece.side));
                let pinned = self.theme.style(Role::Danger);
                let style = if piece.pinned { pinned } else { self.theme.piece(piece.side) };
                (sign.to_string(), style)
            }
            None if target => ("•".to_owned(), self.theme.style(Role::Target)),
            None if self.scene.labels.is_empty() => (tile.name.clone(), self.theme.on_tile()),
            None => ("·".to_owned(), self.theme.on_tile()),
        };
        let wide = self.layout.cell_size().0 > 2;
        if piece.is_some() && wide {
            self.write(buffer, place, "   ", self.theme.tile(tile.shade));
        }
        self.write(buffer, place, &text, style);
        if piece.is_some() {
            self.write_name(buffer, tile, place);
        }
        if let Some(signs) = self.signs(tile.cell, piece.is_some() && target) {
            self.draw_signs(buffer, signs, place, text.chars().count() as i32);
        }
    }

    /// The name of a cell below its piece, where there is room.
    fn write_name(&self, buffer: &mut Buffer, tile: &Tile, (x, y): (i32, i32)) {
        let (_, h) = self.layout.cell_size();
        let below = y + h / 2;
        let room = self.scene.hex_layout == HexLayout::Flat || h > 2;
        if room && below > y && self.scene.links.is_empty() {
            self.write(buffer, (x, below), &tile.name, self.theme.on_tile());
        }
    }

    /// What is to be said of a cell: the most important thing.
    fn signs(&self, cell: Cell, capture: bool) -> Option<Signs> {
        let marked = |mark| self.scene.has_mark(cell, mark);
        let all = [
            (self.app.touch.cursor == Some(cell), CURSOR),
            (self.selected == Some(cell), SELECTED),
            (capture, CAPTURE),
            (marked(Highlight::Danger), DANGER),
            (marked(Highlight::Winning), WINNING),
            (marked(Highlight::Last), LAST),
        ];
        all.into_iter().find(|(applies, _)| *applies).map(|(_, signs)| signs)
    }

    fn draw_signs(&self, buffer: &mut Buffer, signs: Signs, (x, y): (i32, i32), width: i32) {
        let start = x - width / 2;
        let style = self.theme.style(signs.role);
        self.write(buffer, (start - 1, y), signs.left, style);
        self.write(buffer, (start + width, y), signs.right, style);
    }
}
