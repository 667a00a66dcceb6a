//! The root: rounds of growing depth, windows around the last value, several lines.

use super::frame::{Attempt, Candidate, Frame};
use super::settings::Technique;
use super::value::Value;
use super::worker::{Pass, Visit, Worker};
use crate::evaluator::Evaluator;
use crate::tag::Tag;
use crate::{Line, Report};
use game::{Position, Record};
use std::cmp::Reverse;

/// The deepest round; extensions and noisy moves may go on beyond it.
pub(super) const MOST_ROUNDS: usize = 120;
/// Workplaces for as many plies as a line may have.
pub(super) const FRAMES: usize = 200;
/// Values settle down before windows pay.
const ASPIRE_FROM: usize = 4;

/// A move at the root and what is known of it.
struct RootMove<P: Position> {
    mv: P::Move,
    candidate: Candidate,
    /// The value in the present round, once it is known to be the best so far.
    value: Option<Value>,
    /// The last value known.
    last: Value,
    /// The line that goes with it, the move first.
    line: Vec<P::Move>,
}

impl<P: Position> RootMove<P> {
    fn line(&self) -> Line<P> {
        Line { moves: self.line.clone(), score: self.last.into(), visits: None }
    }
}

/// The search of one thread from the root on.
pub(super) struct Root<'w, 'a, P: Position, E> {
    worker: &'w mut Worker<'a, P, E>,
    position: P,
    quiet: usize,
    moves: Vec<RootMove<P>>,
    frames: Vec<Frame<P>>,
    lines: usize,
    /// Grows when the best move is another than before, and fades.
    unrest: u32,
}

impl<'w, 'a, P: Position, E: Evaluator<P>> Root<'w, 'a, P, E> {
    pub(super) fn new(worker: &'w mut Worker<'a, P, E>, record: &Record<P>, lines: usize) -> Self {
        let position = record.position().clone();
        let moves = order_before_searching(worker.evaluator, &position);
        let lines = lines.clamp(1, moves.len().max(1));
        let frames = (0..FRAMES).map(|_| Frame::new()).collect();
        Self { worker, position, quiet: record.quiet_plies(), moves, frames, lines, unrest: 0 }
    }

    /// Round after round, the first of depth `from`, until a limit is reached or the position is
    /// decided. Tells `progress` after every round.
    pub(super) fn deepen(
        &mut self,
        from: usize,
        progress: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        if self.moves.is_empty() {
            return Report::empty();
        }
        let most = self.worker.shared.limits.depth.unwrap_or(MOST_ROUNDS).min(MOST_ROUNDS);
        let mut report = self.report(0);
        for depth in from..=most {
            let finished = self.round(depth);
            if finished || self.lines == 1 || report.depth == 0 {
                report = self.report(if finished { depth } else { report.depth });
            }
            if !finished {
                break;
            }
            progress(&report);
            if self.is_enough(depth) {
                break;
            }
        }
        report.nodes = self.worker.tell();
        report.elapsed = self.worker.shared.timer.elapsed();
        report
    }

    /// Looks `depth` plies ahead, for every line wanted. Returns whether it came to its end.
    fn round(&mut self, depth: usize) -> bool {
        self.worker.round = depth;
        let before = self.moves[0].mv;
        for line in 0..self.lines {
            self.aspire(depth, line);
            if self.worker.aborted {
                return false;
            }
        }
        self.moves[..self.lines].sort_by_key(|root| Reverse(root.last));
        let surprise = u32::from(self.moves[0].mv != before) * 100;
        self.unrest = u32::midpoint(self.unrest, surprise);
        true
    }

    /// Finds the best of the moves from `line` on, in a window around its last value that is
    /// opened as far as needed. Exact: only a value inside the window is accepted.
    fn aspire(&mut self, depth: usize, line: usize) {
        let centre = self.moves[line].last;
        let (mut alpha, mut beta) = (Value::LEAST, Value::MOST);
        let mut margin = E::UNIT / 3 + 1;
        let aspires = self.worker.uses(Technique::Aspiration) && depth >= ASPIRE_FROM;
        if aspires && !centre.is_decided() {
            (alpha, beta) = (centre.plus(-margin), centre.plus(margin));
        }
        loop {
            let value = self.best_of(line, depth, alpha, beta);
            self.moves[line..].sort_by_key(|root| Reverse(root.value));
            if self.worker.aborted {
                return;
            }
            margin = margin.saturating_mul(4);
            if value <= alpha && alpha > Value::LEAST {
                alpha = opened(value, -margin).min(alpha);
            } else if value >= beta && beta < Value::MOST {
                beta = opened(value, margin).max(beta);
            } else {
                return;
            }
        }
    }

    /// The value of the best of the moves from `line` on, if it lies in the window.
    fn best_of(&mut self, line: usize, depth: usize, alpha: Value, beta: Value) -> Value {
        self.moves[line..].iter_mut().for_each(|root| root.value = None);
        self.worker.count(0);
        let (mut alpha, mut best) = (alpha, Value::LEAST);
        for i in line..self.moves.len() {
            if self.worker.aborted {
                break;
            }
            let RootMove { mv, candidate, .. } = self.moves[i];
            let visit = self.visit(depth, alpha, beta);
            let attempt = Attempt { mv, tag: Tag::of(mv), candidate, number: i - line + 1 };
            let value = self.worker.try_move(&self.position, attempt, &mut self.frames, &visit);
            if self.worker.aborted {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.improve(i, value);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    /// A move is better than those before it.
    fn improve(&mut self, i: usize, value: Value) {
        let root = &mut self.moves[i];
        (root.value, root.last) = (Some(value), value);
        root.line.truncate(1);
        root.line.extend_from_slice(&self.frames[0].line);
    }

    fn visit(&self, depth: usize, alpha: Value, beta: Value) -> Visit {
        Visit { depth: depth as i32, ply: 0, alpha, beta, quiet: self.quiet, pass: Pass::Forbidden }
    }

    /// Whether another round would be wasted: all lines are decided within the depth seen, there
    /// is nothing to choose, or the player's clock says so.
    fn is_enough(&self, depth: usize) -> bool {
        let decided = |root: &RootMove<P>| root.last.is_decided() && root.last.end() <= depth;
        let timer = &self.worker.shared.timer;
        let forced = timer.is_thrifty() && self.moves.len() == 1;
        self.moves[..self.lines].iter().all(decided) || forced || timer.has_spent(50 + self.unrest)
    }

    fn report(&mut self, depth: usize) -> Report<P> {
        Report {
            lines: self.moves[..self.lines].iter().map(RootMove::line).collect(),
            depth,
            seldepth: self.worker.seldepth,
            nodes: self.worker.tell(),
            elapsed: self.worker.shared.timer.elapsed(),
            table_fill: self.worker.shared.table.fill(),
        }
    }
}

/// The legal moves as an evaluator would try them: what is reported if there is no time at all.
fn order_before_searching<P: Position, E: Evaluator<P>>(
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
        let candidate = Candidate::at_root(evaluator.rank(position, mv));
        RootMove { mv, candidate, value: None, last, line: vec![mv] }
    };
    let mut moves: Vec<RootMove<P>> = list.iter().map(root_move).collect();
    moves.sort_by_key(|root| (Some(root.mv) != win, Reverse(root.candidate)));
    moves
}

/// A bound moved `by` units away; once that is far, or nothing is left to estimate, all the way.
fn opened(value: Value, by: i32) -> Value {
    match (by.abs() > 1 << 20 || value.is_decided(), by > 0) {
        (true, true) => Value::MOST,
        (true, false) => Value::LEAST,
        (false, _) => value.plus(by),
    }
}
