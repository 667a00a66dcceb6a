//! Puzzles: who wins, and by which moves.

use super::format::{Answer, Puzzle};
use super::{Checker, after};
use game::{Position as _, Side, excerpt};
use hex::{Move, Position};
use hexgrid::Cell;

impl Checker<'_> {
    pub(super) fn puzzle(&mut self, puzzle: &Puzzle, _kind: &str) {
        let Some(to_move) = self.side(&puzzle.to_move) else { return };
        let Some(position) = self.position(&puzzle.stones, to_move) else { return };
        let winner = puzzle.winner.as_deref().and_then(|name| self.side(name));
        self.parts_agree(puzzle, to_move, winner);
        if let Some(winner) = winner {
            self.wins(&position, winner, "winners of puzzles", "the puzzle");
        }
        self.answer_wins(puzzle, &position, winner);
        for cell in self.empty_cells(&puzzle.known_losing_moves, &position) {
            self.move_leads_to(&position, cell, to_move.other());
        }
    }

    /// The kind, the answer and the winner of a puzzle tell one story.
    fn parts_agree(&mut self, puzzle: &Puzzle, to_move: Side, winner: Option<Side>) {
        match (puzzle.kind.as_deref(), &puzzle.answer) {
            (Some("winner"), Some(Answer::Side(name))) => {
                let answer = self.side(name);
                let agrees = winner.is_none() || answer == winner;
                self.check(agrees, || "the answer is not the winner".into());
            }
            (Some("winning_moves"), Some(Answer::Cells(cells))) if winner.is_some() => {
                let agrees = cells.is_empty() == (winner != Some(to_move));
                self.check(agrees, || "a side wins exactly when it has a winning move".into());
            }
            (Some("winning_moves" | "good_moves"), Some(Answer::Cells(_))) => {}
            (Some("winner" | "winning_moves" | "good_moves"), _) => {
                self.fail("the answer is not of the kind that is asked for");
            }
            (None, _) => self.skip("puzzles without a kind"),
            (Some(kind), _) => {
                self.skip(&format!("puzzles of the kind {} are not known", excerpt(kind)));
            }
        }
    }

    /// Every answer can be played, and keeps a won game won.
    fn answer_wins(&mut self, puzzle: &Puzzle, position: &Position, winner: Option<Side>) {
        let Some(Answer::Cells(names)) = &puzzle.answer else { return };
        let to_move = position.side_to_move();
        for cell in self.empty_cells(names, position) {
            if puzzle.unproved || winner.is_none() {
                self.skip("moves of puzzles without a proven winner");
            } else if winner == Some(to_move) {
                self.move_leads_to(position, cell, to_move);
            }
        }
    }

    fn move_leads_to(&mut self, position: &Position, cell: Cell, winner: Side) {
        let name = Move::Place(position.board().axial(cell)).to_string();
        self.wins(&after(position, cell), winner, "moves of puzzles", &name);
    }
}
