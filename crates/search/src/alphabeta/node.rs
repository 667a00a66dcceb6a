//! Principal variation search (PVS; Marsland and Campbell 1982, NegaScout: Reinefeld 1983) of a
//! node, as a sequence of named steps.
//!
//! Negamax: values are from the view of the side to move. They are negated only when the turn passes,
//! because in some games a side moves twice. `stack[0]` is the stack frame of the node itself.

use super::settings::Technique;
use super::stack::{OrderingContext, PickedMove, StackFrame};
use super::steps::tt_cutoff;
use super::value::Value;
use super::worker::{NodeArgs, NodeType, NullMovePermission, Worker};
use crate::evaluator::{Evaluator, Rank};
use crate::transposition::{Bound, Entry};
use game::{Key, Position};

/// Extensions are made up to this multiple of the nominal depth.
const MAX_EXTENSION_FACTOR: usize = 2;

/// A position inside the tree.
pub(super) struct InnerNode<'a, P> {
    pub(super) position: &'a P,
    pub(super) key: Key,
    /// Whether the side to move must answer a threat.
    pub(super) forced: bool,
    /// The entry of the transposition table.
    pub(super) tt_entry: Option<Entry>,
}

/// Static evaluation and TT move of a node, gathered before its moves are searched.
pub(crate) struct NodeEval {
    /// Whether moves may be pruned: neither in PV nodes nor in forced positions.
    pub(crate) prunable: bool,
    /// `None` where no pruning uses it.
    pub(crate) static_eval: Option<Value>,
    /// Index of the TT move.
    pub(crate) tt_move: Option<u16>,
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of `position`: terminal, from quiescence search, or from [`search`](Self::search).
    pub(crate) fn search_node(
        &mut self,
        position: &P,
        stack: &mut [StackFrame<P>],
        args: NodeArgs,
    ) -> Value {
        self.count(args.ply);
        if self.aborted {
            return Value::DRAW;
        }
        stack[0].pv.clear();
        let key = position.key();
        // Probed early, so that the cache line arrives while terminal positions are checked.
        let early = if args.depth > 0 { self.probe_tt(key) } else { None };
        if let Some(value) = self.terminal_value(position, key, &mut stack[0], &args) {
            return value;
        }
        let mut args = args;
        let forced = self.extend_if_forced(position, &mut args);
        if args.depth <= 0 || stack.len() <= 2 {
            return self.quiesce(position, stack, args.ply, args.alpha, args.beta);
        }
        self.repetitions.push(key);
        let tt_entry = early.or_else(|| self.probe_tt(key));
        let tt_entry = self.probe_shared_table(key, args.depth, tt_entry);
        let node = InnerNode { position, key, forced, tt_entry };
        let value = self.search(&node, stack, args);
        self.repetitions.pop();
        value
    }

    /// Probes the transposition table.
    #[inline]
    pub(super) fn probe_tt(&self, key: Key) -> Option<Entry> {
        if self.uses(Technique::TranspositionTable) { self.shared.tt.probe(key) } else { None }
    }

    /// Probes the second-level table, if there is one, for a better entry than `known`.
    #[inline]
    fn probe_shared_table(&self, key: Key, depth: i32, known: Option<Entry>) -> Option<Entry> {
        match &self.shared.shared_table {
            Some(table) if self.uses(Technique::TranspositionTable) => {
                table.probe(key, depth, known)
            }
            _ => known,
        }
    }

    /// The value where nothing needs to be searched: the game is over, drawn by repetition or by
    /// the quiet limit, or won by the next move. Exact, as far as
    /// [`RepetitionStack::repeats`](crate::repetition::RepetitionStack::repeats) is.
    #[inline]
    fn terminal_value(
        &mut self,
        position: &P,
        key: Key,
        frame: &mut StackFrame<P>,
        args: &NodeArgs,
    ) -> Option<Value> {
        if self.repetitions.repeats(key) {
            return Some(Value::DRAW);
        }
        if let Some(outcome) = position.outcome() {
            return Some(Value::over(outcome, position.side_to_move(), args.ply));
        }
        if P::QUIET_LIMIT.is_some_and(|limit| args.quiet >= limit) {
            return Some(Value::DRAW);
        }
        let win = self.evaluator.win_in_one(position)?;
        frame.set_pv(win, &[]);
        Some(Value::win_at(args.ply + 1))
    }

