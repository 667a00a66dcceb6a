//! Connection search: a shallow AND/OR search (Nilsson 1971) over virtual connections (Anshelevich
//! 2002) that decides whether two ends are connected.
//!
//! The OR rule needs semi connections without a common cell. Where H-search leaves cells common to
//! all of them (a must-play region), the search lets the opponent play there and looks for another
//! connection: by H-search, or after moves of its own.

use crate::connection::{ConnectionSet, FAR, NEAR, Point, Semi, Stop};
use crate::geometry::{BoardGeometry, widen};
use crate::solver_board::SolverBoard;
use crate::survey::{Connectivity, End};
use game::Side;
use hex::Edge;
use hexgrid::{Cell, CellSet};

/// The sum of the two edges as points, and of no other two.
const GOAL: Point = NEAR + FAR;

/// Maximum number of own moves in a row.
const MAX_DEPTH: u32 = 3;
/// Maximum number of moves tried in one position.
const MAX_MOVES: usize = 6;
/// Node limit.
const MAX_NODES: usize = 600;

/// A search for a connection of two ends.
pub(crate) struct ConnectionSearch<'a, const W: usize> {
    geometry: &'a BoardGeometry<W>,
    connections: &'a mut ConnectionSet<W>,
    side: Side,
    ends: (End, End),
    /// The points of the ends in the root position.
    starts: Option<(Point, Point)>,
    nodes: usize,
}

/// What H-search finds for the two ends in one position.
enum ConnectionStatus<const W: usize> {
    Connected,
    Full(CellSet<W>),
    Semis(Vec<Semi<W>>),
    Nothing { candidates: Vec<Cell> },
}

impl<'a, const W: usize> ConnectionSearch<'a, W> {
    pub(crate) const fn new(
        geometry: &'a BoardGeometry<W>,
        connections: &'a mut ConnectionSet<W>,
        side: Side,
        ends: (End, End),
    ) -> Self {
        Self { geometry, connections, side, ends, starts: None, nodes: 0 }
    }

    /// Connectivity of the ends in a position without a winner.
    pub(crate) fn connectivity(&mut self, state: &SolverBoard<W>) -> Option<Connectivity> {
        let half = match self.status(state)? {
            ConnectionStatus::Connected => return Some(Connectivity::Connected),
            ConnectionStatus::Full(carrier) => return Some(full(carrier)),
            ConnectionStatus::Semis(semis) => {
                if let Some(carrier) = self.by_replies(state, &semis, MAX_DEPTH) {
                    return Some(full(carrier));
                }
                semis.first().map(|semi| (semi.carrier, semi.key))
            }
            ConnectionStatus::Nothing { candidates } => {
                self.by_moving(state, &candidates, MAX_DEPTH)
            }
        };
        half.map(|(carrier, key)| Connectivity::Semi { carrier: widen(carrier), key })
    }

    /// The carrier of a connection if the opponent moves first.
    fn second(&mut self, state: &SolverBoard<W>, depth: u32) -> Option<CellSet<W>> {
        match self.status(state)? {
            ConnectionStatus::Connected => Some(CellSet::EMPTY),
            ConnectionStatus::Full(carrier) => Some(carrier),
            ConnectionStatus::Semis(semis) => self.by_replies(state, &semis, depth),
            ConnectionStatus::Nothing { .. } => None,
        }
    }

    /// The same, if every intrusion into all of `semis` has a reply.
    fn by_replies(
        &mut self,
        state: &SolverBoard<W>,
        semis: &[Semi<W>],
        depth: u32,
    ) -> Option<CellSet<W>> {
        let mut common = semis.iter().fold(state.empties(), |sum, semi| sum & semi.carrier);
        let mut carrier = semis.iter().fold(CellSet::EMPTY, |sum, semi| sum | semi.carrier);
        while let Some(cell) = common.lowest() {
            let mut next = state.clone();
            next.place(self.geometry, self.side.other(), cell);
            let answer = self.first(&next, depth)?;
            common &= answer;
            carrier |= answer;
        }
        Some(carrier)
    }

