//! Tuning of linear evaluations: logistic regression on game results ("Texel tuning", Österlund
//! 2014), as seen from the engine.

use crate::{Config, Engine};
use game::{Dice, Outcome, Position, Record};

/// A training sample: features and the target result.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSample {
    /// Feature values.
    pub features: Vec<f32>,
    /// Target: expected reward from 0 to 1.
    pub result: f32,
}

/// A linear evaluation (features times weights) and how to change its weights.
pub trait Tuning<P: Position>: Sync {
    /// Names of the features, in order.
    fn names(&self) -> Vec<String>;

    /// Feature values of `position`, from the view of the side to move.
    ///
    /// Law: the evaluation is the sum of these times the weights, rounded.
    fn features(&self, position: &P) -> Vec<f32>;

    /// Whether `position` is quiet, so that its static evaluation is meaningful.
    fn is_quiet(&self, position: &P) -> bool;

    /// Whether the position after so many plies of a finished game is used for training: if it is
    /// quiet and not over.
    fn is_sampled(&self, record: &Record<P>, ply: usize) -> bool {
        record.positions().get(ply).is_some_and(|p| p.outcome().is_none() && self.is_quiet(p))
    }

    /// The training samples of such a position: by default the result of the game for the side to
    /// move.
    fn samples(&self, record: &Record<P>, ply: usize, _dice: &mut Dice) -> Vec<TrainingSample> {
        let Some(position) = record.positions().get(ply) else { return Vec::new() };
        let result = match record.conclusion().map_or(Outcome::Draw, |c| c.outcome) {
            Outcome::Draw => 0.5,
            Outcome::Win(side) if side == position.side_to_move() => 1.0,
            Outcome::Win(_) => 0.0,
        };
        vec![TrainingSample { features: self.features(position), result }]
    }

    /// The evaluation difference that corresponds to odds of e : 1, if the engine fixes one.
    fn scale(&self) -> Option<f64> {
        None
    }

    /// The default weights.
    fn weights(&self) -> Vec<f32>;

    /// The weights that tuning starts from: the default ones, unless the result must not depend on
    /// earlier tuning.
    fn start(&self) -> Vec<f32> {
        self.weights()
    }

    /// Writes weights in the text format of the build.
    fn write(&self, weights: &[f32]) -> String;

    /// Parses weights from that format.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    fn read(&self, text: &str) -> Result<Vec<f32>, game::ParseError>;

    /// The full engine with other weights.
    fn engine(&self, weights: &[f32], config: &Config) -> Engine<P>;

    /// The engine whose self-play games are used for training.
    fn self_play_engine(&self, config: &Config) -> Engine<P> {
        self.engine(&self.start(), config)
    }

    /// Path of the weights file, relative to the workspace.
    fn file(&self) -> &'static str;
}
