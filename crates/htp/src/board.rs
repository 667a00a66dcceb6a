//! The board of a session: stones may come in any order of colours, as HTP allows.

use catalog::games::hex::{Board, BoardSizeError, CellSet, Move, Options, Position, SwapRule};
use game::{BySide, IllegalMove, Position as _, Record, Side};

/// An undoable change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Placed(Side, Move),
    /// The players exchanged colours; the stone stayed.
    Swapped,
}

/// A game of HTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HtpBoard {
    size: usize,
    /// Whether Blue may answer the first stone by swapping.
    swap: SwapRule,
    events: Vec<Event>,
    record: Record<Position>,
}

impl HtpBoard {
    /// An empty board of this size.
    ///
    /// # Errors
    /// If no game is played on such a board.
    pub fn new(size: usize, swap: SwapRule) -> Result<Self, BoardSizeError> {
        let record = Record::new(Options::new(size, swap)?);
        Ok(Self { size, swap, events: Vec::new(), record })
    }

    /// The game so far: its last position has the stones of the table.
    pub fn record(&self) -> &Record<Position> {
        &self.record
    }

    /// Cells a row, and rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether swapping is allowed in this game.
    pub fn swap_rule(&self) -> SwapRule {
        self.swap
    }

    /// Puts a stone of `side` on a cell, even out of turn.
    ///
    /// # Errors
    /// Why it cannot be there; nothing has changed then.
    pub fn place(&mut self, side: Side, mv: Move) -> Result<(), IllegalMove> {
        let mut record = self.record_for(side);
        record.play(mv)?;
        self.record = record;
        self.events.push(Event::Placed(side, mv));
        Ok(())
    }

    /// The players exchange colours instead of the second stone; the stone stays where it is.
    ///
    /// # Errors
    /// If this is not the moment; nothing has changed then.
    pub fn swap(&mut self, side: Side) -> Result<(), IllegalMove> {
        let position = self.record_for(side).position().clone();
        let lone = position.stones(Side::First).len() == 1
            && position.stones(Side::Second).is_empty()
            && side == Side::Second;
        if !lone || self.events.contains(&Event::Swapped) {
            let why = "the swap is only possible on White's first turn".to_owned();
            return Err(IllegalMove { mv: Move::Swap.to_string(), why });
        }
        self.record = Record::from_position(stand(&position, side, SwapRule::Off));
        self.events.push(Event::Swapped);
        Ok(())
    }

    /// Takes the last stone or swap back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((_, before)) = self.events.split_last() else { return false };
        let before = before.to_vec();
        let Ok(mut again) = Self::new(self.size, self.swap) else { return false };
        for event in before {
            // What was possible once is possible again.
            let _ = match event {
                Event::Placed(side, mv) => again.place(side, mv),
                Event::Swapped => again.swap(Side::Second),
            };
        }
        *self = again;
        true
    }

    /// The game with `side` to move: the record itself if it is its turn, or else one that starts
    /// from the stones as they are.
    pub fn record_for(&self, side: Side) -> Record<Position> {
        let position = self.record.position();
        if position.side_to_move() == side {
            return self.record.clone();
        }
        Record::from_position(stand(position, side, position.swap_rule()))
    }

    /// The empty cells.
    pub fn empties(&self) -> CellSet {
        self.record.position().empties()
    }

    /// The board under the stones.
    pub fn board(&self) -> &'static Board {
        self.record.position().board()
    }
}

/// The stones of `position` with `side` to move.
fn stand(position: &Position, side: Side, swap: SwapRule) -> Position {
    let stones = BySide::from_fn(|side| position.stones(side));
    Position::setup(position.size(), stones, side, swap).unwrap_or_else(|_| position.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Move {
        text.parse().expect("a cell")
    }

    #[test]
    fn stones_come_in_any_order_and_go_in_reverse() {
        let mut board = HtpBoard::new(5, SwapRule::Off).expect("a table");
        let empty = board.clone();
        for (side, text) in [
            (Side::Second, "c3"),
            (Side::Second, "b2"),
            (Side::First, "a1"),
            (Side::Second, "e5"),
            (Side::First, "d4"),
        ] {
            board.place(side, cell(text)).expect("legal");
        }
        assert_eq!(board.record().position().to_string(), "r4/1b3/2b2/3r1/4b b swap=off");
        assert!(board.place(Side::First, cell("a1")).is_err());
        assert!(board.place(Side::First, cell("f1")).is_err());
        while board.undo() {}
        assert_eq!(board, empty);
    }

    #[test]
    fn turns_taken_in_order_make_one_record() {
        let mut board = HtpBoard::new(5, SwapRule::Off).expect("a table");
        board.place(Side::First, cell("a1")).expect("legal");
        board.place(Side::Second, cell("b1")).expect("legal");
        assert_eq!(board.record().ply(), 2, "so that the engine's tree can be used again");
    }

    #[test]
    fn a_swap_exchanges_the_players_and_leaves_the_stone() {
        let mut board = HtpBoard::new(5, SwapRule::On).expect("a table");
        assert!(board.swap(Side::Second).is_err(), "nothing to swap");
        board.place(Side::First, cell("b2")).expect("legal");
        let before = board.clone();
        assert!(board.swap(Side::First).is_err(), "not Black's to take");
        board.swap(Side::Second).expect("legal");
        assert_eq!(board.record().position().to_string(), "5/1r3/5/5/5 b swap=off");
        assert!(board.swap(Side::Second).is_err(), "once");
        assert!(board.undo());
        assert_eq!(board, before);
    }
}
