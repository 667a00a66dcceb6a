//! H-search (Anshelevich 2002): computes the connection set of one side, smallest carriers first.
//!
//! A carrier made by a rule is never smaller than those it is made of. Candidates are therefore
//! queued by the size of their carriers (bucket queue), and what is accepted is final: nothing that
//! comes later can be a subset of it.

use super::base_connections::BaseConnections;
use super::connection_lists::{ConnectionLists, pair};
use super::neighbours::Neighbours;
use super::or_rule::{OrRule, contains_one};
use super::points::{FAR, NEAR, Point, Points};
use super::seeds::Seeds;
use super::templates::Template;
use super::winning::WinningConnections;
use crate::geometry::BoardGeometry;
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A semi connection: its carrier, and the key that makes it a full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Semi<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) key: Cell,
}

/// When H-search stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// When the closure is complete.
    Never,
    /// At a semi connection of the edges.
    AtSemi,
    /// At a full connection of the edges.
    AtFull,
}

/// Maximum number of full connections of a pair.
const MAX_FULLS: usize = 10;
/// Maximum number of semi connections of a pair.
const MAX_SEMIS: usize = 25;
/// Maximum number of semi connections that the OR rule adds to a new one.
const MAX_OR_PARTS: usize = 4;

#[derive(Clone, Copy, Debug)]
enum CandidateKind {
    Full,
    Semi(Cell),
}

/// A queued connection.
#[derive(Clone, Copy, Debug)]
struct Candidate<const W: usize> {
    ends: (Point, Point),
    kind: CandidateKind,
    carrier: CellSet<W>,
}

/// The connection set of one side.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionSet<const W: usize> {
    seeds: Seeds,
    points: Points<W>,
    fulls: ConnectionLists<CellSet<W>>,
    semis: ConnectionLists<Semi<W>>,
    /// The connected neighbours of each point.
    neighbours: Vec<Neighbours<W>>,
    base_connections: BaseConnections<W>,
    winning: WinningConnections<W>,
    /// Bucket queue of candidates by carrier size.
    queue: Vec<Vec<Candidate<W>>>,
    or_rule: OrRule<W>,
}

impl<const W: usize> ConnectionSet<W> {
    pub(crate) const fn new(seeds: Seeds) -> Self {
        Self {
            seeds,
            points: Points::new(),
            fulls: ConnectionLists::new(MAX_FULLS),
            semis: ConnectionLists::new(MAX_SEMIS),
            neighbours: Vec::new(),
            base_connections: BaseConnections::new(),
            winning: WinningConnections::new(),
            queue: Vec::new(),
            or_rule: OrRule::new(),
        }
    }

    /// The connections of the two edges to each other.
    #[inline]
    pub(crate) const fn winning(&self) -> &WinningConnections<W> {
        &self.winning
    }

    #[inline]
    pub(crate) const fn points(&self) -> &Points<W> {
        &self.points
    }

    /// The carriers of the full connections of two points, smallest first.
    #[inline]
    pub(crate) fn fulls(&self, a: Point, b: Point) -> &[CellSet<W>] {
        self.fulls.list(pair(a, b))
    }

    /// The semi connections of two points, smallest first.
    #[inline]
    pub(crate) fn semis(&self, a: Point, b: Point) -> &[Semi<W>] {
        self.semis.list(pair(a, b))
    }

    /// The points that `point` is fully connected to.
    #[inline]
    pub(crate) fn partners(&self, point: Point) -> impl Iterator<Item = Point> {
        let neighbours = &self.neighbours[usize::from(point)];
        let cells = neighbours.cells.into_iter().filter_map(|cell| self.points.at(cell));
        neighbours.groups.iter().copied().chain(cells)
    }

