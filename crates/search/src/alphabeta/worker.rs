//! One thread of a search: what it counts, what it shares with others, and when it gives up.

use super::history::History;
use super::settings::{Technique, Techniques};
use super::value::Value;
use crate::evaluator::Evaluator;
use crate::limits::{Limits, Timer};
use crate::table::Table;
use crate::trail::Trail;
use game::{Position, Record};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes between two looks at the clock, the stop and the other threads.
const POLL_EVERY: u64 = 256;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits,
    pub(crate) timer: Timer,
    /// Set when the first thread is done: the others only help it.
    pub(crate) done: AtomicBool,
    /// Nodes counted by all threads, a little behind the truth.
    pub(crate) nodes: AtomicU64,
}

/// A node to be visited, as its parent sees it.
#[derive(Clone, Copy)]
pub(crate) struct Visit {
    /// Plies still to be looked at.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// What the side to move has elsewhere.
    pub(crate) alpha: Value,
    /// What the other side has elsewhere: no more is needed.
    pub(crate) beta: Value,
    /// Plies without progress, where the game counts them.
    pub(crate) quiet: usize,
    /// Whether passing may be tried.
    pub(crate) pass: Pass,
}

/// Whether a node may try to pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    Allowed,
    /// Two passes in a row say nothing, and neither does one that is being checked.
    Forbidden,
}

impl Visit {
    /// Whether an exact value is wanted: one between `alpha` and `beta` is possible.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, P: Position, E> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) techniques: Techniques,
    pub(crate) evaluator: &'a mut E,
    pub(crate) history: History,
    pub(crate) trail: Trail,
    /// The depth of the present round.
    pub(crate) round: usize,
    pub(crate) seldepth: usize,
    /// Set for good as soon as a limit is reached: values are nonsense from then on.
    pub(crate) aborted: bool,
    nodes: u64,
    /// Nodes that the others know of.
    told: u64,
    /// When to poll next.
    poll_at: u64,
    position: PhantomData<P>,
}

impl<'a, P: Position, E: Evaluator<P>> Worker<'a, P, E> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        techniques: Techniques,
        evaluator: &'a mut E,
        record: &Record<P>,
    ) -> Self {
        evaluator.begin(record.position());
        Self {
            shared,
            techniques,
            evaluator,
            history: History::new(techniques),
            trail: Trail::of(record),
            round: 0,
            seldepth: 0,
            aborted: false,
            nodes: 0,
            told: 0,
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
        let total = self.tell();
        let limits = self.shared.limits;
        let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(total));
        let done = left == 0 || limits.is_stopped() || self.shared.timer.is_over();
        self.aborted |= done || self.shared.done.load(Relaxed);
        self.poll_at = self.nodes + left.min(POLL_EVERY);
    }

    /// Tells the other threads how many nodes were counted here, and returns the sum of all.
    pub(crate) fn tell(&mut self) -> u64 {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// What `position` is worth at face value.
    #[inline]
    pub(crate) fn estimate(&mut self, position: &P) -> Value {
        Value::estimate(self.evaluator.evaluate(position))
    }
}
