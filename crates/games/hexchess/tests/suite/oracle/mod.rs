//! The rules again, slowly: letters on coordinates, read from a position's text and written back
//! to it. Shares no code with the crate but the texts.

use game::{Outcome, Side};
use hexchess::{Move, Position};
use std::collections::BTreeMap;

type Place = (i32, i32);

/// HC-1.2, as the table of the rules has it.
#[rustfmt::skip]
const CELLS: [Place; 37] = [
    (-4, 2),
    (-3, 2), (-3, 1),
    (-2, 4), (-2, 3), (-2, 2), (-2, 1), (-2, 0), (-2, -1), (-2, -2),
    (-1, 3), (-1, 2), (-1, 1), (-1, 0), (-1, -1), (-1, -2),
    (0, 2), (0, 1), (0, 0), (0, -1), (0, -2),
    (1, 2), (1, 1), (1, 0), (1, -1), (1, -2), (1, -3),
    (2, 2), (2, 1), (2, 0), (2, -1), (2, -2), (2, -3), (2, -4),
    (3, -1), (3, -2),
    (4, -2),
];

const EDGES: [Place; 6] = [(0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1)];
const WHITE_PAWNS: [usize; 5] = [5, 12, 18, 23, 29];
const BLACK_PAWNS: [usize; 5] = [9, 15, 20, 26, 33];
const WHITE_BACK: [usize; 5] = [4, 11, 17, 22, 28];
const BLACK_BACK: [usize; 5] = [10, 16, 21, 27, 34];

/// A position as letters on coordinates.
#[derive(Clone)]
struct Board {
    pieces: BTreeMap<Place, char>,
    white_to_move: bool,
    even: bool,
    /// White's and Black's pools as capitals; `None` in play.
    pools: Option<[String; 2]>,
}

fn place(number: usize) -> Place {
    CELLS[number - 1]
}

fn label(place: Place) -> usize {
    CELLS.iter().position(|&p| p == place).unwrap() + 1
}

fn on_board(place: Place) -> bool {
    CELLS.contains(&place)
}

fn back_rank(white: bool) -> Vec<Place> {
    let numbers = if white { WHITE_BACK } else { BLACK_BACK };
    numbers.into_iter().map(place).collect()
}

fn plus(a: Place, b: Place, times: i32) -> Place {
    (a.0 + b.0 * times, a.1 + b.1 * times)
}

