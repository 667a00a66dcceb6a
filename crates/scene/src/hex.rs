//! Hex, drawn: a rhombus with coloured borders, stones, and the chain that won.

use crate::{
    Click, ClickPath, Depict, Glyph, HexLayout, Label, Mark, MoveExplanation, Piece, Rim, Scene,
    Tile,
};
use game::{BySide, Outcome, Position as _, Side, Viewer};
use hex::{Board, Edge, Move, Position};
use hexgrid::{Axial, Cell};

const COLOURS: BySide<&str> = BySide::new("Red", "Blue");

/// What a swap would do, and what it has done (HX-2.3).
const SWAP: &str = "Place a stone, or swap: the red stone turns blue, mirrored.";
const SWAPPED: &str = "Blue swapped: the red stone is now blue, mirrored.";

impl Depict for Position {
    fn scene(&self, _viewer: Viewer) -> Scene {
        let board = self.board();
        Scene {
            hex_layout: HexLayout::Pointy,
            tiles: board.cells().into_iter().map(|cell| tile(board, cell)).collect(),
            rims: Edge::ALL.into_iter().map(|edge| rim(board, edge)).collect(),
            labels: labels(board.size() as i8),
            links: Vec::new(),
            pieces: Side::BOTH.into_iter().flat_map(|side| stones(self, side)).collect(),
            marks: winning_chain(self),
            trays: BySide::new(Some(Vec::new()), Some(Vec::new())),
            captured: None,
            colours: COLOURS,
            caption: caption(self),
            explanation: self.can_swap().then(|| SWAP.to_owned()),
            remarks: Vec::new(),
        }
    }

    /// HX-2.3.
    fn explain(&self, mv: Move) -> Option<MoveExplanation> {
        let swapped = mv == Move::Swap;
        swapped.then(|| MoveExplanation { text: SWAPPED.to_owned(), cells: Vec::new() })
    }

    fn clicks(&self, mv: Move) -> ClickPath {
        ClickPath(vec![match mv {
            Move::Swap => Click::Button("Swap"),
            Move::Place(at) => {
                Click::Cell(self.board().cell(at).expect("a legal move is on the board"))
            }
        }])
    }

    /// Whoever places a stone, the free cells are the same.
    fn turned(&self) -> Option<Self> {
        Some(self.clone())
    }
}

fn tile(board: &Board, cell: Cell) -> Tile {
    let at = board.axial(cell);
    Tile {
        cell,
        coord: HexLayout::Pointy.doubled(at),
        name: name(at),
        shade: (at.q - at.r).rem_euclid(3) as u8,
    }
}

fn name(at: Axial) -> String {
    format!("{}{}", column(at.q), at.r + 1)
}

fn column(q: i8) -> char {
    (b'a' + q as u8) as char
}

/// The corners of a cell are counted clockwise from the top: 0 top, 1 and 2 right, 3 bottom, 4 and
/// 5 left. Each border cell shows two edges; where two borders meet in an obtuse corner they share
/// the cell.
///
/// ```text
///     5 ╱0╲ 1      top: 5→0→1     right: 0→1→2
///     4 ╲3╱ 2      bottom: 2→3→4   left: 3→4→5
/// ```
fn rim(board: &Board, edge: Edge) -> Rim {
    let first = match edge {
        Edge::Top => 5,
        Edge::Bottom => 2,
        Edge::Left => 3,
        Edge::Right => 0,
    };
    let shared = |cell: Cell| {
        let others = [(Edge::Top, Edge::Right), (Edge::Bottom, Edge::Left)];
        others.iter().any(|&(own, other)| own == edge && board.edge(other).contains(cell))
    };
    let cells = board.edge(edge).into_iter();
    let edges = cells.map(|cell| (cell, first, if shared(cell) { 1 } else { 2 })).collect();
    Rim { side: edge.owner(), edges }
}

/// Letters along Red's borders, numbers along Blue's.
fn labels(size: i8) -> Vec<Label> {
    let at = |q, r, text: String, side| Label {
        coord: HexLayout::Pointy.doubled(Axial::new(q, r)),
        text,
        side,
    };
    (0..size)
        .flat_map(|i| {
            let (letter, number) = (column(i).to_string(), (i + 1).to_string());
            [
                at(i, -1, letter.clone(), Side::First),
                at(i, size, letter, Side::First),
                at(-1, i, number.clone(), Side::Second),
                at(size, i, number, Side::Second),
            ]
        })
        .collect()
}

fn stones(position: &Position, side: Side) -> impl Iterator<Item = Piece> {
    let cells = position.stones(side).into_iter();
    cells.map(move |cell| Piece { glyph: Glyph::Stone, side, cell, pinned: false, letter: None })
}

fn winning_chain(position: &Position) -> Vec<(Cell, Mark)> {
    let chain = position.winning_chain().unwrap_or_default();
    chain.into_iter().map(|cell| (cell, Mark::Winning)).collect()
}

fn caption(position: &Position) -> String {
    let side = COLOURS[position.side_to_move()];
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            format!("{} has joined its borders and wins", COLOURS[winner])
        }
        Some(Outcome::Draw) => "A draw".to_owned(),
        None if position.can_swap() => format!("{side} to move, or to swap"),
        None => format!("{side} to move"),
    }
}