    /// Computes the connections of `side`. No chain may connect its edges yet.
    pub(crate) fn build(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
        stop: Stop,
    ) {
        self.clear(geometry, state, side);
        self.enqueue_neighbours(geometry, state, side);
        match self.seeds {
            Seeds::Templates => self.enqueue_templates(geometry, state, side),
            Seeds::BaseConnections => self.enqueue_base_connections(geometry, state, side),
            Seeds::Neighbours | Seeds::Shallow => {}
        }
        for size in 0..self.queue.len() {
            let mut next = 0;
            while let Some(&candidate) = self.queue[size].get(next) {
                self.accept(candidate);
                if self.is_enough(stop) {
                    return;
                }
                next += 1;
            }
        }
    }

    fn clear(&mut self, geometry: &BoardGeometry<W>, state: &SolverBoard<W>, side: Side) {
        self.points.lay_out(geometry, state, side);
        let count = self.points.count();
        self.fulls.clear(count);
        self.semis.clear(count);
        self.neighbours.iter_mut().for_each(Neighbours::clear);
        self.neighbours.resize(self.neighbours.len().max(count), Neighbours::NONE);
        self.winning.clear(geometry.cells());
        self.queue.iter_mut().for_each(Vec::clear);
        self.queue.resize(state.empties().len() + 1, Vec::new());
    }

    fn is_enough(&self, stop: Stop) -> bool {
        match stop {
            Stop::Never => false,
            Stop::AtSemi => self.winning.full().is_some() || !self.winning.semis().is_empty(),
            Stop::AtFull => self.winning.full().is_some(),
        }
    }

    /// Adjacent points have a full connection with an empty carrier.
    fn enqueue_neighbours(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) {
        for cell in state.empties() {
            let Some(point) = self.points.at(cell) else { continue };
            for (edge, rim) in [NEAR, FAR].into_iter().zip(geometry.edge_cells(side)) {
                if rim.contains(cell) {
                    self.enqueue((point, edge), CandidateKind::Full, CellSet::EMPTY);
                }
            }
            for next in geometry.neighbours(cell) {
                // Each pair of empty cells once.
                if let Some(other) = self.points.at(next).filter(|&other| other < point) {
                    self.enqueue_known((point, other), CellSet::EMPTY);
                }
            }
        }
    }

    /// A base connection holds if the opponent has no stone in its carrier.
    fn enqueue_base_connections(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) {
        let base_connections =
            std::mem::replace(&mut self.base_connections, BaseConnections::new()).of(geometry);
        let (free, taken) = (state.empties(), state.stones(side.other()));
        for &(a, b, carrier) in base_connections.fulls() {
            let holds = free.contains(a) && free.contains(b) && !carrier.meets(taken);
            if let Some(ends) = self.points.at(a).zip(self.points.at(b)).filter(|_| holds) {
                self.enqueue_known(ends, carrier & free);
            }
        }
        self.base_connections = base_connections;
    }

    /// Enqueues a seed. With base connections, those of two empty cells are not extended further,
    /// so they are added at once.
    fn enqueue_known(&mut self, ends: (Point, Point), carrier: CellSet<W>) {
        if !self.have_only_base_connections(ends.0, ends.1) {
            self.enqueue(ends, CandidateKind::Full, carrier);
        } else if !self.fulls.is_full(pair(ends.0, ends.1)) {
            self.add_full(ends, carrier);
        }
    }

    /// A template holds if the opponent has no stone in its carrier.
    fn enqueue_templates(
        &mut self,
        geometry: &BoardGeometry<W>,
        state: &SolverBoard<W>,
        side: Side,
    ) {
        let taken = state.stones(side.other());
        for (edge, templates) in [NEAR, FAR].into_iter().zip(geometry.templates(side)) {
            for &Template { head, carrier } in templates {
                let point = self.points.at(head).filter(|_| !carrier.meets(taken));
                if let Some(point) = point.filter(|&point| point != edge) {
                    self.enqueue((point, edge), CandidateKind::Full, carrier & state.empties());
                }
            }
        }
    }

