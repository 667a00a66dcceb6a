//! Selection by PUCT (Rosin 2011; Silver et al. 2017), with first-play urgency reduction and virtual
//! losses.
//!
//! The child with the highest `Q + U` is selected:
//!
//! - `Q = w / (n + v)` with rewards w, visits n and virtual losses v: visits of other threads in progress,
//!   counted as losses;
//! - `U = c·p·√N / (1 + n + v)` with the prior p and the parent's visits N, those in progress included;
//! - without visits `Q = V − r·√(Σ p)`: the parent's value V, less the first-play urgency reduction r
//!   by the prior probability of the moves already visited.

use super::PuctSettings;
use crate::mcts::tree::{Node, NodeStatus, Tree};
use game::Outcome;
use std::hash::Hash;

/// Statistics of a node for PUCT.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::mcts) struct PuctStats {
    /// Prior probability.
    pub(super) prior: f32,
    /// Visits in progress: virtual losses.
    pub(super) in_flight: u32,
}

/// A tree of PUCT.
pub(super) type PuctTree<M> = Tree<M, PuctStats>;

/// The child to visit; `None` if all are proven not to be draws.
pub(super) fn select<M: Copy + Hash>(
    settings: &PuctSettings,
    tree: &PuctTree<M>,
    at: usize,
) -> Option<usize> {
    let parent = tree.node(at);
    let visits = (parent.visits + parent.stats.in_flight) as f32;
    let exploration = settings.exploration * visits.sqrt();
    let children = tree.child_nodes(at);
    let visited = |child: &&Node<M, PuctStats>| child.visits + child.stats.in_flight > 0;
    let seen: f32 = children.iter().filter(visited).map(|child| child.stats.prior).sum();
    // A node's mean is that of the side that moved to it.
    let value = 1.0 - parent.mean().unwrap_or(0.5) as f32;
    let unvisited = value - settings.first_play_reduction * seen.sqrt();
    let mut best = (f32::NEG_INFINITY, None);
    for (index, child) in tree.children(at).zip(children) {
        let quality = match child.status {
            NodeStatus::Unproven => quality(child, unvisited),
            NodeStatus::Proven(Outcome::Draw) => 0.5,
            NodeStatus::Proven(Outcome::Win(_)) | NodeStatus::Pruned => continue,
        };
        let weight = (1 + child.visits + child.stats.in_flight) as f32;
        let bound = quality + exploration * child.stats.prior / weight;
        if bound > best.0 {
            best = (bound, Some(index));
        }
    }
    best.1
}

fn quality<M>(child: &Node<M, PuctStats>, unvisited: f32) -> f32 {
    let weight = child.visits + child.stats.in_flight;
    if weight == 0 { unvisited } else { child.sum as f32 / weight as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::Expansion;
    use game::Side;

    const SETTINGS: PuctSettings = PuctSettings {
        memory_mib: 1,
        exploration: 1.0,
        first_play_reduction: 0.2,
        prove_after: None,
        lines: 1,
    };

    fn child(prior: f32, visits: u32, mean: f64) -> Node<u8, PuctStats> {
        let stats = PuctStats { prior, in_flight: 0 };
        Node { visits, sum: mean * f64::from(visits), stats, ..Node::new(0) }
    }

    /// Index of the child selected under a parent of 16 visits and an even value.
    fn selected(children: Vec<Node<u8, PuctStats>>) -> Option<usize> {
        let mut tree = PuctTree::new(1);
        tree.reset(0);
        tree.expand(PuctTree::<u8>::ROOT, Expansion::Full, children.into_iter());
        let root = tree.node_mut(PuctTree::<u8>::ROOT);
        (root.visits, root.sum) = (16, 8.0);
        select(&SETTINGS, &tree, PuctTree::<u8>::ROOT).map(|at| at - 1)
    }

    #[test]
    fn values_and_priors_are_balanced_by_visits() {
        // 0.5 + 4·0.2/9 = 0.589 against 0.4 + 4·0.6/9 = 0.667.
        assert_eq!(selected(vec![child(0.2, 8, 0.5), child(0.6, 8, 0.4)]), Some(1));
        // 0.7 + 0.089 against the same.
        assert_eq!(selected(vec![child(0.2, 8, 0.7), child(0.6, 8, 0.4)]), Some(0));
        // Unvisited: 0.5 − 0.2·√0.81 + 4·0.1 = 0.72 against 0.5 + 4·0.81/17 = 0.69.
        assert_eq!(selected(vec![child(0.81, 16, 0.5), child(0.1, 0, 0.0)]), Some(1));
        // 0.5 − 0.18 + 4·0.09 = 0.68.
        assert_eq!(selected(vec![child(0.81, 16, 0.5), child(0.09, 0, 0.0)]), Some(0));
    }

    #[test]
    fn visits_under_way_count_as_lost() {
        let mut busy = child(0.5, 8, 0.6);
        assert_eq!(selected(vec![busy.clone(), child(0.5, 8, 0.55)]), Some(0));
        busy.stats.in_flight = 1;
        assert_eq!(selected(vec![busy, child(0.5, 8, 0.55)]), Some(1));
    }

    #[test]
    fn what_is_proven_is_not_visited_unless_it_is_a_draw() {
        let proven =
            |outcome, prior| Node { status: NodeStatus::Proven(outcome), ..child(prior, 4, 0.9) };
        let lost = proven(Outcome::Win(Side::Second), 0.9);
        assert_eq!(selected(vec![lost.clone(), child(0.1, 8, 0.1)]), Some(1));
        assert_eq!(selected(vec![lost.clone()]), None);
        let drawn = proven(Outcome::Draw, 0.1);
        assert_eq!(selected(vec![lost, drawn, child(0.1, 4, 0.1)]), Some(1));
    }
}
