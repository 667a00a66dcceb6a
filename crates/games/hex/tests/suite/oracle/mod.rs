//! The rules again, on plain arrays and texts: slow, and sharing nothing with the fast code but
//! the sentences of content/hex/rules.md.

use game::conformance::{SlowRules, pack_row, unpack_row};
use game::{Outcome, Position as _, Side};
use hex::{Move, Position};
use hexgrid::Axial;

/// A board as letters: `cells[row][column]` is `r`, `b` or `.`.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) cells: Vec<Vec<char>>,
    pub(crate) to_move: char,
    pub(crate) swap: String,
}

impl Plain {
    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    fn count(&self, letter: char) -> usize {
        self.cells.iter().flatten().filter(|&&c| c == letter).count()
    }

    /// HX-2.2, by flood fill: `r` from the first row to the last, `b` from column a to the last.
    pub(crate) fn connects(&self, letter: char) -> bool {
        let last = self.size() as i32 - 1;
        let along = |(c, r): (i32, i32)| if letter == 'r' { r } else { c };
        let mut seen = vec![vec![false; self.size()]; self.size()];
        let mut waiting: Vec<(i32, i32)> = Vec::new();
        for i in 0..=last {
            waiting.push(if letter == 'r' { (i, 0) } else { (0, i) });
        }
        while let Some((c, r)) = waiting.pop() {
            let on_board = (0..=last).contains(&c) && (0..=last).contains(&r);
            if !on_board || self.cells[r as usize][c as usize] != letter {
                continue;
            }
            if std::mem::replace(&mut seen[r as usize][c as usize], true) {
                continue;
            }
            if along((c, r)) == last {
                return true;
            }
            let touching = [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)];
            waiting.extend(touching);
            waiting.extend([(c + 1, r - 1), (c - 1, r + 1)]);
        }
        false
    }
}

impl SlowRules<Position> for Plain {
    /// Reads the position's text with a reader of its own.
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let cells = words[0].split('/').map(unpack_row).collect();
        let to_move = words[1].chars().next().unwrap();
        Self { cells, to_move, swap: words[2].to_owned() }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.cells.iter().map(|row| pack_row(row)).collect();
        format!("{} {} {}", rows.join("/"), self.to_move, self.swap)
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.connects('r'), self.connects('b')) {
            (true, true) => panic!("both sides are connected: {}", self.write()),
            (true, false) => Some(Outcome::Win(Side::First)),
            (false, true) => Some(Outcome::Win(Side::Second)),
            (false, false) => None,
        }
    }

    fn moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (r, row) in self.cells.iter().enumerate() {
            for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell == '.') {
                moves.push(Move::Place(Axial::new(c as i8, r as i8)));
            }
        }
        let first_turn = self.to_move == 'b' && self.count('r') == 1 && self.count('b') == 0;
        if first_turn && self.swap == "swap=on" {
            moves.push(Move::Swap);
        }
        moves
    }

    /// HX-2.1 and HX-2.3.
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        match mv {
            Move::Place(at) => next.cells[at.r as usize][at.q as usize] = self.to_move,
            Move::Swap => {
                for (r, row) in self.cells.iter().enumerate() {
                    for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell == 'r') {
                        next.cells[r][c] = '.';
                        next.cells[c][r] = 'b';
                    }
                }
            }
        }
        next.to_move = if self.to_move == 'r' { 'b' } else { 'r' };
        next
    }
}

/// Every move with a name that is on the board or one step off it, and the swap.
pub(crate) fn expressible(position: &Position) -> Vec<Move> {
    let reach = 0..=position.size() as i8;
    let places = reach.clone().flat_map(|r| {
        let row = reach.clone().map(move |q| Move::Place(Axial::new(q, r)));
        row.collect::<Vec<_>>()
    });
    places.chain([Move::Swap]).collect()
}

/// The empty board with these options.
pub(crate) fn start(options: &str) -> Position {
    Position::start(options.parse().expect("options"))
}
