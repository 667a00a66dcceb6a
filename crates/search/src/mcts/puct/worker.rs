//! Tree parallelisation with virtual loss and a global lock (Chaslot, Winands and van den Herik 2008).
//!
//! One thread of a PUCT search: selects a leaf under the lock, evaluates it outside, and backs the
//! result up under the lock.

use super::PuctSettings;
use super::policy_value::PolicyValue;
use super::select::{PuctStats, PuctTree, select};
use crate::mcts::knowledge::{Proof, ProvenOutcome};
use crate::mcts::playout::Reward;
use crate::mcts::tree::{Expansion, Node, NodeStatus};
use crate::repetition::RepetitionStack;
use game::{MoveList, Outcome, Position, Record, Side};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// State shared by all threads: the tree and the counters.
pub(super) struct SharedSearch<'t, M> {
    tree: &'t mut PuctTree<M>,
    /// Simulations begun.
    nodes: u64,
    seldepth: usize,
    /// A node could not be expanded.
    full: bool,
    /// The main thread has ended.
    ended: bool,
}

impl<'t, M: Copy + Hash> SharedSearch<'t, M> {
    pub(super) fn new(tree: &'t mut PuctTree<M>) -> Self {
        Self { tree, nodes: 0, seldepth: 0, full: false, ended: false }
    }

    pub(super) const fn tree(&self) -> &PuctTree<M> {
        self.tree
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) const fn seldepth(&self) -> usize {
        self.seldepth
    }

    pub(super) const fn is_full(&self) -> bool {
        self.full
    }

    /// Makes room in the tree. No visit may be in progress.
    pub(super) fn prune(&mut self) {
        self.tree.prune();
        self.full = false;
    }

    /// Stops the other threads.
    pub(super) const fn end(&mut self) {
        self.ended = true;
    }

    pub(super) const fn resume(&mut self) {
        self.ended = false;
    }
}

/// Locks the search. A thread that panicked leaves a tree that can still be read.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a worker can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    Done,
    /// Everything is proven, the nodes are spent, the tree is full or the main thread has ended.
    Over,
}

/// A node on the path, and the side that moved to it.
#[derive(Clone, Copy)]
struct PuctStep {
    at: usize,
    mover: Side,
}

/// The task at the end of a path.
enum LeafTask {
    /// The leaf is to be evaluated.
    Evaluate,
    /// The node is to be proven.
    Prove,
    /// The result was known, and is backed up.
    Known,
    /// Another thread is at work there.
    Busy,
    /// No task is left.
    Nothing,
}

/// The result of an evaluation.
enum LeafEvaluation {
    Proven(ProvenOutcome),
    /// Expected reward of the side to move; moves and priors are in the buffers.
    Value(f32),
}

/// A thread of the search.
pub(super) struct PuctWorker<'a, P: Position, K> {
    settings: &'a PuctSettings,
    knowledge: &'a mut K,
    root: &'a P,
    /// The move that led to the root, if any.
    last: Option<P::Move>,
    repetitions: RepetitionStack,
    /// Plies without progress at the root.
    quiet: usize,
    path: Vec<PuctStep>,
    list: MoveList<P::Move>,
    priors: Vec<f32>,
    /// A move that wins at once, of the position evaluated last.
    win: Option<P::Move>,
}

impl<'a, P: Position, K: PolicyValue<P>> PuctWorker<'a, P, K> {
    pub(super) fn new(
        settings: &'a PuctSettings,
        record: &'a Record<P>,
        knowledge: &'a mut K,
    ) -> Self {
        Self {
            settings,
            knowledge,
            root: record.position(),
            last: record.moves().last().copied(),
            repetitions: RepetitionStack::of(record),
            quiet: record.quiet_plies(),
            path: Vec::new(),
            list: MoveList::new(),
            priors: Vec::new(),
            win: None,
        }
    }

    /// Evaluates the root, unless it is evaluated: even with the smallest limits there is a move to play.
    pub(super) fn open_root(&mut self, shared: &Mutex<SharedSearch<'_, P::Move>>) {
        let root = PuctTree::<P::Move>::ROOT;
        let mut search = lock(shared);
        if search.tree.node(root).expansion == Expansion::Leaf {
            self.path.clear();
            self.path.push(PuctStep { at: root, mover: self.root.side_to_move().other() });
            let found = self.evaluate(self.root, self.last);
            self.expand(&mut search, self.root.side_to_move(), &found);
        }
    }

