//! Self-play training (AlphaZero style; Silver et al. 2017): games of the player against itself,
//! training of the policy network on the visit distributions of its searches, and so on with the
//! new network.

use super::PolicyNetwork;
use super::input::{InputPlanes, logit_index};
use super::trainer::{Metrics, Trainer, TrainingExample, evaluate};
use crate::incremental_board::IncrementalBoard;
use crate::player::{Knowledge, Models, Player, Settings};
use game::{Dice, Position as _, Record};
use hex::{Move, Options, Position, SwapRule};
use search::{Limits, Report, Score, Search as _};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

/// Parameters of the self-play loop. The same parameters give the same network on the same machine,
/// whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayTraining {
    /// Games per generation.
    pub games: usize,
    /// Playouts per move.
    pub nodes: u64,
    /// Number of generations (self-play, then training); the first plays without a network.
    pub generations: usize,
    /// Training epochs per generation.
    pub epochs: usize,
    /// Games in parallel.
    pub threads: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Progress within a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingStage {
    /// Games played.
    Playing(usize),
    /// Epochs trained.
    Learning(usize),
}

/// The result of training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNetwork {
    /// The network.
    pub network: PolicyNetwork,
    /// For each generation the sizes of training set and held-out set, and the metrics on the
    /// latter.
    pub generations: Vec<([usize; 2], Metrics)>,
}

/// Board sizes, in turn: the convolutions are independent of the size.
const SIZES: [usize; 8] = [11, 11, 9, 11, 13, 11, 8, 11];
/// One game of so many is held out for the metrics. All of them are on 11×11, because the sizes
/// come in turn.
const HELD_OUT_EVERY: usize = 16;
/// Initial learning rate of the first generation.
const RATE: f32 = 0.004;
/// Maximum number of random opening plies, and the ply up to which moves are sampled by visits.
const RANDOM_PLIES: usize = 5;
const SAMPLED_PLIES: usize = 8;
/// Smaller shares of the visits are dropped from the target as noise.
const LEAST_SHARE: f32 = 0.005;

impl SelfPlayTraining {
    /// Fewer playouts give too coarse a visit distribution.
    pub const LEAST_NODES: u64 = 100;

    /// Runs the self-play loop and calls `tell` with its progress. `None` if there were too few
    /// games.
    pub fn run(&self, tell: &mut dyn FnMut(TrainingStage)) -> Option<TrainedNetwork> {
        let mut dice = Dice::new(self.seed);
        let mut trainer = Trainer::new(&mut dice);
        let mut generations = Vec::new();
        for generation in 0..self.generations {
            let network = (generation > 0).then_some(&trainer.network);
            let games = self.play(generation, network, tell);
            let (held_out, training_set): (Vec<_>, Vec<_>) =
                games.into_iter().enumerate().partition(|(i, _)| i % HELD_OUT_EVERY == 0);
            let [held_out, training_set] = [held_out, training_set]
                .map(|games| games.into_iter().flat_map(|(_, game)| game).collect::<Vec<_>>());
            if held_out.is_empty() || training_set.is_empty() {
                return None;
            }
            let first = RATE / (generation + 1) as f32;
            for epoch_number in 0..self.epochs {
                let rate = first * (1.0 - epoch_number as f32 / self.epochs as f32);
                trainer.epoch(&training_set, rate, &mut dice);
                tell(TrainingStage::Learning(epoch_number + 1));
            }
            let metrics = evaluate(&trainer.network, &held_out);
            generations.push(([training_set.len(), held_out.len()], metrics));
        }
        Some(TrainedNetwork { network: trainer.network, generations })
    }

    /// Training examples of every game of a generation.
    fn play(
        &self,
        generation: usize,
        network: Option<&PolicyNetwork>,
        tell: &mut dyn FnMut(TrainingStage),
    ) -> Vec<Vec<TrainingExample>> {
        let mut games = vec![Vec::new(); self.games];
        let next = AtomicUsize::new(0);
        let (send, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let seed = self.seed ^ ((generation * self.games + number) as u64) << 20;
                        let size = SIZES[number % SIZES.len()];
                        let game = SelfPlayGame { size, seed, nodes: self.nodes, network };
                        if send.send((number, game.play())).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for (done, (number, examples)) in results.into_iter().enumerate() {
                games[number] = examples;
                tell(TrainingStage::Playing(done + 1));
            }
        });
        games
    }
}

