//! Root search: iterative deepening (Slate and Atkin 1977) with aspiration windows and several
//! principal variations (multi-PV).

use super::settings::Technique;
use super::stack::{PickedMove, ScoredMove, StackFrame};
use super::value::Value;
use super::worker::{NodeArgs, NodeType, NullMovePermission, Worker};
use crate::evaluator::Evaluator;
use crate::move_hash::MoveHash;
use crate::{Line, Report};
use game::{Position, Record};
use std::cmp::Reverse;
use std::ops::Range;

/// Maximum nominal depth; extensions and quiescence search may go beyond it.
pub(super) const MAX_DEPTH: usize = 120;
/// Length of the search stack: the longest variation that can be searched.
pub(super) const STACK_SIZE: usize = 200;
/// First depth with an aspiration window: values of shallower iterations vary too much.
const ASPIRATION_DEPTH: usize = 4;

/// A root move with its value and principal variation.
#[derive(Clone)]
pub(super) struct RootMove<P: Position> {
    pub(super) mv: P::Move,
    scored: ScoredMove,
    /// The value in the present iteration, if it exceeded alpha.
    value: Option<Value>,
    /// The last exact value.
    last: Value,
    /// Its principal variation, the move itself first.
    line: Vec<P::Move>,
}

impl<P: Position> RootMove<P> {
    pub(super) fn line(&self) -> Line<P::Move> {
        Line::new(self.line.clone(), self.last.into())
    }

    /// Whether it is proven within `depth`, so that a deeper iteration would be of no use.
    pub(super) fn is_decided(&self, depth: usize) -> bool {
        self.last.is_proven() && self.last.end_ply() <= depth
    }
}

/// The search of one thread from the root on.
pub(super) struct Root<'w, 'a, P: Position, E> {
    worker: &'w mut Worker<'a, P, E>,
    position: P,
    quiet: usize,
    moves: Vec<RootMove<P>>,
    stack: Vec<StackFrame<P>>,
    lines: usize,
    /// Percentage of extra time because the best move changed in recent iterations; decays by half
    /// each iteration.
    instability: u32,
}

impl<'w, 'a, P: Position, E: Evaluator<P>> Root<'w, 'a, P, E> {
    pub(super) fn new(worker: &'w mut Worker<'a, P, E>, record: &Record<P>, lines: usize) -> Self {
        let moves = initial_order(worker.evaluator, record.position());
        Self::resume(worker, record, moves, lines)
    }

    /// A root whose moves have been searched before.
    pub(super) fn resume(
        worker: &'w mut Worker<'a, P, E>,
        record: &Record<P>,
        moves: Vec<RootMove<P>>,
        lines: usize,
    ) -> Self {
        let position = record.position().clone();
        let lines = lines.clamp(1, moves.len().max(1));
        let stack = (0..STACK_SIZE).map(|_| StackFrame::new()).collect();
        Self { worker, position, quiet: record.quiet_plies(), moves, stack, lines, instability: 0 }
    }

    /// Iterative deepening from depth `from` until a limit is reached or the position is solved.
    /// Calls `progress` after every iteration.
    pub(super) fn iterative_deepening(
        &mut self,
        from: usize,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        if self.moves.is_empty() {
            return Report::empty();
        }
        let most = self.worker.shared.budget.depth(MAX_DEPTH);
        let mut report = self.report(0);
        for depth in from..=most {
            let finished = self.iterate(depth);
            if finished || self.lines == 1 || report.depth == 0 {
                report = self.report(if finished { depth } else { report.depth });
            }
            if !finished {
                break;
            }
            progress(&report);
            if self.is_finished(depth) {
                break;
            }
        }
        report.nodes = self.worker.publish_nodes();
        report.elapsed = self.worker.shared.budget.elapsed();
        report
    }

    /// One iteration of nominal depth `depth`, for every requested variation. Returns whether it was
    /// completed.
    fn iterate(&mut self, depth: usize) -> bool {
        let before = self.moves[0].mv;
        if !self.search_lines(depth, 0..self.lines) {
            return false;
        }
        self.moves[..self.lines].sort_by_key(|root| Reverse(root.last));
        let surprise = u32::from(self.moves[0].mv != before) * 100;
        self.instability = u32::midpoint(self.instability, surprise);
        true
    }

    /// Searches these lines to a depth, with those before them already searched to it. Returns
    /// whether all were completed.
    pub(super) fn search_lines(&mut self, depth: usize, lines: Range<usize>) -> bool {
        self.worker.root_depth = depth;
        for line in lines {
            self.aspiration_search(depth, line..self.moves.len());
            if self.worker.aborted {
                return false;
            }
        }
        true
    }

    /// The exact value of one move at a depth; `None` if a limit is reached first.
    pub(super) fn search_only(&mut self, depth: usize, mv: P::Move) -> Option<Line<P::Move>> {
        self.worker.root_depth = depth;
        let at = self.moves.iter().position(|root| root.mv == mv)?;
        self.aspiration_search(depth, at..at + 1);
        (!self.worker.aborted).then(|| self.moves[at].line())
    }

    /// The moves as they are after the search.
    pub(super) fn into_moves(self) -> Vec<RootMove<P>> {
        self.moves
    }

