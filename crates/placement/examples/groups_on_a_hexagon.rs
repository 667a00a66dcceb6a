//! Groups and a shortest path on a hexagonal board, without a game.
//!
//! `cargo run -p placement --example groups_on_a_hexagon`

use placement::{Board, CellSet, Shape};

fn main() {
    let board = Board::sized(Shape::Hexagon, 4).expect("a hexagon of four cells a side");
    let set = |names: &str| -> CellSet {
        names.split_whitespace().map(|name| board.named(name).expect(name)).collect()
    };
    let names = |cells: CellSet| cells.into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>();

    let stones = set("a1 b2 c3 d2 f4 g5 a4");
    for group in board.groups(stones) {
        println!("group: {}", names(group).join(" "));
    }
    let (from, to) = (board.borders()[0], board.borders()[3]);
    let path = board.shortest_path(from, to, board.cells() & !stones);
    let path = path.expect("the stones do not wall the board off");
    let path: Vec<String> = path.into_iter().map(|cell| board.name(cell)).collect();
    println!("from the first border to the opposite one: {}", path.join(" "));
}
