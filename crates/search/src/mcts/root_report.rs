//! The report of a Monte-Carlo tree search: root moves ranked by proven result and visits ("robust
//! child", Chaslot et al. 2008), with their principal variations.

use super::simulation::Simulation;
use super::tree::{Amaf, Node, NodeStatus, Tree};
use crate::timer::Timer;
use crate::{Line, Report, Score};
use game::{Outcome, Position, Side};
use std::cmp::Reverse;

/// The root of the tree, as reported.
pub(super) struct RootReport<'a, P: Position, S = Amaf> {
    tree: &'a Tree<P::Move, S>,
    root: &'a P,
    lines: usize,
    seldepth: usize,
}

impl<'a, P: Position> RootReport<'a, P> {
    pub(super) fn of<G, R>(simulation: &'a Simulation<'_, P, G, R>) -> Self {
        let (lines, seldepth) = (simulation.settings.lines, simulation.seldepth);
        Self::new(simulation.tree, simulation.root, lines, seldepth)
    }
}

impl<'a, P: Position, S: Clone + Default> RootReport<'a, P, S> {
    /// The root of `tree`, whose position is `root`; reports this number of variations.
    pub(super) const fn new(
        tree: &'a Tree<P::Move, S>,
        root: &'a P,
        lines: usize,
        seldepth: usize,
    ) -> Self {
        Self { tree, root, lines, seldepth }
    }

    /// The report so far.
    pub(super) fn report(&self, nodes: u64, timer: &Timer) -> Report<P::Move> {
        let side = self.root.side_to_move();
        let ranking = self.ranking(Tree::<P::Move, S>::ROOT, side);
        let lines = ranking.into_iter().take(self.lines.max(1)).map(|at| self.line(at, side));
        let lines: Vec<Line<P::Move>> = lines.collect();
        Report {
            depth: lines.first().map_or(0, |line| line.moves.len()),
            lines,
            seldepth: self.seldepth,
            nodes,
            elapsed: timer.elapsed(),
            table_fill: self.tree.fill(),
        }
    }

    /// Length of the principal variation.
    pub(super) fn depth(&self) -> usize {
        let side = self.root.side_to_move();
        let best = self.best(Tree::<P::Move, S>::ROOT, side);
        best.map_or(0, |at| self.line(at, side).moves.len())
    }

    /// The children of a node, best first for `side`: proven wins, the quickest first; then by
    /// visits, with proven draws before children whose mean is below one half; proven losses, the
    /// slowest first.
    fn ranking(&self, at: usize, side: Side) -> Vec<usize> {
        let kept = |&child: &usize| self.tree.node(child).status != NodeStatus::Pruned;
        let mut children: Vec<usize> = self.tree.children(at).filter(kept).collect();
        children.sort_by_key(|&child| rank(self.tree.node(child), side));
        let is_draw =
            |&child: &usize| self.tree.node(child).status == NodeStatus::Proven(Outcome::Draw);
        let draws: Vec<usize> = children.iter().copied().filter(is_draw).collect();
        children.retain(|child| !is_draw(child));
        let worse = |&child: &usize| {
            let node = self.tree.node(child);
            !node.is_won_by(side)
                && (node.status != NodeStatus::Unproven || node.mean().unwrap_or(0.0) < 0.5)
        };
        let place = children.iter().position(worse).unwrap_or(children.len());
        children.splice(place..place, draws);
        children
    }

    fn best(&self, at: usize, side: Side) -> Option<usize> {
        self.ranking(at, side).into_iter().next()
    }

    /// The variation that begins with the move to `at`, made by `side`.
    fn line(&self, at: usize, side: Side) -> Line<P::Move> {
        let first = self.tree.node(at);
        let score = self.score(first, side);
        let mut moves = vec![first.mv];
        let mut position = self.root.after(first.mv);
        let mut at = at;
        while let Some(child) = self.best(at, position.side_to_move()) {
            let node = self.tree.node(child);
            if node.visits == 0 && node.status == NodeStatus::Unproven {
                break;
            }
            moves.push(node.mv);
            position.play_unchecked(node.mv);
            at = child;
        }
        Line { visits: Some(first.visits), ..Line::new(moves, score) }
    }

    /// The score of a root move for `side`, which makes it.
    fn score(&self, node: &Node<P::Move, S>, side: Side) -> Score {
        let plies = u32::from(node.plies) + 1;
        match node.status {
            NodeStatus::Proven(Outcome::Draw) => Score::Draw,
            NodeStatus::Proven(Outcome::Win(winner)) if winner == side => Score::WinIn(plies),
            NodeStatus::Proven(Outcome::Win(_)) => Score::LossIn(plies),
            NodeStatus::Unproven | NodeStatus::Pruned => {
                let root = self.tree.node(Tree::<P::Move, S>::ROOT);
                if root.is_won_by(side.other()) {
                    return Score::LossIn(u32::from(root.plies));
                }
                let mean = node.mean().or_else(|| root.mean().map(|mean| 1.0 - mean));
                Score::Chance((mean.unwrap_or(0.5) * 1000.0).round() as u16)
            }
        }
    }
}

/// Sort key: proven wins first and proven losses last; others by visits, then by mean.
fn rank<M, S>(node: &Node<M, S>, side: Side) -> (u8, Reverse<i64>, Reverse<i64>) {
    let millionths = node.mean().map_or(0, |mean| (mean * 1e6) as i64);
    match node.status {
        NodeStatus::Proven(Outcome::Win(winner)) if winner == side => {
            (0, Reverse(-i64::from(node.plies)), Reverse(0))
        }
        NodeStatus::Proven(Outcome::Win(_)) => (2, Reverse(i64::from(node.plies)), Reverse(0)),
        _ => (1, Reverse(i64::from(node.visits)), Reverse(millionths)),
    }
}
