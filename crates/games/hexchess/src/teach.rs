//! What a coach says about Hex Chess, its forced wins, and the cards of its pieces.

mod cards;

use crate::{Kind, Move, Phase, Piece, Position};
use depict::{CoachNote, Depict, Glyph, PieceCard, Teach};
use game::{Position as _, Record, Viewer};
use hexgrid::Cell;

impl Teach for Position {
    const WIN: &'static str = "to capture your king";
    const LOSS: &'static str = "After this your king can be captured.";

    fn with_turn_passed(&self) -> Option<Self> {
        (self.phase() == Phase::Play).then(|| self.passed())
    }

    fn own_mistake(&self, mv: Move) -> Option<String> {
        let gone = self.after(mv).king(self.side_to_move()).is_none();
        gone.then(|| "This removes your own king.".to_owned())
    }

    fn other_threats(_record: &Record<Self>, position: &Self) -> Vec<CoachNote> {
        let Some(turned) = position.with_turn_passed() else { return Vec::new() };
        let note = dearest_capture(&turned).filter(|capture| capture.gain >= DEAR);
        note.map(|capture| capture.note(&turned, "threatens to capture")).into_iter().collect()
    }

    fn other_warning(_: &Record<Self>, position: &Self, mv: Move) -> Option<CoachNote> {
        let after = position.after(mv);
        let capture = dearest_capture(&after)?;
        let dear = capture.gain - gain(position, mv) >= DEAR;
        dear.then(|| capture.note(&after, "can then capture"))
    }

    fn wins_within(&self, moves: usize) -> bool {
        crate::wins_within(self, moves)
    }

    fn loses_within(&self, moves: usize) -> bool {
        crate::loses_within(self, moves)
    }

    /// While pieces are placed, moons are shown as they will be on the first turn.
    fn piece_card(glyph: Glyph, phase: u8) -> Option<PieceCard> {
        cards::card(glyph, phase == 1)
    }
}

/// The least loss, in pawns, that is worth a word.
const DEAR: i32 = 3;

/// A capture, and what it gains after the best capture back.
struct Capture {
    mv: Move,
    gain: i32,
}

impl Capture {
    fn note(&self, position: &Position, verb: &str) -> CoachNote {
        let us = position.side_to_move();
        let fallen = position.effects(self.mv).fallen().filter(|piece| piece.side != us);
        let what = fallen.max_by_key(|piece| value(piece.kind)).map(|piece| piece.kind.name());
        let who = position.scene(Viewer::Judge).colours[us];
        let text = format!("{who} {verb} your {}.", what.unwrap_or("piece"));
        CoachNote { text, cells: position.clicks(self.mv).cells().collect() }
    }
}

/// The capture of the side to move that gains most, if the other side takes back what it can on
/// the same cell.
fn dearest_capture(position: &Position) -> Option<Capture> {
    let captures = position.moves().into_vec().into_iter().filter(|&mv| gain(position, mv) > 0);
    let net = |mv| {
        let after = position.after(mv);
        let mut back = after.moves();
        back.retain(|&reply| target(reply) == target(mv));
        let lost = back.iter().map(|&reply| gain(&after, reply)).max();
        gain(position, mv) - lost.unwrap_or(0).max(0)
    };
    captures.map(|mv| Capture { mv, gain: net(mv) }).max_by_key(|capture| capture.gain)
}

fn target(mv: Move) -> Option<Cell> {
    match mv {
        Move::Step { to, .. } => Some(to),
        _ => None,
    }
}

/// What a move takes from the other side, less what it costs the mover.
fn gain(position: &Position, mv: Move) -> i32 {
    if target(mv).is_none() {
        return 0;
    }
    let us = position.side_to_move();
    let worth = |piece: Piece| {
        if piece.side == us { -value(piece.kind) } else { value(piece.kind) }
    };
    position.effects(mv).fallen().map(worth).sum()
}

/// Roughly what a piece is worth, in pawns.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Fool => 2,
        Kind::Knight | Kind::Rook | Kind::Guardian => 3,
        Kind::Bishop | Kind::Charger | Kind::Moon => 4,
        Kind::Dragon => 5,
        Kind::Queen => 9,
        Kind::King => 100,
    }
}
