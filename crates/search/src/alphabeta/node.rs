//! The value of a node: principal variation search as a page of named steps.
//!
//! Values are from the view of the side to move, and are turned only when the turn really passes:
//! some games let a side move twice. `frames[0]` is the workplace of the node itself.

use super::frame::{Attempt, Frame, Hints};
use super::settings::Technique;
use super::steps::table_cut;
use super::value::Value;
use super::worker::{Pass, Visit, Worker};
use crate::evaluator::{Evaluator, Rank};
use crate::table::{Bound, Finding};
use game::{Key, Position};

/// Extensions end this many times the nominal depth from the root.
const DEEPEST: usize = 2;

/// A position inside the tree.
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    pub(super) key: Key,
    /// Whether an answer is forced here.
    pub(super) forced: bool,
    /// What the table knows.
    pub(super) found: Option<Finding>,
}

/// What is known of a node before its moves are tried.
pub(crate) struct Prospect {
    /// What it is worth at face value, if it may be taken so.
    pub(crate) estimate: Option<Value>,
    /// The place of the move that the table remembers.
    pub(crate) known: Option<u16>,
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of `position`: settled, beyond the horizon, or searched.
    pub(crate) fn visit(&mut self, position: &P, frames: &mut [Frame<P>], visit: Visit) -> Value {
        self.count(visit.ply);
        if self.aborted {
            return Value::DRAW;
        }
        frames[0].line.clear();
        let key = position.key();
        // Asked for early: memory answers while the rest goes on.
        let early = if visit.depth > 0 { self.recall(key) } else { None };
        if let Some(value) = self.settled(position, key, &mut frames[0], &visit) {
            return value;
        }
        let mut visit = visit;
        let forced = self.extend_forced(position, &mut visit);
        if visit.depth <= 0 || frames.len() <= 2 {
            return self.quiesce(position, frames, visit.ply, visit.alpha, visit.beta);
        }
        self.trail.push(key);
        let found = early.or_else(|| self.recall(key));
        let node = Node { position, key, forced, found };
        let value = self.search(&node, frames, visit);
        self.trail.pop();
        value
    }

    /// What the table knows of a position.
    #[inline]
    pub(super) fn recall(&self, key: Key) -> Option<Finding> {
        if self.uses(Technique::Table) { self.shared.table.find(key) } else { None }
    }

    /// The value where nothing needs to be searched: the game is over or drawn, or won by the next
    /// move. Exact, as far as [`Trail::repeats`](crate::trail::Trail::repeats) is.
    #[inline]
    fn settled(
        &mut self,
        position: &P,
        key: Key,
        frame: &mut Frame<P>,
        visit: &Visit,
    ) -> Option<Value> {
        if self.trail.repeats(key) {
            return Some(Value::DRAW);
        }
        if let Some(outcome) = position.outcome() {
            return Some(Value::over(outcome, position.side_to_move(), visit.ply));
        }
        if P::QUIET_LIMIT.is_some_and(|limit| visit.quiet >= limit) {
            return Some(Value::DRAW);
        }
        let win = self.evaluator.win_in_one(position)?;
        frame.set_line(win, &[]);
        Some(Value::win_at(visit.ply + 1))
    }

    /// Whether an answer is forced here; if so, it costs no depth. Changes what is seen, not what
    /// is true: sound everywhere, and bounded so that it ends.
    #[inline]
    fn extend_forced(&mut self, position: &P, visit: &mut Visit) -> bool {
        let extends = self.uses(Technique::Extensions);
        let forced = (extends || visit.depth > 0) && self.evaluator.is_forced(position);
        if forced && extends && visit.ply < DEEPEST * self.round {
            visit.depth = visit.depth.max(0) + 1;
        }
        forced
    }

    /// The value of a node inside the tree.
    pub(super) fn search(
        &mut self,
        node: &Node<'_, P>,
        frames: &mut [Frame<P>],
        visit: Visit,
    ) -> Value {
        let &Node { position, key, forced, found } = node;
        if let Some(value) = found.and_then(|f| table_cut::<P>(f, &visit)) {
            return value;
        }
        // In an open window, and where an answer is forced, nothing is taken at face value.
        let at_face = !visit.is_open() && !forced && self.wants_estimate(&visit);
        let estimate = at_face.then(|| self.estimate(position));
        if let Some(estimate) = estimate {
            if let Some(value) = self.futile_cut(estimate, &visit) {
                return value;
            }
            if let Some(value) = self.null_move_cut(node, estimate, frames, &visit) {
                return value;
            }
            if self.aborted {
                return Value::DRAW;
            }
        }
        let known = found.and_then(|f| f.place);
        self.try_moves(position, key, &Prospect { estimate, known }, frames, visit)
    }

