//! One MCTS iteration: selection, expansion, playout and backpropagation, with the AMAF update of
//! RAVE (Gelly and Silver 2011).

mod ask_knowledge;

use super::knowledge::{DomainKnowledge, Prior};
use super::playout::{Playout, Reward};
use super::select::Selection;
use super::settings::{MctsSettings, Rave};
use super::tree::{Expansion, Node, NodeStatus, Tree};
use crate::move_hash::MoveHash;
use crate::repetition::RepetitionStack;
use game::{Dice, MoveList, Outcome, Position, Record, Side};

/// A node on the path, and the side that moved to it.
#[derive(Clone, Copy)]
struct PathStep {
    at: usize,
    mover: Side,
    /// Number of siblings considered in its selection, itself included.
    width: usize,
}

/// State of the search, with buffers kept from one iteration to the next.
pub(super) struct Simulation<'a, P: Position, G, R> {
    pub(super) settings: &'a MctsSettings,
    pub(super) tree: &'a mut Tree<P::Move>,
    pub(super) knowledge: &'a mut G,
    pub(super) playout: &'a mut R,
    pub(super) dice: &'a mut Dice,
    pub(super) root: &'a P,
    /// The move that led to the root, if any.
    last: Option<P::Move>,
    pub(super) repetitions: RepetitionStack,
    /// Plies without progress at the root.
    pub(super) quiet: usize,
    pub(super) seldepth: usize,
    selection: Selection,
    path: Vec<PathStep>,
    /// Number of path nodes, from the root on, that are backed up as a draw regardless of the playout's
    /// reward.
    drawn: usize,
    played: Vec<(Side, P::Move)>,
    /// For each side and move hash the last iteration in which the move was played.
    amaf_stamps: [Vec<u32>; 2],
    amaf_stamp: u32,
    list: MoveList<P::Move>,
    priors: Vec<Prior>,
    /// Set when a node could not be expanded because the tree is full.
    out_of_memory: bool,
}

impl<'a, P: Position, G: DomainKnowledge<P>, R: Playout<P>> Simulation<'a, P, G, R> {
    pub(super) fn new(
        settings: &'a MctsSettings,
        tree: &'a mut Tree<P::Move>,
        (knowledge, playout): (&'a mut G, &'a mut R),
        dice: &'a mut Dice,
        record: &'a Record<P>,
    ) -> Self {
        Self {
            settings,
            tree,
            knowledge,
            playout,
            dice,
            root: record.position(),
            last: record.moves().last().copied(),
            repetitions: RepetitionStack::of(record),
            quiet: record.quiet_plies(),
            seldepth: 0,
            selection: Selection::new(settings),
            path: Vec::new(),
            drawn: 0,
            played: Vec::new(),
            amaf_stamps: std::array::from_fn(|_| vec![0; MoveHash::COUNT]),
            amaf_stamp: 0,
            list: MoveList::new(),
            priors: Vec::new(),
            out_of_memory: false,
        }
    }

    /// Expands the root: wins in one are known from then on.
    pub(super) fn open_root(&mut self) {
        let root = Tree::<P::Move>::ROOT;
        if self.tree.node(root).expansion == Expansion::Leaf {
            self.expand(root, self.root);
            self.tree.prove(root, self.root.side_to_move());
        }
        if self.wants_policy(root) {
            self.apply_policy(root, self.root);
        }
        if self.wants_proof(root) {
            self.apply_proof(root, self.root);
        }
    }

    /// Whether the root has unproven children and no winning one.
    pub(super) fn has_open_choice(&self) -> bool {
        let side = self.root.side_to_move();
        let children = self.tree.child_nodes(Tree::<P::Move>::ROOT);
        children.iter().any(|child| child.status == NodeStatus::Unproven)
            && !children.iter().any(|child| child.is_won_by(side))
    }

    /// Runs one iteration. Returns false if everything at the root is proven.
    pub(super) fn run(&mut self) -> bool {
        let Some((position, over)) = self.descend() else { return false };
        self.seldepth = self.seldepth.max(self.path.len() - 1);
        self.played.clear();
        let reward = over.map_or_else(|| self.play_out(&position), Reward::from);
        self.back_up(reward);
        self.update_amaf(reward);
        self.repetitions.rewind();
        if std::mem::take(&mut self.out_of_memory) {
            self.tree.prune();
        }
        true
    }

