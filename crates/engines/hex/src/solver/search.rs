//! Depth-first proof-number search.
//!
//! Every open position has two numbers: how many open positions must be settled to show that the
//! side to move wins, and that it loses. A position is won by one move that leaves the opponent a
//! lost one, and lost if all moves leave the opponent a won one; so the first number is the least
//! of the branches' second ones, and the second the sum of their first ones. The search always
//! works where least is to be shown, as deep as thresholds allow, and remembers numbers in a table
//! of bounded size.
//!
//! What is particular to Hex: every proof has a *carrier*, the cells it takes place in. A move
//! outside the carrier by which the opponent beat another move is beaten in the same way, so each
//! lost branch takes most of its siblings with it; and what was shown once is a claim about many
//! positions (see `claims`).

use super::budget::Budget;
use super::claims::{Applied, Claims, Heard};
use super::judge::{Judge, Verdict};
use super::key::{Key, Keys};
use super::node::{Branch, Node};
use super::numbers::Numbers;
use super::reasons::{Reason, small_union};
use super::table::{ByCell, Entry, Table, Weights};
use crate::connect::Lore;
use crate::field::Field;
use crate::inferior::{Filled, Kills, fill_deep};
use crate::lattice::Lattice;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A search on boards of one size.
#[derive(Debug)]
pub(crate) struct Search<const W: usize> {
    pub(crate) lattice: Lattice<W>,
    pub(super) keys: Keys<W>,
    pub(super) table: Table<W>,
    judge: Judge<W>,
    claims: Claims<W>,
}

/// How a position is settled, and within which cells.
#[derive(Clone, Copy, Debug)]
enum Settled<const W: usize> {
    Won { carrier: CellSet<W>, best: Option<Cell> },
    Lost { carrier: CellSet<W>, origin: Origin },
}

/// Whether something is known already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// It follows from a claim.
    Claim,
    /// It is new.
    Search,
}

