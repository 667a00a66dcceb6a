//! What fitting an engine's weights to the results of games needs to know of the engine.

use crate::{Config, Engine};
use game::Position;

/// An evaluation that is a sum of features times weights, and how to change the weights.
pub trait Tuning<P: Position>: Sync {
    /// The features' names, in order.
    fn names(&self) -> Vec<String>;

    /// What each feature counts in `position`, from the view of the side to move.
    ///
    /// Law: the evaluation is the sum of these times the weights, rounded.
    fn features(&self, position: &P) -> Vec<f32>;

    /// Whether `position` may be judged at face value: nothing is about to happen.
    fn is_quiet(&self, position: &P) -> bool;

    /// The weights the engine was built with.
    fn weights(&self) -> Vec<f32>;

    /// Weights as the build takes them.
    fn write(&self, weights: &[f32]) -> String;

    /// Weights out of such a text.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    fn read(&self, text: &str) -> Result<Vec<f32>, String>;

    /// The full engine with other weights.
    fn engine(&self, weights: &[f32], config: &Config) -> Engine<P>;

    /// Where the build takes the weights from, counted from the project's folder.
    fn file(&self) -> &'static str;
}
