//! Opening moves and the swap decision (HX-2.3).
//!
//! Up to 7×7 all opening moves are solved (`--example solving -- openings SIZE SECONDS` solves them
//! again): winning ones are swapped, and never played. On larger boards nothing is known here: network
//! and search choose the first move (`opening_search`), and the search decides about the swap.

use game::Side;
use hex::{Board, Position};
use hexgrid::Axial;

/// For each size from 2 to 7 the first moves: `W` wins with best play, `L` loses. Row by row from
/// the top.
const SOLVED: [&str; 6] = [
    "LW WL",
    "LLW WWW WLL",
    "LLLW LLWL LWLL WLLL",
    "LLLLW LWWWW LWWWL WWWWL WLLLL",
    "LLLLLW LWWWWW WWWWWW WWWWWW WWWWWL WLLLLL",
    "LLLLLLW LLWLWWW LWWWWWL WWWWWWW LWWWWWL WWWLWLL WLLLLLL",
];

/// Whether a first move wins with best play if it is not swapped; `None` where that is unknown.
fn wins(board: &Board, at: Axial) -> Option<bool> {
    let rows = SOLVED.get(board.size().checked_sub(2)?)?;
    let row = rows.split(' ').nth(at.r as usize)?;
    row.as_bytes().get(at.q as usize).map(|&mark| mark == b'W')
}

/// Whether Blue, who may swap, should; `None` where that is unknown.
pub(crate) fn should_swap(position: &Position) -> Option<bool> {
    let stone = position.stones(Side::First).lowest().filter(|_| position.can_swap())?;
    wins(position.board(), position.board().axial(stone))
}

/// On solved boards the first moves that Blue gains nothing by swapping, the hardest to refute first;
/// none on others.
pub(crate) fn fair_openings(board: &Board) -> Vec<Axial> {
    let last = board.size() as i8 - 1;
    let mut found: Vec<Axial> = board.cells().into_iter().map(|cell| board.axial(cell)).collect();
    found.retain(|&at| wins(board, at) == Some(false));
    // Hardest to refute where many winning moves are near, and far from the acute corners.
    let near_wins = |at: &Axial| {
        let cell = board.cell(*at).map(|cell| board.neighbours(cell));
        let wins = |next: &&hexgrid::Cell| wins(board, board.axial(**next)) == Some(true);
        cell.map_or(0, |around| around.iter().filter(wins).count())
    };
    found.sort_by_key(|at| (std::cmp::Reverse(near_wins(at)), (at.q + at.r - last).unsigned_abs()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_square_and_turn_into_themselves() {
        for (rows, size) in SOLVED.iter().zip(2..) {
            let rows: Vec<&str> = rows.split(' ').collect();
            assert!(rows.len() == size && rows.iter().all(|row| row.len() == size));
            let turned: String = rows.concat().chars().rev().collect();
            assert_eq!(turned, rows.concat());
        }
    }

    #[test]
    fn nothing_that_wins_is_opened_with() {
        for size in 2..=Board::LARGEST {
            let board = Board::sized(size).expect("a board");
            let openings = fair_openings(board);
            assert_eq!(openings.is_empty(), size > 7);
            for at in openings {
                assert!(board.cell(at).is_some());
                assert_ne!(wins(board, at), Some(true), "{at:?} on {size}");
            }
        }
    }
}