    /// The carrier of a connection if the side moves first.
    fn first(&mut self, state: &SolverBoard<W>, depth: u32) -> Option<CellSet<W>> {
        match self.status(state)? {
            ConnectionStatus::Connected => Some(CellSet::EMPTY),
            ConnectionStatus::Full(carrier) => Some(carrier),
            ConnectionStatus::Semis(semis) => semis.first().map(|semi| semi.carrier),
            ConnectionStatus::Nothing { candidates } => {
                self.by_moving(state, &candidates, depth).map(|(way, _)| way)
            }
        }
    }

    /// The same, by one of these moves; and that move.
    fn by_moving(
        &mut self,
        state: &SolverBoard<W>,
        candidates: &[Cell],
        depth: u32,
    ) -> Option<(CellSet<W>, Cell)> {
        let depth = depth.checked_sub(1)?;
        candidates.iter().find_map(|&cell| {
            let mut next = state.clone();
            next.place(self.geometry, self.side, cell);
            self.second(&next, depth).map(|carrier| (carrier.with(cell), cell))
        })
    }

    fn status(&mut self, state: &SolverBoard<W>) -> Option<ConnectionStatus<W>> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return None;
        }
        if state.winner(self.geometry).is_some() {
            let edges = self.ends.0.is_edge() && self.ends.1.is_edge();
            let own = state.chain(self.geometry, self.side).is_some();
            return (edges && own).then_some(ConnectionStatus::Connected);
        }
        self.connections.build(self.geometry, state, self.side, Stop::Never);
        let (a, b) = (self.point(self.ends.0)?, self.point(self.ends.1)?);
        let starts = *self.starts.get_or_insert((a, b));
        if reached_other_edge(starts.0, a, b, self.ends.1)
            || reached_other_edge(starts.1, b, a, self.ends.0)
        {
            return None;
        }
        if a == b {
            return Some(ConnectionStatus::Connected);
        }
        let (fulls, semis) = match a + b {
            GOAL => (self.connections.winning().full(), self.connections.winning().semis()),
            _ => (self.connections.fulls(a, b).first().copied(), self.connections.semis(a, b)),
        };
        Some(match fulls {
            Some(carrier) => ConnectionStatus::Full(carrier),
            None if semis.is_empty() => {
                ConnectionStatus::Nothing { candidates: self.candidates(state, a, b) }
            }
            None => ConnectionStatus::Semis(semis.to_vec()),
        })
    }

    /// Empty cells connected or semi-connected to both ends, by total carrier size.
    fn candidates(&self, state: &SolverBoard<W>, a: Point, b: Point) -> Vec<Cell> {
        let way = |x: Point, end: Point| {
            let full = self.connections.fulls(x, end).first().map(|carrier| carrier.len());
            full.or_else(|| {
                self.connections.semis(x, end).first().map(|semi| semi.carrier.len() + 4)
            })
        };
        let price = |cell: Cell| {
            let point =
                self.connections.points().at(cell).filter(|&point| point != a && point != b)?;
            Some((way(point, a)? + way(point, b)?, cell))
        };
        let mut candidates: Vec<(usize, Cell)> =
            state.empties().into_iter().filter_map(price).collect();
        candidates.sort_unstable();
        candidates.truncate(MAX_MOVES);
        candidates.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The point of an end, unless it belongs to the opponent.
    fn point(&self, end: End) -> Option<Point> {
        match end {
            End::Edge(edge) if edge == Edge::near(self.side) => Some(NEAR),
            End::Edge(edge) if edge == Edge::far(self.side) => Some(FAR),
            End::Edge(_) => None,
            End::At(cell) => self.connections.points().at(cell),
        }
    }
}

/// Whether an end has become connected to an edge that is not asked for: paths might then start at
/// the edge instead of the end.
fn reached_other_edge(start: Point, now: Point, other: Point, other_end: End) -> bool {
    let has_arrived = now == other && other_end.is_edge();
    (now == NEAR || now == FAR) && now != start && !has_arrived
}

fn full<const W: usize>(carrier: CellSet<W>) -> Connectivity {
    Connectivity::Full { carrier: widen(carrier) }
}