    /// Enqueues a connection, unless it is useless.
    #[inline]
    fn enqueue(&mut self, ends: (Point, Point), kind: CandidateKind, carrier: CellSet<W>) {
        let size = carrier.len();
        let between_empty_cells =
            self.points.is_empty_cell(ends.0) && self.points.is_empty_cell(ends.1);
        if (between_empty_cells && size > self.seeds.max_empty_carrier())
            || !self.is_new(ends, kind, carrier)
        {
            return;
        }
        self.queue[size].push(Candidate { ends, kind, carrier });
    }

    /// Whether no known connection of the same points has a subset of the carrier.
    #[inline]
    fn is_new(&self, ends: (Point, Point), kind: CandidateKind, carrier: CellSet<W>) -> bool {
        let at = pair(ends.0, ends.1);
        if contains_one(carrier, self.fulls.list(at)) {
            return false;
        }
        match kind {
            CandidateKind::Full => !self.fulls.is_full(at),
            CandidateKind::Semi(_) => {
                !self.semis.is_full(at)
                    && !self.semis.list(at).iter().any(|s| (s.carrier & !carrier).is_empty())
            }
        }
    }

    fn accept(&mut self, candidate: Candidate<W>) {
        let Candidate { ends, kind, carrier } = candidate;
        match kind {
            CandidateKind::Full if ends.0 + ends.1 == NEAR + FAR => {
                self.winning.accept_full(carrier);
            }
            CandidateKind::Semi(key) if ends.0 + ends.1 == NEAR + FAR => {
                self.winning.accept_semi(Semi { carrier, key });
            }
            _ if !self.is_new(ends, kind, carrier) => {}
            CandidateKind::Full => self.accept_full(ends, carrier),
            CandidateKind::Semi(key) => self.accept_semi(ends, Semi { carrier, key }),
        }
    }

    fn accept_full(&mut self, (a, b): (Point, Point), carrier: CellSet<W>) {
        self.add_full((a, b), carrier);
        self.extend_full(a, b, carrier);
        self.extend_full(b, a, carrier);
    }

    fn add_full(&mut self, (a, b): (Point, Point), carrier: CellSet<W>) {
        self.fulls.push(pair(a, b), carrier);
        for (a, b) in [(a, b), (b, a)] {
            let cells = self.points.cell_set(b);
            let neighbours = &mut self.neighbours[usize::from(a)];
            neighbours.cells |= cells;
            if carrier.is_empty() {
                neighbours.adjacent |= cells;
            }
            if cells.is_empty() && !neighbours.groups.contains(&b) {
                neighbours.groups.push(b);
            }
        }
    }

    fn accept_semi(&mut self, ends: (Point, Point), semi: Semi<W>) {
        let (a, b) = ends;
        self.enqueue_unions(ends, semi.carrier);
        let at = pair(a, b);
        let is_first = self.semis.list(at).is_empty();
        self.semis.push(at, semi);
        for (from, via) in [(a, b), (b, a)] {
            if !self.points.is_empty_cell(via) {
                if is_first {
                    self.neighbours[usize::from(via)].semi_partners.push(from);
                }
                self.extend_semi(from, via, semi);
            }
        }
    }

    /// The OR rule for a new semi connection.
    fn enqueue_unions(&mut self, ends: (Point, Point), fresh: CellSet<W>) {
        let at = pair(ends.0, ends.1);
        let semis = self.semis.list(at).iter().map(|semi| semi.carrier);
        let mut or_rule = std::mem::replace(&mut self.or_rule, OrRule::new());
        for &union in or_rule.unions(fresh, semis, self.fulls.list(at), MAX_OR_PARTS) {
            self.enqueue(ends, CandidateKind::Full, union);
        }
        self.or_rule = or_rule;
    }

    /// The AND rule: a new full connection `from`–`via`, and every one from `via` onwards.
    ///
    /// Connections through an edge are left out: they never help to connect the two edges.
    fn extend_full(&mut self, from: Point, via: Point, carrier: CellSet<W>) {
        if via == NEAR || via == FAR {
            return;
        }
        let cells = self.points.cell_set(via);
        let kind = cells.lowest().map_or(CandidateKind::Full, CandidateKind::Semi);
        self.extend(from, via, kind, carrier | cells);
        if cells.is_empty() {
            self.extend_to_semi_partners(from, via, carrier);
        }
    }

