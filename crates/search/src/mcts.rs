//! Monte-Carlo tree search.
/// x
pub struct Mcts;
