//! What fitting an engine's weights to games needs to know of the engine.

use crate::{Config, Engine};
use game::{Dice, Outcome, Position, Record};

/// A sum of features that should be high or low.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// What each feature counts.
    pub features: Vec<f32>,
    /// What the sum should say: the share of a point, from 0 to 1.
    pub result: f32,
}

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

    /// Whether the position after so many plies of a finished game teaches anything: if it is open
    /// and quiet.
    fn teaches(&self, record: &Record<P>, ply: usize) -> bool {
        record.positions().get(ply).is_some_and(|p| p.outcome().is_none() && self.is_quiet(p))
    }

    /// What such a position teaches: how the game ended for the side to move.
    fn lessons(&self, record: &Record<P>, ply: usize, _dice: &mut Dice) -> Vec<Lesson> {
        let Some(position) = record.positions().get(ply) else { return Vec::new() };
        let result = match record.conclusion().map_or(Outcome::Draw, |c| c.outcome) {
            Outcome::Draw => 0.5,
            Outcome::Win(side) if side == position.side_to_move() => 1.0,
            Outcome::Win(_) => 0.0,
        };
        vec![Lesson { features: self.features(position), result }]
    }

    /// The sum of features times weights that makes a chance e to 1, if the engine counts on one.
    fn scale(&self) -> Option<f64> {
        None
    }

    /// The weights the engine was built with.
    fn weights(&self) -> Vec<f32>;

    /// The weights that fitting starts from: those the engine was built
    /// with, unless the same command is to give the same again whatever was fitted before.
    fn start(&self) -> Vec<f32> {
        self.weights()
    }

    /// Weights as the build takes them.
    fn write(&self, weights: &[f32]) -> String;

    /// Weights out of such a text.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    fn read(&self, text: &str) -> Result<Vec<f32>, String>;

    /// The full engine with other weights.
    fn engine(&self, weights: &[f32], config: &Config) -> Engine<P>;

    /// The engine whose games are learned from.
    fn teacher(&self, config: &Config) -> Engine<P> {
        self.engine(&self.start(), config)
    }

    /// Where the build takes the weights from, counted from the project's folder.
    fn file(&self) -> &'static str;
}
