//! Games of the policy alone, without search (as those of the value network in Silver et al. 2016):
//! 14 to 50 times as quick, for values on boards of a size that the network has not seen.
//!
//! Positions are labelled with the policy and the action values of the network itself, and the outcome is
//! the only new thing in them. Only some positions of a game are kept: all have the same outcome.

use super::{LabelledGame, LabelledPosition, SelfPlay, encode};
use crate::knowledge::winning_cells;
use crate::network::NetworkEvaluator;
use game::{Dice, Position as _, Side};
use hex::{Move, Position};

/// One of so many positions is kept.
const SAMPLE_INTERVAL: usize = 4;

/// Moves of a label.
const MOST_MOVES: usize = 24;

/// Temperatures of games: the exponent of the policy is drawn from 1 to this.
const MOST_EXPONENT: f64 = 4.0;

/// Plays a game by drawing from the policy, with wins in one and forced replies.
pub(super) fn policy_game(play: &SelfPlay, size: usize, dice: &mut Dice) -> LabelledGame {
    let mut record = play.opening(size, dice);
    let mut evaluator = NetworkEvaluator::new(&play.network);
    let exponent = 1.0 + dice.fraction() * (MOST_EXPONENT - 1.0);
    let mut found = Vec::new();
    let winner = loop {
        let position = record.position();
        let side = position.side_to_move();
        if !winning_cells(position, side).is_empty() {
            break side;
        }
        let mv = if let Some(cell) = winning_cells(position, side.other()).lowest() {
            Move::Place(position.board().axial(cell))
        } else {
            let labelled = label(position, &mut evaluator);
            let mv = draw(&labelled.moves, exponent, dice);
            if dice.below(SAMPLE_INTERVAL) == 0 {
                found.push(labelled);
            }
            mv
        };
        record.play(mv).expect("it is legal");
    };
    finished(size, winner, found)
}

/// The game with its outcome as the value of every position.
fn finished(size: usize, winner: Side, found: Vec<LabelledPosition>) -> LabelledGame {
    let positions = found.len();
    let records = found.into_iter().enumerate().flat_map(|(i, labelled)| {
        let value = f32::from(u8::from(labelled.position.side_to_move() == winner));
        encode(&LabelledPosition { value, ..labelled }, winner, i == 0)
    });
    LabelledGame { size, positions, bytes: records.collect() }
}

/// The likeliest moves with policy and action value.
fn label(position: &Position, evaluator: &mut NetworkEvaluator) -> LabelledPosition {
    let (list, mut policy) = (position.moves(), Vec::new());
    let value = evaluator.evaluate(position, &list, &mut policy);
    let chances = evaluator.action_values(position, &list);
    let rated = list.iter().zip(policy).zip(chances);
    let mut moves: Vec<_> = rated.map(|((&mv, share), chance)| (mv, share, chance)).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves.truncate(MOST_MOVES);
    LabelledPosition { position: position.clone(), value, moves }
}

/// A move drawn by a power of the policy.
fn draw(moves: &[(Move, f32, f32)], exponent: f64, dice: &mut Dice) -> Move {
    let weight = |share: f32| f64::from(share).powf(exponent);
    let mut point = dice.fraction() * moves.iter().map(|of| weight(of.1)).sum::<f64>();
    let chosen = moves.iter().find(|of| {
        point -= weight(of.1);
        point < 0.0
    });
    chosen.unwrap_or(&moves[0]).0
}
