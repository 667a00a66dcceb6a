//! Lazy SMP (`ExChess`, Stockfish): state of one search thread: node counters, history, repetition stack and the
//! checks of limits. Threads have nothing in common but the transposition table.

use super::history::History;
use super::settings::{Technique, TechniqueCounts, Techniques};
use super::value::Value;
use crate::SharedTable;
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::repetition::RepetitionStack;
use crate::transposition::TranspositionTable;
use game::{Position, Record};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes between two checks of the clock, the stop flag and the other threads.
const POLL_EVERY: u64 = 256;

/// State shared by the threads of one search.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// The second-level table, if there is one.
    pub(crate) shared_table: Option<SharedTable>,
    pub(crate) budget: &'a Budget,
    /// Set when the main thread is done; helpers stop then.
    pub(crate) done: AtomicBool,
}

/// Arguments of a node: remaining depth, ply and the window (alpha, beta).
#[derive(Clone, Copy)]
pub(crate) struct NodeArgs {
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Lower bound of the window: the value that the side to move can already enforce.
    pub(crate) alpha: Value,
    /// Upper bound of the window: a value of at least this is a cutoff.
    pub(crate) beta: Value,
    /// Plies without progress, where the game counts them.
    pub(crate) quiet: usize,
    /// Whether null-move pruning may be tried.
    pub(crate) null_move: NullMovePermission,
    /// Whether the node may be pruned.
    pub(crate) node_type: NodeType,
}

/// Type of a node. It decides about pruning and does not depend on the window, so that prunings
/// work without principal variation search too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeType {
    /// On the principal variation: the root, the first move of a PV node, and moves searched again
    /// with an open window.
    Pv,
    /// A node with a null window.
    NonPv,
}

/// Whether null-move pruning may be tried at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NullMovePermission {
    Allowed,
    /// After a null move, and in the verification search of one.
    Forbidden,
}

impl NodeArgs {
    #[inline]
    pub(crate) fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }

    /// Whether a value between the bounds is possible, so that there may be a principal variation.
    #[inline]
    pub(crate) fn has_open_window(&self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, P: Position, E> {
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) techniques: Techniques,
    pub(crate) evaluator: &'a mut E,
    pub(crate) history: History,
    pub(crate) repetitions: RepetitionStack,
    /// Nominal depth of the present iteration.
    pub(crate) root_depth: usize,
    pub(crate) seldepth: usize,
    pub(crate) counts: TechniqueCounts,
    /// Set for good as soon as a limit is reached: values returned from then on are discarded.
    pub(crate) aborted: bool,
    nodes: u64,
    /// Nodes already added to the shared counter.
    published: u64,
    /// Node count at which limits are checked next.
    poll_at: u64,
    position: PhantomData<P>,
}

impl<'a, P: Position, E: Evaluator<P>> Worker<'a, P, E> {
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        techniques: Techniques,
        evaluator: &'a mut E,
        record: &Record<P>,
        history: History,
    ) -> Self {
        evaluator.begin(record.position());
        Self {
            shared,
            techniques,
            evaluator,
            history,
            repetitions: RepetitionStack::of(record),
            root_depth: 0,
            seldepth: 0,
            counts: TechniqueCounts::default(),
            aborted: false,
            nodes: 0,
            published: 0,
            poll_at: 0,
            position: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Counts a node, unless a limit is reached first.
    #[inline]
    pub(crate) fn count(&mut self, ply: usize) {
        if self.nodes >= self.poll_at {
            self.poll();
            if self.aborted {
                return;
            }
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
    }

    #[cold]
    fn poll(&mut self) {
        let nodes = self.publish_nodes();
        if let Some(table) = &self.shared.shared_table {
            (table.tell_nodes)(table.number, nodes);
        }
        let budget = self.shared.budget;
        self.aborted |= budget.is_spent() || self.shared.done.load(Relaxed);
        self.poll_at = self.nodes + budget.nodes_left().min(POLL_EVERY);
    }

    /// Adds this thread's new nodes to the shared counter and returns the sum of all threads.
    pub(crate) fn publish_nodes(&mut self) -> u64 {
        let news = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.budget.spend(news)
    }

    /// Static evaluation of `position`.
    #[inline]
    pub(crate) fn static_eval(&mut self, position: &P) -> Value {
        Value::estimate(self.evaluator.evaluate(position))
    }
}
