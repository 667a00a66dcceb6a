//! Lag compensation with a quota (as lichess does): how much of the network delay is not charged to the player.
//!
//! The quota is not the token bucket of the server's rate limits (`limits::TokenBucket`): it grows by moves and not
//! by time, gives a part where not all is left, and is part of a game's clock, which replays from its events.
//!
//! The delay is measured by the server alone. A client that pretends to be slow gains what the quota
//! gives back, and no more.

use crate::Span;

/// What one side may still be given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    quota: Span,
}

impl Default for Lag {
    fn default() -> Self {
        Self { quota: Self::MOST }
    }
}

impl Lag {
    /// The most that can be saved up, and so the most for one move.
    pub const MOST: Span = Span(1_000);
    /// What every move adds to the quota.
    pub const PER_MOVE: Span = Span(100);

    /// What could be given back for the next move.
    pub fn quota(self) -> Span {
        self.quota
    }

    /// What is given back for a move that came over a connection with this `measured` delay: no more
    /// than the quota, and no more than was `spent`.
    #[must_use]
    pub fn give(&mut self, measured: Span, spent: Span) -> Span {
        let given = measured.min(self.quota).min(spent);
        self.quota = (self.quota.less(given) + Self::PER_MOVE).min(Self::MOST);
        given
    }
}
