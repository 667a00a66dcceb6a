//! Players for every game, from beginner to full strength.
//!
//! Every player is a [`search::Search`]: [`Random`], [`Greedy`], the full engine of a game
//! ([`Playable::engine`]) and the same engine at a lower level ([`Levelled`]). [`player`] makes the
//! one that a [`Config`] asks for. [`review`] analyses a finished game. [`InformationSet`] is what
//! a player of a game with hidden information is given.
//!
//! Evaluation and search of a game live in its engine crate. There is no I/O here, and no clock but
//! the one inside `search`.

#![warn(missing_docs)]

mod bench;
mod config;
#[macro_use]
mod default_player;
mod eclipse;
mod greedy;
mod havannah;
mod hex;
mod hexchess;
mod information_set;
mod levels;
mod memory;
mod notation;
mod playable;
mod random;
pub mod review;
mod tuning;
mod two_ply;

pub use bench::{Ablation, BenchLimit, BenchSuite, Signature, run_ablation, run_bench};
pub use config::{Config, Level, NoSuchLevel};
pub use default_player::{EPSILON, NoEvaluation, PLAYOUTS, plain_engine};
pub use greedy::Greedy;
pub use information_set::InformationSet;
pub use levels::Levelled;
pub use memory::MemoryDefaults;
pub use notation::{in_notation, line_in_notation, move_texts};
pub use playable::{Engine, Parallelism, Playable, player};
pub use random::Random;
pub use tuning::{TrainingSample, Tuning};
pub use two_ply::{risk, win_in_one};

// Games without an engine of their own stand above this line, each as `default_player!(…)`.
