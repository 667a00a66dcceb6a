//! Positions set up from sets of stones, as solvers and editors do.

use game::{BySide, InvalidPosition, Outcome, Position as _, Side};
use havannah::{CellSet, Position, SwapRule};
use hexgrid::Cell;

fn stones(white: &[usize], black: &[usize]) -> BySide<CellSet> {
    let set = |cells: &[usize]| cells.iter().map(|&i| Cell::new(i)).collect();
    BySide::new(set(white), set(black))
}

#[test]
fn what_cannot_stand_is_refused() {
    let cases = [
        (3, stones(&[], &[]), "boards have 4 to 10 cells a side, not 3"),
        (300, stones(&[], &[]), "boards have 4 to 10 cells a side, not 300"),
        (4, stones(&[37], &[]), "a stone is off the board with 4 cells a side"),
        (10, stones(&[], &[271]), "a stone is off the board with 10 cells a side"),
        (4, stones(&[3, 5], &[5]), "b2 has both a white and a black stone"),
        (4, stones(&[0, 1, 2, 3], &[33, 34, 35, 36]), "White and Black have both won"),
    ];
    for (side, stones, why) in cases {
        let refused = Position::setup(side, stones, Side::First, SwapRule::On);
        assert_eq!(refused, Err(InvalidPosition::new(why)));
    }
}

#[test]
fn placing_by_cell_is_playing_by_name() {
    let start = Position::start("5 noswap".parse().unwrap());
    let mut placed = start.clone();
    let mut played = start;
    for (cell, text) in [(0, "a1"), (10, "f2"), (60, "i9"), (4, "e1"), (56, "e9")] {
        placed.place(Cell::new(cell));
        played.play(text.parse().unwrap()).unwrap();
        assert_eq!(placed, played);
    }
}

/// HV-2.7.
#[test]
fn a_full_board_without_a_structure_is_a_draw() {
    let mut position: Position = DRAW.parse().unwrap();
    assert_eq!(position.outcome(), None);
    let last = position.empties().lowest().unwrap();
    assert_eq!(position.empties().len(), 1);
    position.place(last);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert!(position.moves().is_empty());
    assert_eq!(position.win(), None);
    let refused = position.read_move("a1").unwrap_err().to_string();
    assert_eq!(refused, "a1 is not legal: the game is over, the board is full");
}

const DRAW: &str = "bwwb/bbwbw/wbwwbw/wbwwbbw/bwbbbb/bwbww/wwb1 w swap=off";

#[test]
fn a_position_stays_small() {
    assert!(size_of::<Position>() <= 112, "{}", size_of::<Position>());
}
