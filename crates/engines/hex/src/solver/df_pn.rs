//! Depth-first proof-number search (df-pn; Nagai 2002), focused on the best moves (FDFPN; Henderson
//! 2010).
//!
//! Every unsolved position has a proof number (a lower bound of the leaves to be solved to show
//! that the side to move wins) and a disproof number (that it loses). In negamax form: `proof = min
//! over children of their disproof`, `disproof = Σ over children of their proof`. The search
//! expands the most-proving node as deep as the thresholds allow, and stores the numbers in a
//! transposition table of bounded size.
//!
//! Particular to Hex: every proof has a *carrier*, the cells it takes place in. A refutation of one
//! move refutes every other move outside its carrier too, so each lost child prunes most of its
//! siblings (must-play); and every solved position is a claim about many positions (see `claims`).

use super::budget::Budget;
use super::claims::{Applied, ClaimUse, Claims};
use super::key::{KeyBuilder, SolverKey};
use super::must_play::{MustPlayAnalysis, MustPlayResult};
use super::node::{Child, Node};
use super::proof_numbers::ProofNumbers;
use super::refutations::{Refutation, small_union};
use super::table::{Entry, MoveEstimates, SolverTable};
use crate::connection::Seeds;
use crate::geometry::BoardGeometry;
use crate::inferior::{FillIn, VulnerableCells, fill_in_groups};
use crate::solver_board::SolverBoard;
use game::Side;
use hexgrid::{Cell, CellArray, CellSet};

/// A search on boards of one size.
#[derive(Debug)]
pub(crate) struct DfPnSearch<const W: usize> {
    pub(crate) geometry: BoardGeometry<W>,
    pub(super) keys: KeyBuilder<W>,
    pub(super) table: SolverTable<W>,
    analysis: MustPlayAnalysis<W>,
    claims: Claims<W>,
}

/// A solved position with its carrier.
#[derive(Clone, Copy, Debug)]
enum Solved<const W: usize> {
    Won { carrier: CellSet<W>, best: Option<Cell> },
    Lost { carrier: CellSet<W>, origin: Origin },
}

/// Where a proof comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// From a stored claim.
    Claim,
    /// From the search.
    DfPnSearch,
}

