//! Hexagonal boards: where a cell is, what touches it, and sets of cells.
//!
//! Everything is exact integer arithmetic and most of it `const`, so that a game can build its
//! tables at compile time. There are no pieces, sides or rules here.

#![warn(missing_docs)]

mod axial;
mod cell;
mod cell_array;
mod cell_set;
mod segment;
mod shape;

pub use axial::{Axial, Direction};
pub use cell::Cell;
pub use cell_array::CellArray;
pub use cell_set::{CellSet, Cells};
pub use segment::Segment;
pub use shape::Shape;
