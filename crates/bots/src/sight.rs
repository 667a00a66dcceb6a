//! What somebody who plays for a side is given: the game as that side may know it.

use crate::Playable;
use game::Record;

/// A game as the side to move may know it.
///
/// Law: games that look the same to the side to move give equal sights, so that nobody who is
/// handed one can tell them apart, however they think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight<P: Playable>(Record<P>);

impl<P: Playable> Sight<P> {
    /// What the side to move may know of a game.
    pub fn of(record: &Record<P>) -> Self {
        Self(P::likeness(record))
    }

    /// A game that looks just like it.
    pub fn record(&self) -> &Record<P> {
        &self.0
    }
}