    /// Selection: descends to a leaf or to a proven node. Returns its position and, if it is proven, the
    /// outcome. `None` if everything at the root is proven.
    fn descend(&mut self) -> Option<(P, Option<Outcome>)> {
        let mut position = self.root.clone();
        let mut quiet = self.quiet;
        self.path.clear();
        self.drawn = 0;
        let mover = position.side_to_move().other();
        self.path.push(PathStep { at: Tree::<P::Move>::ROOT, mover, width: 1 });
        loop {
            let at = self.path[self.path.len() - 1].at;
            let is_root = self.path.len() == 1;
            if self.wants_children(at) {
                self.expand(at, &position);
                self.prove_path();
            } else if self.wants_policy(at) {
                self.apply_policy(at, &position);
            } else if self.wants_proof(at) {
                self.apply_proof(at, &position);
                self.prove_path();
            }
            if let (NodeStatus::Proven(outcome), false) = (self.tree.node(at).status, is_root) {
                return Some((position, Some(outcome)));
            }
            let side = position.side_to_move();
            let choice = self.selection.choose(self.tree, at);
            if let Some(drawn) = choice.drawn.filter(|_| !is_root) {
                self.take_draw(drawn);
            }
            let Some(child) = choice.open else {
                return (!is_root).then_some((position, None));
            };
            let mv = self.tree.node(child).mv;
            let counts = P::QUIET_LIMIT.is_some() && !position.is_progress(mv);
            quiet = if counts { quiet + 1 } else { 0 };
            position.play_unchecked(mv);
            self.path.push(PathStep { at: child, mover: side, width: choice.width });
            self.check_terminal(child, &position, quiet);
            self.repetitions.push(position.key());
        }
    }

    /// A proven draw is the best child at the end of the path: backs up half a point along the path. The
    /// iteration continues below it only.
    fn take_draw(&mut self, child: usize) {
        self.drawn = self.path.len();
        let node = self.tree.node_mut(child);
        node.visits += 1;
        node.sum += 0.5;
    }