    /// Tries every move until one is good enough, and remembers what came of it.
    fn try_moves(
        &mut self,
        position: &P,
        key: Key,
        prospect: &Prospect,
        frames: &mut [Frame<P>],
        visit: Visit,
    ) -> Value {
        let Some((frame, deeper)) = frames.split_first_mut() else { return Value::DRAW };
        let known = frame.list(position, prospect.known);
        if known.is_none() {
            self.order(position, frame, known);
        }
        let (mut alpha, mut best, mut best_place) = (visit.alpha, Value::LEAST, None);
        while let Some(attempt) = frame.pick() {
            if let Some(value) = self.skip(&attempt, best, prospect, &visit) {
                best = best.max(value);
                frame.drop_quiet();
                continue;
            }
            let value = self.try_move(position, attempt, deeper, &Visit { alpha, ..visit });
            if self.aborted {
                return Value::DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_place = Some(attempt.candidate.place());
                    if visit.is_open() {
                        frame.set_line(attempt.mv, &deeper[0].line);
                    }
                }
                if value >= visit.beta {
                    self.refuted(position, &attempt, frame, &visit);
                    break;
                }
            }
            if attempt.number == 1 && known.is_some() {
                self.order(position, frame, known);
            }
        }
        self.remember(key, best, best_place, &visit);
        best
    }

    /// Puts the moves that are left into the order in which to try them.
    fn order(&self, position: &P, frame: &mut Frame<P>, known: Option<u16>) {
        let hints = Hints {
            techniques: self.techniques,
            history: &self.history,
            side: position.side_to_move(),
            known,
        };
        frame.score(&hints, self.evaluator.ranking(position));
    }

    /// The value of a move: in a closed window first, and less deeply if it comes late, unless
    /// nothing has been tried yet. Exact without reductions: whatever turns out better than
    /// `alpha` is searched again in full.
    pub(super) fn try_move(
        &mut self,
        position: &P,
        attempt: Attempt<P::Move>,
        deeper: &mut [Frame<P>],
        visit: &Visit,
    ) -> Value {
        let Attempt { mv, number, .. } = attempt;
        let child = position.after(mv);
        let full = Visit {
            depth: visit.depth - 1,
            ply: visit.ply + 1,
            quiet: quiet_after(position, mv, visit.quiet),
            pass: Pass::Allowed,
            ..*visit
        };
        self.evaluator.step(position, Some(mv), &child);
        let value = if number == 1 || !self.uses(Technique::PrincipalVariation) {
            self.pass_on(position, &child, deeper, full)
        } else {
            let less = self.late_move_reduction(&attempt, visit);
            let closed = Visit { beta: visit.alpha.next(), ..full };
            let mut value = if less > 0 {
                self.pass_on(position, &child, deeper, Visit { depth: full.depth - less, ..closed })
            } else {
                visit.alpha.next()
            };
            if value > visit.alpha {
                value = self.pass_on(position, &child, deeper, closed);
            }
            if value > visit.alpha && value < visit.beta {
                value = self.pass_on(position, &child, deeper, full);
            }
            value
        };
        self.evaluator.back();
        value
    }

    /// Visits a child and turns its value to the parent's view. `visit` has the parent's window.
    #[inline]
    pub(crate) fn pass_on(
        &mut self,
        parent: &P,
        child: &P,
        frames: &mut [Frame<P>],
        visit: Visit,
    ) -> Value {
        if child.side_to_move() == parent.side_to_move() {
            return self.visit(child, frames, visit);
        }
        -self.visit(child, frames, Visit { alpha: -visit.beta, beta: -visit.alpha, ..visit })
    }

    /// A move was good enough: try it earlier elsewhere, and those tried before it later.
    fn refuted(
        &mut self,
        position: &P,
        attempt: &Attempt<P::Move>,
        frame: &mut Frame<P>,
        visit: &Visit,
    ) {
        if matches!(self.evaluator.rank(position, attempt.mv), Rank::Noisy(_)) {
            return;
        }
        let side = position.side_to_move();
        frame.remember_killer(attempt.tag);
        self.history.refuted(side, attempt.tag, visit.depth);
        for tag in frame.quiet_before() {
            self.history.failed(side, tag, visit.depth);
        }
    }

    fn remember(&self, key: Key, best: Value, place: Option<u16>, visit: &Visit) {
        if !self.uses(Technique::Table) {
            return;
        }
        let bound = match best {
            v if v >= visit.beta => Bound::Lower,
            v if v > visit.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let value = best.kept_at(visit.ply);
        let depth = visit.depth.clamp(0, 255) as u8;
        self.shared.table.keep(key, Finding { value, bound, depth, place });
    }
}

/// Plies without progress after `mv`; not counted where the game does not count them.
#[inline]
pub(crate) fn quiet_after<P: Position>(position: &P, mv: P::Move, quiet: usize) -> usize {
    if P::QUIET_LIMIT.is_none() || position.is_progress(mv) { 0 } else { quiet + 1 }
}
