//! The tables of every board against what they are defined by.

use super::*;

fn all() -> impl Iterator<Item = &'static Board> {
    let shapes = [Shape::Rhombus, Shape::Hexagon, Shape::Triangle].into_iter();
    shapes.flat_map(|shape| shape.sizes().map(move |size| Board::sized(shape, size).unwrap()))
}

#[test]
fn every_size_has_its_cells_and_no_other_size_has_a_board() {
    for board in all() {
        let n = board.size();
        let expected = match board.shape() {
            Shape::Rhombus => n * n,
            Shape::Hexagon => 3 * n * (n - 1) + 1,
            Shape::Triangle => n * (n + 1) / 2,
        };
        assert_eq!(board.cells().len(), expected);
    }
    for size in [0, 1, 27, 300, usize::MAX] {
        assert!(Board::sized(Shape::Triangle, size).is_none(), "{size}");
    }
    assert!(Board::sized(Shape::Rhombus, 20).is_none());
    assert!(Board::sized(Shape::Hexagon, 12).is_none());
}

#[test]
fn neighbours_are_the_cells_at_distance_one() {
    for board in all() {
        for cell in board.cells() {
            let near = |other: &Cell| board.axial(cell).distance(board.axial(*other)) == 1;
            let slow: CellSet = board.cells().into_iter().filter(near).collect();
            assert_eq!(board.neighbours(cell).iter().copied().collect::<CellSet>(), slow);
            assert_eq!(board.neighbours(cell).len(), slow.len());
            let filled: CellSet = board.around(cell).iter().copied().collect();
            assert_eq!(filled.without(cell), slow);
            for direction in Direction::ALL {
                let next = board.cell(board.axial(cell) + direction.step());
                assert_eq!(board.steps(cell)[direction.index()], next.unwrap_or(cell));
            }
        }
    }
}

#[test]
fn numbers_run_along_the_rows_and_names_are_unique() {
    for board in all() {
        let rows = (0..board.row_count()).flat_map(|r| board.row(r));
        assert!(rows.eq((0..board.cells().len()).map(Cell::new)));
        for cell in board.cells() {
            assert_eq!(board.cell(board.axial(cell)), Some(cell));
            assert_eq!(board.named(&board.name(cell)), Some(cell));
            assert_eq!(board.named(&board.name(cell).to_uppercase()), Some(cell));
        }
        let around = (-30..30).flat_map(|r| (-60..60).map(move |q| Axial::new(q, r)));
        assert_eq!(around.filter_map(|at| board.cell(at)).count(), board.cells().len());
        for off in [(-128, 127), (127, 0), (-128, 0), (0, -128), (0, 127), (-128, -128)] {
            assert_eq!(board.cell(Axial::new(off.0, off.1)), None);
        }
    }
}

/// The cells that Little Golem names on its board with eight cells a side.
#[test]
fn a_hexagon_has_the_cells_whose_column_and_row_differ_by_less_than_its_size() {
    let board = Board::sized(Shape::Hexagon, 8).unwrap();
    for (c, column) in ('a'..='o').enumerate() {
        for row in 1..=15_usize {
            let exists = c.abs_diff(row - 1) <= 7;
            assert_eq!(board.named(&format!("{column}{row}")).is_some(), exists, "{column}{row}");
        }
    }
    assert_eq!(board.named("p8"), None);
    assert_eq!(board.named("h16"), None);
}

#[test]
fn borders_hold_the_cells_with_fewer_than_six_neighbours() {
    for board in all().filter(|board| board.size() > 2) {
        let rim: CellSet =
            board.cells().into_iter().filter(|&c| board.neighbours(c).len() < 6).collect();
        let mut seen = board.corners();
        for &border in board.borders() {
            let corners = if board.shape() == Shape::Hexagon { 0 } else { 2 };
            assert_eq!((border & board.corners()).len(), corners);
            assert_eq!(border.len(), board.size() - 2 + corners);
            seen |= border;
        }
        assert_eq!(seen, rim);
        assert_eq!(board.corners().len(), board.shape().sides());
    }
}

#[test]
fn anchors_are_borders_and_corners() {
    for board in all() {
        let mut corner = 6;
        for cell in board.cells() {
            let on = |side: &usize| board.border(*side).contains(cell);
            let mut bits = (0..board.shape().sides()).filter(on).fold(0, |bits, i| bits | 1 << i);
            if board.corners().contains(cell) {
                bits |= 1 << corner;
                corner += 1;
            }
            assert_eq!(board.anchors(cell), bits);
        }
    }
}

#[test]
fn borders_of_the_hexagon_go_round_clockwise() {
    let board = Board::sized(Shape::Hexagon, 4).unwrap();
    let names = board.borders().iter().map(|&border| {
        let names: Vec<String> = border.into_iter().map(|cell| board.name(cell)).collect();
        names.join(" ")
    });
    assert!(names.eq(["b1 c1", "e2 f3", "g5 g6", "e7 f7", "b5 c6", "a2 a3"]));
}
