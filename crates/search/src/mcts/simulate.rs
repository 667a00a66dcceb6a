//! One playout: down the tree, out of it to the end of the game, and back up.

mod study;

use super::guide::{Guide, Prior};
use super::playout::{Playout, Share};
use super::select::Selection;
use super::settings::{Rave, Settings};
use super::tree::{Extent, Node, Proof, Tree};
use crate::tag::Tag;
use crate::trail::Trail;
use game::{Dice, MoveList, Outcome, Position, Record, Side};

/// A node on the way down, and who moved to it.
#[derive(Clone, Copy)]
struct Step {
    at: usize,
    mover: Side,
    /// How many nodes it was chosen from, from the first on.
    width: usize,
}

/// Everything a playout needs, kept from one to the next.
pub(super) struct Simulation<'a, P: Position, G, R> {
    pub(super) settings: &'a Settings,
    pub(super) tree: &'a mut Tree<P::Move>,
    pub(super) guide: &'a mut G,
    pub(super) playout: &'a mut R,
    pub(super) dice: &'a mut Dice,
    pub(super) root: &'a P,
    /// The move that led to the root.
    last: Option<P::Move>,
    pub(super) trail: Trail,
    /// Plies without progress at the root.
    pub(super) quiet: usize,
    pub(super) seldepth: usize,
    selection: Selection,
    path: Vec<Step>,
    /// How many nodes of the path, from the root on, get half a point whatever comes of the game.
    drawn: usize,
    played: Vec<(Side, P::Move)>,
    /// For each side and tag the last playout in which the move was played.
    stamps: [Vec<u32>; 2],
    stamp: u32,
    list: MoveList<P::Move>,
    priors: Vec<Prior>,
    /// Set when a node could not be expanded for want of memory.
    cramped: bool,
}

impl<'a, P: Position, G: Guide<P>, R: Playout<P>> Simulation<'a, P, G, R> {
    pub(super) fn new(
        settings: &'a Settings,
        tree: &'a mut Tree<P::Move>,
        (guide, playout): (&'a mut G, &'a mut R),
        dice: &'a mut Dice,
        record: &'a Record<P>,
    ) -> Self {
        Self {
            settings,
            tree,
            guide,
            playout,
            dice,
            root: record.position(),
            last: record.moves().last().copied(),
            trail: Trail::of(record),
            quiet: record.quiet_plies(),
            seldepth: 0,
            selection: Selection::new(settings),
            path: Vec::new(),
            drawn: 0,
            played: Vec::new(),
            stamps: std::array::from_fn(|_| vec![0; Tag::COUNT]),
            stamp: 0,
            list: MoveList::new(),
            priors: Vec::new(),
            cramped: false,
        }
    }

    /// Gives the root its children: wins in one are known from then on.
    pub(super) fn open_root(&mut self) {
        let root = Tree::<P::Move>::ROOT;
        if self.tree.node(root).extent == Extent::Bare {
            self.expand(root, self.root);
            self.tree.prove(root, self.root.side_to_move());
        }
        if self.wants_second_opinion(root) {
            self.reconsider(root, self.root);
        }
        if self.wants_study(root) {
            self.study(root, self.root);
        }
    }

    /// Whether the root is lost, but not every move of it shown to be.
    pub(super) fn has_open_choice(&self) -> bool {
        let side = self.root.side_to_move();
        let children = self.tree.child_nodes(Tree::<P::Move>::ROOT);
        children.iter().any(|child| child.proof == Proof::Open)
            && !children.iter().any(|child| child.is_won_by(side))
    }

    /// Plays one game. Returns whether there was anything left to find out.
    pub(super) fn run(&mut self) -> bool {
        let Some((position, over)) = self.descend() else { return false };
        self.seldepth = self.seldepth.max(self.path.len() - 1);
        self.played.clear();
        let share = over.map_or_else(|| self.play_out(&position), Share::from);
        self.back_up(share);
        self.learn(share);
        self.trail.rewind();
        if std::mem::take(&mut self.cramped) {
            self.tree.thin();
        }
        true
    }

    /// Goes down to a node without children or one that is proven. Returns its position and, if
    /// it is proven, the outcome. `None` if everything at the root is proven.
    fn descend(&mut self) -> Option<(P, Option<Outcome>)> {
        let mut position = self.root.clone();
        let mut quiet = self.quiet;
        self.path.clear();
        self.drawn = 0;
        let mover = position.side_to_move().other();
        self.path.push(Step { at: Tree::<P::Move>::ROOT, mover, width: 1 });
        loop {
            let at = self.path[self.path.len() - 1].at;
            let is_root = self.path.len() == 1;
            if self.wants_children(at) {
                self.expand(at, &position);
                self.prove_path();
            } else if self.wants_second_opinion(at) {
                self.reconsider(at, &position);
            } else if self.wants_study(at) {
                self.study(at, &position);
                self.prove_path();
            }
            if let (Proof::Over(outcome), false) = (self.tree.node(at).proof, is_root) {
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
            self.path.push(Step { at: child, mover: side, width: choice.width });
            self.judge(child, &position, quiet);
            self.trail.push(position.key());
        }
    }

    /// A proven draw is the best choice at the end of the path. Its half point goes up the tree;
    /// what the game finds out by going on elsewhere stays below.
    fn take_draw(&mut self, child: usize) {
        self.drawn = self.path.len();
        let node = self.tree.node_mut(child);
        node.visits += 1;
        node.sum += 0.5;
    }

    /// On the first visit: is the game over here, as the record would judge it?
    fn judge(&mut self, at: usize, position: &P, quiet: usize) {
        let node = self.tree.node(at);
        if node.visits > 0 || node.proof != Proof::Open {
            return;
        }
        let drawn = self.trail.is_third(position.key())
            || P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit);
        let outcome = position.outcome().or(drawn.then_some(Outcome::Draw));
        if let Some(outcome) = outcome {
            self.tree.node_mut(at).proof = Proof::Over(outcome);
            self.prove_path();
        }
    }

