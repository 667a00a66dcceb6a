//! What a game says of its moves and of what it hides, beyond the contract and its drawing.

use crate::MoveFlag;
use catalog::games::{eclipse, hex, hexchess};
use game::{Side, Viewer};
use hexchess::{Fate, Kind, Move, Phase};
use hexgrid::Cell;
use scene::Depict;

/// A piece whose kind is not known to everybody.
pub(crate) struct Disguised {
    pub(crate) cell: Cell,
    pub(crate) side: Side,
    /// What everybody sees.
    pub(crate) looks: &'static str,
    /// What it is, if the viewer may know.
    pub(crate) is: Option<&'static str>,
}

/// A game that answers questions.
pub(crate) trait GameFacts: Depict {
    /// What a legal move does, as far as this game alone has a word for it.
    fn flags(&self, _mv: Self::Move) -> Vec<MoveFlag> {
        Vec::new()
    }

    /// Whether a viewer may know the moves of the side to move.
    fn moves_are_known(&self, _viewer: Viewer) -> bool {
        true
    }

    /// The pieces whose kind is not known to everybody, as a viewer sees them.
    fn disguised(&self, _viewer: Viewer) -> Vec<Disguised> {
        Vec::new()
    }
}

impl GameFacts for eclipse::Position {
    fn flags(&self, mv: eclipse::Move) -> Vec<MoveFlag> {
        if self.pins(mv).is_empty() { Vec::new() } else { vec![MoveFlag::Pin] }
    }
}

impl GameFacts for hex::Position {
    fn flags(&self, mv: hex::Move) -> Vec<MoveFlag> {
        vec![if mv == hex::Move::Swap { MoveFlag::Swap } else { MoveFlag::Placement }]
    }
}

impl GameFacts for hexchess::Position {
    fn flags(&self, mv: Move) -> Vec<MoveFlag> {
        match mv {
            Move::Place { .. } => return vec![MoveFlag::Placement],
            Move::PlaceAll(_) => return vec![MoveFlag::LineUp],
            Move::Step { .. } => {}
        }
        let effects = self.effects(mv);
        let found = [
            (effects.captured.is_some(), MoveFlag::Capture),
            (effects.burned.is_some(), MoveFlag::Burn),
            (effects.swapped.is_some(), MoveFlag::Exchange),
            (effects.fate == Fate::Promoted, MoveFlag::Promotion),
            (effects.fate == Fate::Removed, MoveFlag::Removed),
        ];
        found.into_iter().filter(|(is, _)| *is).map(|(_, flag)| flag).collect()
    }

    /// The pool of another is hidden (HC-5.1).
    fn moves_are_known(&self, viewer: Viewer) -> bool {
        self.phase() == Phase::Play || viewer.knows(game::Position::side_to_move(self))
    }

    /// A fool looks like a knight to everyone but its owner (HC-5.1).
    fn disguised(&self, viewer: Viewer) -> Vec<Disguised> {
        let horses = self.board().filter(|(_, piece)| piece.kind.disguised() == Kind::Knight);
        let told = |(cell, piece): (Cell, hexchess::Piece)| Disguised {
            cell,
            side: piece.side,
            looks: piece.kind.disguised().name(),
            is: viewer.knows(piece.side).then(|| piece.kind.name()),
        };
        horses.map(told).collect()
    }
}