    /// One simulation, or one proof. At most `most` simulations are begun by all threads together.
    pub(super) fn step(
        &mut self,
        shared: &Mutex<SharedSearch<'_, P::Move>>,
        most: Option<u64>,
    ) -> Progress {
        let mut search = lock(shared);
        let spent = most.is_some_and(|most| search.nodes >= most);
        if spent || search.full || search.ended {
            return Progress::Over;
        }
        let (position, task) = self.descend(&mut search);
        self.repetitions.rewind();
        match task {
            LeafTask::Known => search.nodes += 1,
            LeafTask::Nothing => return Progress::Over,
            LeafTask::Busy => {
                drop(search);
                thread::yield_now();
            }
            LeafTask::Evaluate => {
                search.nodes += 1;
                let last = self.last_move(&search);
                self.set_in_flight(&mut search, true);
                drop(search);
                let found = self.evaluate(&position, last);
                let mut search = lock(shared);
                self.set_in_flight(&mut search, false);
                self.expand(&mut search, position.side_to_move(), &found);
            }
            LeafTask::Prove => {
                let at = self.leaf();
                search.tree.node_mut(at).proof_tried = true;
                let children = search.tree.child_nodes(at).iter().map(|child| child.mv);
                self.list.clear();
                self.list.extend(children);
                self.set_in_flight(&mut search, true);
                drop(search);
                let proof = self.knowledge.prove(&position, &mut self.list, &mut Vec::new());
                let mut search = lock(shared);
                self.set_in_flight(&mut search, false);
                self.apply_proof(&mut search, position.side_to_move(), &proof);
            }
        }
        Progress::Done
    }

    fn leaf(&self) -> usize {
        self.path[self.path.len() - 1].at
    }

    fn last_move(&self, search: &SharedSearch<'_, P::Move>) -> Option<P::Move> {
        if self.path.len() == 1 { self.last } else { Some(search.tree.node(self.leaf()).mv) }
    }

    /// Adds or removes the virtual losses of a path.
    fn set_in_flight(&self, search: &mut SharedSearch<'_, P::Move>, under_way: bool) {
        for step in &self.path {
            let stats = &mut search.tree.node_mut(step.at).stats;
            stats.in_flight =
                if under_way { stats.in_flight + 1 } else { stats.in_flight.saturating_sub(1) };
        }
    }

    /// Selection: descends to a node with a task.
    fn descend(&mut self, search: &mut SharedSearch<'_, P::Move>) -> (P, LeafTask) {
        let (mut position, mut quiet) = (self.root.clone(), self.quiet);
        self.path.clear();
        let mover = position.side_to_move().other();
        self.path.push(PuctStep { at: PuctTree::<P::Move>::ROOT, mover });
        loop {
            let (at, is_root) = (self.leaf(), self.path.len() == 1);
            let side = position.side_to_move();
            if !is_root && search.tree.node(at).expansion == Expansion::Leaf {
                self.check_terminal(search, &position, quiet);
            }
            let node = search.tree.node(at);
            if let (NodeStatus::Proven(outcome), false) = (node.status, is_root) {
                self.back_up(search, outcome.into());
                return (position, LeafTask::Known);
            }
            if node.expansion == Expansion::Leaf {
                let is_free = node.stats.in_flight == 0;
                return (position, if is_free { LeafTask::Evaluate } else { LeafTask::Busy });
            }
            if self.wants_proof(node, is_root) {
                return (position, LeafTask::Prove);
            }
            let Some(child) = select(self.settings, search.tree, at) else {
                return (position, self.nothing_open(search, is_root));
            };
            let mv = search.tree.node(child).mv;
            let counts = P::QUIET_LIMIT.is_some() && !position.is_progress(mv);
            quiet = if counts { quiet + 1 } else { 0 };
            if !is_root {
                self.repetitions.push(position.key());
            }
            position.play_unchecked(mv);
            self.path.push(PuctStep { at: child, mover: side });
        }
    }

    /// All children are lost, and the node is not proven: some moves have no child.
    fn nothing_open(&self, search: &mut SharedSearch<'_, P::Move>, is_root: bool) -> LeafTask {
        if is_root {
            return LeafTask::Nothing;
        }
        let PuctStep { at, mover } = self.path[self.path.len() - 1];
        let mean = search.tree.node(at).mean().unwrap_or(0.5) as f32;
        self.back_up(search, reward(mover, mean));
        LeafTask::Known
    }

    fn wants_proof(&self, node: &Node<P::Move, PuctStats>, is_root: bool) -> bool {
        let open = node.status == NodeStatus::Unproven && !node.proof_tried;
        open && self.settings.prove_after.is_some_and(|least| is_root || node.visits >= least)
    }

