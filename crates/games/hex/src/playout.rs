//! Games played to the end at random, for players that learn from many of them.
//!
//! Stones never leave the board and the first chain decides, so the winner of a game played until
//! the board is full is the winner of the same game stopped at the first chain. A fill therefore
//! deals the empty cells out at once and looks for a chain a single time.

use crate::board::MOST_CELLS;
use crate::{Board, CellSet, Edge, Position};
use game::{BySide, Dice, Position as _, Side};
use hexgrid::Cell;

/// A full board and its winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filled {
    /// Every stone.
    pub stones: BySide<CellSet>,
    /// The side that has a chain.
    pub winner: Side,
}

/// Random games from one position; the swap is never played in them.
#[derive(Clone, Debug)]
pub struct Playouts {
    start: Position,
    empties: Vec<Cell>,
}

impl Playouts {
    /// Games from here.
    pub fn new(start: &Position) -> Self {
        Self { start: start.clone(), empties: start.empties().into_iter().collect() }
    }

    /// Where the games start.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Deals the empty cells out in turn, each deal as likely as any other.
    pub fn fill(&mut self, dice: &mut Dice) -> Filled {
        let mover = self.start.side_to_move();
        let mut own = self.start.stones(mover);
        for i in 0..self.empties.len().div_ceil(2) {
            own.insert(self.draw(i, dice));
        }
        let board = self.start.board();
        let mut stones = BySide::from_fn(|_| own);
        stones[mover.other()] = board.cells() & !own;
        let winner = if has_chain(board, stones.first) { Side::First } else { Side::Second };
        Filled { stones, winner }
    }

    /// Plays move by move until a side has connected, and returns that position.
    pub fn play(&mut self, dice: &mut Dice) -> Position {
        let mut position = self.start.clone();
        for i in 0..self.empties.len() {
            if position.winner().is_some() {
                break;
            }
            position.place(self.draw(i, dice));
        }
        position
    }

    /// Moves one of the cells from `i` on to place `i`, and returns it. Drawn from 0 upwards, the
    /// cells come in any order with equal chances, whatever order they were left in.
    #[inline]
    fn draw(&mut self, i: usize, dice: &mut Dice) -> Cell {
        let chosen = i + dice.below(self.empties.len() - i);
        self.empties.swap(i, chosen);
        self.empties[i]
    }
}

/// Whether Red's stones on a full board connect top and bottom.
fn has_chain(board: &Board, red: CellSet) -> bool {
    let bottom = board.edge(Edge::Bottom);
    let top = red & board.edge(Edge::Top);
    let mut fresh = red & !top;
    // A fixed array: this runs a million times a second, and a vector would ask for memory.
    let mut waiting = [Cell::new(0); MOST_CELLS];
    let mut count = 0;
    for cell in top {
        waiting[count] = cell;
        count += 1;
    }
    while count > 0 {
        count -= 1;
        let cell = waiting[count];
        if bottom.contains(cell) {
            return true;
        }
        for &next in board.around(cell) {
            if fresh.contains(next) {
                fresh.remove(next);
                waiting[count] = next;
                count += 1;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, SwapRule};

    fn starts() -> Vec<Position> {
        let mut starts = vec!["4/1r2/2b1/4 b swap=on".parse().unwrap()];
        for size in [3, 5, 8, 11, 19] {
            starts.push(Position::start(Options::new(size, SwapRule::Off).unwrap()));
        }
        starts
    }

    /// The cells of `filled` that were empty, played in turn until the game is over.
    fn played_out(start: &Position, filled: &Filled) -> Position {
        let mut position = start.clone();
        let mut hands = filled.stones.map(|stones| (stones & start.empties()).into_iter());
        while position.winner().is_none() {
            let cell = hands[position.side_to_move()].next().expect("a full board has a winner");
            position.place(cell);
        }
        position
    }

    #[test]
    fn a_fill_has_the_winner_of_the_game_played_move_by_move() {
        let mut dice = Dice::new(1);
        for start in starts() {
            let mut playouts = Playouts::new(&start);
            for _ in 0..300 {
                let filled = playouts.fill(&mut dice);
                assert_eq!(played_out(&start, &filled).winner(), Some(filled.winner), "{start}");
            }
        }
    }

    #[test]
    fn a_fill_keeps_the_stones_and_deals_the_rest_in_turn() {
        let mut dice = Dice::new(2);
        for start in starts() {
            let filled = Playouts::new(&start).fill(&mut dice);
            let BySide { first, second } = filled.stones;
            assert_eq!((first | second, first & second), (start.board().cells(), CellSet::EMPTY));
            for side in Side::BOTH {
                assert_eq!(start.stones(side) & !filled.stones[side], CellSet::EMPTY);
            }
            let mover = start.side_to_move();
            let dealt = |side: Side| (filled.stones[side] & start.empties()).len();
            assert!(dealt(mover) - dealt(mover.other()) <= 1);
        }
    }

    #[test]
    fn random_games_end_with_a_winner_and_fills_agree_on_the_odds() {
        let start = Position::start(Options::new(5, SwapRule::Off).unwrap());
        let mut playouts = Playouts::new(&start);
        let mut dice = Dice::new(3);
        let mut red = (0_i32, 0_i32);
        for _ in 0..20_000 {
            let played = playouts.play(&mut dice);
            red.0 += i32::from(played.winner().unwrap() == Side::First);
            red.1 += i32::from(playouts.fill(&mut dice).winner == Side::First);
        }
        // Ten standard deviations of the difference are 1,000 games.
        assert!((red.0 - red.1).abs() < 1000 && red.0 > 10_000, "{red:?}");
    }

    #[test]
    fn every_cell_is_dealt_as_often_as_any_other() {
        let start = Position::start(Options::new(3, SwapRule::Off).unwrap());
        let mut dice = Dice::new(5);
        let mut red = [0_u32; 9];
        for _ in 0..9000 {
            for cell in Playouts::new(&start).fill(&mut dice).stones.first {
                red[cell.index()] += 1;
            }
        }
        // Five cells in nine are red; six standard deviations are 283 games.
        assert!(red.iter().all(|count| count.abs_diff(5000) < 283), "{red:?}");
    }

    #[test]
    fn a_game_that_is_over_stays_won() {
        let won: Position = "1r1/1r1/1r1 b swap=off".parse().unwrap();
        let mut playouts = Playouts::new(&won);
        let mut dice = Dice::new(4);
        assert_eq!(playouts.fill(&mut dice).winner, Side::First);
        assert_eq!(playouts.play(&mut dice), won);
    }
}
