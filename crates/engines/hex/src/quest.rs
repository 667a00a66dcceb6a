//! Whether two ends are joined, by trying: a short search over virtual connections.
//!
//! The OR rule asks for ways to join the ends that have no cell in common. Where H-search leaves a
//! cell common to all of them, the opponent is let move there, and another way is looked for: one
//! that H-search sees then, or one that it sees after a move and its answers in turn.

use crate::connect::{FAR, NEAR, Point, Semi, Stop, Web};
use crate::field::Field;
use crate::lattice::{Lattice, widen};
use crate::survey::{End, Joined};
use game::Side;
use hex::Edge;
use hexgrid::{Cell, CellSet};

/// The sum of the two edges as points, and of no other two.
const GOAL: Point = NEAR + FAR;

/// How many moves of one's own are tried in a row.
const DEEPEST: u32 = 3;
/// How many moves are tried in one position.
const MOST_MOVES: usize = 6;
/// How many positions are looked at before the search is given up.
const MOST_LOOKS: usize = 600;

/// Looks for a way to join two ends.
pub(crate) struct Quest<'a, const W: usize> {
    lattice: &'a Lattice<W>,
    web: &'a mut Web<W>,
    side: Side,
    ends: (End, End),
    /// The points of the ends at the first look.
    starts: Option<(Point, Point)>,
    looks: usize,
}

/// What one look sees.
enum Sight<const W: usize> {
    Touching,
    Full(CellSet<W>),
    Semis(Vec<Semi<W>>),
    Nothing { hopes: Vec<Cell> },
}

impl<'a, const W: usize> Quest<'a, W> {
    pub(crate) const fn new(
        lattice: &'a Lattice<W>,
        web: &'a mut Web<W>,
        side: Side,
        ends: (End, End),
    ) -> Self {
        Self { lattice, web, side, ends, starts: None, looks: 0 }
    }

    /// How surely the ends are joined in a field in which nobody has won.
    pub(crate) fn joined(&mut self, field: &Field<W>) -> Option<Joined> {
        let half = match self.look(field)? {
            Sight::Touching => return Some(Joined::Already),
            Sight::Full(carrier) => return Some(full(carrier)),
            Sight::Semis(semis) => {
                if let Some(carrier) = self.answered(field, &semis, DEEPEST) {
                    return Some(full(carrier));
                }
                semis.first().map(|semi| (semi.carrier, semi.key))
            }
            Sight::Nothing { hopes } => self.by_moving(field, &hopes, DEEPEST),
        };
        half.map(|(carrier, key)| Joined::Half { carrier: widen(carrier), key })
    }

    /// The carrier in which the ends are joined though the opponent moves first.
    fn second(&mut self, field: &Field<W>, depth: u32) -> Option<CellSet<W>> {
        match self.look(field)? {
            Sight::Touching => Some(CellSet::EMPTY),
            Sight::Full(carrier) => Some(carrier),
            Sight::Semis(semis) => self.answered(field, &semis, depth),
            Sight::Nothing { .. } => None,
        }
    }

    /// The same, if wherever the opponent breaks all of `semis` another way is found.
    fn answered(&mut self, field: &Field<W>, semis: &[Semi<W>], depth: u32) -> Option<CellSet<W>> {
        let mut common = semis.iter().fold(field.empties(), |sum, semi| sum & semi.carrier);
        let mut carrier = semis.iter().fold(CellSet::EMPTY, |sum, semi| sum | semi.carrier);
        while let Some(cell) = common.lowest() {
            let mut next = field.clone();
            next.place(self.lattice, self.side.other(), cell);
            let answer = self.first(&next, depth)?;
            common &= answer;
            carrier |= answer;
        }
        Some(carrier)
    }

    /// The carrier in which the ends are joined by moving first.
    fn first(&mut self, field: &Field<W>, depth: u32) -> Option<CellSet<W>> {
        match self.look(field)? {
            Sight::Touching => Some(CellSet::EMPTY),
            Sight::Full(carrier) => Some(carrier),
            Sight::Semis(semis) => semis.first().map(|semi| semi.carrier),
            Sight::Nothing { hopes } => self.by_moving(field, &hopes, depth).map(|(way, _)| way),
        }
    }

    /// The same, by one of these moves, and that move.
    fn by_moving(
        &mut self,
        field: &Field<W>,
        hopes: &[Cell],
        depth: u32,
    ) -> Option<(CellSet<W>, Cell)> {
        let depth = depth.checked_sub(1)?;
        hopes.iter().find_map(|&cell| {
            let mut next = field.clone();
            next.place(self.lattice, self.side, cell);
            self.second(&next, depth).map(|carrier| (carrier.with(cell), cell))
        })
    }

    fn look(&mut self, field: &Field<W>) -> Option<Sight<W>> {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return None;
        }
        if field.winner(self.lattice).is_some() {
            let edges = self.ends.0.is_edge() && self.ends.1.is_edge();
            let own = field.chain(self.lattice, self.side).is_some();
            return (edges && own).then_some(Sight::Touching);
        }
        self.web.build(self.lattice, field, self.side, Stop::Never);
        let (a, b) = (self.point(self.ends.0)?, self.point(self.ends.1)?);
        let starts = *self.starts.get_or_insert((a, b));
        if has_strayed(starts.0, a, b, self.ends.1) || has_strayed(starts.1, b, a, self.ends.0) {
            return None;
        }
        if a == b {
            return Some(Sight::Touching);
        }
        let (fulls, semis) = match a + b {
            GOAL => (self.web.goal().full(), self.web.goal().semis()),
            _ => (self.web.fulls(a, b).first().copied(), self.web.semis(a, b)),
        };
        Some(match fulls {
            Some(carrier) => Sight::Full(carrier),
            None if semis.is_empty() => Sight::Nothing { hopes: self.hopes(field, a, b) },
            None => Sight::Semis(semis.to_vec()),
        })
    }

    /// Empty cells that are joined to both ends somehow, the nearest first.
    fn hopes(&self, field: &Field<W>, a: Point, b: Point) -> Vec<Cell> {
        let way = |x: Point, end: Point| {
            let full = self.web.fulls(x, end).first().map(|carrier| carrier.len());
            full.or_else(|| self.web.semis(x, end).first().map(|semi| semi.carrier.len() + 4))
        };
        let price = |cell: Cell| {
            let point = self.web.points().at(cell).filter(|&point| point != a && point != b)?;
            Some((way(point, a)? + way(point, b)?, cell))
        };
        let mut hopes: Vec<(usize, Cell)> = field.empties().into_iter().filter_map(price).collect();
        hopes.sort_unstable();
        hopes.truncate(MOST_MOVES);
        hopes.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The point of an end, unless it belongs to the opponent.
    fn point(&self, end: End) -> Option<Point> {
        match end {
            End::Edge(edge) if edge == Edge::near(self.side) => Some(NEAR),
            End::Edge(edge) if edge == Edge::far(self.side) => Some(FAR),
            End::Edge(_) => None,
            End::At(cell) => self.web.points().at(cell),
        }
    }
}

/// Whether an end has come to an edge it was not at and that is not asked for: from there ways
/// might lead on that do not start at the end.
fn has_strayed(start: Point, now: Point, other: Point, other_end: End) -> bool {
    let has_arrived = now == other && other_end.is_edge();
    (now == NEAR || now == FAR) && now != start && !has_arrived
}

fn full<const W: usize>(carrier: CellSet<W>) -> Joined {
    Joined::Fully { carrier: widen(carrier) }
}
