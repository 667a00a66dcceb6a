//! Draws the cells of a rhombus as text in doubled coordinates, and as the outlines of an SVG.
//!
//! `cargo run -p depict --example draw_grid > grid.svg`; the text goes to standard error.

use depict::HexLayout;
use hexgrid::{Axial, Shape};

const BOARD: Shape<16> = Shape::from_rows(&[(0, 0, 3), (1, 0, 3), (2, 0, 3), (3, 0, 3)]);

fn main() {
    let layout = HexLayout::Pointy;
    let places = || BOARD.cells().map(|cell| BOARD.axial(cell)).map(|at| layout.doubled(at));
    let rows = places().map(|at| at.y).max().unwrap_or(0);
    for y in 0..=rows {
        let indent = layout.doubled(Axial::new(0, y as i8)).x as usize;
        let cells = places().filter(|at| at.y == y).count();
        eprintln!("{}{}", " ".repeat(indent), "⬡ ".repeat(cells));
    }

    println!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 14 9">"#);
    for centre in places().map(|at| layout.point(at)) {
        let corners = layout.corners().map(|corner| {
            format!("{:.2},{:.2}", centre.x + 0.95 * corner.x, centre.y + 0.95 * corner.y)
        });
        println!(r##"<polygon points="{}" fill="#eec"/>"##, corners.join(" "));
    }
    println!("</svg>");
}
