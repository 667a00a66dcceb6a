//! Positions set up from sets of stones, as solvers and editors do.

use game::{BySide, InvalidPosition, Position as _, Side};
use hex::{CellSet, Position, SwapRule};
use hexgrid::Cell;

fn stones(red: &[usize], blue: &[usize]) -> BySide<CellSet> {
    let set = |cells: &[usize]| cells.iter().map(|&i| Cell::new(i)).collect();
    BySide::new(set(red), set(blue))
}

#[test]
fn the_2x2_board_exists_for_solvers_only() {
    let none = stones(&[], &[]);
    let mut position = Position::setup(2, none, Side::First, SwapRule::Off).unwrap();
    assert_eq!(position.moves().len(), 4);
    position.place(Cell::new(1));
    position.place(Cell::new(0));
    position.place(Cell::new(2));
    assert_eq!(position.winner(), Some(Side::First), "b1 touches a2");
    assert!(position.to_string().parse::<Position>().is_err(), "no game is played on it");
    assert!("size=2".parse::<hex::Options>().is_err());
}

#[test]
fn what_cannot_stand_is_refused() {
    let cases = [
        (300, stones(&[], &[]), "boards are 2×2 to 19×19, not 300×300"),
        (1, stones(&[], &[]), "boards are 2×2 to 19×19, not 1×1"),
        (3, stones(&[9], &[]), "a stone is off the 3×3 board"),
        (19, stones(&[], &[361]), "a stone is off the 19×19 board"),
        (5, stones(&[3, 7], &[7]), "c2 has both a red and a blue stone"),
    ];
    for (size, stones, why) in cases {
        let refused = Position::setup(size, stones, Side::First, SwapRule::On);
        assert_eq!(refused, Err(InvalidPosition::new(why)));
    }
}

#[test]
fn placing_by_cell_is_playing_by_name() {
    let start = Position::start("7 noswap".parse().unwrap());
    let mut placed = start.clone();
    let mut played = start;
    for (cell, text) in [(0, "a1"), (10, "d2"), (48, "g7"), (6, "g1"), (42, "a7")] {
        placed.place(Cell::new(cell));
        played.play(text.parse().unwrap()).unwrap();
        assert_eq!(placed, played);
    }
}

#[test]
fn a_position_stays_small() {
    assert!(size_of::<Position>() <= 208, "{}", size_of::<Position>());
}
