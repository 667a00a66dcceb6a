//! Countdowns of proven results, against a search of all lines of play.

use super::random;
use crate::exhaustive::{Bits, ExhaustiveSolver, set};
use crate::{Countdown, countdown};
use game::{BySide, Dice, Position as _, Side};
use hex::{Position, SwapRule};
use search::Score;

/// The least number of stones with which `winner` wins by force, if it does.
fn least(
    solver: &ExhaustiveSolver,
    own: Bits,
    others: Bits,
    winner: Side,
    on_move: bool,
) -> Option<u32> {
    if solver.joins(own, solver.near(winner), solver.far(winner)) {
        return Some(0);
    }
    let empty = solver.cells() & !own & !others;
    let cells = (0..25).map(|i| 1 << i).filter(|bit| empty & bit != 0);
    if on_move {
        let after = |bit| least(solver, own | bit, others, winner, false).map(|rest| rest + 1);
        return cells.filter_map(after).min();
    }
    // Nothing left to play, and not joined: the other side has won.
    let replies: Option<Vec<u32>> =
        cells.map(|bit| least(solver, own, others | bit, winner, true)).collect();
    replies.and_then(|all| all.into_iter().max())
}

#[test]
fn countdowns_are_those_of_all_lines_of_play() {
    let (mut exact, mut bounds) = (0, 0);
    for size in [3, 4] {
        let solver = ExhaustiveSolver::new(size);
        let mut dice = Dice::new(size as u64);
        for _ in 0..60 {
            let (red, blue) = random(&mut dice, size, if size == 3 { 80 } else { 45 });
            let stones = BySide::new(set(red), set(blue));
            let side = Side::BOTH[dice.below(2)];
            let Ok(position) = Position::setup(size, stones, side, SwapRule::Off) else { continue };
            let empties = position.empties().len();
            if position.winner().is_some() || empties > 9 {
                continue;
            }
            for &mv in &position.moves().into_vec() {
                let after = position.after(mv);
                let of = |side| crate::exhaustive::bits(after.stones(side));
                let need = |who: Side| least(&solver, of(who), of(who.other()), who, who != side);
                let (score, truth) = match (need(side), need(side.other())) {
                    (Some(rest), _) => (Score::WinIn(2 * empties as u32 + 1), rest + 1),
                    (None, Some(rest)) => (Score::LossIn(2 * empties as u32), rest),
                    (None, None) => panic!("somebody wins {position}"),
                };
                match countdown(&position, mv, score).expect("a proven score") {
                    Countdown::Exactly(stones) => {
                        assert_eq!(stones, truth, "{mv} in {position}");
                        exact += 1;
                    }
                    Countdown::AtMost(stones) => {
                        assert!(stones >= truth, "{mv} in {position}");
                        bounds += 1;
                    }
                }
            }
        }
    }
    println!("{exact} exact, {bounds} bounds");
    assert!(exact > 200 && exact > 9 * bounds, "{exact} exact, {bounds} bounds");
}

#[test]
fn a_chain_of_bridges_needs_one_stone_for_each() {
    // Red has d4 and e2 on 7×7 with bridges to both edges and between them, Blue is far away.
    let position: Position = "7/4r2/7/3r3/7/2r4/6b r swap=off".parse().expect("a position");
    let mv = position.moves().into_vec()[0];
    let found = countdown(&position, mv, Score::WinIn(23)).expect("a proven score");
    // The first move at a1 wins nothing, so that all four bridges are still to be crossed.
    assert_eq!(found, Countdown::Exactly(5));
}

#[test]
fn an_estimate_has_no_countdown() {
    let position: Position = "3/3/3 r swap=off".parse().expect("a position");
    let mv = position.moves().into_vec()[0];
    assert_eq!(countdown(&position, mv, Score::Chance(990)), None);
}
