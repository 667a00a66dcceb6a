//! Makes a board of 19 cells, draws it, and marks a cell, its neighbours and a ray on it.
//!
//! `cargo run -p hexgrid --example draw_board`

use hexgrid::{Axial, Cell, CellSet, Direction, Shape};

/// A hexagon with three cells a side; rows are (`r`, first `q`, last `q`).
const HEXAGON: Shape<19> =
    Shape::from_rows(&[(-2, 0, 2), (-1, -1, 2), (0, -2, 2), (1, -2, 1), (2, -2, 0)]);

fn main() {
    let centre = HEXAGON.cell(Axial::new(0, 0)).expect("the hexagon has a centre");
    let neighbours: CellSet = HEXAGON.neighbours()[centre.index()].into_iter().flatten().collect();
    let right = Direction::ALL[0].step();
    let ray: CellSet = HEXAGON.ray(centre, right).collect();
    println!("● a cell, ○ its neighbours, × a ray to the right\n");
    draw(|cell| match cell {
        _ if cell == centre => '●',
        _ if ray.contains(cell) => '×',
        _ if neighbours.contains(cell) => '○',
        _ => '·',
    });
    let corner = Axial::new(2, 0);
    println!("\nfrom the centre to {corner:?}: {} steps", Axial::new(0, 0).distance(corner));
    println!("both neighbour and on the ray: {} cell", (neighbours & ray).len());
}

/// One row a line; a row further down starts half a cell further to the right.
fn draw(sign: impl Fn(Cell) -> char) {
    for r in -2..=2 {
        let row = HEXAGON.cells().filter(|&cell| HEXAGON.axial(cell).r == r);
        let signs: Vec<String> = row.map(|cell| sign(cell).to_string()).collect();
        let indent = " ".repeat(usize::from(i8::unsigned_abs(r)));
        println!("{indent}{}", signs.join(" "));
    }
}
