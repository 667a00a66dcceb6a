//! Inferior cells: dead, captured, vulnerable and dominated cells (Hayward and van Rijswijck 2006,
//! Henderson 2010).
//!
//! Fill-in of dead and captured cells changes the position without changing the winner; vulnerable
//! and dominated cells are only left out of the moves. Both are exact: see the arguments in
//! `fill_in` and `vulnerable`.

mod fill_in;
mod group_fill;
mod vulnerable;

pub(crate) use fill_in::{FillIn, fill_in};
pub(crate) use group_fill::{VulnerableCells, fill_in_groups};
pub(crate) use vulnerable::{dominated, vulnerable_cells};
