//! All integration tests of this crate in one binary: one link instead of 4.

mod alphabeta;
mod evaluator;
mod exact;
mod mcts;
mod puct;
mod techniques;
mod toys;
