//! H-search: grows all connections of one side, those with the smallest carriers first.
//!
//! A carrier made by a rule is never smaller than those it is made of. Candidates therefore wait
//! in line by the size of their carriers, and what is taken from the line is final: nothing that
//! comes later can be a part of it.

use super::bundle::{Shelf, pair};
use super::either::{Either, contains_one};
use super::goal::Goal;
use super::kin::Kin;
use super::points::{FAR, NEAR, Point, Points};
use super::stock::Stock;
use super::templates::Template;
use crate::field::Field;
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A semi connection: its carrier, and the cell in it that makes it a full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Semi<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) key: Cell,
}

/// When a web is complete enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// When no rule gives anything new.
    Never,
    /// When the side can connect its edges by moving first.
    AtSemi,
    /// When the side can connect its edges even by moving second.
    AtFull,
}

/// What a web starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lore {
    /// Neighbours alone, so that every connection can be explained by the rules.
    Neighbours,
    /// Neighbours, and between two empty cells nothing but what holds on the empty board: found in
    /// half the time, and few connections of the edges get lost.
    Stock,
    /// Neighbours, in a hurry: fewer ways over empty cells are looked at.
    Hurry,
    /// Neighbours and edge templates.
    Templates,
}

impl Lore {
    /// The largest carrier between two empty cells: longer ways over empty cells are seldom of
    /// use, and many.
    const fn largest_loose(self) -> usize {
        match self {
            Self::Hurry => 2,
            Self::Neighbours | Self::Stock => 4,
            Self::Templates => 6,
        }
    }
}

/// How many full connections of a pair are kept.
const MOST_FULLS: usize = 10;
/// How many semi connections of a pair are kept.
const MOST_SEMIS: usize = 25;
/// How many semi connections the OR rule joins to a new one.
const MOST_JOINED: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Full,
    Semi(Cell),
}

/// A connection that waits for its turn.
#[derive(Clone, Copy, Debug)]
struct Candidate<const W: usize> {
    ends: (Point, Point),
    kind: Kind,
    carrier: CellSet<W>,
}

/// The connections of one side.
#[derive(Clone, Debug)]
pub(crate) struct Web<const W: usize> {
    lore: Lore,
    points: Points<W>,
    fulls: Shelf<CellSet<W>>,
    semis: Shelf<Semi<W>>,
    /// What each point is joined to.
    kin: Vec<Kin<W>>,
    stock: Stock<W>,
    goal: Goal<W>,
    /// Candidates by the size of their carriers.
    line: Vec<Vec<Candidate<W>>>,
    either: Either<W>,
}

impl<const W: usize> Web<W> {
    pub(crate) const fn new(lore: Lore) -> Self {
        Self {
            lore,
            points: Points::new(),
            fulls: Shelf::new(MOST_FULLS),
            semis: Shelf::new(MOST_SEMIS),
            kin: Vec::new(),
            stock: Stock::new(),
            goal: Goal::new(),
            line: Vec::new(),
            either: Either::new(),
        }
    }

    /// The connections of the two edges to each other.
    #[inline]
    pub(crate) const fn goal(&self) -> &Goal<W> {
        &self.goal
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
        let kin = &self.kin[usize::from(point)];
        let cells = kin.cells.into_iter().filter_map(|cell| self.points.at(cell));
        kin.anchors.iter().copied().chain(cells)
    }

    /// Finds the connections of `side` anew. No chain may join its edges yet.
    pub(crate) fn build(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side, stop: Stop) {
        self.clear(lattice, field, side);
        self.offer_neighbours(lattice, field, side);
        match self.lore {
            Lore::Templates => self.offer_templates(lattice, field, side),
            Lore::Stock => self.offer_stock(lattice, field, side),
            Lore::Neighbours | Lore::Hurry => {}
        }
        for size in 0..self.line.len() {
            let mut next = 0;
            while let Some(&candidate) = self.line[size].get(next) {
                self.take(candidate);
                if self.is_enough(stop) {
                    return;
                }
                next += 1;
            }
        }
    }

    fn clear(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        self.points.lay_out(lattice, field, side);
        let count = self.points.count();
        self.fulls.clear(count);
        self.semis.clear(count);
        self.kin.iter_mut().for_each(Kin::clear);
        self.kin.resize(self.kin.len().max(count), Kin::NONE);
        self.goal.clear(lattice.cells());
        self.line.iter_mut().for_each(Vec::clear);
        self.line.resize(field.empties().len() + 1, Vec::new());
    }

    fn is_enough(&self, stop: Stop) -> bool {
        match stop {
            Stop::Never => false,
            Stop::AtSemi => self.goal.full().is_some() || !self.goal.semis().is_empty(),
            Stop::AtFull => self.goal.full().is_some(),
        }
    }

