//! Proof writer: a winning strategy of the solver, down to virtual connections.
//!
//! Fill-in and pruning are not used here, so that the text can be checked by itself. Where the
//! opponent is to move and virtual connections do not decide, semi connections of the edges, and
//! wins after further moves of the opponent, are collected until their carriers have an empty
//! intersection.

use crate::connection::{
    ConnectionSet, DerivationStep, Deriver, FAR, NEAR, Point, Rule, Seeds, Stop,
};
use crate::geometry::BoardGeometry;
use crate::solver::DfPnSearch;
use crate::solver_board::SolverBoard;
use game::Side;
use hex::Move;
use hexgrid::{Cell, CellSet};
use std::collections::HashMap;
use std::fmt::Write as _;

/// A claim that has been written: its number and its carrier.
#[derive(Clone, Copy, Debug)]
struct WrittenClaim<const W: usize> {
    number: usize,
    cells: CellSet<W>,
}

/// The winner's stones, and the cells neither side has.
type Subgame<const W: usize> = (CellSet<W>, CellSet<W>);

pub(crate) struct ProofWriter<'a, const W: usize> {
    search: &'a mut DfPnSearch<W>,
    winner: Side,
    text: String,
    claims: usize,
    firsts: HashMap<Subgame<W>, WrittenClaim<W>>,
    seconds: HashMap<Subgame<W>, WrittenClaim<W>>,
    connections: ConnectionSet<W>,
}

impl<'a, const W: usize> ProofWriter<'a, W> {
    pub(crate) fn new(search: &'a mut DfPnSearch<W>, winner: Side) -> Self {
        Self {
            search,
            winner,
            text: String::new(),
            claims: 0,
            firsts: HashMap::new(),
            seconds: HashMap::new(),
            connections: ConnectionSet::new(Seeds::Neighbours),
        }
    }

    /// The lines of the proof after its head, the result included; `None` if the search does not
    /// find that the winner wins.
    pub(crate) fn lines(mut self, position: &hex::Position, side: Side) -> Option<String> {
        let state = SolverBoard::new(self.geometry(), position);
        let subgame = (state.stones(self.winner), state.empties());
        let written =
            if side == self.winner { self.win_first(subgame)? } else { self.win_second(subgame)? };
        writeln!(self.text, "result {}", written.number).ok()?;
        Some(self.text)
    }

    fn geometry(&self) -> &BoardGeometry<W> {
        &self.search.geometry
    }

    fn state(&self, (stones, free): Subgame<W>) -> SolverBoard<W> {
        let geometry = self.geometry();
        let mut state = SolverBoard::empty(geometry);
        for cell in geometry.cells() & !free {
            let side = if stones.contains(cell) { self.winner } else { self.winner.other() };
            state.place(geometry, side, cell);
        }
        state
    }

    /// Proves that the winner wins by moving first.
    fn win_first(&mut self, subgame: Subgame<W>) -> Option<WrittenClaim<W>> {
        if let Some(&written) = self.firsts.get(&subgame) {
            return Some(written);
        }
        let state = self.state(subgame);
        let written = match self.semi_winning(&state, subgame) {
            Some(written) => written,
            None => self.win_by_move(&state, subgame)?,
        };
        self.firsts.insert(subgame, written);
        Some(written)
    }

    /// A win by moving first that virtual connections alone do not show.
    fn win_by_move(
        &mut self,
        state: &SolverBoard<W>,
        (stones, free): Subgame<W>,
    ) -> Option<WrittenClaim<W>> {
        let best = self.search.winning_move(state, self.winner)?;
        let then = self.win_second((stones.with(best), free.without(best)))?;
        let why = format!("move {} {}", self.name(best), then.number);
        Some(self.claim(stones, "semi", then.cells.with(best), &why))
    }

    /// Proves that the winner wins by moving second.
    fn win_second(&mut self, subgame: Subgame<W>) -> Option<WrittenClaim<W>> {
        if let Some(&written) = self.seconds.get(&subgame) {
            return Some(written);
        }
        let state = self.state(subgame);
        let written = match self.full_winning(&state, subgame) {
            Some(written) => written,
            None => self.win_by_or(&state, subgame)?,
        };
        self.seconds.insert(subgame, written);
        Some(written)
    }

