//! Cells not worth a move, shown by their neighbourhoods alone.
//!
//! What is filled in changes the position without changing who wins; what is pruned is only left
//! out of the moves to try. Both are exact: see the arguments in `fill` and `prune`.

mod fill;
mod prune;
mod seal;

pub(crate) use fill::{Filled, fill};
pub(crate) use prune::{dominated, killed};
pub(crate) use seal::{Kills, fill_deep};
