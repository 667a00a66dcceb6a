//! The cuts and reductions, each with the reason why it may be made.

use super::frame::{Attempt, Frame};
use super::history;
use super::node::{Node, Prospect};
use super::settings::Technique;
use super::value::Value;
use super::worker::{Pass, Visit, Worker};
use crate::evaluator::Evaluator;
use crate::table::{Bound, Finding};
use game::Position;

/// Passing is worth a try from this depth on.
const NULL_DEPTH: i32 = 3;
/// From this depth on a pass that was good enough is checked by moving.
const VERIFY_DEPTH: i32 = 7;
/// Where the face value is trusted with a margin.
const FUTILE_DEPTH: i32 = 3;
/// Where late quiet moves are skipped.
const SKIP_DEPTH: i32 = 3;

/// What the table knows settles the node.
///
/// Sound if the table looked as deep as we would, the value is on the right side of the window
/// (no less than `beta`, or no more than `alpha`), and no draw by the quiet limit can come before
/// the end it promises. Only in a closed window: elsewhere the line would be lost.
#[inline]
pub(super) fn table_cut<P: Position>(finding: Finding, visit: &Visit) -> Option<Value> {
    if visit.is_open() || i32::from(finding.depth) < visit.depth {
        return None;
    }
    let value = Value::from_table(finding.value, visit.ply);
    if value.is_decided() {
        let plies = value.end().saturating_sub(visit.ply);
        if P::QUIET_LIMIT.is_some_and(|limit| visit.quiet + plies >= limit) {
            return None;
        }
    }
    let settles = match finding.bound {
        Bound::Exact => true,
        Bound::Lower => value >= visit.beta,
        Bound::Upper => value <= visit.alpha,
    };
    settles.then_some(value)
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Whether any step at this node needs its face value.
    #[inline]
    pub(super) fn wants_estimate(&self, visit: &Visit) -> bool {
        (self.uses(Technique::Futility) && visit.depth <= FUTILE_DEPTH) || self.may_pass(visit)
    }

    #[inline]
    fn may_pass(&self, visit: &Visit) -> bool {
        self.uses(Technique::NullMove)
            && visit.depth >= NULL_DEPTH
            && visit.pass == Pass::Allowed
            && !visit.beta.is_decided()
    }

    /// So far above `beta`, so near the horizon, that no reply will matter.
    ///
    /// A guess, sound only as far as the margin covers what a few plies can change. Proven values
    /// are neither compared nor returned.
    #[inline]
    pub(super) fn futile_cut(&self, estimate: Value, visit: &Visit) -> Option<Value> {
        let close = self.uses(Technique::Futility) && visit.depth <= FUTILE_DEPTH;
        let worst = estimate.plus(-E::UNIT * visit.depth);
        (close && !visit.beta.is_decided() && worst >= visit.beta).then_some(worst)
    }

    /// The side to move is so well off that it could even pass.
    ///
    /// Sound wherever some move is no worse than passing, which the evaluator promises by giving
    /// a position to pass to. The value after passing is from the *other* side's view: turned to
    /// ours, it must be no less than our `beta`. The deeper the node, the more rests on the
    /// promise, so deep cuts are checked by a search without passing. A proven win is never
    /// returned: it is proven for a player who passes.
    pub(super) fn null_move_cut(
        &mut self,
        node: &Node<'_, P>,
        estimate: Value,
        frames: &mut [Frame<P>],
        visit: &Visit,
    ) -> Option<Value> {
        if !self.may_pass(visit) || estimate < visit.beta {
            return None;
        }
        let position = node.position;
        let passed = self.evaluator.pass(position)?;
        let depth = visit.depth - 1 - null_reduction(visit.depth);
        let try_pass = Visit {
            depth,
            ply: visit.ply + 1,
            alpha: -visit.beta,
            beta: (-visit.beta).next(),
            quiet: visit.quiet,
            pass: Pass::Forbidden,
        };
        self.evaluator.step(position, None, &passed);
        let value = -self.visit(&passed, &mut frames[1..], try_pass);
        self.evaluator.back();
        if self.aborted || value < visit.beta {
            return None;
        }
        let value = if value.is_won() { visit.beta } else { value };
        if visit.depth < VERIFY_DEPTH {
            return Some(value);
        }
        let check = Visit { depth, pass: Pass::Forbidden, ..*visit };
        let found = self.recall(node.key);
        let checked = self.search(&Node { found, ..*node }, frames, check);
        (!self.aborted && checked >= visit.beta).then_some(value)
    }

    /// How many plies less a late move is looked at, at first.
    ///
    /// Sound as an order of work: a move that does better than `alpha` is looked at again in full.
    /// What is lost are good moves whose point lies just beyond the reduced depth.
    #[inline]
    pub(super) fn late_move_reduction(&self, attempt: &Attempt<P::Move>, visit: &Visit) -> i32 {
        let &Attempt { candidate, number, .. } = attempt;
        let late = number > 3 && visit.depth >= 3 && candidate.is_quiet();
        if !late || !self.uses(Technique::LateMoveReductions) {
            return 0;
        }
        let usual = i32::from(REDUCTIONS[visit.depth.min(63) as usize][number.min(63)]);
        let trust = (candidate.record() / (history::MOST / 2)).clamp(-1, 2);
        (usual - trust - i32::from(visit.is_open())).clamp(0, visit.depth - 2)
    }

    /// A quiet move near the horizon that is not worth trying, and the most it could bring. What
    /// is left after it is even less worth trying.
    ///
    /// A guess, like [`futile_cut`](Self::futile_cut). Nothing is skipped while all that was tried
    /// is proven lost, so that no loss is claimed that a skipped move would have averted.
    #[inline]
    pub(super) fn skip(
        &self,
        attempt: &Attempt<P::Move>,
        best: Value,
        prospect: &Prospect,
        visit: &Visit,
    ) -> Option<Value> {
        let estimate = prospect.estimate?;
        if best.is_lost() || !attempt.candidate.is_quiet() {
            return None;
        }
        let late = 6 + 3 * (visit.depth * visit.depth) as usize;
        if self.uses(Technique::LateMovePruning)
            && visit.depth <= SKIP_DEPTH
            && attempt.number > late
        {
            return Some(best);
        }
        let most = estimate.plus(E::UNIT * (1 + visit.depth));
        let close = self.uses(Technique::Futility) && visit.depth <= FUTILE_DEPTH;
        (close && most <= visit.alpha).then_some(most)
    }
}

/// How much less deeply to look after passing.
fn null_reduction(depth: i32) -> i32 {
    2 + depth / 4
}

/// Plies to take off, by depth and by moves tried: the product of their logarithms, a quarter of
/// it. In integers, so that every machine plays the same.
static REDUCTIONS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut tried = 1;
        while tried < 64 {
            table[depth][tried] = (log2_eighths(depth) * log2_eighths(tried) / 256) as u8;
            tried += 1;
        }
        depth += 1;
    }
    table
};

/// Eight times the logarithm to the base 2, rounded down.
const fn log2_eighths(n: usize) -> u32 {
    (n as u64).pow(8).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_follow_the_logarithms() {
        for (depth, row) in REDUCTIONS.iter().enumerate().skip(1) {
            for (tried, &kept) in row.iter().enumerate().skip(1) {
                let exact = (depth as f64).log2() * (tried as f64).log2() / 4.0;
                let kept = f64::from(kept);
                assert!(kept <= exact && exact < kept + 1.7, "{depth} {tried}: {kept} {exact}");
            }
        }
    }
}
