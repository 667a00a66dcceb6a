//! Information set (Kuhn 1953): what the side to move knows of a game, as players are given it.

use crate::Playable;
use game::Record;

/// The information set of the side to move, represented by its canonical member.
///
/// Law: games that look the same to the side to move give equal information sets, so that no player
/// can tell them apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InformationSet<P: Playable>(Record<P>);

impl<P: Playable> InformationSet<P> {
    /// The information set of a game.
    pub fn of(record: &Record<P>) -> Self {
        Self(P::canonical_member(record))
    }

    /// Its canonical member: a game that looks the same to the side to move.
    pub fn record(&self) -> &Record<P> {
        &self.0
    }
}
