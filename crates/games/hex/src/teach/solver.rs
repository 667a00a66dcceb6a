//! Solver for small Hex boards: depth-first search with must-play pruning (Hayward et al. 2003).
//!
//! A proof of a win comes with its carrier, the empty cells that it uses. Whoever wants to refute
//! it has to play into the carrier: after a move that loses, only the cells of that proof's carrier
//! are tried. A chain of stones and bridges between two edges is a win that needs no search. Boards of
//! up to 8×8 cells, as two sets of 64 bits.

use crate::{Board, Edge, Move, Position};
use game::{Position as _, Side};
use std::cell::RefCell;
use std::collections::HashMap;

/// Whether the side to move wins, the swap included where it is allowed.
///
/// # Panics
/// On a board larger than 8×8.
pub(crate) fn wins(position: &Position) -> bool {
    match position.winner() {
        Some(winner) => winner == position.side_to_move(),
        None => winning_move(position).is_some(),
    }
}

/// A winning move of the side to move, if there is one and the game is not over.
pub(crate) fn winning_move(position: &Position) -> Option<Move> {
    if position.winner().is_some() {
        return None;
    }
    if position.can_swap() && solved(&position.mirrored()).best.is_none() {
        return Some(Move::Swap);
    }
    let cell = solved(position).best?;
    Some(Move::Place(position.board().axial(hexgrid::Cell::new(cell))))
}

/// The empty cells that the winner's proof uses. If the side to move loses, every move elsewhere
/// loses to the same proof.
pub(crate) fn proof_cells(position: &Position) -> Vec<hexgrid::Cell> {
    let carrier = solved(position).carrier;
    position.empties().into_iter().filter(|cell| carrier >> cell.index() & 1 == 1).collect()
}

type Stones = [u64; 2];

/// So many positions are kept before the table is emptied.
const TABLE_LIMIT: usize = 1 << 20;

thread_local! {
    /// Solvers by board size: neighbouring positions of a lesson share most of their work.
    static SOLVERS: RefCell<HashMap<usize, Solver>> = RefCell::default();
}

fn solved(position: &Position) -> Solved {
    SOLVERS.with_borrow_mut(|solvers| {
        let new = || Solver::new(position.board());
        let solver = solvers.entry(position.size()).or_insert_with(new);
        if solver.table.len() > TABLE_LIMIT {
            solver.table.clear();
        }
        solver.solve(stones(position), position.side_to_move())
    })
}

fn stones(position: &Position) -> Stones {
    Side::BOTH.map(|side| position.stones(side).into_iter().fold(0, |set, c| set | 1 << c.index()))
}

const fn with_stone(mut stones: Stones, side: Side, cell: usize) -> Stones {
    stones[side.index()] |= 1 << cell;
    stones
}

/// The value of a position for the side to move, with the carrier of the winner's proof.
#[derive(Clone, Copy)]
struct Solved {
    /// A winning move, if there is one.
    best: Option<usize>,
    carrier: u64,
}

struct Solver {
    cells: u64,
    neighbours: Vec<u64>,
    /// For every cell the cells a bridge away, each with the two cells between.
    bridges: Vec<Vec<(usize, u64)>>,
    /// Near and far edge of each side.
    edges: [[u64; 2]; 2],
    table: HashMap<(Stones, Side), Solved>,
}

impl Solver {
    fn new(board: &Board) -> Self {
        assert!(board.size() <= 8, "the solver is for boards of up to 8×8 cells");
        let set = |cells: &[hexgrid::Cell]| cells.iter().fold(0, |set, c| set | 1 << c.index());
        let edge = |edge| set(&board.edge(edge).into_iter().collect::<Vec<_>>());
        let neighbours: Vec<u64> =
            board.cells().into_iter().map(|c| set(board.neighbours(c))).collect();
        Self {
            bridges: bridges(&neighbours),
            cells: set(&board.cells().into_iter().collect::<Vec<_>>()),
            neighbours,
            edges: Side::BOTH.map(|side| [edge(Edge::near(side)), edge(Edge::far(side))]),
            table: HashMap::new(),
        }
    }

    fn solve(&mut self, stones: Stones, side: Side) -> Solved {
        if let Some(&solved) = self.table.get(&(stones, side)) {
            return solved;
        }
        let solved = self.search(stones, side);
        self.table.insert((stones, side), solved);
        solved
    }

    fn search(&mut self, stones: Stones, side: Side) -> Solved {
        if let Some(carrier) = self.bridged(stones, side.other()) {
            return Solved { best: None, carrier };
        }
        if let Some((cell, carrier)) = self.chains_after(stones, side).next() {
            return Solved { best: Some(cell), carrier };
        }
        let mut must_play = self.cells & !(stones[0] | stones[1]);
        let mut carrier = 0;
        for (_, threat) in self.chains_after(stones, side.other()) {
            must_play &= threat;
            carrier |= threat;
        }
        for cell in self.ordered(stones, side) {
            if must_play >> cell & 1 == 0 {
                continue;
            }
            let reply = self.solve(with_stone(stones, side, cell), side.other());
            if reply.best.is_none() {
                return Solved { best: Some(cell), carrier: reply.carrier | 1 << cell };
            }
            must_play &= reply.carrier & !(1 << cell);
            carrier |= reply.carrier;
        }
        Solved { best: None, carrier }
    }

