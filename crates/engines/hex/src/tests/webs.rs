//! Every virtual connection holds against the best attack, and every one can be explained.

use super::{lattice, position, random};
use crate::connect::{Explainer, FAR, Forecast, Lore, NEAR, Point, Stop, Web};
use crate::field::Field;
use crate::lattice::{Lattice, widen};
use crate::plain::{Bits, Joining, Plain, bit, bits};
use game::{Dice, Side};

/// The cells that a point is, or touches in the case of an edge; its own stones are joined to it.
fn cells_of(plain: &Plain, lattice: &Lattice<1>, web: &Web<1>, side: Side, point: Point) -> Bits {
    match point {
        NEAR => plain.near(side),
        FAR => plain.far(side),
        _ => {
            let is_there = |cell: &hexgrid::Cell| web.points().at(*cell) == Some(point);
            let cells = lattice.cells().into_iter().filter(is_there);
            cells.fold(0, |bits, cell| bits | bit(cell))
        }
    }
}

/// Checks every connection of a side, and counts full and semi ones that are not trivial.
fn check(
    plain: &Plain,
    lattice: &Lattice<1>,
    (red, blue): (Bits, Bits),
    side: Side,
    lore: Lore,
) -> (usize, usize) {
    let position = position(plain_size(plain), red, blue);
    let field = Field::new(lattice, &position);
    let mut web = Web::new(lore);
    web.build(lattice, &field, side, Stop::Never);
    let own = bits(position.stones(side));
    let points = web.points().count() as Point;
    let place = |point: Point| bits(widen(web.points().place(point)));
    let (mut fulls, mut semis) = (0, 0);
    for a in 0..points {
        for b in 0..a {
            if (a, b) == (FAR, NEAR) {
                continue;
            }
            let ends = [a, b].map(|point| cells_of(plain, lattice, &web, side, point));
            let mut joining = Joining::new(plain, ends[0], ends[1]);
            let stones = own | place(a) | place(b);
            for &carrier in web.fulls(a, b) {
                let carrier = bits(widen(carrier));
                assert!(
                    joining.second(stones, carrier),
                    "{position:#} {side:?} {a} {b} {carrier:b}"
                );
                fulls += usize::from(carrier != 0);
            }
            for semi in web.semis(a, b) {
                let (carrier, key) = (bits(widen(semi.carrier)), bit(semi.key));
                let after = joining.second(stones | key, carrier & !key);
                assert!(carrier & key != 0 && after, "{position:#} {side:?} {a} {b} {carrier:b}");
                semis += 1;
            }
        }
    }
    check_goal(plain, &web, own, side);
    if lore == Lore::Neighbours {
        check_reasons(&web);
    }
    (fulls, semis)
}

fn check_goal(plain: &Plain, web: &Web<1>, own: Bits, side: Side) {
    let mut joining = Joining::new(plain, plain.near(side), plain.far(side));
    if let Some(carrier) = web.goal().full() {
        assert!(joining.second(own, bits(widen(carrier))));
    }
    for &semi in web.goal().semis() {
        let (carrier, key) = (bits(widen(semi.carrier)), bit(semi.key));
        assert!(carrier & key != 0 && joining.second(own | key, carrier & !key));
    }
}

/// Every connection of the edges can be explained.
fn check_reasons(web: &Web<1>) {
    if let Some(carrier) = web.goal().full() {
        assert!(Explainer::new(web).full_goal(carrier).is_some());
    }
    for &semi in web.goal().semis() {
        assert!(Explainer::new(web).semi_goal(semi).is_some());
    }
}

fn plain_size(plain: &Plain) -> usize {
    plain.cells().count_ones().isqrt() as usize
}

#[test]
fn connections_survive_the_best_attack() {
    check_boards(Lore::Neighbours);
}

#[test]
fn connections_made_from_the_stock_survive_as_well() {
    check_boards(Lore::Stock);
}

fn check_boards(lore: Lore) {
    let mut dice = Dice::new(6);
    let mut total = (0, 0);
    for (size, empty, count) in [(3, 80, 200), (4, 70, 200), (5, 45, 150), (5, 60, 40)] {
        let (plain, lattice) = (Plain::new(size), lattice(size));
        for _ in 0..count {
            let (red, blue) = random(&mut dice, size, empty);
            if plain.has_won(Side::First, red) || plain.has_won(Side::Second, blue) {
                continue;
            }
            for side in Side::BOTH {
                let (fulls, semis) = check(&plain, &lattice, (red, blue), side, lore);
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
        let (mut plain, lattice) = (Plain::new(size), lattice(size));
        let mut web = Web::new(Lore::Stock);
        for _ in 0..count {
            let (red, blue) = random(&mut dice, size, empty);
            if plain.has_won(Side::First, red) || plain.has_won(Side::Second, blue) {
                continue;
            }
            let field = Field::new(&lattice, &position(size, red, blue));
            web.build(&lattice, &field, Side::First, Stop::Never);
            for cell in field.empties() {
                let red = red | bit(cell);
                match web.forecast(cell, field.empties()) {
                    Forecast::Won { carrier } => {
                        let mut joining =
                            Joining::new(&plain, plain.near(Side::First), plain.far(Side::First));
                        assert!(joining.second(red, bits(widen(carrier)) & !bit(cell)));
                        wins += 1;
                    }
                    Forecast::Open { answers } => {
                        let left_out = field.empties().without(cell) & !answers;
                        for answer in left_out {
                            let winner = plain.winner(red, blue | bit(answer), Side::First);
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