    /// Neighbours are fully connected without any carrier.
    fn offer_neighbours(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        for cell in field.empties() {
            let Some(home) = self.points.at(cell) else { continue };
            for (edge, rim) in [NEAR, FAR].into_iter().zip(lattice.rims(side)) {
                if rim.contains(cell) {
                    self.offer((home, edge), Kind::Full, CellSet::EMPTY);
                }
            }
            for next in lattice.beside(cell) {
                // Of two empty cells only one speaks up.
                if let Some(other) = self.points.at(next).filter(|&other| other < home) {
                    self.offer_ready((home, other), CellSet::EMPTY);
                }
            }
        }
    }

    /// What holds on the empty board holds wherever the opponent has none of it.
    fn offer_stock(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        let stock = std::mem::replace(&mut self.stock, Stock::new()).of(lattice);
        let (free, taken) = (field.empties(), field.stones(side.other()));
        for &(a, b, carrier) in stock.fulls() {
            let holds = free.contains(a) && free.contains(b) && !carrier.meets(taken);
            if let Some(ends) = self.points.at(a).zip(self.points.at(b)).filter(|_| holds) {
                self.offer_ready(ends, carrier & free);
            }
        }
        self.stock = stock;
    }

    /// What is known before any rule is applied. Where connections of empty cells come from the
    /// stock they go no further by themselves, so they need not wait in line.
    fn offer_ready(&mut self, ends: (Point, Point), carrier: CellSet<W>) {
        if !self.are_stocked(ends.0, ends.1) {
            self.offer(ends, Kind::Full, carrier);
        } else if !self.fulls.is_full(pair(ends.0, ends.1)) {
            self.keep_full(ends, carrier);
        }
    }

    /// A template holds if the opponent has none of it.
    fn offer_templates(&mut self, lattice: &Lattice<W>, field: &Field<W>, side: Side) {
        let taken = field.stones(side.other());
        for (edge, templates) in [NEAR, FAR].into_iter().zip(lattice.templates(side)) {
            for &Template { head, carrier } in templates {
                let home = self.points.at(head).filter(|_| !carrier.meets(taken));
                if let Some(home) = home.filter(|&home| home != edge) {
                    self.offer((home, edge), Kind::Full, carrier & field.empties());
                }
            }
        }
    }

    /// Puts a connection in line, unless it is already known to be of no use.
    #[inline]
    fn offer(&mut self, ends: (Point, Point), kind: Kind, carrier: CellSet<W>) {
        let size = carrier.len();
        let is_loose = self.points.is_empty_cell(ends.0) && self.points.is_empty_cell(ends.1);
        if (is_loose && size > self.lore.largest_loose()) || !self.is_news(ends, kind, carrier) {
            return;
        }
        self.line[size].push(Candidate { ends, kind, carrier });
    }

    /// Whether no known connection of the same points is as good within the same carrier.
    #[inline]
    fn is_news(&self, ends: (Point, Point), kind: Kind, carrier: CellSet<W>) -> bool {
        let at = pair(ends.0, ends.1);
        if contains_one(carrier, self.fulls.list(at)) {
            return false;
        }
        match kind {
            Kind::Full => !self.fulls.is_full(at),
            Kind::Semi(_) => {
                !self.semis.is_full(at)
                    && !self.semis.list(at).iter().any(|s| (s.carrier & !carrier).is_empty())
            }
        }
    }

    fn take(&mut self, candidate: Candidate<W>) {
        let Candidate { ends, kind, carrier } = candidate;
        match kind {
            Kind::Full if ends.0 + ends.1 == NEAR + FAR => self.goal.take_full(carrier),
            Kind::Semi(key) if ends.0 + ends.1 == NEAR + FAR => {
                self.goal.take_semi(Semi { carrier, key });
            }
            _ if !self.is_news(ends, kind, carrier) => {}
            Kind::Full => self.take_full(ends, carrier),
            Kind::Semi(key) => self.take_semi(ends, Semi { carrier, key }),
        }
    }

    fn take_full(&mut self, (a, b): (Point, Point), carrier: CellSet<W>) {
        self.keep_full((a, b), carrier);
        self.extend_full(a, b, carrier);
        self.extend_full(b, a, carrier);
    }

    fn keep_full(&mut self, (a, b): (Point, Point), carrier: CellSet<W>) {
        self.fulls.put(pair(a, b), carrier);
        for (a, b) in [(a, b), (b, a)] {
            let place = self.points.place(b);
            let kin = &mut self.kin[usize::from(a)];
            kin.cells |= place;
            if carrier.is_empty() {
                kin.touching |= place;
            }
            if place.is_empty() && !kin.anchors.contains(&b) {
                kin.anchors.push(b);
            }
        }
    }

