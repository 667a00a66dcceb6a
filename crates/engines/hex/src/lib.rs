//! What Hex's player knows: connections, inferior cells, which moves look likely, the solver.

#![warn(missing_docs)]

mod connect;
mod crew;
mod endgame;
mod field;
mod flow;
mod guide;
mod inferior;
mod instinct;
mod lattice;
mod network;
mod opening;
mod outlook;
#[cfg(test)]
mod plain;
mod player;
mod playout;
mod proof;
mod quest;
mod ring;
mod solver;
mod survey;
#[cfg(test)]
mod tests;
mod width;

pub use instinct::{FEATURES, LIKELIHOOD_UNIT, Weights, feature_names, move_features};
pub use network::{Learned, Marks, Network, School, Stage};
pub use opening::{fair_openings, should_swap};
pub use player::{Knowledge, Models, Player, Settings};
pub use playout::{HexPlayout, Style};
pub use proof::{Proven, check};
pub use solver::{Limits, Solution, Solver};
pub use survey::{End, Inferior, Joined, Link, Survey, Surveyor};
