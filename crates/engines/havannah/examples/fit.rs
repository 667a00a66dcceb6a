//! Fits the weights of the pattern prior (multinomial logistic regression, as in Coulom 2007) to games
//! that the engine plays against itself, and writes them in the format of `weights.txt`.
//!
//! `cargo run --release -p havannah-engine --example fit -- 400 600 > weights.txt`: games and
//! simulations a move.

use game::{Dice, Outcome, Position as _, Record};
use havannah::{Options, Position, SwapRule};
use havannah_engine::{
    FEATURES, LIKELIHOOD_UNIT, Player, Settings, Weights, feature_names, move_features,
};
use search::{Limits, Search as _};
use std::error::Error;

/// Cells along a border, game by game.
const SIDES: [usize; 4] = [8, 6, 8, 9];

/// Random stones at the beginning of a game.
const OPENING_PLIES: usize = 2;

/// One game of so many is held out.
const HELD_OUT_EVERY: usize = 10;

const EPOCHS: usize = 40;
const STEP: f32 = 0.02;

/// Standard deviation of the weights that is expected before any game is seen, in natural logarithms.
const EXPECTED: f32 = 1.0;

/// A decision: the features of every move, the played one first.
struct Sample {
    game: usize,
    moves: Vec<Vec<u16>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes] = &args[..] else { return Err("fit GAMES SIMULATIONS".into()) };
    let (games, nodes): (usize, u64) = (games.parse()?, nodes.parse()?);
    let samples: Vec<Sample> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            scope.spawn(move || {
                let own = (0..games).filter(|game| game % 2 == half);
                own.flat_map(|game| samples_of(game, &self_play(game, nodes))).collect()
            })
        });
        halves.into_iter().flat_map(|half| half.join().unwrap_or_else(|_| Vec::new())).collect()
    });
    let mut weights = vec![0.0; FEATURES];
    eprintln!("{} decisions, loss {:?}", samples.len(), losses(&samples, &weights));
    for epoch in 0..EPOCHS {
        let step = STEP * (1.0 - epoch as f32 / EPOCHS as f32);
        let training = samples.iter().filter(|sample| !is_held_out(sample));
        training.for_each(|sample| improve(&mut weights, sample, step, samples.len()));
        eprintln!("epoch {epoch}: loss {:?}", losses(&samples, &weights));
    }
    let rounded: Vec<f32> = weights.iter().map(|w| w * LIKELIHOOD_UNIT as f32).collect();
    assert_eq!(feature_names().len(), rounded.len());
    print!("{}", Weights::rounded(&rounded));
    Ok(())
}

fn is_held_out(sample: &Sample) -> bool {
    sample.game.is_multiple_of(HELD_OUT_EVERY)
}

/// A game of the engine against itself, with the weights that it was built with.
fn self_play(game: usize, nodes: u64) -> Record<Position> {
    let mut dice = Dice::new(game as u64);
    let options = Options::new(SIDES[game % SIDES.len()], SwapRule::Off).expect("a size");
    let mut record = Record::<Position>::new(options);
    let settings = Settings { seed: game as u64, memory_mib: 32, ..Settings::default() };
    let mut player = Player::new(settings);
    while record.position().outcome().is_none() {
        let random = dice.choose(&record.position().moves());
        let mv = if record.ply() < OPENING_PLIES {
            random
        } else {
            player.search(&record, &Limits::nodes(nodes), &mut |_| ()).best()
        };
        record.play(mv.expect("a move")).expect("legal");
    }
    record
}

/// The decisions of the winner, and those of the loser in the first half of the game: later moves of
/// the loser are often desperate. Wins in one and forced answers are left out.
fn samples_of(game: usize, record: &Record<Position>) -> Vec<Sample> {
    let positions = record.positions();
    let Some(Outcome::Win(winner)) = record.position().outcome() else { return Vec::new() };
    let is_sampled = |ply: &usize| {
        let position = &positions[*ply];
        let early = 2 * ply < positions.len();
        let wins = |side| position.empties().into_iter().any(|cell| position.wins_at(side, cell));
        let side = position.side_to_move();
        (early || side == winner) && !wins(side) && !wins(side.other())
    };
    let plies = (OPENING_PLIES..record.ply()).filter(is_sampled);
    plies.map(|ply| Sample { game, moves: move_lists(record, ply) }).collect()
}

fn move_lists(record: &Record<Position>, ply: usize) -> Vec<Vec<u16>> {
    let (position, played) = (&record.positions()[ply], record.moves()[ply]);
    let last = ply.checked_sub(1).map(|last| record.moves()[last]);
    let mut moves = position.moves().into_vec();
    moves.sort_by_key(|&mv| mv != played);
    let sparse = |mv| {
        let counts = move_features(position, last, mv);
        (0..FEATURES as u16).filter(|&i| counts[usize::from(i)] > 0.0).collect()
    };
    moves.into_iter().map(sparse).collect()
}

/// Softmax probabilities of the moves.
fn probabilities(weights: &[f32], sample: &Sample) -> Vec<f32> {
    let logit =
        |features: &Vec<u16>| features.iter().map(|&i| weights[usize::from(i)]).sum::<f32>();
    let all: Vec<f32> = sample.moves.iter().map(logit).collect();
    let best = all.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: Vec<f32> = all.iter().map(|value| (value - best).exp()).collect();
    let sum: f32 = all.iter().sum();
    all.iter().map(|value| value / sum).collect()
}

/// One step of stochastic gradient ascent on the log-likelihood with a Gaussian prior.
fn improve(weights: &mut [f32], sample: &Sample, step: f32, count: usize) {
    let probabilities = probabilities(weights, sample);
    for (i, (features, probability)) in sample.moves.iter().zip(probabilities).enumerate() {
        let slope = f32::from(u8::from(i == 0)) - probability;
        for &feature in features {
            weights[usize::from(feature)] += step * slope;
        }
    }
    let decay = step / (EXPECTED * EXPECTED * count as f32);
    for weight in weights {
        *weight -= decay * *weight;
    }
}

/// Mean negative log-likelihood of the played moves, in training and held-out games.
fn losses(samples: &[Sample], weights: &[f32]) -> [f32; 2] {
    [false, true].map(|held_out| {
        let own = samples.iter().filter(|sample| is_held_out(sample) == held_out);
        let all: Vec<f32> = own.map(|sample| -probabilities(weights, sample)[0].ln()).collect();
        all.iter().sum::<f32>() / all.len().max(1) as f32
    })
}
