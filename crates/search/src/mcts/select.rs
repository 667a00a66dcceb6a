//! Selection: UCT (UCB1 applied to trees; Kocsis and Szepesvári 2006) with RAVE-blended values (Gelly and
//! Silver 2011) and progressive widening. Priors enter as equivalent visits of the AMAF statistics; in
//! `puct` they scale the exploration term.

use super::settings::{MctsSettings, Rave, Widening};
use super::tree::{Node, NodeStatus, Tree};
use game::Outcome;
use std::hash::Hash;

/// The RAVE equivalence k without RAVE: how slowly priors lose their weight against visits.
const PRIOR_EQUIVALENCE: f32 = 100.0;

/// Parameters of the selection formula, worked out once for each search.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    exploration: f32,
    first_play_urgency: f32,
    /// 1/k, with the RAVE equivalence parameter k: priors and AMAF statistics weigh as much as k
    /// own visits do in the limit.
    rave_equivalence_inverse: f32,
    widening: Widening,
}

/// The result of selection at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Choice {
    /// The best unproven child.
    pub(super) open: Option<usize>,
    /// The best child proven drawn, if its value exceeds that of `open`.
    pub(super) drawn: Option<usize>,
    /// Number of children considered, from the first on (progressive widening).
    pub(super) width: usize,
}

impl Selection {
    pub(super) fn new(settings: &MctsSettings) -> Self {
        let equivalence = match settings.rave {
            Rave::Off => PRIOR_EQUIVALENCE,
            Rave::Equivalence(visits) => visits.max(1.0),
        };
        Self {
            exploration: settings.exploration,
            first_play_urgency: settings.first_play_urgency,
            rave_equivalence_inverse: 1.0 / equivalence,
            widening: settings.widening,
        }
    }

    /// Selects among the children of a node. Children proven lost or won are skipped: a win settles
    /// the node.
    pub(super) fn choose<M: Copy + Hash>(&self, tree: &Tree<M>, at: usize) -> Choice {
        let visits = tree.node(at).visits;
        let exploration = self.exploration * ln(visits + 1).sqrt();
        let mut choice = Choice::default();
        let (mut open, mut drawn) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut left = self.widening.children(visits);
        for (child, node) in tree.children(at).zip(tree.child_nodes(at)) {
            if left == 0 {
                break;
            }
            choice.width += 1;
            match node.status {
                NodeStatus::Unproven => {
                    left -= 1;
                    let value = self.ucb_rave(node, exploration);
                    if value > open {
                        (choice.open, open) = (Some(child), value);
                    }
                }
                NodeStatus::Proven(Outcome::Draw) => {
                    let value = self.ucb_rave(node, exploration);
                    if value > drawn {
                        (choice.drawn, drawn) = (Some(child), value);
                    }
                }
                NodeStatus::Proven(_) | NodeStatus::Pruned => (),
            }
        }
        choice.drawn = choice.drawn.filter(|_| drawn > open);
        choice
    }

    /// RAVE-blended action value plus the UCB exploration term (Gelly and Silver 2011).
    ///
    /// `Q = (1 − β)·w/n + β·w̃/ñ` with `β = ñ / (n + ñ + n·ñ/k)`; w, n are rewards and visits, w̃,
    /// ñ those of the AMAF statistics (priors included), k the RAVE equivalence. Multiplied out,
    /// with one division: `Q = (w̃ + w·(1 + ñ/k)) / (ñ + n·(1 + ñ/k))`.
    ///
    /// The exploration term is `exploration / √(n + 1)` with `exploration = c·√ln(N + 1)`, N the
    /// visits of the parent.
    #[inline]
    pub(super) fn ucb_rave<M>(&self, child: &Node<M>, exploration: f32) -> f32 {
        let (n, amaf) = (child.visits as f32, child.stats.visits);
        let own = 1.0 + amaf * self.rave_equivalence_inverse;
        let weight = amaf + n * own;
        let value = if weight > 0.0 {
            (child.stats.sum + child.sum as f32 * own) / weight
        } else {
            self.first_play_urgency
        };
        if exploration > 0.0 { value + exploration / (n + 1.0).sqrt() } else { value }
    }
}