impl<const W: usize> From<(&'static hex::Board, usize)> for DfPnSearch<W> {
    /// A search on this board with a table of so many MiB.
    fn from((board, mib): (&'static hex::Board, usize)) -> Self {
        Self {
            geometry: BoardGeometry::new(board),
            keys: KeyBuilder::new(),
            table: SolverTable::new(mib),
            analysis: MustPlayAnalysis::new(Seeds::BaseConnections),
            claims: Claims::new(MAX_CLAIMS),
        }
    }
}

impl<const W: usize> DfPnSearch<W> {
    #[cfg(test)]
    pub(crate) const fn claims(&self) -> &Claims<W> {
        &self.claims
    }

    pub(crate) const fn board(&self) -> &'static hex::Board {
        self.geometry.board()
    }

    /// A position with fill-in.
    pub(crate) fn filled(&self, state: &SolverBoard<W>) -> SolverBoard<W> {
        let mut state = state.clone();
        fill_in_groups(&self.geometry, &mut state, self.geometry.cells());
        state
    }

    /// Searches a position, with fill-in, until it is solved or the budget is spent.
    pub(crate) fn run(&mut self, state: &SolverBoard<W>, side: Side, budget: &mut Budget<'_>) {
        let key = self.keys.key(&self.geometry, state, side);
        self.visit(state, key, side, ProofNumbers::UNBOUNDED, budget);
    }

    /// The table entry of a position.
    pub(super) fn entry(
        &mut self,
        state: &SolverBoard<W>,
        side: Side,
    ) -> Option<(SolverKey, Entry<W>)> {
        let key = self.keys.key(&self.geometry, state, side);
        self.table.probe(key).map(|entry| (key, *entry))
    }

    /// A position after a move, with fill-in, and what was filled.
    pub(super) fn after(
        &self,
        state: &SolverBoard<W>,
        side: Side,
        cell: Cell,
    ) -> (SolverBoard<W>, FillIn<W>) {
        let mut next = state.clone();
        next.place(&self.geometry, side, cell);
        let filled =
            fill_in_groups(&self.geometry, &mut next, self.geometry.neighbours(cell).with(cell));
        (next, filled)
    }

    /// A set in the orientation of the position, or of its key.
    pub(super) fn oriented(&self, set: CellSet<W>, key: SolverKey) -> CellSet<W> {
        if key.rotated { self.geometry.rotated(set) } else { set }
    }

    /// A cell in the orientation of the position, or of its key.
    pub(super) fn oriented_cell(&self, cell: Cell, key: SolverKey) -> Cell {
        if key.rotated { self.geometry.board().rotated(cell) } else { cell }
    }

    fn oriented_estimates(&self, estimates: &MoveEstimates<W>, key: SolverKey) -> MoveEstimates<W> {
        if !key.rotated {
            return *estimates;
        }
        let rotated = |from: &CellArray<u8, W>| {
            let mut rotated = CellArray::filled(0);
            for cell in self.geometry.cells() {
                rotated[self.geometry.board().rotated(cell)] = from[cell];
            }
            rotated
        };
        MoveEstimates {
            circuit_scores: rotated(&estimates.circuit_scores),
            answers: rotated(&estimates.answers),
        }
    }

    /// Searches a position until its numbers reach the threshold.
    fn visit(
        &mut self,
        state: &SolverBoard<W>,
        key: SolverKey,
        side: Side,
        threshold: ProofNumbers,
        budget: &mut Budget<'_>,
    ) {
        let entry = self.table.probe(key).copied();
        if entry.is_some_and(|entry| entry.numbers.is_solved()) {
            return;
        }
        let before = budget.nodes();
        let opened = match self.open(state, key, side, entry, budget) {
            Ok(mut node) => self.expand(state, &mut node, threshold, budget).map_err(|s| (s, node)),
            Err(solved) => return self.store_solved(state, key, side, solved, 1),
        };
        if let Err((solved, node)) = opened {
            let work = node.work + (budget.nodes() - before) as u32;
            self.store_solved(state, key, side, solved, work);
        }
    }

    /// Initialises a node from table, claims and, at the first visit, virtual connections.
    fn open(
        &mut self,
        state: &SolverBoard<W>,
        key: SolverKey,
        side: Side,
        entry: Option<Entry<W>>,
        budget: &mut Budget<'_>,
    ) -> Result<Node<W>, Solved<W>> {
        let mut node = Node {
            side,
            key,
            moves: state.empties() & !VulnerableCells::of(&self.geometry, state, side).victims,
            refutations: Vec::new(),
            estimates: MoveEstimates::NONE,
            is_estimated: false,
            children: Vec::new(),
            work: 0,
        };
        if let Some(entry) = entry {
            let (carrier, unrefuted) =
                (self.oriented(entry.carrier, key), self.oriented(entry.moves, key));
            node.add_reason(Refutation { carrier, unrefuted });
            node.estimates = self.oriented_estimates(&entry.estimates, key);
            node.is_estimated = entry.is_estimated;
            node.work = entry.work;
        }
        self.apply_claims(state, &mut node)?;
        if entry.is_none() {
            self.look(state, &mut node, budget)?;
        }
        if node.moves.is_empty() {
            return Err(self.refuted_all(state, &node));
        }
        Ok(node)
    }

    /// Searches an unsolved position, unless its numbers reach the threshold before its moves are
    /// estimated, which is costly. Most positions are never estimated.
    fn expand(
        &mut self,
        state: &SolverBoard<W>,
        node: &mut Node<W>,
        threshold: ProofNumbers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Solved<W>> {
        if !node.is_estimated {
            let is_new = node.work == 0;
            let numbers = node.initial_numbers_here();
            if is_new && numbers.groups(threshold) {
                self.store_unsolved(node, numbers, 1);
                return Ok(());
            }
            self.estimate_moves(state, node, is_new)?;
        }
        node.children = self.children(state, node);
        self.work(state, node, threshold, budget)
    }

    /// Estimates the moves of a position, and checks whether one of them wins at once; `is_seen`
    /// says that the must-play analysis still holds this position.
    fn estimate_moves(
        &mut self,
        state: &SolverBoard<W>,
        node: &mut Node<W>,
        is_seen: bool,
    ) -> Result<(), Solved<W>> {
        if !is_seen {
            self.analysis.analyse_opponent(&self.geometry, state, node.side);
        }
        let won = self.analysis.analyse_own(&self.geometry, state, node.side);
        if let Some((carrier, best)) = won {
            return Err(Solved::Won { carrier, best });
        }
        node.estimates = match self.analysis.estimate_moves(state, node.side, node.moves) {
            Ok(estimates) => estimates,
            Err((carrier, best)) => return Err(Solved::Won { carrier, best: Some(best) }),
        };
        node.is_estimated = true;
        Ok(())
    }

    /// Applies the stored claims: the position may be solved by one, or moves refuted.
    fn apply_claims(
        &mut self,
        state: &SolverBoard<W>,
        node: &mut Node<W>,
    ) -> Result<(), Solved<W>> {
        let mut solved = None;
        self.claims.apply(state, node.side.other(), |Applied { missing, carrier }| {
            if missing.is_empty() {
                solved = Some(Solved::Lost { carrier, origin: Origin::Claim });
                return ClaimUse::Solved;
            }
            let carrier = carrier | missing;
            if (node.moves & !carrier).is_empty() {
                return ClaimUse::Unused;
            }
            node.add_reason(Refutation { carrier, unrefuted: carrier });
            ClaimUse::Narrowed
        });
        if solved.is_none() {
            self.claims.apply(state, node.side, |Applied { missing, carrier }| {
                let best = missing.lowest().or(carrier.lowest());
                solved = Some(Solved::Won { carrier: carrier | missing, best });
                ClaimUse::Solved
            });
        }
        solved.map_or(Ok(()), Err)
    }

    /// Must-play analysis: the opponent's virtual connections.
    fn look(
        &mut self,
        state: &SolverBoard<W>,
        node: &mut Node<W>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Solved<W>> {
        budget.spend();
        match self.analysis.analyse_opponent(&self.geometry, state, node.side) {
            MustPlayResult::Won { carrier, best } => return Err(Solved::Won { carrier, best }),
            MustPlayResult::Lost { carrier } => {
                return Err(Solved::Lost { carrier, origin: Origin::DfPnSearch });
            }
            MustPlayResult::Open { refutations } => {
                for refutation in refutations {
                    node.add_reason(refutation);
                }
            }
        }
        Ok(())
    }

    fn children(&mut self, state: &SolverBoard<W>, node: &Node<W>) -> Vec<Child<W>> {
        let mut children: Vec<Child<W>> = Vec::with_capacity(node.moves.len());
        for cell in node.moves {
            let (next, filled) = self.after(state, node.side, cell);
            let key = self.keys.key(&self.geometry, &next, node.side.other());
            children.push(Child::new(cell, filled, key, &node.estimates));
        }
        children.sort_by_key(|child| child.rank);
        children
    }

    /// Searches the most-proving child again and again, until the numbers reach the threshold.
    fn work(
        &mut self,
        state: &SolverBoard<W>,
        node: &mut Node<W>,
        threshold: ProofNumbers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Solved<W>> {
        let before = budget.nodes();
        loop {
            self.update_children(node)?;
            if node.moves.is_empty() {
                return Err(self.refuted_all(state, node));
            }
            let numbers = node.numbers();
            let Some(step) = node.select_child(threshold) else { return Ok(()) };
            if numbers.groups(threshold) || budget.is_spent() {
                self.store_unsolved(node, numbers, node.work + (budget.nodes() - before) as u32);
                return Ok(());
            }
            let (next, _) = self.after(state, node.side, step.cell);
            self.visit(&next, step.key, node.side.other(), step.threshold, budget);
        }
    }

    /// Updates the children's numbers from the table.
    fn update_children(&mut self, node: &mut Node<W>) -> Result<(), Solved<W>> {
        let mut children = std::mem::take(&mut node.children);
        for child in &mut children {
            if !node.moves.contains(child.cell) {
                continue;
            }
            let Some(entry) = self.table.probe(child.key) else { continue };
            child.numbers = entry.numbers;
            let carrier = self.oriented(entry.carrier, child.key);
            if entry.numbers.disproof == 0 {
                let carrier = carrier | child.filled.captured[node.side];
                let best = Some(child.cell);
                return Err(Solved::Won { carrier: carrier.with(child.cell), best });
            }
            if entry.numbers.proof == 0 {
                let carrier = carrier | child.filled.captured[node.side.other()];
                node.add_reason(Refutation { carrier, unrefuted: carrier });
            }
        }
        children.retain(|child| node.moves.contains(child.cell));
        node.children = children;
        Ok(())
    }

    /// A position in which all moves are refuted, with a small carrier.
    fn refuted_all(&mut self, state: &SolverBoard<W>, node: &Node<W>) -> Solved<W> {
        let vulnerable = VulnerableCells::of(&self.geometry, state, node.side);
        let moves = state.empties() & !vulnerable.victims;
        let mut refutations = node.refutations.clone();
        self.claims.apply(state, node.side.other(), |Applied { missing, carrier }| {
            let carrier = carrier | missing;
            refutations.push(Refutation { carrier, unrefuted: carrier });
            ClaimUse::Unused
        });
        let carrier = small_union(&refutations, moves).unwrap_or(state.empties());
        Solved::Lost { carrier: vulnerable.with_killers(carrier), origin: Origin::DfPnSearch }
    }

    fn store_solved(
        &mut self,
        state: &SolverBoard<W>,
        key: SolverKey,
        side: Side,
        solved: Solved<W>,
        work: u32,
    ) {
        let entry = match solved {
            Solved::Won { carrier, best } => {
                let best = best.map(|cell| self.oriented_cell(cell, key));
                Entry::new(ProofNumbers::WON, work, self.oriented(carrier, key)).with_best(best)
            }
            Solved::Lost { carrier, origin } => {
                if origin == Origin::DfPnSearch {
                    self.claims.add_win(&self.geometry, state, side.other(), carrier, work);
                }
                Entry::new(ProofNumbers::LOST, work, self.oriented(carrier, key))
            }
        };
        self.table.store(key, entry);
    }

    fn store_unsolved(&mut self, node: &Node<W>, numbers: ProofNumbers, work: u32) {
        let carrier = node.refutations.iter().fold(CellSet::EMPTY, |sum, r| sum | r.carrier);
        let mut entry = Entry::new(numbers, work, self.oriented(carrier, node.key));
        entry.moves = self.oriented(node.moves, node.key);
        entry.is_estimated = node.is_estimated;
        entry.estimates = self.oriented_estimates(&node.estimates, node.key);
        self.table.store(node.key, entry);
    }
}

/// Maximum number of claims of each side.
const MAX_CLAIMS: usize = 32_768;
