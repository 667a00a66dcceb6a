//! Proof and disproof numbers (Allis 1994).

/// Lower bounds of the number of leaves to be solved to show that the side to move wins (`proof`),
/// and that it loses (`disproof`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProofNumbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// The number of what cannot be proven.
pub(crate) const INFINITY: u32 = 1_000_000_000;

impl ProofNumbers {
    pub(crate) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    pub(crate) const WON: Self = Self { proof: 0, disproof: INFINITY };
    pub(crate) const LOST: Self = Self { proof: INFINITY, disproof: 0 };
    /// Thresholds that are reached by a solution only.
    pub(crate) const UNBOUNDED: Self = Self { proof: INFINITY, disproof: INFINITY };

    /// Whether the position is solved.
    pub(crate) const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of the numbers has reached its threshold.
    pub(crate) const fn groups(self, threshold: Self) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }
}