    /// A win by moving second that virtual connections alone do not show.
    fn win_by_or(
        &mut self,
        state: &SolverBoard<W>,
        (stones, free): Subgame<W>,
    ) -> Option<WrittenClaim<W>> {
        self.build(state, Stop::AtFull);
        let mut parts = Vec::new();
        let (mut left, mut cells) = (free, CellSet::EMPTY);
        for i in 0..self.connections.winning().semis().len() {
            let semi = self.connections.winning().semis()[i];
            let steps = Deriver::new(&self.connections).semi_winning(semi)?;
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

    fn full_winning(
        &mut self,
        state: &SolverBoard<W>,
        (stones, _): Subgame<W>,
    ) -> Option<WrittenClaim<W>> {
        if state.winner(self.geometry()) == Some(self.winner) {
            let touch = DerivationStep {
                ends: (NEAR, FAR),
                key: None,
                carrier: CellSet::EMPTY,
                rule: Rule::Touch,
            };
            return Some(self.link_claim(stones, "full", CellSet::EMPTY, &[touch]));
        }
        self.build(state, Stop::AtFull);
        let carrier = self.connections.winning().full()?;
        let steps = Deriver::new(&self.connections).full_winning(carrier)?;
        Some(self.link_claim(stones, "full", carrier, &steps))
    }

    fn semi_winning(
        &mut self,
        state: &SolverBoard<W>,
        subgame: Subgame<W>,
    ) -> Option<WrittenClaim<W>> {
        self.build(state, Stop::AtSemi);
        if self.connections.winning().full().is_some() {
            return self.full_winning(state, subgame);
        }
        let semi = *self.connections.winning().semis().first()?;
        let steps = Deriver::new(&self.connections).semi_winning(semi)?;
        Some(self.link_claim(subgame.0, "semi", semi.carrier, &steps))
    }

    fn build(&mut self, state: &SolverBoard<W>, stop: Stop) {
        self.connections.build(&self.search.geometry, state, self.winner, stop);
    }

    /// Writes the derivation of a connection of the edges, and its claim.
    fn link_claim(
        &mut self,
        stones: CellSet<W>,
        kind: &str,
        cells: CellSet<W>,
        steps: &[DerivationStep<W>],
    ) -> WrittenClaim<W> {
        self.write_stones(stones);
        for (number, step) in steps.iter().enumerate() {
            let line = self.link(number, step);
            self.text.push_str(&line);
        }
        let why = format!("link {}", steps.len().saturating_sub(1));
        self.claim_here(kind, cells, &why)
    }

    fn link(&self, number: usize, step: &DerivationStep<W>) -> String {
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
    ) -> WrittenClaim<W> {
        self.write_stones(stones);
        self.claim_here(kind, cells, why)
    }

    fn claim_here(&mut self, kind: &str, cells: CellSet<W>, why: &str) -> WrittenClaim<W> {
        self.claims += 1;
        let line = format!("claim {} {kind} {} {why}\n", self.claims, self.list(cells));
        self.text.push_str(&line);
        WrittenClaim { number: self.claims, cells }
    }

    fn write_stones(&mut self, stones: CellSet<W>) {
        self.text.push_str("stones");
        for cell in stones {
            self.text.push(' ');
            self.text.push_str(&self.name(cell));
        }
        self.text.push('\n');
    }

    /// The name of a point; a group is named by any of its stones.
    fn end(&self, point: Point) -> String {
        match point {
            NEAR => "near".to_owned(),
            FAR => "far".to_owned(),
            _ => {
                let is_there = |cell: &Cell| self.connections.points().at(*cell) == Some(point);
                let cell = self.geometry().cells().into_iter().find(is_there);
                cell.map_or_else(String::new, |cell| self.name(cell))
            }
        }
    }

    fn name(&self, cell: Cell) -> String {
        Move::Place(self.geometry().board().axial(cell)).to_string()
    }

    fn list(&self, cells: CellSet<W>) -> String {
        if cells.is_empty() {
            return "-".to_owned();
        }
        let names: Vec<String> = cells.into_iter().map(|cell| self.name(cell)).collect();
        names.join(",")
    }
}
