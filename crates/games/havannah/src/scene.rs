//! Havannah, drawn: a hexagon whose borders and corners differ in shade, stones, and what won.

use crate::palette::PALETTE;
use crate::{Board, CellSet, NOTATION, Position, WinKind};
use depict::{EngineOverlay, FileFormat, GameDescription, Portrait, Scene, Turning};
use game::{Outcome, Position as _, Viewer};
use hexgrid::Cell;

/// What a swap would do, and what it has done (HV-3.1).
const SWAP: &str = "Place a stone, or swap: the white stone turns black where it is.";
const SWAPPED: &str = "Black swapped: the white stone is now black.";

placement::depiction!(Position, SWAPPED, {
    const DESCRIPTION: GameDescription = GameDescription {
        title: "Havannah",
        line: "Build a ring, a bridge or a fork.",
        text: "A bridge joins two corners, a fork three sides. One stone a turn, three ways to win.",
        portrait: Portrait {
            options: "size=5",
            moves: "d3 e5 f5 f6 g6 e4 d4 d5 c4 c5 b4 b3 a3 e6 e7 f7 e8 d7",
            still: 14,
        },
        quick_options: "size=4 swap=off",
        overlay: EngineOverlay::HeatMap,
        turning: Turning::Flip,
        has_marks: false,
        formats: &[FileFormat::Sgf],
    };

    fn scene(&self, _viewer: Viewer) -> Scene {
        let board = self.board();
        let won = self.win().map_or(CellSet::EMPTY, |win| win.cells);
        Scene {
            turning: Self::DESCRIPTION.turning,
            marks: placement::winning_marks(won),
            palette: &PALETTE,
            caption: caption(self),
            explanation: self.can_swap().then(|| SWAP.to_owned()),
            ..placement::scene(self, board, &NOTATION, |cell| shade(board, cell))
        }
    }
});

/// Corners and borders are what bridges and forks need, so they are told from the rest (HV-1.5).
fn shade(board: &Board, cell: Cell) -> u8 {
    match board.neighbours(cell).len() {
        3 => 2,
        6 => 0,
        _ => 1,
    }
}

fn caption(position: &Position) -> String {
    match (position.outcome(), position.win_kind()) {
        (Some(Outcome::Win(winner)), kind) => {
            let how = match kind {
                Some(WinKind::Ring) => "has closed a ring",
                Some(WinKind::Bridge) => "has joined two corners by a bridge",
                _ => "has joined three sides by a fork",
            };
            format!("{} {how} and wins", NOTATION.colours[winner])
        }
        (Some(Outcome::Draw), _) => "A draw: the board is full".to_owned(),
        (None, _) => placement::turn_caption(position, &NOTATION),
    }
}