    /// Threat extension: a position in which an answer is forced is searched one ply deeper.
    /// Returns whether it is forced. Bounded by [`MAX_EXTENSION_FACTOR`], so that it ends.
    #[inline]
    fn extend_if_forced(&mut self, position: &P, args: &mut NodeArgs) -> bool {
        let extends = self.uses(Technique::Extensions);
        let forced = (extends || args.depth > 0) && self.evaluator.is_forced(position);
        if forced && extends && args.ply < MAX_EXTENSION_FACTOR * self.root_depth {
            args.depth = args.depth.max(0) + 1;
            self.counts.count(Technique::Extensions);
        }
        forced
    }

    /// The value of an inner node: TT cutoff, reverse futility pruning, null-move pruning, then its
    /// moves.
    pub(super) fn search(
        &mut self,
        node: &InnerNode<'_, P>,
        stack: &mut [StackFrame<P>],
        args: NodeArgs,
    ) -> Value {
        let &InnerNode { position, key, forced, tt_entry } = node;
        if let Some(value) = tt_entry.and_then(|f| tt_cutoff::<P>(f, &args)) {
            self.counts.count(Technique::TranspositionTable);
            return value;
        }
        let prunable = !args.is_pv() && !forced;
        let uses_static_eval = prunable && self.wants_static_eval(&args);
        let static_eval = uses_static_eval.then(|| self.static_eval(position));
        if let Some(static_eval) = static_eval {
            if let Some(value) = self.reverse_futility_cut(static_eval, &args) {
                self.counts.count(Technique::Futility);
                return value;
            }
            if let Some(value) = self.null_move_cut(node, static_eval, stack, &args) {
                self.counts.count(Technique::NullMove);
                return value;
            }
            if self.aborted {
                return Value::DRAW;
            }
        }
        let tt_move = tt_entry.and_then(|f| f.move_index);
        let eval = NodeEval { prunable, static_eval, tt_move };
        self.search_moves(position, key, &eval, stack, args)
    }

