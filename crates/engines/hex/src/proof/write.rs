//! Writes a proof: a winning strategy of the solver, down to virtual connections.
//!
//! Nothing is filled in or pruned here: the text stands on its own. Where the opponent is to move
//! and virtual connections do not decide, some of their semi connections, and wins after further
//! moves of the opponent, are gathered until no cell is common to all.

use crate::connect::{Explained, Explainer, FAR, Lore, NEAR, Point, Rule, Stop, Web};
use crate::field::Field;
use crate::lattice::Lattice;
use crate::solver::Search;
use game::Side;
use hex::Move;
use hexgrid::{Cell, CellSet};
use std::collections::HashMap;
use std::fmt::Write as _;

/// A claim that has been written: its number and its cells.
#[derive(Clone, Copy, Debug)]
struct Written<const W: usize> {
    number: usize,
    cells: CellSet<W>,
}

/// The winner's stones, and the cells neither side has.
type Stage<const W: usize> = (CellSet<W>, CellSet<W>);

pub(crate) struct Writer<'a, const W: usize> {
    search: &'a mut Search<W>,
    winner: Side,
    text: String,
    claims: usize,
    firsts: HashMap<Stage<W>, Written<W>>,
    seconds: HashMap<Stage<W>, Written<W>>,
    web: Web<W>,
}

impl<'a, const W: usize> Writer<'a, W> {
    pub(crate) fn new(search: &'a mut Search<W>, winner: Side) -> Self {
        Self {
            search,
            winner,
            text: String::new(),
            claims: 0,
            firsts: HashMap::new(),
            seconds: HashMap::new(),
            web: Web::new(Lore::Neighbours),
        }
    }

    /// The lines of the proof after its head, the result included; `None` if the search does not
    /// find that the winner wins.
    pub(crate) fn lines(mut self, position: &hex::Position, side: Side) -> Option<String> {
        let field = Field::new(self.lattice(), position);
        let stage = (field.stones(self.winner), field.empties());
        let written =
            if side == self.winner { self.win_first(stage)? } else { self.win_second(stage)? };
        writeln!(self.text, "result {}", written.number).ok()?;
        Some(self.text)
    }

    fn lattice(&self) -> &Lattice<W> {
        &self.search.lattice
    }

    fn field(&self, (stones, free): Stage<W>) -> Field<W> {
        let lattice = self.lattice();
        let mut field = Field::empty(lattice);
        for cell in lattice.cells() & !free {
            let side = if stones.contains(cell) { self.winner } else { self.winner.other() };
            field.place(lattice, side, cell);
        }
        field
    }

    /// Shows that the winner wins by moving first.
    fn win_first(&mut self, stage: Stage<W>) -> Option<Written<W>> {
        if let Some(&written) = self.firsts.get(&stage) {
            return Some(written);
        }
        let field = self.field(stage);
        let written = match self.semi_goal(&field, stage) {
            Some(written) => written,
            None => self.win_by_move(&field, stage)?,
        };
        self.firsts.insert(stage, written);
        Some(written)
    }

    /// A win by moving first that virtual connections alone do not show.
    fn win_by_move(&mut self, field: &Field<W>, (stones, free): Stage<W>) -> Option<Written<W>> {
        let best = self.search.winning_move(field, self.winner)?;
        let then = self.win_second((stones.with(best), free.without(best)))?;
        let why = format!("move {} {}", self.name(best), then.number);
        Some(self.claim(stones, "semi", then.cells.with(best), &why))
    }

    /// Shows that the winner wins by moving second.
    fn win_second(&mut self, stage: Stage<W>) -> Option<Written<W>> {
        if let Some(&written) = self.seconds.get(&stage) {
            return Some(written);
        }
        let field = self.field(stage);
        let written = match self.full_goal(&field, stage) {
            Some(written) => written,
            None => self.win_by_or(&field, stage)?,
        };
        self.seconds.insert(stage, written);
        Some(written)
    }

    /// A win by moving second that virtual connections alone do not show.
    fn win_by_or(&mut self, field: &Field<W>, (stones, free): Stage<W>) -> Option<Written<W>> {
        self.build(field, Stop::AtFull);
        let mut parts = Vec::new();
        let (mut left, mut cells) = (free, CellSet::EMPTY);
        for i in 0..self.web.goal().semis().len() {
            let semi = self.web.goal().semis()[i];
            let steps = Explainer::new(&self.web).semi_goal(semi)?;
            parts.push(self.link_claim(stones, "semi", semi.carrier, &steps).number);
            left &= semi.carrier;
            cells |= semi.carrier;
        }
        while let Some(cell) = left.lowest() {
            let part = self.win_first((stones, free.without(cell)))?;
            parts.push(part.number);
            left &= part.cells;
            cells |= part.cells;
        }
        let numbers: Vec<String> = parts.iter().map(ToString::to_string).collect();
        Some(self.claim(stones, "full", cells, &format!("or {}", numbers.join(" "))))
    }

