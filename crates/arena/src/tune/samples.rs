//! Self-play and the sampling of training positions.

use bots::{Config, Engine, Playable, TrainingSample, Tuning};
use game::{Dice, Record};
use search::Limits;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

/// A training sample: sparse features and the target, such as the result of the game for the side
/// to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The number of the game.
    pub game: usize,
    /// Features by number.
    pub features: Vec<(u16, f32)>,
    /// From 0 to 1.
    pub result: f32,
}

/// Settings of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Number of games.
    pub games: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Random plies to begin with.
    pub opening_plies: usize,
    /// Longer games are drawn.
    pub longest: usize,
    /// Maximum number of samples per game.
    pub samples: usize,
    /// Games in parallel.
    pub concurrency: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Plays the games and returns the samples of each, in the order of the games. Calls `done` with
/// the number of games played.
pub fn play<P: Playable>(
    tuning: &'static dyn Tuning<P>,
    plan: &SelfPlay,
    options: P::Options,
    done: &mut dyn FnMut(usize),
) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let (send, results) = channel();
    let mut games: Vec<Vec<Sample>> = vec![Vec::new(); plan.games];
    thread::scope(|scope| {
        for _ in 0..plan.concurrency.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let config = Config { memory_mib: 8, ..Config::default() };
                let mut engine = tuning.self_play_engine(&config);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= plan.games {
                        return;
                    }
                    let record = one_game(&mut engine, plan, options, number);
                    let kept = keep(tuning, plan, &record, number);
                    if send.send((number, kept)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (count, (number, kept)) in results.into_iter().enumerate() {
            games[number] = kept;
            done(count + 1);
        }
    });
    games.into_iter().flatten().collect()
}

fn dice(plan: &SelfPlay, number: usize) -> Dice {
    Dice::new(plan.seed ^ (number as u64).rotate_left(40))
}

/// Random moves, then the engine against itself.
fn one_game<P: Playable>(
    engine: &mut Engine<P>,
    plan: &SelfPlay,
    options: P::Options,
    number: usize,
) -> Record<P> {
    let mut dice = dice(plan, number);
    let mut record = Record::new(options);
    engine.forget();
    while record.ply() < plan.longest && record.conclusion().is_none() {
        let mv = if record.ply() < plan.opening_plies {
            dice.choose(&P::moves(record.position()))
        } else {
            engine.search(&record, &Limits::nodes(plan.nodes), &mut |_| ()).best()
        };
        if mv.is_none_or(|mv| record.play(mv).is_err()) {
            break;
        }
    }
    record
}

/// Samples of a game after its opening.
fn keep<P: Playable>(
    tuning: &dyn Tuning<P>,
    plan: &SelfPlay,
    record: &Record<P>,
    number: usize,
) -> Vec<Sample> {
    let plies = plan.opening_plies..record.positions().len();
    let mut plies: Vec<usize> = plies.filter(|&ply| tuning.is_sampled(record, ply)).collect();
    let mut dice = dice(plan, number);
    while plies.len() > plan.samples {
        plies.swap_remove(dice.below(plies.len()));
    }
    let samples = plies.into_iter().flat_map(|ply| tuning.samples(record, ply, &mut dice));
    samples.map(|lesson| sample(number, lesson)).collect()
}

fn sample(game: usize, TrainingSample { features, result }: TrainingSample) -> Sample {
    let features = features.into_iter().enumerate();
    let features = features.filter(|(_, x)| *x != 0.0).map(|(i, x)| (i as u16, x)).collect();
    Sample { game, features, result }
}