impl Board {
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let flat: String = words[0]
            .chars()
            .filter(|&c| c != '/')
            .flat_map(|c| c.to_digit(10).map_or(vec![c], |n| vec!['.'; n as usize]))
            .collect();
        let pieces = CELLS.into_iter().zip(flat.chars()).filter(|(_, c)| *c != '.').collect();
        let pools = words[3].split_once('/').map(|(w, b)| [w.to_owned(), b.to_uppercase()]);
        Self { pieces, white_to_move: words[1] == "w", even: words[2] == "even", pools }
    }

    fn write(&self) -> String {
        let mut text = String::new();
        for (i, place) in CELLS.iter().enumerate() {
            if i > 0 && CELLS[i - 1].0 != place.0 {
                text.push('/');
            }
            text.push(*self.pieces.get(place).unwrap_or(&'.'));
        }
        for run in (1..=7).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        let side = if self.white_to_move { "w" } else { "b" };
        let parity = if self.even { "even" } else { "odd" };
        let pools = self
            .pools
            .as_ref()
            .map_or("-".to_owned(), |[white, black]| format!("{white}/{}", black.to_lowercase()));
        format!("{text} {side} {parity} {pools}")
    }

    fn own(&self, c: char) -> bool {
        c.is_ascii_uppercase() == self.white_to_move
    }

    fn vacant(&self, white: bool) -> Vec<Place> {
        let mut cells = back_rank(white);
        cells.retain(|cell| !self.pieces.contains_key(cell));
        cells
    }

    fn kings(&self) -> [bool; 2] {
        ['K', 'k'].map(|king| self.pieces.values().any(|&c| c == king))
    }

    // ---- moves -------------------------------------------------------------------------------

    fn moves(&self) -> Vec<String> {
        if let Some(pools) = &self.pools {
            return self.placements(&pools[usize::from(!self.white_to_move)]);
        }
        if self.kings() == [true, true] { self.steps() } else { Vec::new() }
    }

    fn placements(&self, pool: &str) -> Vec<String> {
        let cells = self.vacant(self.white_to_move);
        let mut moves = Vec::new();
        for kind in pool.chars() {
            if cells.len() > 1 || kind == 'K' || !pool.contains('K') {
                moves.extend(cells.iter().map(|&cell| format!("{kind}@{}", label(cell))));
            }
        }
        if cells.len() > 1 {
            let orders = orders(pool, cells.len());
            let brings_king = |o: &String| o.contains('K') || !pool.contains('K');
            moves.extend(orders.into_iter().filter(brings_king).map(|o| format!("all:{o}")));
        }
        moves
    }

    fn steps(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (&from, &piece) in self.pieces.iter().filter(|(_, piece)| self.own(**piece)) {
            let targets = match piece.to_ascii_uppercase() {
                'P' => self.pawn(from),
                'K' => self.leaps(from, &EDGES, false),
                'G' => self.leaps(from, &EDGES, true),
                'N' | 'F' => self.leaps(from, &knight_leaps(), false),
                'D' => {
                    let doubles = EDGES.map(|(q, r)| (2 * q, 2 * r));
                    let mut targets = self.leaps(from, &EDGES, false);
                    targets.extend(self.leaps(from, &doubles, false));
                    targets
                }
                kind => self.slides(from, &self.directions(kind)),
            };
            moves.extend(targets.into_iter().map(|to| format!("{}-{}", label(from), label(to))));
        }
        moves
    }

    fn directions(&self, kind: char) -> Vec<Place> {
        let forward = if self.white_to_move { 1 } else { -1 };
        match kind {
            'R' => vec![(0, -1), (0, 1)],
            'B' => vec![(-1, 0), (-1, 1), (1, 0), (1, -1)],
            'Q' => EDGES.to_vec(),
            'C' if forward == 1 => vec![(-1, 0), (0, -1), (1, -1)],
            'C' => vec![(-1, 1), (0, 1), (1, 0)],
            'M' if self.even => vec![(-1, 0), (-1, 1), (1, 0), (1, -1)],
            'M' => vec![(1, -2), (-1, -1), (-1, 2), (1, 1)],
            other => panic!("no such piece: {other}"),
        }
    }

    fn leaps(&self, from: Place, steps: &[Place], onto_friends: bool) -> Vec<Place> {
        let open = |to: &Place| {
            on_board(*to) && (onto_friends || self.pieces.get(to).is_none_or(|&c| !self.own(c)))
        };
        steps.iter().map(|&step| plus(from, step, 1)).filter(open).collect()
    }

    fn slides(&self, from: Place, directions: &[Place]) -> Vec<Place> {
        let mut targets = Vec::new();
        for &direction in directions {
            for times in 1.. {
                let to = plus(from, direction, times);
                let met = self.pieces.get(&to);
                if !on_board(to) || met.is_some_and(|&c| self.own(c)) {
                    break;
                }
                targets.push(to);
                if met.is_some() {
                    break;
                }
            }
        }
        targets
    }

    fn pawn(&self, from: Place) -> Vec<Place> {
        let (ahead, slants, homes) = if self.white_to_move {
            ((0, -1), [(-1, 0), (1, -1)], WHITE_PAWNS)
        } else {
            ((0, 1), [(-1, 1), (1, 0)], BLACK_PAWNS)
        };
        let free = |to: Place| on_board(to) && !self.pieces.contains_key(&to);
        let mut targets = Vec::new();
        if free(plus(from, ahead, 1)) {
            targets.push(plus(from, ahead, 1));
            if homes.contains(&label(from)) && free(plus(from, ahead, 2)) {
                targets.push(plus(from, ahead, 2));
            }
        }
        let enemy = |to: &Place| self.pieces.get(to).is_some_and(|&c| !self.own(c));
        targets.extend(slants.map(|slant| plus(from, slant, 1)).into_iter().filter(enemy));
        targets
    }

    // ---- playing -----------------------------------------------------------------------------

    fn play(&mut self, mv: &str) {
        if let Some((from, to)) = mv.split_once('-') {
            self.step(place(from.parse().unwrap()), place(to.parse().unwrap()));
            self.even ^= !self.white_to_move;
            self.white_to_move ^= true;
            return;
        }
        let placed: Vec<(char, Place)> = match mv.split_once('@') {
            Some((kind, cell)) => {
                vec![(kind.chars().next().unwrap(), place(cell.parse().unwrap()))]
            }
            None => mv[4..].chars().zip(self.vacant(self.white_to_move)).collect(),
        };
        for (kind, cell) in placed {
            self.put(kind, cell);
        }
        let vacant = [true, false].map(|white| !self.vacant(white).is_empty());
        self.white_to_move = match (vacant, self.white_to_move) {
            ([true, true], white) => !white,
            ([false, true], _) => false,
            _ => true,
        };
        if vacant == [false, false] {
            self.pools = None;
        }
    }

    fn put(&mut self, kind: char, cell: Place) {
        let white = self.white_to_move;
        let pools = self.pools.as_mut().unwrap();
        pools[usize::from(!white)].retain(|c| c != kind);
        self.pieces.insert(cell, if white { kind } else { kind.to_ascii_lowercase() });
    }

    /// HC-3.11, word by word.
    fn step(&mut self, from: Place, to: Place) {
        let mover = self.pieces.remove(&from).unwrap();
        let met = self.pieces.insert(to, mover);
        let friend = met.filter(|&c| self.own(c));
        let enemy = met.filter(|&c| !self.own(c));
        let middle = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        let doubled = EDGES.iter().any(|&edge| plus(from, edge, 2) == to);
        if mover.eq_ignore_ascii_case(&'D') && doubled && enemy.is_some() {
            let burned = self.pieces.remove(&middle);
            if burned.is_some_and(|c| c.eq_ignore_ascii_case(&'F')) {
                self.pieces.remove(&to);
            }
        }
        if let Some(friend) = friend {
            self.pieces.insert(from, friend);
        }
        if enemy.is_some_and(|c| c.eq_ignore_ascii_case(&'F')) {
            self.pieces.remove(&to);
        }
        let goal = back_rank(!self.white_to_move);
        if mover.eq_ignore_ascii_case(&'P') && goal.contains(&to) {
            let queen = if self.white_to_move { 'Q' } else { 'q' };
            self.pieces.entry(to).and_modify(|c| *c = queen);
        }
    }
}

