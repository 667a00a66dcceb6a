//! Selective search: TT cutoffs, reverse futility pruning, null-move pruning (Beal 1989, Donninger
//! 1993) with verification, late move reductions (LMR), late move pruning (LMP) and futility
//! pruning (Schaeffer 1986, Heinz 1998), each with the condition under which it is sound.

use super::history;
use super::node::{InnerNode, NodeEval};
use super::settings::Technique;
use super::stack::{PickedMove, StackFrame};
use super::value::Value;
use super::worker::{NodeArgs, NodeType, NullMovePermission, Worker};
use crate::evaluator::Evaluator;
use crate::transposition::{Bound, Entry};
use game::Position;

/// Least depth of null-move pruning.
const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a null-move cutoff is verified by a search without null moves.
const VERIFY_DEPTH: i32 = 7;
/// Greatest depth of futility pruning and reverse futility pruning.
const FUTILITY_DEPTH: i32 = 3;
/// Greatest depth of late move pruning.
const LATE_MOVE_PRUNING_DEPTH: i32 = 3;

/// Cutoff by an entry of the transposition table.
///
/// Sound if the entry is at least as deep as the remaining depth, its bound is on the right side of
/// the window (a lower bound ≥ `beta` or an upper bound ≤ `alpha`), and no draw by the quiet limit
/// can come before the end of a proven value. Not in PV nodes, where the principal variation would
/// be lost.
#[inline]
pub(super) fn tt_cutoff<P: Position>(entry: Entry, args: &NodeArgs) -> Option<Value> {
    if args.is_pv() || i32::from(entry.depth) < args.depth {
        return None;
    }
    let value = Value::from_table(entry.value, args.ply);
    if value.is_proven() {
        let plies = value.end_ply().saturating_sub(args.ply);
        if P::QUIET_LIMIT.is_some_and(|limit| args.quiet + plies >= limit) {
            return None;
        }
    }
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= args.beta,
        Bound::Upper => value <= args.alpha,
    };
    settles.then_some(value)
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Whether any pruning at this node needs the static evaluation.
    #[inline]
    pub(super) fn wants_static_eval(&self, args: &NodeArgs) -> bool {
        (self.uses(Technique::Futility) && args.depth <= FUTILITY_DEPTH)
            || self.may_try_null_move(args)
    }

    #[inline]
    fn may_try_null_move(&self, args: &NodeArgs) -> bool {
        self.uses(Technique::NullMove)
            && args.depth >= NULL_MOVE_DEPTH
            && args.null_move == NullMovePermission::Allowed
            && !args.beta.is_proven()
    }

    /// Reverse futility pruning (static null-move pruning): the static evaluation exceeds `beta` by
    /// a margin that grows with the depth, `eval − unit·depth ≥ beta`.
    ///
    /// A heuristic, sound only as far as the margin covers what the remaining plies can change.
    /// Proven values are neither compared nor returned.
    #[inline]
    pub(super) fn reverse_futility_cut(
        &self,
        static_eval: Value,
        args: &NodeArgs,
    ) -> Option<Value> {
        let close = self.uses(Technique::Futility) && args.depth <= FUTILITY_DEPTH;
        let worst = static_eval.plus(-E::UNIT * args.depth);
        (close && !args.beta.is_proven() && worst >= args.beta).then_some(worst)
    }

    /// Null-move pruning: the node fails high even if the side to move passes.
    ///
    /// Sound wherever some move is no worse than passing (no zugzwang), which the evaluator
    /// guarantees by returning a position after passing. The value after passing is from the *other*
    /// side's view: negated, it must be at least `beta`. Errors cost more the deeper the node is, so
    /// deep cutoffs are verified by a search without null moves. A proven win is never returned:
    /// its proof includes the null move.
    pub(super) fn null_move_cut(
        &mut self,
        node: &InnerNode<'_, P>,
        static_eval: Value,
        stack: &mut [StackFrame<P>],
        args: &NodeArgs,
    ) -> Option<Value> {
        if !self.may_try_null_move(args) || static_eval < args.beta {
            return None;
        }
        let position = node.position;
        let passed = self.evaluator.pass(position)?;
        let depth = args.depth - 1 - null_move_reduction(args.depth);
        let null_args = NodeArgs {
            depth,
            ply: args.ply + 1,
            alpha: -args.beta,
            beta: (-args.beta).next(),
            quiet: args.quiet,
            null_move: NullMovePermission::Forbidden,
            node_type: NodeType::NonPv,
        };
        self.evaluator.step(position, None, &passed);
        let value = -self.search_node(&passed, &mut stack[1..], null_args);
        self.evaluator.back();
        if self.aborted || value < args.beta {
            return None;
        }
        let value = if value.is_won() { args.beta } else { value };
        if args.depth < VERIFY_DEPTH {
            return Some(value);
        }
        let check = NodeArgs {
            depth,
            alpha: -(-args.beta).next(),
            null_move: NullMovePermission::Forbidden,
            ..*args
        };
        let tt_entry = self.probe_tt(node.key);
        let checked = self.search(&InnerNode { tt_entry, ..*node }, stack, check);
        (!self.aborted && checked >= args.beta).then_some(value)
    }

    /// Late move reduction (LMR): plies by which a late quiet move is searched less deeply at
    /// first.
    ///
    /// Sound as an order of work: a move that exceeds `alpha` is searched again at full depth. Good
    /// moves whose point lies just beyond the reduced depth are missed.
    #[inline]
    pub(super) fn late_move_reduction(&self, picked: &PickedMove<P::Move>, args: &NodeArgs) -> i32 {
        let &PickedMove { scored, number, .. } = picked;
        let late = number > 3 && args.depth >= 3 && scored.is_quiet();
        if !late || !self.uses(Technique::LateMoveReductions) {
            return 0;
        }
        let usual = i32::from(REDUCTIONS[args.depth.min(63) as usize][number.min(63)]);
        let history_adjustment = (scored.history() / (history::MAX_SCORE / 2)).clamp(-1, 2);
        (usual - history_adjustment - i32::from(args.is_pv())).clamp(0, args.depth - 2)
    }

    /// Late move pruning and futility pruning of a quiet move at low depth. Returns the technique
    /// and the upper bound with which the move, and the quiet moves after it, are skipped.
    ///
    /// - late move pruning: `number > 6 + 3·depth²`, at `depth ≤ 3`;
    /// - futility pruning: `eval + unit·(1 + depth) ≤ alpha`, at `depth ≤ 3`; the unit is that of the
    ///   evaluation.
    ///
    /// A heuristic, like [`reverse_futility_cut`](Self::reverse_futility_cut). Nothing is skipped
    /// while all moves searched are proven lost, so that no loss is claimed that a skipped move
    /// would have averted.
    #[inline]
    pub(super) fn prune_move(
        &self,
        picked: &PickedMove<P::Move>,
        best: Value,
        eval: &NodeEval,
        args: &NodeArgs,
    ) -> Option<(Technique, Value)> {
        if !eval.prunable || best.is_lost() || !picked.scored.is_quiet() {
            return None;
        }
        let late = 6 + 3 * (args.depth * args.depth) as usize;
        if self.uses(Technique::LateMovePruning)
            && args.depth <= LATE_MOVE_PRUNING_DEPTH
            && picked.number > late
        {
            return Some((Technique::LateMovePruning, best));
        }
        let close = self.uses(Technique::Futility) && args.depth <= FUTILITY_DEPTH;
        let most = eval.static_eval?.plus(E::UNIT * (1 + args.depth));
        (close && most <= args.alpha).then_some((Technique::Futility, most))
    }
}

/// Depth reduction of a null-move search.
fn null_move_reduction(depth: i32) -> i32 {
    2 + depth / 4
}

/// Reductions of LMR by depth and move number: `⌊log₂(depth) · log₂(number) / 4⌋`, in integer
/// arithmetic, so that the search is the same on every machine.
static REDUCTIONS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut number = 1;
        while number < 64 {
            table[depth][number] = (log2_eighths(depth) * log2_eighths(number) / 256) as u8;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// `⌊8 · log₂ n⌋`.
const fn log2_eighths(n: usize) -> u32 {
    (n as u64).pow(8).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_follow_the_logarithms() {
        for (depth, row) in REDUCTIONS.iter().enumerate().skip(1) {
            for (number, &reduction) in row.iter().enumerate().skip(1) {
                let exact = (depth as f64).log2() * (number as f64).log2() / 4.0;
                let reduction = f64::from(reduction);
                let fits = reduction <= exact && exact < reduction + 1.7;
                assert!(fits, "{depth} {number}: {reduction} {exact}");
            }
        }
    }
}