    /// The AND rule over a stone: a new semi connection `from`–`via`, and every full connection
    /// from `via` onwards.
    fn extend_semi(&mut self, from: Point, via: Point, semi: Semi<W>) {
        if via != NEAR && via != FAR {
            self.extend(from, via, CandidateKind::Semi(semi.key), semi.carrier);
        }
    }

    /// Enqueues the AND of a connection `from`–`via`, its carrier and the cell of `via` given as
    /// `way`, with every full connection from `via` onwards.
    fn extend(&mut self, from: Point, via: Point, kind: CandidateKind, way: CellSet<W>) {
        let cells = self.points.cell_set(from);
        let between_empty_cells = self.seeds == Seeds::BaseConnections && !cells.is_empty();
        if !between_empty_cells {
            let blocked = way | cells | self.neighbours[usize::from(from)].adjacent;
            for cell in self.neighbours[usize::from(via)].cells & !blocked {
                if let Some(to) = self.points.at(cell) {
                    self.join((from, to), kind, way, pair(via, to));
                }
            }
        }
        for i in 0..self.neighbours[usize::from(via)].groups.len() {
            let to = self.neighbours[usize::from(via)].groups[i];
            if to != from && !self.neighbours[usize::from(to)].adjacent.meets(cells) {
                self.join((from, to), kind, way, pair(via, to));
            }
        }
    }

    /// Enqueues the union of `way` with each full connection of the pair `leg` that is disjoint
    /// from it.
    #[inline]
    fn join(&mut self, ends: (Point, Point), kind: CandidateKind, way: CellSet<W>, leg: usize) {
        let at = pair(ends.0, ends.1);
        let is_full = match kind {
            CandidateKind::Full => self.fulls.is_full(at),
            CandidateKind::Semi(_) => self.semis.is_full(at),
        };
        if is_full {
            return;
        }
        let reserved = way | self.points.cell_set(ends.0);
        for j in 0..self.fulls.list(leg).len() {
            let other = self.fulls.list(leg)[j];
            if !other.meets(reserved) {
                self.enqueue(ends, kind, way | other);
            }
        }
    }

    /// The AND rule over a stone: a new full connection `from`–`via`, and every semi connection
    /// from `via` onwards.
    fn extend_to_semi_partners(&mut self, from: Point, via: Point, carrier: CellSet<W>) {
        let reserved = carrier | self.points.cell_set(from);
        for i in 0..self.neighbours[usize::from(via)].semi_partners.len() {
            let to = self.neighbours[usize::from(via)].semi_partners[i];
            let taken = self.points.cell_set(to).meets(carrier);
            if to == from
                || taken
                || self.are_neighbours(from, to)
                || self.have_only_base_connections(from, to)
            {
                continue;
            }
            let leg = pair(via, to);
            for j in 0..self.semis.list(leg).len() {
                let semi = self.semis.list(leg)[j];
                if !semi.carrier.meets(reserved) {
                    self.enqueue((from, to), CandidateKind::Semi(semi.key), carrier | semi.carrier);
                }
            }
        }
    }

    /// Whether the connections of two points are base connections only.
    #[inline]
    fn have_only_base_connections(&self, a: Point, b: Point) -> bool {
        self.seeds == Seeds::BaseConnections
            && self.points.is_empty_cell(a)
            && self.points.is_empty_cell(b)
    }

    /// Whether two points are adjacent: no other connection between them is of interest.
    #[inline]
    fn are_neighbours(&self, a: Point, b: Point) -> bool {
        let touches = |a: Point, b: Point| {
            self.neighbours[usize::from(a)].adjacent.meets(self.points.cell_set(b))
        };
        touches(a, b) || touches(b, a)
    }
}