    /// Aspiration windows: searches the moves of `range` in a window around the last value of the
    /// first, which is widened after failing low or high. Exact: only a value inside the window is
    /// accepted.
    fn aspiration_search(&mut self, depth: usize, range: Range<usize>) {
        let centre = self.moves[range.start].last;
        let (mut alpha, mut beta) = (Value::NEG_INFINITY, Value::INFINITY);
        let mut margin = E::UNIT / 3 + 1;
        let uses_window = self.worker.uses(Technique::Aspiration) && depth >= ASPIRATION_DEPTH;
        if uses_window && !centre.is_proven() {
            (alpha, beta) = (centre.plus(-margin), centre.plus(margin));
        }
        loop {
            if alpha > Value::NEG_INFINITY || beta < Value::INFINITY {
                self.worker.counts.count(Technique::Aspiration);
            }
            let value = self.best_of(range.clone(), depth, alpha, beta);
            self.moves[range.clone()].sort_by_key(|root| Reverse(root.value));
            if self.worker.aborted {
                return;
            }
            margin = margin.saturating_mul(4);
            if value <= alpha && alpha > Value::NEG_INFINITY {
                alpha = widened(value, -margin).min(alpha);
            } else if value >= beta && beta < Value::INFINITY {
                beta = widened(value, margin).max(beta);
            } else {
                return;
            }
        }
    }

    /// Best value of the moves of `range`, exact if it lies inside the window.
    fn best_of(&mut self, range: Range<usize>, depth: usize, alpha: Value, beta: Value) -> Value {
        self.moves[range.clone()].iter_mut().for_each(|root| root.value = None);
        self.worker.count(0);
        let (mut alpha, mut best) = (alpha, Value::NEG_INFINITY);
        for i in range.clone() {
            if self.worker.aborted {
                break;
            }
            let RootMove { mv, scored, .. } = self.moves[i];
            let args = self.root_args(depth, alpha, beta);
            let number = i - range.start + 1;
            let picked = PickedMove { mv, move_hash: MoveHash::of(mv), scored, number };
            let value = self.worker.search_move(&self.position, picked, &mut self.stack, &args);
            if self.worker.aborted {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.update_pv(i, value);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    /// A move exceeded alpha: stores its value and principal variation.
    fn update_pv(&mut self, i: usize, value: Value) {
        let root = &mut self.moves[i];
        (root.value, root.last) = (Some(value), value);
        root.line.truncate(1);
        root.line.extend_from_slice(&self.stack[0].pv);
    }

    fn root_args(&self, depth: usize, alpha: Value, beta: Value) -> NodeArgs {
        NodeArgs {
            depth: depth as i32,
            ply: 0,
            alpha,
            beta,
            quiet: self.quiet,
            null_move: NullMovePermission::Forbidden,
            node_type: NodeType::Pv,
        }
    }

    /// Whether another iteration would be of no use: all variations are proven within the depth
    /// searched, there is only one legal move, or the soft time limit is reached.
    fn is_finished(&self, depth: usize) -> bool {
        let budget = self.worker.shared.budget;
        let forced = budget.has_clock() && self.moves.len() == 1;
        self.moves[..self.lines].iter().all(|root| root.is_decided(depth))
            || forced
            || budget.soft_limit_reached(50 + self.instability)
    }

    fn report(&mut self, depth: usize) -> Report<P::Move> {
        self.report_of(0..self.lines, depth)
    }

    /// The report of the lines of these ranks.
    pub(super) fn report_of(&mut self, ranks: Range<usize>, depth: usize) -> Report<P::Move> {
        Report {
            lines: self.moves[ranks].iter().map(RootMove::line).collect(),
            depth,
            seldepth: self.worker.seldepth,
            nodes: self.worker.publish_nodes(),
            elapsed: self.worker.shared.budget.elapsed(),
            table_fill: self.worker.shared.tt.fill(),
        }
    }
}

/// The legal moves ordered by the evaluator's rank: reported if there is no time to search at all.
pub(super) fn initial_order<P: Position, E: Evaluator<P>>(
    evaluator: &mut E,
    position: &P,
) -> Vec<RootMove<P>> {
    let list = position.moves();
    if list.is_empty() {
        return Vec::new();
    }
    let last = Value::estimate(evaluator.evaluate(position));
    let win = evaluator.win_in_one(position);
    let root_move = |&mv: &P::Move| {
        let scored = ScoredMove::at_root(evaluator.rank(position, mv));
        RootMove { mv, scored, value: None, last, line: vec![mv] }
    };
    let mut moves: Vec<RootMove<P>> = list.iter().map(root_move).collect();
    moves.sort_by_key(|root| (Some(root.mv) != win, Reverse(root.scored)));
    moves
}

/// A bound of the aspiration window moved by `by` units; beyond a large margin, or from a proven
/// value, to infinity.
fn widened(value: Value, by: i32) -> Value {
    match (by.abs() > 1 << 20 || value.is_proven(), by > 0) {
        (true, true) => Value::INFINITY,
        (true, false) => Value::NEG_INFINITY,
        (false, _) => value.plus(by),
    }
}
