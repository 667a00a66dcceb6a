//! Rules written again, slowly, on a board made from the text of a position alone.

use super::Oracle;
use crate::{Outcome, Position};

/// Slow rules of a game, sharing nothing with the fast code but the text of positions.
pub trait SlowRules<P: Position>: Sized {
    /// Reads a position's text with a reader of its own.
    fn read(text: &str) -> Self;

    /// The text again.
    fn write(&self) -> String;

    /// The legal moves, in any order.
    fn moves(&self) -> Vec<P::Move>;

    /// The board after a legal move.
    #[must_use]
    fn after(&self, mv: P::Move) -> Self;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Move sequences of exactly `depth` plies, one by one.
    fn perft(&self, depth: usize) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// The rules for a [`Kit`](super::Kit).
    fn oracle() -> Oracle<P> {
        Oracle {
            moves: |position| Self::read(&position.to_string()).moves(),
            after: |position, mv| {
                let text = Self::read(&position.to_string()).after(mv).write();
                text.parse().unwrap_or_else(|e| panic!("the oracle writes texts: {text}: {e}"))
            },
            outcome: |position| Self::read(&position.to_string()).outcome(),
        }
    }
}

/// A row such as `2r1` as letters, with a dot for each empty cell.
pub fn unpack_row(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut empty = 0;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            empty = empty * 10 + digit as usize;
        } else {
            cells.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
            cells.push(c);
        }
    }
    cells.extend(std::iter::repeat_n('.', empty));
    cells
}

/// Letters and dots as a row such as `2r1`.
pub fn pack_row(row: &[char]) -> String {
    let runs = row.chunk_by(|a, b| *a == '.' && *b == '.');
    runs.map(|run| if run[0] == '.' { run.len().to_string() } else { run[0].to_string() }).collect()
}
