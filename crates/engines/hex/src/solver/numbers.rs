//! Proof numbers: how much is still to be shown.

/// How many open positions must be settled to show that the side to move wins (`win`), and that
/// it loses (`loss`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

/// What cannot be shown.
pub(crate) const NEVER: u32 = 1_000_000_000;

impl Numbers {
    pub(crate) const UNKNOWN: Self = Self { win: 1, loss: 1 };
    pub(crate) const WON: Self = Self { win: 0, loss: NEVER };
    pub(crate) const LOST: Self = Self { win: NEVER, loss: 0 };
    /// Thresholds that are only reached by an answer.
    pub(crate) const ENDLESS: Self = Self { win: NEVER, loss: NEVER };

    /// Whether the side to move is known to win or lose.
    pub(crate) const fn is_settled(self) -> bool {
        self.win == 0 || self.loss == 0
    }

    /// Whether one of the numbers has come to its threshold.
    pub(crate) const fn reaches(self, threshold: Self) -> bool {
        self.win >= threshold.win || self.loss >= threshold.loss
    }
}