/// Two steps along an edge and one along either neighbouring edge.
fn knight_leaps() -> Vec<Place> {
    let asides = |i: usize| [EDGES[(i + 1) % 6], EDGES[(i + 5) % 6]];
    (0..6).flat_map(|i| asides(i).map(|aside| plus(aside, EDGES[i], 2))).collect()
}

/// Every order of `count` different letters of `pool`.
fn orders(pool: &str, count: usize) -> Vec<String> {
    if count == 0 {
        return vec![String::new()];
    }
    let mut all = Vec::new();
    for first in pool.chars() {
        let rest: String = pool.chars().filter(|&c| c != first).collect();
        all.extend(orders(&rest, count - 1).into_iter().map(|tail| format!("{first}{tail}")));
    }
    all
}

/// The legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    let board = Board::read(&position.to_string());
    board.moves().iter().map(|text| text.parse().unwrap()).collect()
}

/// The position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut board = Board::read(&position.to_string());
    board.play(&mv.to_string());
    board.write().parse().unwrap()
}

/// HC-4.1 and HC-4.2.
pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    let board = Board::read(&position.to_string());
    if board.pools.is_some() {
        return None;
    }
    match board.kings() {
        [true, false] => Some(Outcome::Win(Side::First)),
        [false, true] => Some(Outcome::Win(Side::Second)),
        [false, false] => Some(Outcome::Draw),
        [true, true] => board.steps().is_empty().then_some(Outcome::Draw),
    }
}