    /// On the first visit: checks whether the game is over here, by the rules of `Record`.
    fn check_terminal(&mut self, at: usize, position: &P, quiet: usize) {
        let node = self.tree.node(at);
        if node.visits > 0 || node.status != NodeStatus::Unproven {
            return;
        }
        let drawn = self.repetitions.is_third(position.key())
            || P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit);
        let outcome = position.outcome().or(drawn.then_some(Outcome::Draw));
        if let Some(outcome) = outcome {
            self.tree.node_mut(at).status = NodeStatus::Proven(outcome);
            self.prove_path();
        }
    }

    /// MCTS-Solver: backs up proven results along the path.
    fn prove_path(&mut self) {
        for i in (1..self.path.len()).rev() {
            let PathStep { at, mover, .. } = self.path[i];
            if self.tree.node(at).status == NodeStatus::Unproven {
                break;
            }
            self.tree.prove(self.path[i - 1].at, mover);
        }
    }

    fn wants_children(&mut self, at: usize) -> bool {
        let node = self.tree.node(at);
        let leaf = node.expansion == Expansion::Leaf && node.status == NodeStatus::Unproven;
        leaf && (at == Tree::<P::Move>::ROOT || node.visits >= self.settings.expand_after)
    }

    /// Expands a node if memory allows. Nodes that are proven at once are not expanded.
    fn expand(&mut self, at: usize, position: &P) {
        let is_root = at == Tree::<P::Move>::ROOT;
        self.list.clear();
        self.priors.clear();
        position.legal_moves(&mut self.list);
        let win = self.knowledge.winning_move(position, &self.list);
        let side = position.side_to_move();
        if !is_root {
            let verdict = win.map(|_| (Outcome::Win(side), 1));
            let told = || self.knowledge.proven_outcome(position).map(|v| (v.outcome, v.plies));
            if let Some((outcome, plies)) = verdict.or_else(told) {
                let node = self.tree.node_mut(at);
                (node.status, node.plies) = (NodeStatus::Proven(outcome), plies);
                self.expand_winning_move(at, win);
                return;
            }
        }
        let last = self.move_to(at);
        self.knowledge.priors(position, last, &mut self.list, &mut self.priors);
        self.add_children(at, win, side);
    }

    /// The move that led to a node.
    fn move_to(&self, at: usize) -> Option<P::Move> {
        if at == Tree::<P::Move>::ROOT { self.last } else { Some(self.tree.node(at).mv) }
    }

    /// Expands a won node with the winning move alone, for the principal variation.
    fn expand_winning_move(&mut self, at: usize, win: Option<P::Move>) {
        if let Some(mv) = win.filter(|_| self.tree.has_room(1)) {
            let status = self.tree.node(at).status;
            self.tree.expand(
                at,
                Expansion::Partial,
                [Node { status, ..Node::new(mv) }].into_iter(),
            );
        }
    }

    /// Adds children for the listed moves, best prior first, up to the maximum.
    fn add_children(&mut self, at: usize, win: Option<P::Move>, side: Side) {
        let most = self.settings.most_children.clamp(1, self.tree.most_children());
        let count = self.list.len().min(most);
        if !self.tree.has_room(count) {
            self.out_of_memory = true;
            return;
        }
        let order = self.expansion_order(count, win);
        let ranked = self.priors.len() == self.list.len();
        let (list, priors) = (&self.list, &self.priors);
        let expansion = if count < order.len() { Expansion::Partial } else { Expansion::Full };
        let children = order[..count].iter().map(|&i| {
            let mut node: Node<P::Move> = Node::new(list[i]);
            if ranked {
                node.stats.visits = priors[i].weight;
                node.stats.sum = priors[i].weight * priors[i].chance;
            }
            if Some(node.mv) == win {
                node.status = NodeStatus::Proven(Outcome::Win(side));
            }
            node
        });
        self.tree.expand(at, expansion, children);
    }

    /// Indices of the listed moves in order of expansion, the first `count` of which are expanded: the
    /// winning move, then by prior, then at random.
    fn expansion_order(&mut self, count: usize, win: Option<P::Move>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        if count < order.len() {
            for i in 0..order.len() {
                order.swap(i, i + self.dice.below(self.list.len() - i));
            }
        }
        let priors = &self.priors;
        if priors.len() == self.list.len() {
            order.sort_by(|&a, &b| priors[b].chance.total_cmp(&priors[a].chance));
        }
        if win.is_some() {
            order.sort_by_key(|&i| Some(self.list[i]) != win);
        }
        order
    }

    fn play_out(&mut self, position: &P) -> Reward {
        let PathStep { at, .. } = self.path[self.path.len() - 1];
        let last = (self.path.len() > 1).then(|| self.tree.node(at).mv);
        self.playout.play_out(position, last, self.dice, &mut self.played)
    }

    /// Backpropagation: one visit and the mover's reward for every node of the path.
    fn back_up(&mut self, reward: Reward) {
        for (i, step) in self.path.iter().enumerate() {
            let reward = if i < self.drawn { Reward::HALF } else { reward };
            let node = self.tree.node_mut(step.at);
            node.visits += 1;
            node.sum += f64::from(reward.of(step.mover));
        }
    }

    /// AMAF update of RAVE: a child's AMAF statistics count every iteration in which its move was
    /// played later by the same side.
    fn update_amaf(&mut self, reward: Reward) {
        if self.settings.rave == Rave::Off {
            return;
        }
        self.amaf_stamp += 1;
        for &(side, mv) in &self.played {
            self.amaf_stamps[side.index()][MoveHash::of(mv).index()] = self.amaf_stamp;
        }
        for i in (1..self.path.len()).rev() {
            let PathStep { at, mover, width } = self.path[i];
            let move_hash = self.tree.node(at).move_hash;
            self.amaf_stamps[mover.index()][move_hash.index()] = self.amaf_stamp;
            let (amaf_stamps, gain) = (&self.amaf_stamps[mover.index()], reward.of(mover));
            for child in self.tree.child_nodes_mut(self.path[i - 1].at).iter_mut().take(width) {
                // Adding 0 is faster than branching: about half of the moves were played.
                let played =
                    f32::from(u8::from(amaf_stamps[child.move_hash.index()] == self.amaf_stamp));
                child.stats.visits += played;
                child.stats.sum += played * gain;
            }
        }
    }
}
