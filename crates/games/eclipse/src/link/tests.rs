//! The tables against the slow routines, and the facts of the lattice they rest on.

use super::*;

fn slow_cross(a: Link, b: Link) -> bool {
    segment(a.ends()).crosses(segment(b.ends()))
}

#[test]
fn every_allowed_pair_has_one_number_and_no_other_has() {
    for a in BOARD.cells() {
        for b in BOARD.cells() {
            let link = Link::between(a, b);
            assert_eq!(link.is_some(), allowed(Kind::Long, a, b));
            assert_eq!(link, Link::between(b, a));
            let Some(link) = link else { continue };
            assert_eq!(link.ends(), [a.min(b), a.max(b)]);
            assert_eq!((link.partner(a), link.partner(b)), (b, a));
            assert_eq!(link.cells(), CellSet::EMPTY.with(a).with(b));
            assert_eq!(link.suits(Kind::Short), allowed(Kind::Short, a, b));
            assert!(link.suits(Kind::Long));
        }
    }
    assert_eq!(Link::between(Cell::new(0), Cell::new(60_000)), None);
}

#[test]
fn the_crossing_table_says_what_the_segments_say() {
    for a in Link::all() {
        for b in Link::all() {
            assert_eq!(a.crosses(b), slow_cross(a, b), "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_neighbour_link_crosses_at_most_one_link_and_a_diagonal_at_most_five() {
    for link in Link::all() {
        let crossed = Link::all().filter(|&other| link.crosses(other)).count();
        assert!(crossed <= if link.suits(Kind::Short) { 1 } else { 5 }, "{link:?}");
    }
}

#[test]
fn a_gate_is_exactly_the_steps_a_link_crosses() {
    for link in Link::all() {
        for step in Link::all().filter(|step| step.suits(Kind::Short)) {
            assert_eq!(link.gate() == step.cells(), slow_cross(link, step), "{link:?} {step:?}");
        }
    }
}

#[test]
fn links_on_one_line_do_not_cross() {
    // EC-3.3. Rounding once made crossings of 36 such pairs; here every pair is tried.
    let flat = |link: Link, by: Link| {
        let (ax, ay) = BOARD.axial(link.ends()[0]).plane();
        let (bx, by_) = BOARD.axial(link.ends()[1]).plane();
        by.ends().iter().all(|&end| {
            let (px, py) = BOARD.axial(end).plane();
            (bx - ax) * (py - ay) == (by_ - ay) * (px - ax)
        })
    };
    let mut pairs = 0;
    for a in Link::all() {
        for b in Link::all().filter(|&b| a < b && flat(a, b)) {
            pairs += 1;
            assert!(!a.crosses(b), "{a:?} {b:?}");
        }
    }
    assert!(pairs >= 36, "the board has {pairs} such pairs");
}

#[test]
fn no_cell_lies_inside_a_link() {
    for link in Link::all() {
        let [(ax, ay), (bx, by)] = link.ends().map(|end| BOARD.axial(end).plane());
        for cell in BOARD.cells().filter(|c| !link.cells().contains(*c)) {
            let (px, py) = BOARD.axial(cell).plane();
            let on_line = (bx - ax) * (py - ay) == (by - ay) * (px - ax);
            let between = (px - ax) * (px - bx) + (py - ay) * (py - by) <= 0;
            assert!(!(on_line && between), "{cell:?} in {link:?}");
        }
    }
}
