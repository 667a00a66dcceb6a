//! Hex, drawn: a rhombus with coloured borders, stones, and the chain that won.

use crate::palette::PALETTE;
use crate::{Board, Edge, NOTATION, Position};
use depict::{
    EngineOverlay, FileFormat, GameDescription, HexLayout, Label, Portrait, Rim, Scene, Turning,
};
use game::{Outcome, Position as _, Side, Viewer};
use hexgrid::{Axial, Cell};

/// What a swap would do, and what it has done (HX-2.3).
const SWAP: &str = "Place a stone, or swap: the red stone turns blue, mirrored.";
const SWAPPED: &str = "Blue swapped: the red stone is now blue, mirrored.";

placement::depiction!(Position, SWAPPED, {
    const DESCRIPTION: GameDescription = GameDescription {
        title: "Hex",
        line: "Join your two borders.",
        text: "One stone a turn, nothing moves, nobody draws. A minute to learn, a life to play.",
        portrait: Portrait {
            options: "size=7",
            moves: "c3 e4 d5 d4 c5 c4 b5 b4 e3 f3 e2 f2 e1",
            still: 11,
        },
        quick_options: "size=5 swap=off",
        overlay: EngineOverlay::HeatMap,
        turning: Turning::Rotations,
        has_marks: true,
        formats: &[FileFormat::Sgf, FileFormat::HexWorld, FileFormat::Htp],
    };

    fn scene(&self, _viewer: Viewer) -> Scene {
        let board = self.board();
        Scene {
            turning: Self::DESCRIPTION.turning,
            rims: Edge::ALL.into_iter().map(|edge| rim(board, edge)).collect(),
            labels: labels(board.size() as i8),
            marks: placement::winning_marks(self.winning_chain().unwrap_or_default()),
            palette: &PALETTE,
            caption: caption(self),
            explanation: self.can_swap().then(|| SWAP.to_owned()),
            ..placement::scene(self, board, &NOTATION, |cell| shade(board.axial(cell)))
        }
    }
});

/// Three shades, so that no two neighbours have the same.
const fn shade(at: Axial) -> u8 {
    (at.q - at.r).rem_euclid(3) as u8
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

fn caption(position: &Position) -> String {
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            format!("{} has joined its borders and wins", NOTATION.colours[winner])
        }
        Some(Outcome::Draw) => "A draw".to_owned(),
        None => placement::turn_caption(position, &NOTATION),
    }
}
