//! A node of the df-pn search (Nagai 2002) and its children: proof numbers, focus (Henderson 2010)
//! and thresholds (1 + ε: Pawlewicz and Lew 2007).

use super::key::SolverKey;
use super::proof_numbers::{INFINITY, ProofNumbers};
use super::refutations::Refutation;
use super::table::MoveEstimates;
use crate::inferior::FillIn;
use game::Side;
use hexgrid::{Cell, CellSet};

/// A child of a node.
#[derive(Clone, Debug)]
pub(crate) struct Child<const W: usize> {
    pub(crate) cell: Cell,
    /// The fill-in after the move.
    pub(crate) filled: FillIn<W>,
    pub(crate) key: SolverKey,
    /// Move ordering: lower is better.
    pub(crate) rank: u32,
    /// Proof numbers of the opponent, who is to move there.
    pub(crate) numbers: ProofNumbers,
}

/// A node of the search.
#[derive(Clone, Debug)]
pub(crate) struct Node<const W: usize> {
    pub(crate) side: Side,
    pub(crate) key: SolverKey,
    /// The moves that are not refuted.
    pub(crate) moves: CellSet<W>,
    pub(crate) refutations: Vec<Refutation<W>>,
    pub(crate) estimates: MoveEstimates<W>,
    /// Whether the moves were estimated.
    pub(crate) is_estimated: bool,
    /// In move order.
    pub(crate) children: Vec<Child<W>>,
    /// Nodes searched below it before.
    pub(crate) work: u32,
}

/// The child to search next, with its thresholds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelectedChild {
    pub(crate) cell: Cell,
    pub(crate) key: SolverKey,
    pub(crate) threshold: ProofNumbers,
}

/// Focus: number of children that are searched in any case.
const FOCUS_BASE: usize = 2;
/// Focus: one of so many of all children is searched besides.
const FOCUS_DIVISOR: usize = 4;

/// Number of children in focus (FDFPN; Henderson 2010): the others are considered only when some of
/// these are solved.
const fn focus_width(moves: usize) -> usize {
    FOCUS_BASE + moves.div_ceil(FOCUS_DIVISOR)
}

/// Initial proof number of an unexpanded node.
const INITIAL_PROOF: u32 = 3;
/// Weight of the number of replies in move ordering, against the circuit score.
const ANSWER_WEIGHT: u32 = 20;

/// Heuristic initialisation of the numbers of an unexpanded node with so many moves.
fn initial_numbers(moves: usize) -> ProofNumbers {
    ProofNumbers {
        proof: INITIAL_PROOF,
        disproof: focus_width(moves).clamp(1, moves.max(1)) as u32,
    }
}

impl<const W: usize> Child<W> {
    /// A child with initial numbers.
    pub(crate) fn new(
        cell: Cell,
        filled: FillIn<W>,
        key: SolverKey,
        estimates: &MoveEstimates<W>,
    ) -> Self {
        let (circuit_score, answers) = (estimates.circuit_score(cell), estimates.answers(cell));
        let rank = ANSWER_WEIGHT * u32::from(answers) + u32::from(u8::MAX - circuit_score);
        Self { cell, filled, key, rank, numbers: initial_numbers(answers.into()) }
    }
}

impl<const W: usize> Node<W> {
    /// Adds a refutation: the opponent wins within its carrier against all moves but some.
    pub(crate) fn add_reason(&mut self, refutation: Refutation<W>) {
        if !(self.moves & !refutation.unrefuted).is_empty() {
            self.moves &= refutation.unrefuted;
            self.refutations.push(refutation);
        }
    }

    /// The moves that are not dominated: a move that lets a cell be filled in for its own side
    /// dominates a move to that cell.
    ///
    /// If a dominated move x wins, so does the one that dominates it, y; and when y turns out to
    /// lose, its refutation refutes x as well, since x is filled in below y. So x need not be
    /// searched while y is.
    fn undominated(&self) -> CellSet<W> {
        let mut unrefuted = self.moves;
        for child in &self.children {
            if unrefuted.contains(child.cell) {
                let filled = child.filled.captured[self.side] | child.filled.dead;
                unrefuted &= !filled;
            }
        }
        unrefuted
    }

    /// The children in focus, in move order.
    fn candidates(&self) -> impl Iterator<Item = &Child<W>> {
        let live = self.undominated();
        let most = focus_width(live.len());
        self.children.iter().filter(move |child| live.contains(child.cell)).take(most)
    }

    /// Initial numbers of this node.
    pub(crate) fn initial_numbers_here(&self) -> ProofNumbers {
        initial_numbers(self.moves.len())
    }

    /// The numbers of this node: `proof = min disproof`, `disproof = Σ proof` of its children in
    /// focus.
    pub(crate) fn numbers(&self) -> ProofNumbers {
        let proof = self.candidates().map(|child| child.numbers.disproof).min().unwrap_or(INFINITY);
        ProofNumbers { proof, disproof: self.disproof() }
    }

    fn disproof(&self) -> u32 {
        let sum: u64 = self.candidates().map(|child| u64::from(child.numbers.proof)).sum();
        sum.min(u64::from(INFINITY) - 1) as u32
    }

    /// The most-proving child, and the thresholds at which another child, or another node, becomes
    /// most-proving: `disproof ≤ min(threshold.proof, second + second/4 + 1)`, the 1 + ε rule of
    /// Pawlewicz and Lew (2007), and `proof ≤ threshold.disproof − disproof + child.proof`.
    pub(crate) fn select_child(&self, threshold: ProofNumbers) -> Option<SelectedChild> {
        let best = self.candidates().min_by_key(|child| child.numbers.disproof)?;
        let others = self.candidates().filter(|child| child.cell != best.cell);
        let second = others.map(|child| child.numbers.disproof).min().unwrap_or(INFINITY);
        let slack = u64::from(threshold.disproof) + u64::from(best.numbers.proof);
        let proof =
            slack.saturating_sub(u64::from(self.disproof())).max(u64::from(best.numbers.proof) + 1);
        // 1 + ε rule: a quarter more than the second best, so that the search changes children less
        // often.
        let disproof = threshold.proof.min(second.saturating_add(second / 4).saturating_add(1));
        let threshold = ProofNumbers {
            proof: proof.min(INFINITY.into()) as u32,
            disproof: disproof.min(INFINITY),
        };
        Some(SelectedChild { cell: best.cell, key: best.key, threshold })
    }
}
