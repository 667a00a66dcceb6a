//! Which moves threaten: those that leave the other comet few exits. They are tried first and never
//! skipped, because what they lead to cannot be seen at face value.

use crate::shut::Siege;
use eclipse::{Move, Position};
use game::{Key, Position as _};

/// A comet with no more exits than this is in danger.
const FEW: usize = 1;

/// The threatening moves of the position asked about last: a list is asked about move by move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrowing {
    of: Option<Key>,
    moves: Vec<Move>,
}

impl Narrowing {
    /// Whether `mv` threatens.
    #[inline]
    pub(crate) fn has(&mut self, position: &Position, mv: Move) -> bool {
        if self.of != Some(position.key()) {
            self.look(position);
        }
        !self.moves.is_empty() && self.moves.contains(&mv)
    }

    fn look(&mut self, position: &Position) {
        self.of = Some(position.key());
        self.moves.clear();
        if let Some(siege) = Siege::new(position, position.side_to_move(), FEW) {
            siege.find(|mv| {
                self.moves.push(mv);
                false
            });
        }
    }
}
