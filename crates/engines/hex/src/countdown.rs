//! Countdown of a proven win (HX-3.1): the number of stones that the winner still needs against the
//! longest defence.
//!
//! A proof by virtual connections bounds it by the carrier, which is often far too much. The least
//! number of empty cells on a path between the edges (0-1 breadth-first search) is a lower bound. Between
//! the two, iterative deepening with must-play regions (Hayward et al. 2003) finds the number itself, as
//! long as few nodes are enough.

use game::{Position as _, Side};
use hex::{Board, CellSet, Edge, Move, Position};
use hexgrid::Cell;
use search::Score;
use std::collections::{HashMap, VecDeque};

/// Stones that the winner still needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Countdown {
    /// This many, against the longest defence.
    Exactly(u32),
    /// This many or fewer.
    AtMost(u32),
}

/// Nodes that a countdown may take: some milliseconds.
const NODES: u32 = 2_000;

/// The countdown after which a move with a proven score has won or lost; the stone of a winning move is
/// counted. `None` for other scores.
pub fn countdown(position: &Position, mv: Move, score: Score) -> Option<Countdown> {
    let mover = position.side_to_move();
    let (winner, bound) = match score {
        Score::WinIn(plies) => (mover, plies.div_ceil(2)),
        Score::LossIn(plies) => (mover.other(), plies.div_ceil(2)),
        Score::Estimate(_) | Score::Chance(_) | Score::Draw => return None,
    };
    let after = position.after(mv);
    let placed = u32::from(winner == mover && mv != Move::Swap);
    if after.winner() == Some(winner) {
        return Some(Countdown::Exactly(placed));
    }
    let race = Race { board: after.board(), winner, nodes: NODES, known: HashMap::new() };
    let stones = Stones { own: after.stones(winner), others: after.stones(winner.other()) };
    let to_move = after.side_to_move();
    Some(match race.least(stones, to_move, bound.saturating_sub(placed)) {
        Countdown::Exactly(least) => Countdown::Exactly(least + placed),
        Countdown::AtMost(most) => Countdown::AtMost(most + placed),
    })
}

/// The stones of the winner and of the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    own: CellSet,
    others: CellSet,
}

impl Stones {
    fn with_own(self, cell: Cell) -> Self {
        Self { own: self.own.with(cell), ..self }
    }

    fn with_other(self, cell: Cell) -> Self {
        Self { others: self.others.with(cell), ..self }
    }
}

/// The search for the least number of stones.
struct Race {
    board: &'static Board,
    winner: Side,
    nodes: u32,
    /// Results of [`attack`](Self::attack): the same stones come about in many orders.
    known: HashMap<(Stones, u32), Option<CellSet>>,
}

/// No more nodes: nothing is known.
struct Spent;

impl Race {
    /// The least number of stones, if it is found; `bound` is proven.
    fn least(mut self, stones: Stones, to_move: Side, bound: u32) -> Countdown {
        let least = self.distance(stones).unwrap_or(bound);
        for most in least..bound {
            let found = if to_move == self.winner {
                self.attack(stones, most)
            } else {
                self.defend(stones, most)
            };
            match found {
                Ok(Some(_)) => return Countdown::Exactly(most),
                Ok(None) => {}
                Err(Spent) => return Countdown::AtMost(bound),
            }
        }
        Countdown::Exactly(bound)
    }

    /// The winner is to move and has `most` stones left: the cells that its win depends on, or
    /// nothing if there is none.
    fn attack(&mut self, stones: Stones, most: u32) -> Result<Option<CellSet>, Spent> {
        if let Some(&known) = self.known.get(&(stones, most)) {
            return Ok(known);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(Spent)?;
        let found = self.find_attack(stones, most)?;
        self.known.insert((stones, most), found);
        Ok(found)
    }

    fn find_attack(&mut self, stones: Stones, most: u32) -> Result<Option<CellSet>, Spent> {
        for (length, cell) in self.cells_by_path(stones, most) {
            if length == 1 {
                return Ok(Some(CellSet::EMPTY.with(cell)));
            }
            if let Some(carrier) = self.defend(stones.with_own(cell), most - 1)? {
                return Ok(Some(carrier.with(cell)));
            }
        }
        Ok(None)
    }

    /// The same with the defender to move. A reply outside the cells that the win without it depends
    /// on changes nothing, so that only the must-play region is searched.
    fn defend(&mut self, stones: Stones, most: u32) -> Result<Option<CellSet>, Spent> {
        let Some(mut carrier) = self.attack(stones, most)? else { return Ok(None) };
        let (mut must_play, mut tried) = (carrier, CellSet::EMPTY);
        while let Some(reply) = (must_play & !tried).lowest() {
            tried.insert(reply);
            let Some(answer) = self.attack(stones.with_other(reply), most)? else {
                return Ok(None);
            };
            carrier |= answer;
            must_play &= answer.with(reply);
        }
        Ok(Some(carrier))
    }

    /// Empty cells that lie on a path of at most `most` empty cells, the shortest paths first.
    fn cells_by_path(&self, stones: Stones, most: u32) -> Vec<(u32, Cell)> {
        let [near, far] = [Edge::near(self.winner), Edge::far(self.winner)]
            .map(|edge| self.distances(stones, edge));
        let empty = self.board.cells() & !stones.own & !stones.others;
        let through = |cell: Cell| Some((near[cell.index()]? + far[cell.index()]? - 1, cell));
        let mut cells: Vec<(u32, Cell)> = empty.into_iter().filter_map(through).collect();
        cells.retain(|(length, _)| *length <= most);
        cells.sort_by_key(|(length, _)| *length);
        cells
    }

    /// Empty cells on the shortest path between the edges.
    fn distance(&self, stones: Stones) -> Option<u32> {
        let from = self.distances(stones, Edge::near(self.winner));
        let ends = self.board.edge(Edge::far(self.winner)).into_iter();
        ends.filter_map(|cell| from[cell.index()]).min()
    }

    /// Empty cells on the shortest path from an edge to each cell, itself counted (0-1 breadth-first
    /// search: own stones cost nothing).
    fn distances(&self, stones: Stones, edge: Edge) -> Vec<Option<u32>> {
        let mut known = vec![None; Board::LARGEST * Board::LARGEST];
        let mut queue = VecDeque::new();
        let cost = |cell: Cell| u32::from(!stones.own.contains(cell));
        for cell in self.board.edge(edge) & !stones.others {
            queue.push_back((cost(cell), cell));
        }
        queue.make_contiguous().sort_by_key(|(length, _)| *length);
        while let Some((length, cell)) = queue.pop_front() {
            if known[cell.index()].is_some() {
                continue;
            }
            known[cell.index()] = Some(length);
            for &next in self.board.neighbours(cell) {
                if stones.others.contains(next) || known[next.index()].is_some() {
                    continue;
                }
                match cost(next) {
                    0 => queue.push_front((length, next)),
                    _ => queue.push_back((length + 1, next)),
                }
            }
        }
        known
    }
}
