//! The small solver of Hex knows who wins small boards.

use catalog::games::hex::{CellSet, Position, SwapRule};
use game::{BySide, Position as _, Side};
use scene::Teach;

#[test]
fn small_boards_are_solved_as_is_known() {
    // The number of winning openings; the first side wins every empty board.
    for (size, winning) in [(2, 2), (3, 5), (4, 4)] {
        let none = BySide::from_fn(|_| CellSet::EMPTY);
        let empty = Position::setup(size, none, Side::First, SwapRule::Off).unwrap();
        assert!(empty.wins_within(1), "{size}");
        let count = empty.moves().iter().filter(|&&mv| empty.after(mv).loses_within(1)).count();
        assert_eq!(count, winning, "{size}");
    }
}
