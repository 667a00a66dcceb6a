//! Every virtual connection holds against exhaustive search, and every one can be derived.

use super::{geometry, position, random};
use crate::connection::{ConnectionSet, Deriver, FAR, MoveEffect, NEAR, Point, Seeds, Stop};
use crate::exhaustive::{Bits, ExhaustiveSolver, JoinGame, bit, bits};
use crate::geometry::{BoardGeometry, widen};
use crate::solver_board::SolverBoard;
use game::{Dice, Side};

/// The cells that a point is, or touches in the case of an edge; its own stones are joined to it.
fn cells_of(
    exhaustive: &ExhaustiveSolver,
    geometry: &BoardGeometry<1>,
    connections: &ConnectionSet<1>,
    side: Side,
    point: Point,
) -> Bits {
    match point {
        NEAR => exhaustive.near(side),
        FAR => exhaustive.far(side),
        _ => {
            let is_there = |cell: &hexgrid::Cell| connections.points().at(*cell) == Some(point);
            let cells = geometry.cells().into_iter().filter(is_there);
            cells.fold(0, |bits, cell| bits | bit(cell))
        }
    }
}

/// Checks every connection of a side, and counts full and semi ones that are not trivial.
fn check(
    exhaustive: &ExhaustiveSolver,
    geometry: &BoardGeometry<1>,
    (red, blue): (Bits, Bits),
    side: Side,
    seeds: Seeds,
) -> (usize, usize) {
    let position = position(exhaustive_size(exhaustive), red, blue);
    let state = SolverBoard::new(geometry, &position);
    let mut connections = ConnectionSet::new(seeds);
    connections.build(geometry, &state, side, Stop::Never);
    let own = bits(position.stones(side));
    let points = connections.points().count() as Point;
    let place = |point: Point| bits(widen(connections.points().cell_set(point)));
    let (mut fulls, mut semis) = (0, 0);
    for a in 0..points {
        for b in 0..a {
            if (a, b) == (FAR, NEAR) {
                continue;
            }
            let ends =
                [a, b].map(|point| cells_of(exhaustive, geometry, &connections, side, point));
            let mut joining = JoinGame::new(exhaustive, ends[0], ends[1]);
            let stones = own | place(a) | place(b);
            for &carrier in connections.fulls(a, b) {
                let carrier = bits(widen(carrier));
                assert!(
                    joining.second(stones, carrier),
                    "{position:#} {side:?} {a} {b} {carrier:b}"
                );
                fulls += usize::from(carrier != 0);
            }
            for semi in connections.semis(a, b) {
                let (carrier, key) = (bits(widen(semi.carrier)), bit(semi.key));
                let after = joining.second(stones | key, carrier & !key);
                assert!(carrier & key != 0 && after, "{position:#} {side:?} {a} {b} {carrier:b}");
                semis += 1;
            }
        }
    }
    check_goal(exhaustive, &connections, own, side);
    if seeds == Seeds::Neighbours {
        check_reasons(&connections);
    }
    (fulls, semis)
}

fn check_goal(
    exhaustive: &ExhaustiveSolver,
    connections: &ConnectionSet<1>,
    own: Bits,
    side: Side,
) {
    let mut joining = JoinGame::new(exhaustive, exhaustive.near(side), exhaustive.far(side));
    if let Some(carrier) = connections.winning().full() {
        assert!(joining.second(own, bits(widen(carrier))));
    }
    for &semi in connections.winning().semis() {
        let (carrier, key) = (bits(widen(semi.carrier)), bit(semi.key));
        assert!(carrier & key != 0 && joining.second(own | key, carrier & !key));
    }
}

/// Every connection of the edges can be derived.
fn check_reasons(connections: &ConnectionSet<1>) {
    if let Some(carrier) = connections.winning().full() {
        assert!(Deriver::new(connections).full_winning(carrier).is_some());
    }
    for &semi in connections.winning().semis() {
        assert!(Deriver::new(connections).semi_winning(semi).is_some());
    }
}

fn exhaustive_size(exhaustive: &ExhaustiveSolver) -> usize {
    exhaustive.cells().count_ones().isqrt() as usize
}

#[test]
fn connections_survive_the_best_attack() {
    check_boards(Seeds::Neighbours);
}

#[test]
fn connections_from_base_connections_survive_as_well() {
    check_boards(Seeds::BaseConnections);
}

fn check_boards(seeds: Seeds) {
    let mut dice = Dice::new(6);
    let mut total = (0, 0);
    for (size, empty, count) in [(3, 80, 200), (4, 70, 200), (5, 45, 150), (5, 60, 40)] {
        let (exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
        for _ in 0..count {
            let (red, blue) = random(&mut dice, size, empty);
            if exhaustive.has_won(Side::First, red) || exhaustive.has_won(Side::Second, blue) {
                continue;
            }
            for side in Side::BOTH {
                let (fulls, semis) = check(&exhaustive, &geometry, (red, blue), side, seeds);
                total = (total.0 + fulls, total.1 + semis);
            }
        }
    }
    assert!(total.0 > 1000 && total.1 > 10_000, "{total:?}");
}

#[test]
fn moves_that_are_said_to_win_do_and_answers_that_are_left_out_lose() {
    let mut dice = Dice::new(8);
    let (mut wins, mut losses) = (0, 0);
    for (size, empty, count) in [(3, 80, 100), (4, 70, 200), (5, 50, 100)] {
        let (mut exhaustive, geometry) = (ExhaustiveSolver::new(size), geometry(size));
        let mut connections = ConnectionSet::new(Seeds::BaseConnections);
        for _ in 0..count {
            let (red, blue) = random(&mut dice, size, empty);
            if exhaustive.has_won(Side::First, red) || exhaustive.has_won(Side::Second, blue) {
                continue;
            }
            let state = SolverBoard::new(&geometry, &position(size, red, blue));
            connections.build(&geometry, &state, Side::First, Stop::Never);
            for cell in state.empties() {
                let red = red | bit(cell);
                match connections.move_effect(cell, state.empties()) {
                    MoveEffect::Won { carrier } => {
                        let mut joining = JoinGame::new(
                            &exhaustive,
                            exhaustive.near(Side::First),
                            exhaustive.far(Side::First),
                        );
                        assert!(joining.second(red, bits(widen(carrier)) & !bit(cell)));
                        wins += 1;
                    }
                    MoveEffect::Open { answers } => {
                        let left_out = state.empties().without(cell) & !answers;
                        for answer in left_out {
                            let winner = exhaustive.winner(red, blue | bit(answer), Side::First);
                            assert_eq!(winner, Side::First, "{red:b} {blue:b} {answer:?}");
                            losses += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(wins > 100 && losses > 1000, "{wins} {losses}");
}
