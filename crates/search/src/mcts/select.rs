//! Which child to look at next.

use super::settings::{Rave, Settings, Widening};
use super::tree::{Node, Proof, Tree};
use game::Outcome;
use std::hash::Hash;

/// How strongly opinions linger where playouts do not feed them.
const LINGER: f32 = 100.0;

/// What selection needs to know, worked out once for each search.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    exploration: f32,
    first_play: f32,
    /// How much less opinions and other playouts count with every visit.
    fading: f32,
    widening: Widening,
}

/// What to look at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Choice {
    /// The most promising child of which nothing is proven.
    pub(super) open: Option<usize>,
    /// A child that is proven drawn, if it is more promising still.
    pub(super) drawn: Option<usize>,
    /// How many children were looked at, from the first on.
    pub(super) width: usize,
}

impl Selection {
    pub(super) fn new(settings: &Settings) -> Self {
        let equivalence = match settings.rave {
            Rave::Off => LINGER,
            Rave::Until(visits) => visits.max(1.0),
        };
        Self {
            exploration: settings.exploration,
            first_play: settings.first_play,
            fading: 1.0 / equivalence,
            widening: settings.widening,
        }
    }

    /// The most promising children of a node. What is lost is not looked at again, and neither
    /// is what is won: it settles the node.
    pub(super) fn choose<M: Copy + Hash>(&self, tree: &Tree<M>, at: usize) -> Choice {
        let visits = tree.node(at).visits;
        let drive = self.exploration * ln(visits + 1).sqrt();
        let mut choice = Choice::default();
        let (mut open, mut drawn) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut left = self.widening.children(visits);
        for (child, node) in tree.children(at).zip(tree.child_nodes(at)) {
            if left == 0 {
                break;
            }
            choice.width += 1;
            match node.proof {
                Proof::Open => {
                    left -= 1;
                    let promise = self.promise(node, drive);
                    if promise > open {
                        (choice.open, open) = (Some(child), promise);
                    }
                }
                Proof::Over(Outcome::Draw) => {
                    let promise = self.promise(node, drive);
                    if promise > drawn {
                        (choice.drawn, drawn) = (Some(child), promise);
                    }
                }
                Proof::Over(_) => (),
            }
        }
        choice.drawn = choice.drawn.filter(|_| drawn > open);
        choice
    }

    /// The average so far, mixed with what other playouts and opinions say, and the more raised
    /// the less is known.
    #[inline]
    pub(super) fn promise<M>(&self, child: &Node<M>, drive: f32) -> f32 {
        let (visits, others) = (child.visits as f32, child.amaf_visits);
        let own = 1.0 + others * self.fading;
        let weight = others + visits * own;
        let value = if weight > 0.0 {
            (child.amaf_sum + child.sum as f32 * own) / weight
        } else {
            self.first_play
        };
        if drive > 0.0 { value + drive / (visits + 1.0).sqrt() } else { value }
    }
}

/// The natural logarithm, by sums and products alone: the same on every machine.
///
/// ln(m · 2ᵉ) = e · ln 2 + 2 artanh((m − 1) / (m + 1))
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
    use crate::mcts::tree::Extent;
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
        tree.plant(0);
        tree.node_mut(Tree::<u8>::ROOT).visits = 100;
        tree.expand(Tree::<u8>::ROOT, Extent::Whole, children.into_iter());
        tree
    }

    fn child(visits: u32, mean: f64, proof: Proof) -> Node<u8> {
        Node { visits, sum: mean * f64::from(visits), proof, ..Node::new(0) }
    }

    fn choose(children: Vec<Node<u8>>, settings: &Settings) -> Choice {
        Selection::new(settings).choose(&tree(children), 0)
    }

    fn open(visits: u32, mean: f64) -> Node<u8> {
        child(visits, mean, Proof::Open)
    }

    #[test]
    fn good_moves_and_unknown_moves_come_first() {
        let chosen = |children| choose(children, &Settings::default()).open;
        assert_eq!(chosen(vec![open(40, 0.2), open(40, 0.7)]), Some(2));
        assert_eq!(chosen(vec![open(99, 0.9), open(0, 0.0)]), Some(2));
        assert_eq!(chosen(vec![open(90, 0.6), open(3, 0.5)]), Some(2));
    }

    #[test]
    fn lost_moves_are_not_visited_and_draws_only_where_they_are_best() {
        let lost = child(50, 1.0, Proof::Over(Outcome::Win(Side::Second)));
        let drawn = child(50, 0.5, Proof::Over(Outcome::Draw));
        let chosen = |children| choose(children, &Settings::default());
        let one = Choice { width: 1, ..Choice::default() };
        let two = Choice { width: 2, ..one };
        assert_eq!(chosen(vec![lost.clone()]), one);
        assert_eq!(chosen(vec![lost, drawn.clone()]), Choice { drawn: Some(2), ..two });
        let bad = Choice { open: Some(1), drawn: Some(2), ..two };
        assert_eq!(chosen(vec![open(50, 0.1), drawn.clone()]), bad);
        assert_eq!(chosen(vec![open(50, 0.9), drawn]), Choice { open: Some(1), ..two });
    }

    #[test]
    fn opinions_fade_as_playouts_come_in() {
        let settings = Settings { exploration: 0.0, ..Settings::default() };
        let praised = Node { amaf_visits: 20.0, amaf_sum: 18.0, ..open(0, 0.0) };
        let rival = open(100, 0.6);
        assert_eq!(choose(vec![praised.clone(), rival.clone()], &settings).open, Some(1));
        let refuted = Node { visits: 500, sum: 100.0, ..praised };
        assert_eq!(choose(vec![refuted, rival], &settings).open, Some(2));
    }

    #[test]
    fn widening_makes_late_children_wait() {
        let widening = Widening::Doubling { first: 1, rate: 0 };
        let settings = Settings { widening, ..Settings::default() };
        let late = choose(vec![open(10, 0.1), open(10, 0.9)], &settings);
        assert_eq!((late.open, late.width), (Some(1), 1));
        let lost = child(50, 1.0, Proof::Over(Outcome::Win(Side::Second)));
        let late = choose(vec![lost, open(10, 0.1), open(10, 0.9)], &settings);
        assert_eq!((late.open, late.width), (Some(2), 2), "what is lost is not counted");
    }
}
