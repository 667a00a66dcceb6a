//! The rules again, on a map from names of cells to letters: slow, and sharing nothing with the fast code
//! but the sentences of content/havannah/rules.md.

use game::conformance::{SlowRules, pack_row, unpack_row};
use game::{Outcome, Position as _, Side};
use havannah::{Move, Position, WinKind};
use std::collections::{BTreeMap, BTreeSet};

/// Column and row of a cell, both counted from 1.
pub(crate) type Place = (i32, i32);

/// Columns and rows of the largest board, and one beyond on either side.
const WIDTH: usize = 21;
type Grid = [[char; WIDTH]; WIDTH];

/// A board: every cell with `w`, `b` or `.`.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) side: i32,
    pub(crate) cells: BTreeMap<Place, char>,
    pub(crate) to_move: char,
    pub(crate) swap: String,
}

/// HV-1.2 and HV-1.3: the six cells that would touch this one on an endless board.
fn touching((c, r): Place) -> [Place; 6] {
    [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r + 1), (c - 1, r - 1)]
}

/// HV-1.2: the columns of a row.
fn columns(side: i32, row: i32) -> impl Iterator<Item = i32> {
    (1..2 * side).filter(move |column| (column - row).abs() < side)
}

impl Plain {
    /// The empty board.
    pub(crate) fn empty(side: i32) -> Self {
        let rows = 1..2 * side;
        let cells = rows.flat_map(|r| columns(side, r).map(move |c| ((c, r), '.'))).collect();
        Self { side, cells, to_move: 'w', swap: "swap=off".to_owned() }
    }

    fn count(&self, letter: char) -> usize {
        self.cells.values().filter(|&&c| c == letter).count()
    }

    fn has(&self, place: Place, letter: char) -> bool {
        self.cells.get(&place) == Some(&letter)
    }

    /// The letters by column and row, with blanks around the board.
    fn grid(&self) -> Grid {
        let mut grid = [[' '; WIDTH]; WIDTH];
        for (&(c, r), &letter) in &self.cells {
            grid[c as usize][r as usize] = letter;
        }
        grid
    }

    /// The stones that can be reached from this one.
    fn group(&self, place: Place, letter: char) -> BTreeSet<Place> {
        let mut seen = BTreeSet::from([place]);
        let mut waiting = vec![place];
        while let Some(place) = waiting.pop() {
            for next in touching(place) {
                if self.has(next, letter) && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        seen
    }

    /// HV-1.5: which of the six sides a cell lies along; a corner along two.
    fn sides(&self, (c, r): Place) -> Vec<usize> {
        let last = 2 * self.side - 1;
        let along =
            [r == 1, c - r == self.side - 1, c == last, r == last, r - c == self.side - 1, c == 1];
        (0..6).filter(|&i| along[i]).collect()
    }

    /// What the stones of this letter win by.
    pub(crate) fn structure(&self, letter: char) -> Option<WinKind> {
        let grid = self.grid();
        if self.cells.keys().any(|&place| is_trapped(&grid, place, letter)) {
            return Some(WinKind::Ring);
        }
        let stones = self.cells.keys().filter(|&&place| self.has(place, letter));
        stones.filter_map(|&place| self.joined_by(&self.group(place, letter))).min()
    }

    fn joined_by(&self, group: &BTreeSet<Place>) -> Option<WinKind> {
        let touched: Vec<Vec<usize>> = group.iter().map(|&place| self.sides(place)).collect();
        let borders: BTreeSet<usize> =
            touched.iter().filter(|sides| sides.len() == 1).map(|sides| sides[0]).collect();
        if touched.iter().filter(|sides| sides.len() == 2).count() >= 2 {
            return Some(WinKind::Bridge);
        }
        (borders.len() >= 3).then_some(WinKind::Fork)
    }
}

impl SlowRules<Position> for Plain {
    /// Reads a position's text with a reader of its own.
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&str> = words[0].split('/').collect();
        let mut plain = Self::empty(rows.len() as i32 / 2 + 1);
        for (row, letters) in (1..).zip(rows) {
            let places: Vec<Place> = columns(plain.side, row).map(|c| (c, row)).collect();
            let contents = unpack_row(letters);
            assert_eq!(places.len(), contents.len(), "row {row} of {text}");
            plain.cells.extend(places.into_iter().zip(contents));
        }
        plain.to_move = words[1].chars().next().unwrap();
        words[2].clone_into(&mut plain.swap);
        plain
    }

    fn write(&self) -> String {
        let row = |r| columns(self.side, r).map(|c| self.cells[&(c, r)]).collect::<Vec<char>>();
        let rows: Vec<String> = (1..2 * self.side).map(|r| pack_row(&row(r))).collect();
        format!("{} {} {}", rows.join("/"), self.to_move, self.swap)
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.structure('w'), self.structure('b')) {
            (Some(_), Some(_)) => panic!("both sides have won: {}", self.write()),
            (Some(_), None) => Some(Outcome::Win(Side::First)),
            (None, Some(_)) => Some(Outcome::Win(Side::Second)),
            (None, None) => (self.count('.') == 0).then_some(Outcome::Draw),
        }
    }

    fn moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let free = self.cells.iter().filter(|(_, c)| **c == '.').map(|(place, _)| place);
        let mut moves: Vec<Move> = free.map(|&place| name(place).parse().unwrap()).collect();
        let first_turn = self.to_move == 'b' && self.count('w') == 1 && self.count('b') == 0;
        if first_turn && self.swap == "swap=on" {
            moves.push(Move::Swap);
        }
        moves
    }

    /// HV-2.1 and HV-3.1.
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let text = mv.to_string();
        if text == "swap" {
            for stone in next.cells.values_mut().filter(|c| **c == 'w') {
                *stone = 'b';
            }
        } else {
            let column = i32::from(text.as_bytes()[0] - b'a') + 1;
            next.cells.insert((column, text[1..].parse().unwrap()), self.to_move);
        }
        next.to_move = if self.to_move == 'w' { 'b' } else { 'w' };
        next
    }
}

/// HV-2.3, cell by cell: whether whoever stands on `inside`, whatever is on it, cannot walk off the
/// board without stepping on a stone of this letter.
fn is_trapped(grid: &Grid, inside: Place, letter: char) -> bool {
    let mut seen = [[false; WIDTH]; WIDTH];
    let mut waiting = vec![inside];
    while let Some((column, row)) = waiting.pop() {
        for (c, r) in touching((column, row)) {
            let next = grid[c as usize][r as usize];
            if next == ' ' {
                return false;
            }
            if next != letter && !std::mem::replace(&mut seen[c as usize][r as usize], true) {
                waiting.push((c, r));
            }
        }
    }
    true
}

fn name((column, row): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

/// Every move with a name that is on the board or near it, and the swap.
pub(crate) fn expressible(position: &Position) -> Vec<Move> {
    let reach = 1..=2 * position.size() as i32;
    let places = reach.clone().flat_map(|r| reach.clone().map(move |c| (c, r)));
    places.map(|place| name(place).parse().unwrap()).chain([Move::Swap]).collect()
}

/// The empty board with these options.
pub(crate) fn start(options: &str) -> Position {
    Position::start(options.parse().expect("options"))
}
