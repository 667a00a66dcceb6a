//! What the playing search is told about a position: wins in one, threats that must be answered,
//! and at positions visited often what virtual connections prove.

use game::{MoveList, Outcome, Position as _, Side};
use hex::{CellSet, Edge, Move, Position};
use search::mcts::{Guide, Prior, Verdict};

/// Tells the search what it knows of Hex.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adviser;

impl Guide<Position> for Adviser {
    fn winning_move(&mut self, position: &Position, _: &[Move]) -> Option<Move> {
        let cell = winning_cells(position, position.side_to_move()).lowest()?;
        Some(Move::Place(position.board().axial(cell)))
    }

    /// Two cells at which the opponent would win cannot both be taken.
    fn verdict(&mut self, position: &Position) -> Option<Verdict> {
        let other = position.side_to_move().other();
        let lost = !position.can_swap() && winning_cells(position, other).len() > 1;
        lost.then_some(Verdict { outcome: Outcome::Win(other), plies: 2 })
    }

    fn consider(&mut self, position: &Position, moves: &mut MoveList<Move>, _: &mut Vec<Prior>) {
        let side = position.side_to_move();
        if position.can_swap() || winning_cells(position, side).lowest().is_some() {
            return;
        }
        if let Some(cell) = winning_cells(position, side.other()).lowest() {
            let only = Move::Place(position.board().axial(cell));
            moves.retain(|&mv| mv == only);
        }
    }
}

/// The empty cells at which a stone of `side` would win at once.
fn winning_cells(position: &Position, side: Side) -> CellSet {
    let board = position.board();
    let own = position.stones(side);
    let near = position.rooted(side);
    let far = (own & board.edge(Edge::far(side)) & !near).into_iter().fold(
        CellSet::EMPTY,
        |sum, cell| {
            if sum.contains(cell) { sum } else { sum | board.joined(cell, own) }
        },
    );
    let touching = |edge: Edge, joined: CellSet| {
        let around = joined.into_iter().flat_map(|cell| board.neighbours(cell).iter().copied());
        around.fold(board.edge(edge), CellSet::with)
    };
    position.empties() & touching(Edge::near(side), near) & touching(Edge::far(side), far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Record};
    use hex::{Options, SwapRule};

    #[test]
    fn wins_in_one_are_those_the_rules_see() {
        let mut dice = Dice::new(5);
        let mut seen = 0;
        for _ in 0..200 {
            let options = Options::new(5, SwapRule::Off).expect("a size");
            let mut record = Record::<Position>::new(options);
            while record.conclusion().is_none() {
                let position = record.position();
                let side = position.side_to_move();
                let wins = |cell: &hexgrid::Cell| {
                    let mut after = position.clone();
                    after.place(*cell);
                    after.winner() == Some(side)
                };
                let slow: CellSet = position.empties().into_iter().filter(wins).collect();
                assert_eq!(winning_cells(position, side), slow, "{position}");
                seen += slow.len();
                let mv = dice.choose(&position.moves()).expect("a move");
                record.play(mv).expect("legal");
            }
        }
        assert!(seen > 100, "only {seen} wins to find");
    }
}