impl<const W: usize> From<(&'static hex::Board, usize)> for Search<W> {
    /// A search on this board with a table of so many MiB.
    fn from((board, mib): (&'static hex::Board, usize)) -> Self {
        Self {
            lattice: Lattice::new(board),
            keys: Keys::new(),
            table: Table::new(mib),
            judge: Judge::new(Lore::Stock),
            claims: Claims::new(MOST_CLAIMS),
        }
    }
}

impl<const W: usize> Search<W> {
    #[cfg(test)]
    pub(crate) const fn claims(&self) -> &Claims<W> {
        &self.claims
    }

    pub(crate) const fn board(&self) -> &'static hex::Board {
        self.lattice.board()
    }

    /// A field as the search sees it: filled in.
    pub(crate) fn filled(&self, field: &Field<W>) -> Field<W> {
        let mut field = field.clone();
        fill_deep(&self.lattice, &mut field, self.lattice.cells());
        field
    }

    /// Works on a field, filled in, until it is settled or the budget is spent.
    pub(crate) fn run(&mut self, field: &Field<W>, side: Side, budget: &mut Budget<'_>) {
        let key = self.keys.key(&self.lattice, field, side);
        self.visit(field, key, side, Numbers::ENDLESS, budget);
    }

    /// What the table says of a position: the winner, if it is settled.
    pub(super) fn entry(&mut self, field: &Field<W>, side: Side) -> Option<(Key, Entry<W>)> {
        let key = self.keys.key(&self.lattice, field, side);
        self.table.get(key).map(|entry| (key, *entry))
    }

    /// A field after a move, filled in, and what was filled.
    pub(super) fn after(&self, field: &Field<W>, side: Side, cell: Cell) -> (Field<W>, Filled<W>) {
        let mut next = field.clone();
        next.place(&self.lattice, side, cell);
        let filled = fill_deep(&self.lattice, &mut next, self.lattice.beside(cell).with(cell));
        (next, filled)
    }

    /// A set as it is seen from the position, or from the key.
    pub(super) fn seen(&self, set: CellSet<W>, key: Key) -> CellSet<W> {
        if key.turned { self.lattice.rotated(set) } else { set }
    }

    /// A cell as it is seen from the position, or from the key.
    pub(super) fn seen_cell(&self, cell: Cell, key: Key) -> Cell {
        if key.turned { self.lattice.board().rotated(cell) } else { cell }
    }

    fn seen_weights(&self, weights: &Weights<W>, key: Key) -> Weights<W> {
        if !key.turned {
            return *weights;
        }
        let turned = |from: &ByCell<W>| {
            let mut turned = [[0; 64]; W];
            for cell in self.lattice.cells() {
                let there = self.lattice.board().rotated(cell).index();
                turned[there / 64][there % 64] = from[cell.index() / 64][cell.index() % 64];
            }
            turned
        };
        Weights { promises: turned(&weights.promises), answers: turned(&weights.answers) }
    }

    /// Works on a position until its numbers reach the threshold.
    fn visit(
        &mut self,
        field: &Field<W>,
        key: Key,
        side: Side,
        threshold: Numbers,
        budget: &mut Budget<'_>,
    ) {
        let entry = self.table.get(key).copied();
        if entry.is_some_and(|entry| entry.numbers.is_settled()) {
            return;
        }
        let before = budget.nodes();
        let opened = match self.open(field, key, side, entry, budget) {
            Ok(mut node) => self.go_on(field, &mut node, threshold, budget).map_err(|s| (s, node)),
            Err(settled) => return self.settle(field, key, side, settled, 1),
        };
        if let Err((settled, node)) = opened {
            let work = node.work + (budget.nodes() - before) as u32;
            self.settle(field, key, side, settled, work);
        }
    }

    /// Gathers what is known of a position, or looks at it for the first time.
    fn open(
        &mut self,
        field: &Field<W>,
        key: Key,
        side: Side,
        entry: Option<Entry<W>>,
        budget: &mut Budget<'_>,
    ) -> Result<Node<W>, Settled<W>> {
        let mut node = Node {
            side,
            key,
            moves: field.empties() & !Kills::of(&self.lattice, field, side).victims,
            reasons: Vec::new(),
            weights: Weights::NONE,
            is_weighed: false,
            branches: Vec::new(),
            work: 0,
        };
        if let Some(entry) = entry {
            let (carrier, left) = (self.seen(entry.carrier, key), self.seen(entry.moves, key));
            node.add_reason(Reason { carrier, left });
            node.weights = self.seen_weights(&entry.weights, key);
            node.is_weighed = entry.is_weighed;
            node.work = entry.work;
        }
        self.recall(field, &mut node)?;
        if entry.is_none() {
            self.look(field, &mut node, budget)?;
        }
        if node.moves.is_empty() {
            return Err(self.refuted(field, &node));
        }
        Ok(node)
    }

    /// Works on an open position, unless its numbers are reached before it is worth weighing its
    /// moves. Most positions never are.
    fn go_on(
        &mut self,
        field: &Field<W>,
        node: &mut Node<W>,
        threshold: Numbers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Settled<W>> {
        if !node.is_weighed {
            let is_new = node.work == 0;
            let numbers = node.first_numbers();
            if is_new && numbers.reaches(threshold) {
                self.put_aside(node, numbers, 1);
                return Ok(());
            }
            self.weigh(field, node, is_new)?;
        }
        node.branches = self.branches(field, node);
        self.work(field, node, threshold, budget)
    }

    /// Weighs the moves of a position, and looks whether one of them wins at once; `is_seen` says
    /// that nothing else has been looked at since its threats were.
    fn weigh(
        &mut self,
        field: &Field<W>,
        node: &mut Node<W>,
        is_seen: bool,
    ) -> Result<(), Settled<W>> {
        if !is_seen {
            self.judge.look_at_threats(&self.lattice, field, node.side);
        }
        let won = self.judge.look_at_chances(&self.lattice, field, node.side);
        if let Some((carrier, best)) = won {
            return Err(Settled::Won { carrier, best });
        }
        node.weights = match self.judge.weigh(field, node.side, node.moves) {
            Ok(weights) => weights,
            Err((carrier, best)) => return Err(Settled::Won { carrier, best: Some(best) }),
        };
        node.is_weighed = true;
        Ok(())
    }

    /// What the claims say.
    fn recall(&mut self, field: &Field<W>, node: &mut Node<W>) -> Result<(), Settled<W>> {
        let mut settled = None;
        self.claims.apply(field, node.side.other(), |Applied { missing, carrier }| {
            if missing.is_empty() {
                settled = Some(Settled::Lost { carrier, origin: Origin::Claim });
                return Heard::Enough;
            }
            let carrier = carrier | missing;
            if (node.moves & !carrier).is_empty() {
                return Heard::Nothing;
            }
            node.add_reason(Reason { carrier, left: carrier });
            Heard::News
        });
        if settled.is_none() {
            self.claims.apply(field, node.side, |Applied { missing, carrier }| {
                let best = missing.lowest().or(carrier.lowest());
                settled = Some(Settled::Won { carrier: carrier | missing, best });
                Heard::Enough
            });
        }
        settled.map_or(Ok(()), Err)
    }

    /// What the opponent's virtual connections say.
    fn look(
        &mut self,
        field: &Field<W>,
        node: &mut Node<W>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Settled<W>> {
        budget.spend();
        match self.judge.look_at_threats(&self.lattice, field, node.side) {
            Verdict::Won { carrier, best } => return Err(Settled::Won { carrier, best }),
            Verdict::Lost { carrier } => {
                return Err(Settled::Lost { carrier, origin: Origin::Search });
            }
            Verdict::Open { reasons } => {
                for reason in reasons {
                    node.add_reason(reason);
                }
            }
        }
        Ok(())
    }

    fn branches(&mut self, field: &Field<W>, node: &Node<W>) -> Vec<Branch<W>> {
        let mut branches: Vec<Branch<W>> = Vec::with_capacity(node.moves.len());
        for cell in node.moves {
            let (next, filled) = self.after(field, node.side, cell);
            let key = self.keys.key(&self.lattice, &next, node.side.other());
            branches.push(Branch::new(cell, filled, key, &node.weights));
        }
        branches.sort_by_key(|branch| branch.rank);
        branches
    }

    /// Goes from branch to branch until the numbers reach the threshold.
    fn work(
        &mut self,
        field: &Field<W>,
        node: &mut Node<W>,
        threshold: Numbers,
        budget: &mut Budget<'_>,
    ) -> Result<(), Settled<W>> {
        let before = budget.nodes();
        loop {
            self.read_branches(node)?;
            if node.moves.is_empty() {
                return Err(self.refuted(field, node));
            }
            let numbers = node.numbers();
            let Some(step) = node.step(threshold) else { return Ok(()) };
            if numbers.reaches(threshold) || budget.is_spent() {
                self.put_aside(node, numbers, node.work + (budget.nodes() - before) as u32);
                return Ok(());
            }
            let (next, _) = self.after(field, node.side, step.cell);
            self.visit(&next, step.key, node.side.other(), step.threshold, budget);
        }
    }

    /// Brings the branches up to what the table knows.
    fn read_branches(&mut self, node: &mut Node<W>) -> Result<(), Settled<W>> {
        let mut branches = std::mem::take(&mut node.branches);
        for branch in &mut branches {
            if !node.moves.contains(branch.cell) {
                continue;
            }
            let Some(entry) = self.table.get(branch.key) else { continue };
            branch.numbers = entry.numbers;
            let carrier = self.seen(entry.carrier, branch.key);
            if entry.numbers.loss == 0 {
                let carrier = carrier | branch.filled.captured[node.side];
                let best = Some(branch.cell);
                return Err(Settled::Won { carrier: carrier.with(branch.cell), best });
            }
            if entry.numbers.win == 0 {
                let carrier = carrier | branch.filled.captured[node.side.other()];
                node.add_reason(Reason { carrier, left: carrier });
            }
        }
        branches.retain(|branch| node.moves.contains(branch.cell));
        node.branches = branches;
        Ok(())
    }

    /// A position in which no move is left, settled within few cells.
    fn refuted(&mut self, field: &Field<W>, node: &Node<W>) -> Settled<W> {
        let kills = Kills::of(&self.lattice, field, node.side);
        let moves = field.empties() & !kills.victims;
        let mut reasons = node.reasons.clone();
        self.claims.apply(field, node.side.other(), |Applied { missing, carrier }| {
            let carrier = carrier | missing;
            reasons.push(Reason { carrier, left: carrier });
            Heard::Nothing
        });
        let carrier = small_union(&reasons, moves).unwrap_or(field.empties());
        Settled::Lost { carrier: kills.with_killers(carrier), origin: Origin::Search }
    }

    fn settle(&mut self, field: &Field<W>, key: Key, side: Side, settled: Settled<W>, work: u32) {
        let entry = match settled {
            Settled::Won { carrier, best } => {
                let best = best.map(|cell| self.seen_cell(cell, key));
                Entry::new(Numbers::WON, work, self.seen(carrier, key)).with_best(best)
            }
            Settled::Lost { carrier, origin } => {
                if origin == Origin::Search {
                    self.claims.learn(&self.lattice, field, side.other(), carrier, work);
                }
                Entry::new(Numbers::LOST, work, self.seen(carrier, key))
            }
        };
        self.table.put(key, entry);
    }

    fn put_aside(&mut self, node: &Node<W>, numbers: Numbers, work: u32) {
        let carrier = node.reasons.iter().fold(CellSet::EMPTY, |sum, r| sum | r.carrier);
        let mut entry = Entry::new(numbers, work, self.seen(carrier, node.key));
        entry.moves = self.seen(node.moves, node.key);
        entry.is_weighed = node.is_weighed;
        entry.weights = self.seen_weights(&node.weights, node.key);
        self.table.put(node.key, entry);
    }
}

/// How many claims of each side are kept.
const MOST_CLAIMS: usize = 32_768;
