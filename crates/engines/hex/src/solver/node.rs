//! A position that the search is working on, and the positions one move on.

use super::key::Key;
use super::numbers::{NEVER, Numbers};
use super::reasons::Reason;
use super::table::Weights;
use crate::inferior::Filled;
use game::Side;
use hexgrid::{Cell, CellSet};

/// One move on.
#[derive(Clone, Debug)]
pub(crate) struct Branch<const W: usize> {
    pub(crate) cell: Cell,
    /// What the move lets be filled in.
    pub(crate) filled: Filled<W>,
    pub(crate) key: Key,
    /// The lower, the sooner it is looked at.
    pub(crate) rank: u32,
    /// For the opponent, who is to move there.
    pub(crate) numbers: Numbers,
}

/// A position under work.
#[derive(Clone, Debug)]
pub(crate) struct Node<const W: usize> {
    pub(crate) side: Side,
    pub(crate) key: Key,
    /// The moves that may still win.
    pub(crate) moves: CellSet<W>,
    pub(crate) reasons: Vec<Reason<W>>,
    pub(crate) weights: Weights<W>,
    /// Whether the weights are known.
    pub(crate) is_weighed: bool,
    /// The most promising first.
    pub(crate) branches: Vec<Branch<W>>,
    /// Nodes spent on it before.
    pub(crate) work: u32,
}

/// Where to go on, and how far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) cell: Cell,
    pub(crate) key: Key,
    pub(crate) threshold: Numbers,
}

/// Beside these many moves a share of the others is looked at.
const FIRST_MOVES: usize = 2;
/// The share of the moves that is looked at.
const SHARE: usize = 4;

/// How many of so many moves are looked at, while none of them is settled.
const fn count_at_a_time(moves: usize) -> usize {
    FIRST_MOVES + moves.div_ceil(SHARE)
}

/// How many positions one expects to settle to win where nobody has looked yet.
const UNSEEN_WIN: u32 = 3;
/// What an answer less is worth to a move, against how promising it looks.
const ANSWER_LESS: u32 = 20;

/// The numbers of a position that nobody has worked on, with so many moves to try.
fn unseen(moves: usize) -> Numbers {
    Numbers { win: UNSEEN_WIN, loss: count_at_a_time(moves).clamp(1, moves.max(1)) as u32 }
}

impl<const W: usize> Branch<W> {
    /// A move of which only the weights are known.
    pub(crate) fn new(cell: Cell, filled: Filled<W>, key: Key, weights: &Weights<W>) -> Self {
        let (promise, answers) = (weights.promise(cell), weights.answers(cell));
        let rank = ANSWER_LESS * u32::from(answers) + u32::from(u8::MAX - promise);
        Self { cell, filled, key, rank, numbers: unseen(answers.into()) }
    }
}

impl<const W: usize> Node<W> {
    /// Notes that the opponent wins within `reason.carrier` against all moves but some.
    pub(crate) fn add_reason(&mut self, reason: Reason<W>) {
        if !(self.moves & !reason.left).is_empty() {
            self.moves &= reason.left;
            self.reasons.push(reason);
        }
    }

    /// The moves for which no other one is known to be as good: a move that lets a cell be filled
    /// for its own side is as good as a move to that cell.
    ///
    /// If a dominated move x wins, so does the one that dominates it, y; and when y turns out to
    /// lose, the refutation refutes x as well, since x is filled in below y. So x need not be
    /// looked at while y is.
    fn undominated(&self) -> CellSet<W> {
        let mut left = self.moves;
        for branch in &self.branches {
            if left.contains(branch.cell) {
                let filled = branch.filled.captured[self.side] | branch.filled.dead;
                left &= !filled;
            }
        }
        left
    }

    /// The moves worth looking at, the most promising first.
    fn candidates(&self) -> impl Iterator<Item = &Branch<W>> {
        let live = self.undominated();
        let most = count_at_a_time(live.len());
        self.branches.iter().filter(move |branch| live.contains(branch.cell)).take(most)
    }

    /// The numbers of this position before anything is known of its branches.
    pub(crate) fn first_numbers(&self) -> Numbers {
        unseen(self.moves.len())
    }

    /// The numbers of this position, from those of its branches.
    pub(crate) fn numbers(&self) -> Numbers {
        let win = self.candidates().map(|branch| branch.numbers.loss).min().unwrap_or(NEVER);
        Numbers { win, loss: self.loss() }
    }

    fn loss(&self) -> u32 {
        let sum: u64 = self.candidates().map(|branch| u64::from(branch.numbers.win)).sum();
        sum.min(u64::from(NEVER) - 1) as u32
    }

    /// The branch to work on, and the numbers at which another one, or another position, is worth
    /// more work than this branch.
    pub(crate) fn step(&self, threshold: Numbers) -> Option<Step> {
        let best = self.candidates().min_by_key(|branch| branch.numbers.loss)?;
        let others = self.candidates().filter(|branch| branch.cell != best.cell);
        let second = others.map(|branch| branch.numbers.loss).min().unwrap_or(NEVER);
        let slack = u64::from(threshold.loss) + u64::from(best.numbers.win);
        let win = slack.saturating_sub(u64::from(self.loss())).max(u64::from(best.numbers.win) + 1);
        // A quarter more than the second best, lest the search jump to and fro.
        let loss = threshold.win.min(second.saturating_add(second / 4).saturating_add(1));
        let threshold = Numbers { win: win.min(NEVER.into()) as u32, loss: loss.min(NEVER) };
        Some(Step { cell: best.cell, key: best.key, threshold })
    }
}
