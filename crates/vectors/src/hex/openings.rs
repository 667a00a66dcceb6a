//! Tables of first moves and balanced openings.

use super::format::{Balanced, OpeningTable};
use super::{Checker, axial};
use game::{BySide, Position as _, Side, excerpt};
use hex::{Board, CellSet, Move, Options, Position, SwapRule};
use hexgrid::{Axial, Cell};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Columns have letters from a to z.
const MOST_COLUMNS: usize = 26;

/// Who wins after each first move.
type Winners = BTreeMap<Axial, Side>;

impl Checker<'_> {
    pub(super) fn opening_table(&mut self, table: &OpeningTable, kind: &str) {
        self.about = format!("{kind} {}×{}", table.columns, table.rows);
        if !(1..=MOST_COLUMNS).contains(&table.columns) || !(1..=MOST_COLUMNS).contains(&table.rows)
        {
            return self.fail("there is no such board");
        }
        let mut winners = self.listed(table);
        if winners.is_empty() {
            winners = mapped(table);
        }
        if let Some(map) = &table.map {
            self.map_agrees(table, map, &winners);
        }
        if table.status.as_deref() == Some("solved") {
            let all = table.columns * table.rows;
            self.check(winners.len() == all, || "not every first move is listed".into());
        }
        self.half_turn_agrees(table, &winners);
        for solve in &table.local_solves {
            self.solve_agrees(solve, &winners);
        }
        self.solver_agrees(table, &winners);
    }

    /// The two lists of moves as one table.
    fn listed(&mut self, table: &OpeningTable) -> Winners {
        let mut winners = Winners::new();
        let lists = [&table.winning_first_moves, &table.losing_first_moves];
        for (winner, list) in Side::BOTH.into_iter().zip(lists) {
            for name in list.iter().flatten() {
                let at = axial(name).filter(|&at| is_on(at, table.columns, table.rows));
                self.check(at.is_some(), || format!("{} is not on the board", excerpt(name)));
                let again = at.and_then(|at| winners.insert(at, winner));
                self.check(again.is_none(), || format!("{name} is listed twice"));
            }
        }
        winners
    }

    fn map_agrees(&mut self, table: &OpeningTable, map: &[String], winners: &Winners) {
        let fits =
            map.len() == table.rows && map.iter().all(|row| row.chars().count() == table.columns);
        self.check(fits, || "the map has another size than the board".into());
        for (r, row) in map.iter().enumerate().filter(|_| fits) {
            for (c, letter) in row.chars().enumerate() {
                let at = Axial::new(c as i8, r as i8);
                let listed = winners.get(&at).map_or('?', |&side| sign(side));
                let agrees = letter == listed || listed == '?' && !matches!(letter, 'W' | 'L');
                self.check(agrees, || {
                    format!("{} is {letter} on the map, {listed} in the lists", Move::Place(at))
                });
            }
        }
    }

    /// Half a turn keeps the game, so it keeps the table.
    fn half_turn_agrees(&mut self, table: &OpeningTable, winners: &Winners) {
        for (&at, &winner) in winners {
            let across = Axial::new(table.columns as i8 - 1 - at.q, table.rows as i8 - 1 - at.r);
            if let Some(&other) = winners.get(&across) {
                self.check(other == winner, || {
                    let (here, there) = (Move::Place(at), Move::Place(across));
                    format!("{here} is {}, {there} across is {}", sign(winner), sign(other))
                });
            }
        }
    }

    /// What single programs found out agrees with the table.
    fn solve_agrees(&mut self, solve: &Value, winners: &Winners) {
        let name = solve.get("first_move").and_then(Value::as_str).unwrap_or_default();
        let Some(&listed) = axial(name).and_then(|at| winners.get(&at)) else {
            self.fail(&format!("the solved first move {} is not listed", excerpt(name)));
            return;
        };
        for (program, result) in solve.as_object().into_iter().flatten() {
            if let Some(winner) = result.get("winner").and_then(Value::as_str) {
                let agrees = self.side(winner) == Some(listed);
                self.check(agrees, || {
                    format!("{} says that {name} is not {}", excerpt(program), sign(listed))
                });
            }
        }
    }

    fn solver_agrees(&mut self, table: &OpeningTable, winners: &Winners) {
        let what = format!("first moves on {}×{}", table.columns, table.rows);
        for (&at, &winner) in winners {
            match framed(table.columns, table.rows, at) {
                Some(position) => {
                    self.wins(&position, winner, &what, &Move::Place(at).to_string());
                }
                None => self.skip(&format!("{what} are beyond the largest board")),
            }
        }
    }

    pub(super) fn balanced(&mut self, entry: &Balanced, kind: &str) {
        self.about = format!("{kind} on {}×{}", entry.columns, entry.rows);
        let Ok(options) = Options::new(entry.columns, SwapRule::Off) else {
            return self.fail("there is no such board");
        };
        if entry.columns != entry.rows {
            return self.skip("openings on boards that are not square");
        }
        for opening in &entry.openings {
            self.opening_is_legal(opening, options);
            self.skip("balanced openings need a judge of who is ahead");
        }
        let different: BTreeSet<_> = entry.openings.iter().collect();
        self.check(different.len() == entry.openings.len(), || "an opening is there twice".into());
    }

    fn opening_is_legal(&mut self, opening: &str, options: Options) {
        let mut position = Position::start(options);
        for word in opening.split('-') {
            let played = position.read_move(word).map(|mv| position.play_unchecked(mv));
            let why = played.as_ref().err().map(ToString::to_string).unwrap_or_default();
            self.check(played.is_ok(), || format!("{}: {why}", excerpt(opening)));
        }
    }
}

