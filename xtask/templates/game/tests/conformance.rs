//! Trio keeps the contract: checked against slow rules, written differently.

use game::conformance::{Kit, Oracle};
use game::{NoOptions, Outcome, Position as _, Side};
use hexgrid::{Axial, Cell, Direction};
use trio::{BOARD, Move, Position};

/// The lines again, found by walking instead of from a list.
fn slow_outcome(position: &Position) -> Option<Outcome> {
    let owner = |at: Axial| {
        let cell = BOARD.cell(at)?;
        Side::BOTH.into_iter().find(|side| position.stones[side.index()].contains(cell))
    };
    let centre = owner(Axial::new(0, 0));
    let line = |d: &Direction| {
        owner(d.step()) == centre && owner(d.opposite().step()) == centre && centre.is_some()
    };
    if Direction::ALL.iter().any(line) {
        return centre.map(Outcome::Win);
    }
    BOARD.cells().all(|c| owner(BOARD.axial(c)).is_some()).then_some(Outcome::Draw)
}

fn slow_moves(position: &Position) -> Vec<Move> {
    let free = |cell: &Cell| position.stones.iter().all(|stones| !stones.contains(*cell));
    let open = slow_outcome(position).is_none();
    BOARD.cells().filter(|cell| open && free(cell)).map(Move).collect()
}

fn slow_after(position: &Position, mv: Move) -> Position {
    let mut stones = position.stones;
    stones[position.side.index()] =
        stones[position.side.index()].into_iter().chain([mv.0]).collect();
    Position { stones, side: position.side.other() }
}

/// Turned by 60°.
fn turned(position: &Position) -> Position {
    let image = |cell: Cell| {
        let Axial { q, r } = BOARD.axial(cell);
        BOARD.cell(Axial::new(-r, q + r)).unwrap()
    };
    let stones = position.stones.map(|stones| stones.into_iter().map(image).collect());
    Position { stones, side: position.side }
}

#[test]
fn the_contract_is_kept() {
    Kit {
        starts: vec![Position::start(NoOptions), "x..o... x".parse().unwrap()],
        expressible: |_| BOARD.cells().map(Move).collect(),
        oracle: Oracle { moves: slow_moves, after: slow_after, outcome: slow_outcome },
        symmetries: vec![turned],
        perft: Position::PERFT,
        vacant: Some(|position| {
            7 - position.stones.iter().map(|stones| stones.len()).sum::<usize>()
        }),
        walks: 50,
        plies: 10,
        express_every: 1,
    }
    .run();
}
