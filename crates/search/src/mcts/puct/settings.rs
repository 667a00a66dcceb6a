//! Settings of PUCT.

/// Settings of a PUCT search. Values are win probabilities, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctSettings {
    /// Memory of the tree in MiB; never exceeded.
    pub memory_mib: usize,
    /// The exploration constant c.
    pub exploration: f32,
    /// First-play urgency reduction: the value of an unvisited move is the parent's minus this, scaled by
    /// the square root of the visited moves' prior probability.
    pub first_play_reduction: f32,
    /// Visits before [`prove`](crate::mcts::DomainKnowledge::prove) is called; `None` for never.
    pub prove_after: Option<u32>,
    /// Number of best moves to report, each with its principal variation.
    pub lines: usize,
}

impl Default for PuctSettings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            exploration: 0.75,
            first_play_reduction: 0.1,
            prove_after: None,
            lines: 1,
        }
    }
}