/// What the map says, for tables without lists.
fn mapped(table: &OpeningTable) -> Winners {
    let mut winners = Winners::new();
    for (r, row) in table.map.iter().flatten().enumerate().take(table.rows) {
        for (c, letter) in row.chars().enumerate().take(table.columns) {
            let winner = Side::BOTH.into_iter().find(|&side| sign(side) == letter);
            winners.extend(winner.map(|side| (Axial::new(c as i8, r as i8), side)));
        }
    }
    winners
}

const fn sign(winner: Side) -> char {
    match winner {
        Side::First => 'W',
        Side::Second => 'L',
    }
}

const fn is_on(at: Axial, columns: usize, rows: usize) -> bool {
    (at.q as usize) < columns && (at.r as usize) < rows
}

/// Red's first stone on a board of any shape, laid into the corner of a square one. What sticks
/// out is filled for the side that it must not hinder:
///
/// ```text
///   . . b    a 2×3 board: Blue, at column b, is as good as at the right edge
///    . . b
///     . . b
/// ```
fn framed(columns: usize, rows: usize, first: Axial) -> Option<Position> {
    let size = columns.max(rows);
    let board = Board::sized(size)?;
    let outside = |cell: &Cell| !is_on(board.axial(*cell), columns, rows);
    let frame: CellSet = board.cells().into_iter().filter(outside).collect();
    let mut stones = BySide::from_fn(|_| CellSet::EMPTY);
    stones[if columns < rows { Side::Second } else { Side::First }] = frame;
    stones.first.insert(board.cell(first)?);
    Position::setup(size, stones, Side::Second, SwapRule::Off).ok()
}

#[cfg(test)]
mod tests {
    use super::super::solver::{BruteForce, Solver};
    use super::*;

    /// The side with the shorter way wins even when the other moves first, and on a single row
    /// or column the owner of the long edges needs one stone.
    #[test]
    fn boards_that_are_not_square_are_won_by_the_shorter_way() {
        let mut solver = BruteForce::default();
        for (columns, rows) in [(2, 3), (3, 4), (1, 3)] {
            for (c, r) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
                let first = Axial::new(c as i8, r as i8);
                let tall = framed(columns, rows, first).unwrap();
                assert_eq!(solver.winner(&tall), Some(Side::Second), "{tall:#}");
                let wide = framed(rows, columns, Axial::new(r as i8, c as i8)).unwrap();
                assert_eq!(solver.winner(&wide), Some(Side::First), "{wide:#}");
            }
        }
    }

    #[test]
    fn a_board_beyond_the_largest_has_no_frame() {
        assert_eq!(framed(20, 3, Axial::new(0, 0)), None);
        assert_eq!(framed(usize::MAX, 0, Axial::new(0, 0)), None);
    }
}