    fn full_goal(&mut self, field: &Field<W>, (stones, _): Stage<W>) -> Option<Written<W>> {
        if field.winner(self.lattice()) == Some(self.winner) {
            let touch = Explained {
                ends: (NEAR, FAR),
                key: None,
                carrier: CellSet::EMPTY,
                rule: Rule::Touch,
            };
            return Some(self.link_claim(stones, "full", CellSet::EMPTY, &[touch]));
        }
        self.build(field, Stop::AtFull);
        let carrier = self.web.goal().full()?;
        let steps = Explainer::new(&self.web).full_goal(carrier)?;
        Some(self.link_claim(stones, "full", carrier, &steps))
    }

    fn semi_goal(&mut self, field: &Field<W>, stage: Stage<W>) -> Option<Written<W>> {
        self.build(field, Stop::AtSemi);
        if self.web.goal().full().is_some() {
            return self.full_goal(field, stage);
        }
        let semi = *self.web.goal().semis().first()?;
        let steps = Explainer::new(&self.web).semi_goal(semi)?;
        Some(self.link_claim(stage.0, "semi", semi.carrier, &steps))
    }

    fn build(&mut self, field: &Field<W>, stop: Stop) {
        self.web.build(&self.search.lattice, field, self.winner, stop);
    }

    /// Writes the links of a connection of the edges, and the claim that it is.
    fn link_claim(
        &mut self,
        stones: CellSet<W>,
        kind: &str,
        cells: CellSet<W>,
        steps: &[Explained<W>],
    ) -> Written<W> {
        self.write_stones(stones);
        for (number, step) in steps.iter().enumerate() {
            let line = self.link(number, step);
            self.text.push_str(&line);
        }
        let why = format!("link {}", steps.len().saturating_sub(1));
        self.claim_here(kind, cells, &why)
    }

    fn link(&self, number: usize, step: &Explained<W>) -> String {
        let kind = if step.key.is_some() { "semi" } else { "full" };
        let (from, to) = (self.end(step.ends.0), self.end(step.ends.1));
        let cells = self.list(step.carrier);
        let why = match &step.rule {
            Rule::Touch => "touch".to_owned(),
            Rule::And(a, b, via) => format!("and {a} {b} {}", self.end(*via)),
            Rule::Or(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                format!("or {}", parts.join(" "))
            }
        };
        format!("link {number} {kind} {from} {to} {cells} {why}\n")
    }

    fn claim(
        &mut self,
        stones: CellSet<W>,
        kind: &str,
        cells: CellSet<W>,
        why: &str,
    ) -> Written<W> {
        self.write_stones(stones);
        self.claim_here(kind, cells, why)
    }

    fn claim_here(&mut self, kind: &str, cells: CellSet<W>, why: &str) -> Written<W> {
        self.claims += 1;
        let line = format!("claim {} {kind} {} {why}\n", self.claims, self.list(cells));
        self.text.push_str(&line);
        Written { number: self.claims, cells }
    }

    fn write_stones(&mut self, stones: CellSet<W>) {
        self.text.push_str("stones");
        for cell in stones {
            self.text.push(' ');
            self.text.push_str(&self.name(cell));
        }
        self.text.push('\n');
    }

    /// A point by name; any stone of a group stands for it.
    fn end(&self, point: Point) -> String {
        match point {
            NEAR => "near".to_owned(),
            FAR => "far".to_owned(),
            _ => {
                let is_there = |cell: &Cell| self.web.points().at(*cell) == Some(point);
                let cell = self.lattice().cells().into_iter().find(is_there);
                cell.map_or_else(String::new, |cell| self.name(cell))
            }
        }
    }

    fn name(&self, cell: Cell) -> String {
        Move::Place(self.lattice().board().axial(cell)).to_string()
    }

    fn list(&self, cells: CellSet<W>) -> String {
        if cells.is_empty() {
            return "-".to_owned();
        }
        let names: Vec<String> = cells.into_iter().map(|cell| self.name(cell)).collect();
        names.join(",")
    }
}
