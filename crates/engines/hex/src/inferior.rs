//! Cells not worth a move, shown by their neighbourhoods alone.
//!
//! What is filled in changes the position without changing who wins; what is pruned is only left
//! out of the moves to try. Both are exact: see the arguments in `fill` and `prune`.

mod fill;
mod further;
mod prune;

pub(crate) use fill::{Filled, fill};
pub(crate) use further::fill_further;
pub(crate) use prune::{dominated, killed, with_killers};