    /// The cells where one more stone makes a chain of stones and bridges, each with the cells that
    /// the chain uses, itself included.
    fn chains_after(&self, stones: Stones, side: Side) -> impl Iterator<Item = (usize, u64)> + '_ {
        bits(self.cells & !(stones[0] | stones[1])).filter_map(move |cell| {
            let carrier = self.bridged(with_stone(stones, side, cell), side)?;
            Some((cell, carrier | 1 << cell))
        })
    }

    /// The empty cells of a chain of stones and bridges that joins a side's edges whoever moves: no
    /// cell serves two bridges.
    fn bridged(&self, stones: Stones, side: Side) -> Option<u64> {
        let (own, empty) = (stones[side.index()], self.cells & !(stones[0] | stones[1]));
        let [near, far] = self.edges[side.index()];
        let mut carriers: [Option<u64>; 64] = [None; 64];
        let mut open: Vec<(usize, u64)> =
            bits(own).filter_map(|cell| Some((cell, self.to_edge(cell, near, empty)?))).collect();
        while let Some((cell, carrier)) = open.pop() {
            if carriers[cell].is_some_and(|known| known.count_ones() <= carrier.count_ones()) {
                continue;
            }
            carriers[cell] = Some(carrier);
            if let Some(last) = self.to_edge(cell, far, empty & !carrier) {
                return Some(carrier | last);
            }
            open.extend(bits(self.neighbours[cell] & own).map(|next| (next, carrier)));
            let free = |between: u64| between & empty == between && between & carrier == 0;
            let bridges = self.bridges[cell].iter();
            let bridges = bridges.filter(|(next, between)| own >> next & 1 == 1 && free(*between));
            open.extend(bridges.map(|(next, between)| (*next, carrier | between)));
        }
        None
    }

    /// The empty cells that join a stone to an edge: none on the edge itself, two in the second row.
    fn to_edge(&self, cell: usize, edge: u64, empty: u64) -> Option<u64> {
        if edge >> cell & 1 == 1 {
            return Some(0);
        }
        let between = self.neighbours[cell] & edge & empty;
        (between.count_ones() == 2).then_some(between)
    }

    /// All neighbours of these cells.
    fn spread(&self, cells: u64) -> u64 {
        bits(cells).fold(0, |all, cell| all | self.neighbours[cell])
    }

    /// The empty cells, those on short ways of both sides first.
    fn ordered(&self, stones: Stones, side: Side) -> Vec<usize> {
        let empty = self.cells & !(stones[0] | stones[1]);
        let lengths = Side::BOTH.map(|side| self.way_lengths(stones, side));
        let cost = |cell: &usize| {
            let (own, other) = (lengths[side.index()][*cell], lengths[side.other().index()][*cell]);
            own.saturating_add(other)
        };
        let mut cells: Vec<usize> = bits(empty).collect();
        cells.sort_by_key(cost);
        cells
    }

    /// For every empty cell, how many stones the shortest way of a side through it needs.
    fn way_lengths(&self, stones: Stones, side: Side) -> [u8; 64] {
        let [near, far] = self.edges[side.index()];
        let (from_near, from_far) =
            (self.distances(stones, side, near), self.distances(stones, side, far));
        std::array::from_fn(|cell| from_near[cell].saturating_add(from_far[cell]))
    }

    /// How many stones a side needs from an edge to every empty cell.
    fn distances(&self, stones: Stones, side: Side, edge: u64) -> [u8; 64] {
        let (own, other) = (stones[side.index()], stones[side.other().index()]);
        let mut distances = [100; 64];
        let mut reached = self.through(edge & !other, own, other);
        let mut steps = 0;
        loop {
            for cell in bits(reached & !own) {
                distances[cell] = distances[cell].min(steps);
            }
            let next = self.through(reached | self.spread(reached) & !other, own, other);
            if next == reached {
                return distances;
            }
            reached = next;
            steps += 1;
        }
    }

    /// These cells, and those that the own stones among them lead to without another stone.
    fn through(&self, cells: u64, own: u64, other: u64) -> u64 {
        let mut group = cells & own;
        let mut fresh = group;
        while fresh != 0 {
            fresh = self.spread(fresh) & own & !group;
            group |= fresh;
        }
        cells | group | self.spread(group) & !other
    }
}

/// The cells of a set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// For every cell the cells that do not touch it but share two neighbours with it, and these.
fn bridges(neighbours: &[u64]) -> Vec<Vec<(usize, u64)>> {
    let apart = |a: usize, b: usize| a != b && neighbours[a] >> b & 1 == 0;
    let shared = |a: usize, b: usize| neighbours[a] & neighbours[b];
    let from = |a: usize| {
        let others = (0..neighbours.len()).filter(move |&b| apart(a, b));
        others
            .map(move |b| (b, shared(a, b)))
            .filter(|(_, cells)| cells.count_ones() == 2)
            .collect()
    };
    (0..neighbours.len()).map(from).collect()
}