    /// Whether the game is over at the end of the path, by the rules of `Record`.
    fn check_terminal(&self, search: &mut SharedSearch<'_, P::Move>, position: &P, quiet: usize) {
        let at = self.leaf();
        if search.tree.node(at).status != NodeStatus::Unproven {
            return;
        }
        let drawn = self.repetitions.is_third(position.key())
            || P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit);
        if let Some(outcome) = position.outcome().or(drawn.then_some(Outcome::Draw)) {
            search.tree.node_mut(at).status = NodeStatus::Proven(outcome);
            self.prove_path(search);
        }
    }

    /// MCTS-Solver: backs up proven results along the path.
    fn prove_path(&self, search: &mut SharedSearch<'_, P::Move>) {
        for i in (1..self.path.len()).rev() {
            let PuctStep { at, mover } = self.path[i];
            if search.tree.node(at).status == NodeStatus::Unproven {
                break;
            }
            search.tree.prove(self.path[i - 1].at, mover);
        }
    }

    /// Backpropagation: one visit and the mover's reward for every node of the path.
    fn back_up(&self, search: &mut SharedSearch<'_, P::Move>, reward: Reward) {
        search.seldepth = search.seldepth.max(self.path.len() - 1);
        for step in &self.path {
            let node = search.tree.node_mut(step.at);
            node.visits += 1;
            node.sum += f64::from(reward.of(step.mover));
        }
    }

    /// Moves, priors and value of a leaf, or its proven outcome.
    fn evaluate(&mut self, position: &P, last: Option<P::Move>) -> LeafEvaluation {
        self.list.clear();
        self.priors.clear();
        position.legal_moves(&mut self.list);
        self.win = self.knowledge.winning_move(position, &self.list);
        let side = position.side_to_move();
        let won = self.win.map(|_| ProvenOutcome { outcome: Outcome::Win(side), plies: 1 });
        let known = won.or_else(|| self.knowledge.proven_outcome(position));
        // The root needs all its moves: the caller may request more than the best.
        match known.filter(|_| self.path.len() > 1) {
            Some(proven) => LeafEvaluation::Proven(proven),
            None => LeafEvaluation::Value(self.knowledge.evaluate(
                position,
                last,
                &mut self.list,
                &mut self.priors,
            )),
        }
    }

    /// Expands the leaf with the result of the evaluation, and backs it up.
    fn expand(&self, search: &mut SharedSearch<'_, P::Move>, side: Side, found: &LeafEvaluation) {
        match *found {
            LeafEvaluation::Proven(ProvenOutcome { outcome, plies }) => {
                self.set_proven(search, outcome, plies);
                if let Some(mv) = self.win.filter(|_| search.tree.has_room(1)) {
                    let status = NodeStatus::Proven(outcome);
                    let only = Node { status, ..Node::new(mv) };
                    search.tree.expand(self.leaf(), Expansion::Partial, [only].into_iter());
                }
                self.back_up(search, outcome.into());
            }
            LeafEvaluation::Value(value) => {
                self.add_children(search, side);
                self.back_up(search, reward(side, value));
            }
        }
    }

    fn set_proven(&self, search: &mut SharedSearch<'_, P::Move>, outcome: Outcome, plies: u16) {
        let node = search.tree.node_mut(self.leaf());
        (node.status, node.plies) = (NodeStatus::Proven(outcome), plies);
        self.prove_path(search);
    }

    /// Children for the listed moves, a winning one and the likeliest first.
    fn add_children(&self, search: &mut SharedSearch<'_, P::Move>, side: Side) {
        let most = search.tree.most_children();
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by(|&a, &b| self.priors[b].total_cmp(&self.priors[a]));
        order.sort_by_key(|&i| Some(self.list[i]) != self.win);
        let count = order.len().min(most);
        if !search.tree.has_room(count) {
            search.full = true;
            return;
        }
        let expansion = if count < order.len() { Expansion::Partial } else { Expansion::Full };
        let children = order[..count].iter().map(|&i| {
            let stats = PuctStats { prior: self.priors[i], in_flight: 0 };
            let is_win = Some(self.list[i]) == self.win;
            let won = NodeStatus::Proven(Outcome::Win(side));
            let status = if is_win { won } else { NodeStatus::Unproven };
            Node { stats, status, ..Node::new(self.list[i]) }
        });
        search.tree.expand(self.leaf(), expansion, children);
        search.tree.prove(self.leaf(), side);
    }

    /// Applies a proof to the node at the end of the path.
    fn apply_proof(
        &self,
        search: &mut SharedSearch<'_, P::Move>,
        side: Side,
        proof: &Proof<P::Move>,
    ) {
        let at = self.leaf();
        match *proof {
            Proof::Unproven => {
                for child in search.tree.child_nodes_mut(at) {
                    let pruned = child.status == NodeStatus::Unproven;
                    if pruned && !self.list.contains(&child.mv) {
                        child.status = NodeStatus::Pruned;
                    }
                }
                search.tree.prove(at, side);
                self.prove_path(search);
            }
            Proof::WonBy(mv, plies) => {
                let won = Outcome::Win(side);
                self.win_by(search, mv, plies, won);
                self.set_proven(search, won, plies + 1);
            }
            Proof::Lost(plies) => self.set_proven(search, Outcome::Win(side.other()), plies),
        }
    }

    /// Marks the winning move; the root needs it as a child.
    fn win_by(
        &self,
        search: &mut SharedSearch<'_, P::Move>,
        mv: P::Move,
        plies: u16,
        won: Outcome,
    ) {
        let at = self.leaf();
        let child = search.tree.children(at).find(|&child| search.tree.node(child).mv == mv);
        if let Some(child) = child {
            let child = search.tree.node_mut(child);
            (child.status, child.plies) = (NodeStatus::Proven(won), plies);
        } else if self.path.len() == 1 && search.tree.has_room(1) {
            let only = Node { status: NodeStatus::Proven(won), plies, ..Node::new(mv) };
            search.tree.expand(at, Expansion::Partial, [only].into_iter());
        }
    }
}

/// The reward of which `side` has this share.
fn reward(side: Side, share: f32) -> Reward {
    Reward::of_first(match side {
        Side::First => share,
        Side::Second => 1.0 - share,
    })
}