    /// Searches the moves in order until a beta cutoff, and stores the result in the transposition
    /// table.
    fn search_moves(
        &mut self,
        position: &P,
        key: Key,
        eval: &NodeEval,
        stack: &mut [StackFrame<P>],
        args: NodeArgs,
    ) -> Value {
        let Some((frame, deeper)) = stack.split_first_mut() else { return Value::DRAW };
        let tt_move = frame.generate(position, eval.tt_move);
        if tt_move.is_none() {
            self.order(position, frame, tt_move);
        }
        let (mut alpha, mut best, mut best_index) = (args.alpha, Value::NEG_INFINITY, None);
        while let Some(picked) = frame.pick() {
            if let Some((technique, value)) = self.prune_move(&picked, best, eval, &args) {
                self.counts.count(technique);
                best = best.max(value);
                frame.skip_quiets();
                continue;
            }
            let value = self.search_move(position, picked, deeper, &NodeArgs { alpha, ..args });
            if self.aborted {
                return Value::DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_index = Some(picked.scored.index());
                    if args.has_open_window() {
                        frame.set_pv(picked.mv, &deeper[0].pv);
                    }
                }
                if value >= args.beta {
                    self.update_ordering(position, &picked, frame, &args);
                    break;
                }
            }
            if picked.number == 1 && tt_move.is_some() {
                self.order(position, frame, tt_move);
            }
        }
        self.store_tt(key, best, best_index, &args);
        best
    }

    /// Scores the moves for the move picker.
    fn order(&self, position: &P, frame: &mut StackFrame<P>, tt_move: Option<u16>) {
        let context = OrderingContext {
            techniques: self.techniques,
            history: &self.history,
            side: position.side_to_move(),
            tt_move,
        };
        frame.score_moves(&context, self.evaluator.ranking(position));
    }

    /// The value of a move: makes it and searches the child.
    pub(super) fn search_move(
        &mut self,
        position: &P,
        picked: PickedMove<P::Move>,
        deeper: &mut [StackFrame<P>],
        args: &NodeArgs,
    ) -> Value {
        let child = position.after(picked.mv);
        let full = NodeArgs {
            depth: args.depth - 1,
            ply: args.ply + 1,
            quiet: quiet_after(position, picked.mv, args.quiet),
            null_move: NullMovePermission::Allowed,
            ..*args
        };
        self.evaluator.step(position, Some(picked.mv), &child);
        let value = if picked.number == 1 {
            self.search_child(position, &child, deeper, full)
        } else {
            let reduction = self.late_move_reduction(&picked, args);
            self.search_late_move(position, &child, deeper, full, reduction)
        };
        self.evaluator.back();
        value
    }

    /// The value of a move after the first. Late move reductions search it less deeply, and at full
    /// depth if it exceeds `alpha`; PVS searches it with a null window, and with the full window if
    /// the value lies inside it. Exact without reductions and pruning.
    fn search_late_move(
        &mut self,
        parent: &P,
        child: &P,
        deeper: &mut [StackFrame<P>],
        full: NodeArgs,
        reduction: i32,
    ) -> Value {
        let pvs = self.uses(Technique::PrincipalVariation);
        let beta = if pvs { full.alpha.next() } else { full.beta };
        let scout = NodeArgs { beta, node_type: NodeType::NonPv, ..full };
        if reduction > 0 {
            self.counts.count(Technique::LateMoveReductions);
            let reduced = NodeArgs { depth: scout.depth - reduction, ..scout };
            let value = self.search_child(parent, child, deeper, reduced);
            if value <= full.alpha {
                return value;
            }
        }
        if pvs {
            self.counts.count(Technique::PrincipalVariation);
        }
        let value = self.search_child(parent, child, deeper, scout);
        if value >= scout.beta && value < full.beta {
            return self.search_child(parent, child, deeper, full);
        }
        value
    }

    /// Negamax step: searches a child and returns its value from the parent's view. `args` has the
    /// parent's window.
    #[inline]
    pub(crate) fn search_child(
        &mut self,
        parent: &P,
        child: &P,
        stack: &mut [StackFrame<P>],
        args: NodeArgs,
    ) -> Value {
        if child.side_to_move() == parent.side_to_move() {
            return self.search_node(child, stack, args);
        }
        -self.search_node(child, stack, NodeArgs { alpha: -args.beta, beta: -args.alpha, ..args })
    }

    /// After a beta cutoff by a quiet move: stores the killer, rewards the move in the history
    /// table and penalizes the quiet moves searched before it.
    fn update_ordering(
        &mut self,
        position: &P,
        picked: &PickedMove<P::Move>,
        frame: &mut StackFrame<P>,
        args: &NodeArgs,
    ) {
        if matches!(self.evaluator.rank(position, picked.mv), Rank::Noisy(_)) {
            return;
        }
        let side = position.side_to_move();
        if picked.scored.is_killer() {
            self.counts.count(Technique::Killers);
        }
        frame.store_killer(picked.move_hash);
        if !self.uses(Technique::History) {
            return;
        }
        self.counts.count(Technique::History);
        self.history.reward(side, picked.move_hash, args.depth);
        for move_hash in frame.tried_quiets() {
            self.history.penalize(side, move_hash, args.depth);
        }
    }

    fn store_tt(&self, key: Key, best: Value, move_index: Option<u16>, args: &NodeArgs) {
        if !self.uses(Technique::TranspositionTable) {
            return;
        }
        let bound = match best {
            v if v >= args.beta => Bound::Lower,
            v if v > args.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let value = best.to_table(args.ply);
        let depth = args.depth.clamp(0, 255) as u8;
        let entry = Entry { value, bound, depth, move_index };
        self.shared.tt.store(key, entry);
        if let Some(table) = &self.shared.shared_table {
            table.store(key, entry);
        }
    }
}

/// Plies without progress after `mv`; not counted where the game does not count them.
#[inline]
pub(crate) fn quiet_after<P: Position>(position: &P, mv: P::Move, quiet: usize) -> usize {
    if P::QUIET_LIMIT.is_none() || position.is_progress(mv) { 0 } else { quiet + 1 }
}
