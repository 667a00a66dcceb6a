//! A count of the work that reading takes, for tests of how it grows with the text.

/// Elementary steps of reading: characters looked at, names compared, nodes, moves played. A move
/// counts as one step: what it costs is bounded by the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Steps(u64);

impl Steps {
    pub(crate) fn add(&mut self, count: usize) {
        self.0 += count as u64;
    }

    /// The count of steps.
    pub fn count(self) -> u64 {
        self.0
    }
}