    /// What the node at the end of the path proves of those above it.
    fn prove_path(&mut self) {
        for i in (1..self.path.len()).rev() {
            let Step { at, mover, .. } = self.path[i];
            if self.tree.node(at).proof == Proof::Open {
                break;
            }
            self.tree.prove(self.path[i - 1].at, mover);
        }
    }

    fn wants_children(&mut self, at: usize) -> bool {
        let node = self.tree.node(at);
        let bare = node.extent == Extent::Bare && node.proof == Proof::Open;
        bare && (at == Tree::<P::Move>::ROOT || node.visits >= self.settings.expand_after)
    }

    /// Gives a node its children, if they fit in. What is proven at once needs none.
    fn expand(&mut self, at: usize, position: &P) {
        let is_root = at == Tree::<P::Move>::ROOT;
        self.list.clear();
        self.priors.clear();
        position.legal_moves(&mut self.list);
        let win = self.guide.winning_move(position, &self.list);
        let side = position.side_to_move();
        if !is_root {
            let verdict = win.map(|_| (Outcome::Win(side), 1));
            let told = || self.guide.verdict(position).map(|v| (v.outcome, v.plies));
            if let Some((outcome, plies)) = verdict.or_else(told) {
                let node = self.tree.node_mut(at);
                (node.proof, node.plies) = (Proof::Over(outcome), plies);
                self.expand_by_win(at, win);
                return;
            }
        }
        let last = self.move_to(at);
        self.guide.consider(position, last, &mut self.list, &mut self.priors);
        self.grow(at, win, side);
    }

    /// The move that led to a node.
    fn move_to(&self, at: usize) -> Option<P::Move> {
        if at == Tree::<P::Move>::ROOT { self.last } else { Some(self.tree.node(at).mv) }
    }

    /// A won node needs the winning move alone: for the line.
    fn expand_by_win(&mut self, at: usize, win: Option<P::Move>) {
        if let Some(mv) = win.filter(|_| self.tree.has_room(1)) {
            let proof = self.tree.node(at).proof;
            self.tree.expand(at, Extent::Part, [Node { proof, ..Node::new(mv) }].into_iter());
        }
    }

    /// Makes nodes of the listed moves, the most promising first, as many as are allowed.
    fn grow(&mut self, at: usize, win: Option<P::Move>, side: Side) {
        let most = self.settings.most_children.clamp(1, self.tree.most_children());
        let count = self.list.len().min(most);
        if !self.tree.has_room(count) {
            self.cramped = true;
            return;
        }
        let order = self.growing_order(count, win);
        let ranked = self.priors.len() == self.list.len();
        let (list, priors) = (&self.list, &self.priors);
        let extent = if count < order.len() { Extent::Part } else { Extent::Whole };
        let children = order[..count].iter().map(|&i| {
            let mut node = Node::new(list[i]);
            if ranked {
                node.amaf_visits = priors[i].weight;
                node.amaf_sum = priors[i].weight * priors[i].chance;
            }
            if Some(node.mv) == win {
                node.proof = Proof::Over(Outcome::Win(side));
            }
            node
        });
        self.tree.expand(at, extent, children);
    }

    /// The places of the listed moves, so that the first `count` are the ones to keep: the
    /// winning move, then those of which the guide thinks best, then a random choice.
    fn growing_order(&mut self, count: usize, win: Option<P::Move>) -> Vec<usize> {
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

    fn play_out(&mut self, position: &P) -> Share {
        let Step { at, .. } = self.path[self.path.len() - 1];
        let last = (self.path.len() > 1).then(|| self.tree.node(at).mv);
        self.playout.play_out(position, last, self.dice, &mut self.played)
    }

    /// Every node on the path has one visit more, and its mover so much of a point.
    fn back_up(&mut self, share: Share) {
        for (i, step) in self.path.iter().enumerate() {
            let share = if i < self.drawn { Share::HALF } else { share };
            let node = self.tree.node_mut(step.at);
            node.visits += 1;
            node.sum += f64::from(share.of(step.mover));
        }
    }

    /// Moves learn from a game in which they were played later, by the same side.
    fn learn(&mut self, share: Share) {
        if self.settings.rave == Rave::Off {
            return;
        }
        self.stamp += 1;
        for &(side, mv) in &self.played {
            self.stamps[side.index()][Tag::of(mv).index()] = self.stamp;
        }
        for i in (1..self.path.len()).rev() {
            let Step { at, mover, width } = self.path[i];
            let tag = self.tree.node(at).tag;
            self.stamps[mover.index()][tag.index()] = self.stamp;
            let (stamps, gain) = (&self.stamps[mover.index()], share.of(mover));
            for child in self.tree.child_nodes_mut(self.path[i - 1].at).iter_mut().take(width) {
                // About every other move was played: to add nothing is quicker than to guess.
                let played = f32::from(u8::from(stamps[child.tag.index()] == self.stamp));
                child.amaf_visits += played;
                child.amaf_sum += played * gain;
            }
        }
    }
}
