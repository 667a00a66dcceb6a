//! What a coach says about Havannah, and its forced wins.
//!
//! A win within three moves is found whenever there is one. A longer one is found if every move but the last
//! three threatens to win at once, so that its answer is forced. What is found always wins.

use crate::{Move, Position, SwapRule};
use depict::{Glyph, PieceCard, Teach};
use game::{BySide, Position as _, Side};
use hexgrid::Cell;

impl Teach for Position {
    const WIN: &'static str = "to complete a ring, a bridge or a fork";
    const LOSS: &'static str = "After this your opponent completes a ring, a bridge or a fork.";

    fn with_turn_passed(&self) -> Option<Self> {
        let stones = BySide::from_fn(|side| self.stones(side));
        Self::setup(self.size(), stones, self.side_to_move().other(), SwapRule::Off).ok()
    }

    fn winning_move(&self, moves: usize) -> Option<Move> {
        (1..=moves).find_map(|n| winning_cell(self, n)).map(|cell| place(self, cell))
    }

    fn loses_within(&self, moves: usize) -> bool {
        let us = self.side_to_move();
        let is_open = self.outcome().is_none() && moves > 0 && !self.can_swap();
        if !is_open || !winning_cells(self, us).is_empty() {
            return false;
        }
        match winning_cells(self, us.other())[..] {
            [] => loses_unthreatened(self, moves),
            [only] => after(self, only).wins_within(moves),
            _ => true,
        }
    }

    fn piece_card(glyph: Glyph, _phase: u8) -> Option<PieceCard> {
        (glyph == Glyph::Stone).then_some(PieceCard {
            title: "Stone",
            moves: "Stones never move.",
            power: "A ring, two joined corners or three joined sides win.",
            diagram: "havannah-ring",
        })
    }
}

fn place(position: &Position, cell: Cell) -> Move {
    Move::Place(position.board().axial(cell))
}

fn after(position: &Position, cell: Cell) -> Position {
    position.after(place(position, cell))
}

/// How far wins are looked for whose first move does not threaten to win at once.
const LOOKS_AHEAD: usize = 2;

/// Whether the side to move loses although nobody can win at once. Stones never hurt their own side, so
/// that whoever would not lose by passing does not lose.
fn loses_unthreatened(position: &Position, moves: usize) -> bool {
    let moves = moves.min(LOOKS_AHEAD);
    let wins_after_pass = |passed: Position| passed.wins_within(moves);
    moves > 1
        && position.with_turn_passed().is_some_and(wins_after_pass)
        && position.empties().into_iter().all(|cell| after(position, cell).wins_within(moves))
}

/// The cells on which a stone of `side` wins at once.
fn winning_cells(position: &Position, side: Side) -> Vec<Cell> {
    position.empties().into_iter().filter(|&cell| position.wins_at(side, cell)).collect()
}

/// A cell that wins within so many moves.
fn winning_cell(position: &Position, moves: usize) -> Option<Cell> {
    let us = position.side_to_move();
    if position.outcome().is_some() || moves == 0 {
        return None;
    }
    if let Some(&cell) = winning_cells(position, us).first() {
        return Some(cell);
    }
    if moves == 1 {
        return None;
    }
    // What the opponent threatens must be stopped, so there is nothing else to try.
    let forced = winning_cells(position, us.other());
    let tried = match forced[..] {
        [] => position.empties().into_iter().collect(),
        [only] => vec![only],
        _ => return None,
    };
    tried.into_iter().find(|&cell| after(position, cell).loses_within(moves - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Dice, Outcome};

    fn read(text: &str) -> Position {
        text.parse().unwrap()
    }

    /// Every move and every answer.
    fn wins_plainly(position: &Position, moves: usize) -> bool {
        let wins = |&cell: &Cell| {
            position.wins_at(position.side_to_move(), cell)
                || moves > 1 && loses_plainly(&after(position, cell), moves - 1)
        };
        position.outcome().is_none()
            && moves > 0
            && position.empties().into_iter().any(|c| wins(&c))
    }

    fn loses_plainly(position: &Position, moves: usize) -> bool {
        let falls = |cell: Cell| {
            let after = after(position, cell);
            after.outcome() == Some(Outcome::Win(position.side_to_move().other()))
                || wins_plainly(&after, moves)
        };
        position.outcome().is_none() && position.empties().into_iter().all(falls)
    }

    /// A position of a random game with so many empty cells, if nobody has won before.
    fn random(dice: &mut Dice, empties: usize) -> Option<Position> {
        let mut position = read("4/5/6/7/6/5/4 w swap=off");
        while position.outcome().is_none() && position.empties().len() > empties {
            let cells: Vec<Cell> = position.empties().into_iter().collect();
            position.place(dice.choose(&cells)?);
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn wins_within_three_moves_are_those_of_a_plain_search() {
        let mut dice = Dice::new(4);
        let mut found = [0; 4];
        let mut looked_at = 0;
        while looked_at < 300 {
            let Some(position) = random(&mut dice, 14) else { continue };
            looked_at += 1;
            for (moves, found) in found.iter_mut().enumerate() {
                let plain = wins_plainly(&position, moves);
                assert_eq!(position.wins_within(moves), plain, "{position} in {moves}");
                *found += usize::from(plain);
            }
            for moves in 1..=2 {
                let plain = loses_plainly(&position, moves);
                assert_eq!(position.loses_within(moves), plain, "{position} lost in {moves}");
            }
        }
        assert!(found[0] == 0 && found[1] > 0 && found[2] > found[1] && found[3] > found[2]);
    }

    #[test]
    fn a_stone_that_threatens_nothing_may_win() {
        let position = read("w1b1w/1w4/1bw2b1/3b4/9/8/7/6/5 w swap=off");
        assert!(!position.wins_within(2));
        let mv = position.winning_move(3).unwrap();
        assert_eq!(mv.to_string(), "d2");
        let after = position.after(mv);
        assert!(after.with_turn_passed().unwrap().winning_move(1).is_none(), "no threat at once");
        assert!(after.loses_within(2) && after.loses_within(5), "more moves lose as well");
    }

    #[test]
    fn a_long_win_by_threats_is_found() {
        // A ladder of four steps along the top, to the corner.
        let position = read("wb4/ww5/1wb5/1wbb5/1wbb6/bwb8/wb8/9/8/7/6 w swap=off");
        assert!(!position.wins_within(4));
        assert_eq!(position.winning_move(5).unwrap().to_string(), "c2");
    }

    #[test]
    fn whoever_may_swap_is_not_lost() {
        assert!(!read("4/5/6/3w3/6/5/4 b swap=on").loses_within(3));
    }
}
