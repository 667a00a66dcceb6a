//! Surveys against exhaustive search: winners, best moves and must-play regions.

use super::{all_of_3x3, random};
use crate::exhaustive::{Bits, ExhaustiveSolver, JoinGame, bit, bits, each_bit, set};
use crate::{Connectivity, End, Surveyor};
use game::{BySide, Dice, Side};
use hex::{Edge, Position, SwapRule};

/// The winner after a stone of `side` on `cell`.
fn after(
    exhaustive: &mut ExhaustiveSolver,
    (red, blue): (Bits, Bits),
    side: Side,
    cell: Bits,
) -> Side {
    match side {
        Side::First => exhaustive.winner(red | cell, blue, side.other()),
        Side::Second => exhaustive.winner(red, blue | cell, side.other()),
    }
}

/// Checks a survey, and says whether it named a winner.
fn check(
    exhaustive: &mut ExhaustiveSolver,
    surveyor: &mut Surveyor,
    size: usize,
    at: (Bits, Bits),
    side: Side,
) -> bool {
    let stones = BySide::new(set(at.0), set(at.1));
    let position = Position::setup(size, stones, side, SwapRule::Off).expect("the stones fit");
    let survey = surveyor.survey(&position);
    let winner = exhaustive.winner(at.0, at.1, side);
    if let Some(claimed) = survey.winner {
        assert_eq!(claimed, winner, "{position:#}");
        if winner == side && position.winner().is_none() {
            let best = survey.best.expect("a winner has a winning move");
            assert!(position.empties().contains(best));
            assert_eq!(after(exhaustive, at, side, bit(best)), side, "{position:#}\n{best:?}");
        }
    } else if winner == side {
        let wins = |exhaustive: &mut ExhaustiveSolver, cells| {
            each_bit(cells).any(|cell| after(exhaustive, at, side, cell) == side)
        };
        assert!(wins(exhaustive, bits(survey.moves)), "{position:#}\n{survey:?}");
        let outside = bits(position.empties() & !survey.must_play);
        let is_filled = bits(survey.inferior.dead | survey.inferior.captured.first)
            | bits(survey.inferior.captured.second);
        assert!(!wins(exhaustive, outside & !is_filled), "{position:#}\n{survey:?}");
    }
    survey.winner.is_some()
}

#[test]
fn surveys_hold_against_exhaustive_search() {
    let mut surveyor = Surveyor::new();
    let mut dice = Dice::new(9);
    let fours = (0..3000).map(|i| random(&mut dice, 4, 40 + i % 60)).collect::<Vec<_>>();
    for (size, boards) in [(3, all_of_3x3().collect()), (4, fours)] {
        let mut exhaustive = ExhaustiveSolver::new(size);
        let mut told = 0;
        for &at in &boards {
            for side in Side::BOTH {
                told += usize::from(check(&mut exhaustive, &mut surveyor, size, at, side));
            }
        }
        assert!(told * 10 > boards.len() * 2 * 8, "{told} of {} on {size}", boards.len() * 2);
    }
}

/// Every connection that a surveyor reports between groups, edges and cells holds.
#[test]
fn joined_ends_survive_the_best_attack() {
    let mut surveyor = Surveyor::new();
    let mut dice = Dice::new(10);
    let exhaustive = ExhaustiveSolver::new(5);
    let (mut fulls, mut halves) = (0, 0);
    for _ in 0..120 {
        let (red, blue) = random(&mut dice, 5, 50);
        let position = super::position(5, red, blue);
        if position.winner().is_some() {
            continue;
        }
        for side in Side::BOTH {
            let edge = End::Edge(Edge::far(side));
            let own = bits(position.stones(side));
            for cell in position.board().cells() {
                // A stone joined to the near edge stands for the edge.
                let near = exhaustive.near(side);
                let is_near = own & bit(cell) != 0 && exhaustive.joins(own, bit(cell), near);
                let from = if is_near { near } else { bit(cell) };
                let mut joining = JoinGame::new(&exhaustive, from, exhaustive.far(side));
                let stones = own | bit(cell);
                match surveyor.connectivity(&position, side, End::At(cell), edge) {
                    None => {}
                    Some(Connectivity::Connected) => assert!(joining.second(stones, 0)),
                    Some(Connectivity::Full { carrier }) => {
                        assert!(joining.second(stones, bits(carrier)), "{position:#}\n{cell:?}");
                        fulls += 1;
                    }
                    Some(Connectivity::Semi { carrier, key }) => {
                        let left = bits(carrier.without(key));
                        assert!(joining.second(stones | bit(key), left), "{position:#}\n{cell:?}");
                        halves += 1;
                    }
                }
            }
        }
    }
    assert!(fulls > 200 && halves > 100, "{fulls} {halves}");
}