/// Natural logarithm by sums and products alone, so that it is the same on every machine:
/// `ln(m·2ᵉ) = e·ln 2 + 2·artanh((m − 1) / (m + 1))`.
fn ln(n: u32) -> f32 {
    let exponent = n.max(1).ilog2();
    let mantissa = n.max(1) as f32 / (1u64 << exponent) as f32;
    let y = (mantissa - 1.0) / (mantissa + 1.0);
    let square = y * y;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square / 9.0)));
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * y * series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Amaf, Expansion};
    use game::Side;

    #[test]
    fn the_logarithm_is_near_enough() {
        for n in [1, 2, 3, 7, 10, 100, 1000, 65_537, 1 << 30, u32::MAX] {
            let exact = f64::from(n).ln();
            assert!((f64::from(ln(n)) - exact).abs() < 1e-4, "{n}: {} {exact}", ln(n));
        }
    }

    fn tree(children: Vec<Node<u8>>) -> Tree<u8> {
        let mut tree = Tree::new(1);
        tree.reset(0);
        tree.node_mut(Tree::<u8>::ROOT).visits = 100;
        tree.expand(Tree::<u8>::ROOT, Expansion::Full, children.into_iter());
        tree
    }

    fn child(visits: u32, mean: f64, status: NodeStatus) -> Node<u8> {
        Node { visits, sum: mean * f64::from(visits), status, ..Node::new(0) }
    }

    fn choose(children: Vec<Node<u8>>, settings: &MctsSettings) -> Choice {
        Selection::new(settings).choose(&tree(children), 0)
    }

    fn open(visits: u32, mean: f64) -> Node<u8> {
        child(visits, mean, NodeStatus::Unproven)
    }

    #[test]
    fn good_moves_and_unknown_moves_come_first() {
        let chosen = |children| choose(children, &MctsSettings::default()).open;
        assert_eq!(chosen(vec![open(40, 0.2), open(40, 0.7)]), Some(2));
        assert_eq!(chosen(vec![open(99, 0.9), open(0, 0.0)]), Some(2));
        assert_eq!(chosen(vec![open(90, 0.6), open(3, 0.5)]), Some(2));
    }

    #[test]
    fn lost_moves_are_not_visited_and_draws_only_where_they_are_best() {
        let lost = child(50, 1.0, NodeStatus::Proven(Outcome::Win(Side::Second)));
        let drawn = child(50, 0.5, NodeStatus::Proven(Outcome::Draw));
        let chosen = |children| choose(children, &MctsSettings::default());
        let one = Choice { width: 1, ..Choice::default() };
        let two = Choice { width: 2, ..one };
        assert_eq!(chosen(vec![lost.clone()]), one);
        assert_eq!(chosen(vec![lost, drawn.clone()]), Choice { drawn: Some(2), ..two });
        let bad = Choice { open: Some(1), drawn: Some(2), ..two };
        assert_eq!(chosen(vec![open(50, 0.1), drawn.clone()]), bad);
        assert_eq!(chosen(vec![open(50, 0.9), drawn]), Choice { open: Some(1), ..two });
    }

    #[test]
    fn priors_lose_weight_as_visits_come_in() {
        let settings = MctsSettings { exploration: 0.0, ..MctsSettings::default() };
        let high_prior = Node { stats: Amaf { visits: 20.0, sum: 18.0 }, ..open(0, 0.0) };
        let rival = open(100, 0.6);
        assert_eq!(choose(vec![high_prior.clone(), rival.clone()], &settings).open, Some(1));
        let refuted = Node { visits: 500, sum: 100.0, ..high_prior };
        assert_eq!(choose(vec![refuted, rival], &settings).open, Some(2));
    }

    #[test]
    fn widening_excludes_late_children() {
        let widening = Widening::Doubling { first: 1, rate: 0 };
        let settings = MctsSettings { widening, ..MctsSettings::default() };
        let late = choose(vec![open(10, 0.1), open(10, 0.9)], &settings);
        assert_eq!((late.open, late.width), (Some(1), 1));
        let lost = child(50, 1.0, NodeStatus::Proven(Outcome::Win(Side::Second)));
        let late = choose(vec![lost, open(10, 0.1), open(10, 0.9)], &settings);
        assert_eq!((late.open, late.width), (Some(2), 2), "what is lost is not counted");
    }
}
