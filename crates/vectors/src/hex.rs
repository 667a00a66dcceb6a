//! Vectors files of Hex: tables of first moves, balanced openings, puzzles, and facts about
//! connections and inferior cells. How such a file is written is in `format`; black is Red and
//! white is Blue.
//!
//! What the rules alone can tell is checked: that cells exist, stones fit, and the parts of an
//! entry agree. Who wins is asked of a [`Solver`]; what it cannot tell is counted as skipped.

mod facts;
mod format;
mod openings;
mod puzzles;
mod solver;

pub(crate) use solver::BruteForce;
pub use solver::{Class, End, Solver};

use crate::{NotAVectorsFile, Report};
use game::{BySide, Side, excerpt};
use hex::{Board, CellSet, Move, Position, SwapRule};
use hexgrid::{Axial, Cell};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// Checks every entry of the file, asking `solver` who wins.
pub(crate) fn verify(
    json: &str,
    report: &mut Report,
    solver: &mut dyn Solver,
) -> Result<(), NotAVectorsFile> {
    let not_ours = |why: &str| NotAVectorsFile { game: "Hex", why: why.to_owned() };
    let file: Value = serde_json::from_str(json).map_err(|e| not_ours(&e.to_string()))?;
    let sections = file.as_object().ok_or_else(|| not_ours("it is not an object"))?;
    let mut checker = Checker { report, solver, about: String::new(), skipped: BTreeMap::new() };
    let mut known = 0;
    for (name, entries) in sections {
        known += usize::from(checker.section(name, entries));
    }
    checker.finish();
    if known == 0 { Err(not_ours("it holds neither boards nor puzzles")) } else { Ok(()) }
}

/// A file being checked.
struct Checker<'a> {
    report: &'a mut Report,
    solver: &'a mut dyn Solver,
    /// The entry at hand.
    about: String,
    /// How often each kind of thing could not be checked.
    skipped: BTreeMap<String, usize>,
}

impl Checker<'_> {
    /// Checks one list of the file; whether it is one that Hex knows.
    fn section(&mut self, name: &str, entries: &Value) -> bool {
        match name {
            "boards" => self.each("board", entries, Self::opening_table),
            "balanced_two_ply_openings" => self.each("openings", entries, Self::balanced),
            "puzzles" => self.each("puzzle", entries, Self::puzzle),
            "connection_facts" => self.each("connection", entries, Self::connection),
            "inferior_cell_facts" => self.each("inferior cells", entries, Self::inferior),
            "meta" => return false,
            _ => {
                self.skip(&format!("a section called {} is not known", excerpt(name)));
                return false;
            }
        }
        true
    }

    /// Reads each entry of a list as a `T` and checks it.
    fn each<T: DeserializeOwned>(
        &mut self,
        kind: &str,
        entries: &Value,
        check: fn(&mut Self, &T, &str),
    ) {
        let Some(entries) = entries.as_array() else {
            self.report.failures.push(format!("{kind}: expected a list of entries"));
            return;
        };
        for (i, entry) in entries.iter().enumerate() {
            let id = entry.get("id").and_then(Value::as_str).map(excerpt);
            self.about = format!("{kind} {}", id.unwrap_or_else(|| (i + 1).to_string()));
            match T::deserialize(entry) {
                Ok(read) => check(self, &read, kind),
                Err(why) => self.fail(&format!("cannot be read: {why}")),
            }
        }
    }

    fn check(&mut self, agrees: bool, what: impl FnOnce() -> String) {
        self.report.check(agrees, || format!("{}: {}", self.about, what()));
    }

    fn fail(&mut self, what: &str) {
        self.report.failures.push(format!("{}: {what}", self.about));
    }

    /// Counts one thing that cannot be checked.
    fn skip(&mut self, what: &str) {
        *self.skipped.entry(what.to_owned()).or_default() += 1;
    }

    fn finish(self) {
        let lines = self.skipped.into_iter().map(|(what, count)| format!("{what}: {count}"));
        self.report.skipped.extend(lines);
    }

    /// Compares the solver's winner of `position` with `expected`, or counts `what` as skipped.
    fn wins(&mut self, position: &Position, expected: Side, what: &str, detail: &str) {
        match self.solver.winner(position) {
            Some(winner) => self.check(winner == expected, || {
                format!("{detail}: {expected:?} should win, but {winner:?} does")
            }),
            None => self.skip(&format!("{what} need a solver")),
        }
    }

    /// The stones as a position, or `None` after saying what is wrong.
    fn position(&mut self, stones: &format::Stones, to_move: Side) -> Option<Position> {
        let Some(size) = stones.size else {
            self.skip("entries without a size");
            return None;
        };
        let Some(board) = Board::sized(size) else {
            self.fail(&format!("there is no {size}×{size} board"));
            return None;
        };
        let mut sets = BySide::from_fn(|_| CellSet::EMPTY);
        for (side, names) in Side::BOTH.into_iter().zip([&stones.black, &stones.white]) {
            let cells = self.cells(names, board);
            self.check(cells.len() == names.len(), || format!("{side:?} has a stone twice"));
            sets[side] = cells;
        }
        let position = Position::setup(size, sets, to_move, SwapRule::Off);
        match position {
            Ok(position) => {
                self.report.passed += 1;
                Some(position)
            }
            Err(error) => {
                self.fail(&error.why);
                None
            }
        }
    }

    /// The cells with these names; each must be on the board.
    fn cells(&mut self, names: &[String], board: &Board) -> CellSet {
        let cells = names.iter().filter_map(|name| self.cell(name, board));
        cells.collect()
    }

    fn cell(&mut self, name: &str, board: &Board) -> Option<Cell> {
        let cell = axial(name).and_then(|at| board.cell(at));
        self.check(cell.is_some(), || {
            format!("{} is no cell of a {1}×{1} board", excerpt(name), board.size())
        });
        cell
    }

    /// The cells with these names, each of which must be empty.
    fn empty_cells(&mut self, names: &[String], position: &Position) -> Vec<Cell> {
        let mut cells = Vec::new();
        for name in names {
            if let Some(cell) = self.cell(name, position.board()) {
                let empty = position.empties().contains(cell);
                self.check(empty, || format!("{name} is taken"));
                cells.extend(empty.then_some(cell));
            }
        }
        cells
    }

    /// The side a file calls by this name.
    fn side(&mut self, name: &str) -> Option<Side> {
        let side = match name.trim().to_ascii_lowercase().as_str() {
            "black" | "red" | "b" => Some(Side::First),
            "white" | "blue" | "w" => Some(Side::Second),
            _ => None,
        };
        if side.is_none() {
            self.fail(&format!("no side is called {}", excerpt(name)));
        }
        side
    }
}

/// Where the cell with this name is.
fn axial(name: &str) -> Option<Axial> {
    match name.parse() {
        Ok(Move::Place(at)) => Some(at),
        Ok(Move::Swap) | Err(_) => None,
    }
}

/// The position after a stone of the side to move on `cell`.
fn after(position: &Position, cell: Cell) -> Position {
    let mut next = position.clone();
    next.place(cell);
    next
}
