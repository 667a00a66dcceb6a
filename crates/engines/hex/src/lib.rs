//! What Hex's player knows: connections, inferior cells, the solver.

#![warn(missing_docs)]

mod connect;
mod field;
mod flow;
mod inferior;
mod lattice;
#[cfg(test)]
mod plain;
mod proof;
mod ring;
mod solver;
mod survey;
#[cfg(test)]
mod tests;
mod width;

pub use proof::{Proven, check};
pub use solver::{Limits, Solution, Solver};
pub use survey::{End, Inferior, Joined, Link, Survey, Surveyor};
