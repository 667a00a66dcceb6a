//! Derivation of a connection: the steps of H-search (Anshelevich 2002) that lead to it, in order,
//! for written proofs.
//!
//! Every connection of the set was made from others of the set, so it can be decomposed into two
//! parts of an AND or several of an OR within its carrier.

use super::h_search::{ConnectionSet, Semi};
use super::points::{FAR, NEAR, Point};
use hexgrid::{Cell, CellSet};
use std::collections::{HashMap, HashSet};

/// A connection and the rule that gives it; parts are indices of earlier steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DerivationStep<const W: usize> {
    pub(crate) ends: (Point, Point),
    /// The key of a semi connection.
    pub(crate) key: Option<Cell>,
    pub(crate) carrier: CellSet<W>,
    pub(crate) rule: Rule,
}

/// The rule of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// The ends are adjacent.
    Touch,
    /// Two parts meet at a point.
    And(usize, usize, Point),
    /// The parts have an empty intersection.
    Or(Vec<usize>),
}

type Subgoal<const W: usize> = (Point, Point, Option<Cell>, CellSet<W>);

/// Derives connections of a connection set.
pub(crate) struct Deriver<'a, const W: usize> {
    connections: &'a ConnectionSet<W>,
    steps: Vec<DerivationStep<W>>,
    known: HashMap<Subgoal<W>, usize>,
    /// Being derived: must not be part of its own derivation.
    open: HashSet<Subgoal<W>>,
}

impl<'a, const W: usize> Deriver<'a, W> {
    pub(crate) fn new(connections: &'a ConnectionSet<W>) -> Self {
        Self { connections, steps: Vec::new(), known: HashMap::new(), open: HashSet::new() }
    }

    /// Derivation of a full connection of the two edges.
    pub(crate) fn full_winning(mut self, carrier: CellSet<W>) -> Option<Vec<DerivationStep<W>>> {
        self.full(NEAR, FAR, carrier)?;
        Some(self.steps)
    }

    /// Derivation of a semi connection of the two edges.
    pub(crate) fn semi_winning(mut self, semi: Semi<W>) -> Option<Vec<DerivationStep<W>>> {
        self.semi(NEAR, FAR, semi)?;
        Some(self.steps)
    }

    fn full(&mut self, a: Point, b: Point, carrier: CellSet<W>) -> Option<usize> {
        self.once((a, b, None, carrier), |this| {
            if carrier.is_empty() {
                return Some(Rule::Touch);
            }
            this.full_over_stone(a, b, carrier).or_else(|| this.full_by_or(a, b, carrier))
        })
    }

    fn semi(&mut self, a: Point, b: Point, semi: Semi<W>) -> Option<usize> {
        self.once((a, b, Some(semi.key), semi.carrier), |this| {
            this.semi_by_key(a, b, semi)
                .or_else(|| this.semi_over_stone(a, b, semi))
                .or_else(|| this.semi_over_stone(b, a, semi).map(turned))
        })
    }

    /// Derives a subgoal once; `None` if it is being derived.
    fn once(
        &mut self,
        subgoal: Subgoal<W>,
        explain: impl FnOnce(&mut Self) -> Option<Rule>,
    ) -> Option<usize> {
        if let Some(&number) = self.known.get(&subgoal) {
            return Some(number);
        }
        if !self.open.insert(subgoal) {
            return None;
        }
        let rule = explain(self);
        self.open.remove(&subgoal);
        let (a, b, key, carrier) = subgoal;
        self.steps.push(DerivationStep { ends: (a, b), key, carrier, rule: rule? });
        self.known.insert(subgoal, self.steps.len() - 1);
        Some(self.steps.len() - 1)
    }

    fn groups(&self) -> impl Iterator<Item = Point> + use<W> {
        let points = self.connections.points();
        let first_empty = (2..points.count() as Point).find(|&p| points.is_empty_cell(p));
        2..first_empty.unwrap_or(points.count() as Point)
    }

    fn full_over_stone(&mut self, a: Point, b: Point, carrier: CellSet<W>) -> Option<Rule> {
        for via in self.groups().filter(|&via| via != a && via != b) {
            for (first, second) in self.legs(a, via, b, carrier) {
                let parts = self.full(a, via, first).zip(self.full(via, b, second));
                if let Some((first, second)) = parts {
                    return Some(Rule::And(first, second, via));
                }
            }
        }
        None
    }

    /// Pairs of full connections a–via–b with disjoint carriers within `carrier`.
    fn legs(
        &self,
        a: Point,
        via: Point,
        b: Point,
        carrier: CellSet<W>,
    ) -> Vec<(CellSet<W>, CellSet<W>)> {
        let (from, to) =
            (self.connections.points().cell_set(a), self.connections.points().cell_set(b));
        let fits = |set: &&CellSet<W>| (**set & !carrier).is_empty();
        let firsts = self.connections.fulls(a, via).iter().filter(fits);
        let seconds = || self.connections.fulls(via, b).iter().filter(fits);
        firsts
            .flat_map(|&first| seconds().map(move |&second| (first, second)))
            .filter(|&(first, second)| !(first | from).meets(second | to))
            .collect()
    }

    fn full_by_or(&mut self, a: Point, b: Point, carrier: CellSet<W>) -> Option<Rule> {
        let mut left = carrier;
        let mut parts = Vec::new();
        for semi in self.semis_within(a, b, carrier) {
            if (left & !semi.carrier).is_empty() {
                continue;
            }
            if let Some(part) = self.semi(a, b, semi) {
                left &= semi.carrier;
                parts.push(part);
            }
        }
        left.is_empty().then_some(Rule::Or(parts))
    }

    fn semis_within(&self, a: Point, b: Point, carrier: CellSet<W>) -> Vec<Semi<W>> {
        let semis = if a + b == NEAR + FAR {
            self.connections.winning().semis()
        } else {
            self.connections.semis(a, b)
        };
        semis.iter().filter(|semi| (semi.carrier & !carrier).is_empty()).copied().collect()
    }

    fn semi_by_key(&mut self, a: Point, b: Point, semi: Semi<W>) -> Option<Rule> {
        let via = self.connections.points().at(semi.key)?;
        if via == a || via == b {
            return None;
        }
        for (first, second) in self.legs(a, via, b, semi.carrier.without(semi.key)) {
            let parts = self.full(a, via, first).zip(self.full(via, b, second));
            if let Some((first, second)) = parts {
                return Some(Rule::And(first, second, via));
            }
        }
        None
    }

    /// A semi connection a–via over a stone, and a full one via–b.
    fn semi_over_stone(&mut self, a: Point, b: Point, semi: Semi<W>) -> Option<Rule> {
        let (from, to) =
            (self.connections.points().cell_set(a), self.connections.points().cell_set(b));
        for via in self.groups().filter(|&via| via != a && via != b) {
            for first in self.semis_within(a, via, semi.carrier) {
                if first.key != semi.key {
                    continue;
                }
                for j in 0..self.connections.fulls(via, b).len() {
                    let second = self.connections.fulls(via, b)[j];
                    let fits = (second & !semi.carrier).is_empty()
                        && !(first.carrier | from).meets(second | to);
                    if !fits {
                        continue;
                    }
                    let parts = self.semi(a, via, first).zip(self.full(via, b, second));
                    if let Some((first, second)) = parts {
                        return Some(Rule::And(first, second, via));
                    }
                }
            }
        }
        None
    }
}

/// The same rule, read from the other end.
fn turned(rule: Rule) -> Rule {
    match rule {
        Rule::And(first, second, via) => Rule::And(second, first, via),
        other => other,
    }
}
