//! What a coach says about Hex, and its forced wins by a solver of small boards.

mod solver;

use crate::{Move, NOTATION, Position, SwapRule};
use depict::{CoachNote, Glyph, PieceCard, Teach};
use game::{Position as _, Record};
use hexgrid::Cell;

impl Teach for Position {
    const WIN: &'static str = "to connect";
    const LOSS: &'static str = "After this your opponent connects.";

    fn with_turn_passed(&self) -> Option<Self> {
        let stones = game::BySide::from_fn(|side| self.stones(side));
        Self::setup(self.size(), stones, self.side_to_move().other(), SwapRule::Off).ok()
    }

    fn other_threats(record: &Record<Self>, position: &Self) -> Vec<CoachNote> {
        let text = || format!("{} has played into one of your bridges.", opponent(position));
        broken_bridge(record)
            .map(|cell| CoachNote { text: text(), cells: vec![cell] })
            .into_iter()
            .collect()
    }

    fn other_warning(record: &Record<Self>, position: &Self, mv: Move) -> Option<CoachNote> {
        let cell = broken_bridge(record)?;
        let saved = mv == Move::Place(position.board().axial(cell));
        let text = format!("{} can now cut your bridge.", opponent(position));
        (!saved).then(|| CoachNote { text, cells: vec![cell] })
    }

    fn wins_within(&self, _moves: usize) -> bool {
        solver::wins(self)
    }

    fn winning_move(&self, _moves: usize) -> Option<Move> {
        solver::winning_move(self)
    }

    fn loses_within(&self, _moves: usize) -> bool {
        !solver::wins(self)
    }

    /// Replies outside the must-play region change nothing.
    fn replies_to_try(&self) -> Vec<Move> {
        let place = |cell| Move::Place(self.board().axial(cell));
        let moves: Vec<Move> = solver::proof_cells(self).into_iter().map(place).collect();
        if moves.is_empty() { self.moves().into_vec() } else { moves }
    }

    /// The more cells a proof needs, the harder it is to find.
    fn freedom(&self) -> Option<usize> {
        Some(usize::MAX - solver::proof_cells(self).len())
    }

    fn piece_card(glyph: Glyph, _phase: u8) -> Option<PieceCard> {
        (glyph == Glyph::Stone).then_some(PieceCard {
            title: "Stone",
            moves: "Stones never move.",
            power: "Two stones with two common empty neighbours are as good as connected.",
            diagram: "hex-bridge",
        })
    }
}

/// What the opponent of the side to move is called.
fn opponent(position: &Position) -> &'static str {
    NOTATION.colours[position.side_to_move().other()]
}

/// The cell that saves a bridge of the side to move into which the last stone was put: two stones
/// that do not touch, with this cell and the last one as their common empty neighbours.
fn broken_bridge(record: &Record<Position>) -> Option<Cell> {
    let position = record.position();
    let (board, own) = (position.board(), position.stones(position.side_to_move()));
    let Move::Place(at) = *record.moves().last()? else { return None };
    let last = board.cell(at)?;
    let touches = |a: Cell, b: Cell| board.neighbours(a).contains(&b);
    let around: Vec<Cell> =
        board.neighbours(last).iter().copied().filter(|&c| own.contains(c)).collect();
    let empties = position.empties();
    let saves = |&cell: &Cell| {
        let both = around.iter().filter(|&&stone| touches(stone, cell)).copied();
        let stones: Vec<Cell> = both.collect();
        empties.contains(cell)
            && stones.iter().any(|&a| stones.iter().any(|&b| a != b && !touches(a, b)))
            && !position.group(stones[0]).contains(stones[stones.len() - 1])
    };
    board.neighbours(last).iter().copied().find(saves)
}