/// A self-play game.
struct SelfPlayGame<'a> {
    size: usize,
    seed: u64,
    nodes: u64,
    network: Option<&'a PolicyNetwork>,
}

impl SelfPlayGame<'_> {
    /// Plays until the winner is proven; one training example per move.
    fn play(&self) -> Vec<TrainingExample> {
        let mut examples = Vec::new();
        let Ok(options) = Options::new(self.size, SwapRule::Off) else { return examples };
        let mut dice = Dice::new(self.seed);
        let mut record = Record::<Position>::new(options);
        for _ in 0..=dice.below(RANDOM_PLIES) {
            let mv = dice.choose(&record.position().moves());
            mv.and_then(|mv| record.play(mv).ok());
        }
        let mut player = self.player();
        while record.conclusion().is_none() {
            let report = player.search(&record, &Limits::nodes(self.nodes), &mut |_| ());
            if report.score().is_none_or(Score::is_proven) {
                break;
            }
            examples.extend(example(&record, &report));
            let mv = if record.ply() < SAMPLED_PLIES {
                sample_by_visits(&report, &mut dice)
            } else {
                report.best()
            };
            if mv.is_none_or(|mv| record.play(mv).is_err()) {
                break;
            }
        }
        examples
    }

    fn player(&self) -> Player {
        let usual = Settings { knowledge: Knowledge::Playouts, ..Settings::default() };
        let policy_weight = if self.network.is_some() { usual.policy_weight } else { 0 };
        let lines = self.size * self.size;
        let settings = Settings { memory_mib: 16, lines, policy_weight, seed: self.seed, ..usual };
        let network = self.network.cloned().unwrap_or_else(PolicyNetwork::zero);
        Player::with_models(settings, &Models { policy: network, ..Models::default() })
    }
}

/// The training example of a search: target probabilities are shares of visits.
fn example(record: &Record<Position>, report: &Report<Move>) -> Option<TrainingExample> {
    let mut board = IncrementalBoard::new(record.position().board());
    board.update(record.position());
    let board = board.oriented(record.position().side_to_move(), record.moves().last().copied());
    let visits = report.lines.iter().map(|line| line.visits.unwrap_or(0));
    let sum: u32 = visits.sum();
    let target = report.lines.iter().filter_map(|line| {
        let Move::Place(at) = line.first()? else { return None };
        let share = line.visits.unwrap_or(0) as f32 / sum as f32;
        (share >= LEAST_SHARE).then_some((logit_index(&board, at) as u16, share))
    });
    let mut target: Vec<_> = target.collect();
    let whole: f32 = target.iter().map(|(_, share)| share).sum();
    for (_, share) in &mut target {
        *share /= whole;
    }
    let mut input = InputPlanes::default();
    input.set_position(&board);
    (u64::from(sum) >= SelfPlayTraining::LEAST_NODES).then_some(TrainingExample { input, target })
}

/// Visit-weighted sampling of a move.
fn sample_by_visits(report: &Report<Move>, dice: &mut Dice) -> Option<Move> {
    let visits = |line: &search::Line<Move>| line.visits.unwrap_or(0) as usize;
    let sum: usize = report.lines.iter().map(visits).sum();
    let mut nth = dice.below(sum.max(1));
    let chosen = report.lines.iter().find(|line| {
        let found = nth < visits(line);
        nth = nth.saturating_sub(visits(line));
        found
    });
    chosen.and_then(search::Line::first).or(report.best())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_does_not_depend_on_the_threads() {
        let training = SelfPlayTraining {
            games: 3,
            nodes: 120,
            generations: 2,
            epochs: 2,
            threads: 1,
            seed: 5,
        };
        let mut stages = Vec::new();
        let alone = training.run(&mut |stage| stages.push(stage)).expect("enough games");
        let together =
            SelfPlayTraining { threads: 3, ..training }.run(&mut |_| ()).expect("enough games");
        assert_eq!(alone, together);
        assert_eq!(alone.generations.len(), 2);
        assert_eq!(stages.last(), Some(&TrainingStage::Learning(2)));
        assert_eq!(
            PolicyNetwork::from_bytes(&alone.network.to_bytes()).map(|n| n.to_bytes()),
            Some(alone.network.to_bytes())
        );
    }

    #[test]
    fn no_games_give_no_network() {
        let training = SelfPlayTraining {
            games: 0,
            nodes: 120,
            generations: 1,
            epochs: 1,
            threads: 1,
            seed: 5,
        };
        assert_eq!(training.run(&mut |_| ()), None);
    }
}