    fn take_semi(&mut self, ends: (Point, Point), semi: Semi<W>) {
        let (a, b) = ends;
        self.offer_unions(ends, semi.carrier);
        let at = pair(a, b);
        let is_first = self.semis.list(at).is_empty();
        self.semis.put(at, semi);
        for (from, via) in [(a, b), (b, a)] {
            if !self.points.is_empty_cell(via) {
                if is_first {
                    self.kin[usize::from(via)].suitors.push(from);
                }
                self.extend_semi(from, via, semi);
            }
        }
    }

    /// The OR rule, for what a new semi connection brings.
    fn offer_unions(&mut self, ends: (Point, Point), fresh: CellSet<W>) {
        let at = pair(ends.0, ends.1);
        let semis = self.semis.list(at).iter().map(|semi| semi.carrier);
        let mut either = std::mem::replace(&mut self.either, Either::new());
        for &union in either.unions(fresh, semis, self.fulls.list(at), MOST_JOINED) {
            self.offer(ends, Kind::Full, union);
        }
        self.either = either;
    }

    /// The AND rule: a new full connection `from`–`via`, and every one from `via` onwards.
    ///
    /// Ways through an edge are left out: they never help to join the two edges.
    fn extend_full(&mut self, from: Point, via: Point, carrier: CellSet<W>) {
        if via == NEAR || via == FAR {
            return;
        }
        let place = self.points.place(via);
        let kind = place.lowest().map_or(Kind::Full, Kind::Semi);
        self.extend(from, via, kind, carrier | place);
        if place.is_empty() {
            self.extend_to_suitors(from, via, carrier);
        }
    }

    /// The AND rule over a stone: a new semi connection `from`–`via`, and every full connection
    /// from `via` onwards.
    fn extend_semi(&mut self, from: Point, via: Point, semi: Semi<W>) {
        if via != NEAR && via != FAR {
            self.extend(from, via, Kind::Semi(semi.key), semi.carrier);
        }
    }

    /// Offers what becomes of a connection `from`–`via`, its carrier and the place of `via` given
    /// as `way`, by every full connection from `via` onwards.
    fn extend(&mut self, from: Point, via: Point, kind: Kind, way: CellSet<W>) {
        let place = self.points.place(from);
        let is_loose = self.lore == Lore::Stock && !place.is_empty();
        if !is_loose {
            let blocked = way | place | self.kin[usize::from(from)].touching;
            for cell in self.kin[usize::from(via)].cells & !blocked {
                if let Some(to) = self.points.at(cell) {
                    self.join((from, to), kind, way, pair(via, to));
                }
            }
        }
        for i in 0..self.kin[usize::from(via)].anchors.len() {
            let to = self.kin[usize::from(via)].anchors[i];
            if to != from && !self.kin[usize::from(to)].touching.meets(place) {
                self.join((from, to), kind, way, pair(via, to));
            }
        }
    }

    /// Offers `way` with each full connection of the pair `leg` that has no cell of it.
    #[inline]
    fn join(&mut self, ends: (Point, Point), kind: Kind, way: CellSet<W>, leg: usize) {
        let at = pair(ends.0, ends.1);
        let is_full = match kind {
            Kind::Full => self.fulls.is_full(at),
            Kind::Semi(_) => self.semis.is_full(at),
        };
        if is_full {
            return;
        }
        let reserved = way | self.points.place(ends.0);
        for j in 0..self.fulls.list(leg).len() {
            let other = self.fulls.list(leg)[j];
            if !other.meets(reserved) {
                self.offer(ends, kind, way | other);
            }
        }
    }

    /// The AND rule over a stone: a new full connection `from`–`via`, and every semi connection
    /// from `via` onwards.
    fn extend_to_suitors(&mut self, from: Point, via: Point, carrier: CellSet<W>) {
        let reserved = carrier | self.points.place(from);
        for i in 0..self.kin[usize::from(via)].suitors.len() {
            let to = self.kin[usize::from(via)].suitors[i];
            let taken = self.points.place(to).meets(carrier);
            if to == from || taken || self.are_neighbours(from, to) || self.are_stocked(from, to) {
                continue;
            }
            let leg = pair(via, to);
            for j in 0..self.semis.list(leg).len() {
                let semi = self.semis.list(leg)[j];
                if !semi.carrier.meets(reserved) {
                    self.offer((from, to), Kind::Semi(semi.key), carrier | semi.carrier);
                }
            }
        }
    }

    /// Whether the connections of two points come from the stock alone.
    #[inline]
    fn are_stocked(&self, a: Point, b: Point) -> bool {
        self.lore == Lore::Stock && self.points.is_empty_cell(a) && self.points.is_empty_cell(b)
    }

    /// Whether two points touch, so that nothing else between them is of interest.
    #[inline]
    fn are_neighbours(&self, a: Point, b: Point) -> bool {
        let touches =
            |a: Point, b: Point| self.kin[usize::from(a)].touching.meets(self.points.place(b));
        touches(a, b) || touches(b, a)
    }
}
