//! Game tree: a game with its variations.

use crate::{Property, SgfGame, StoneMove};
use game::{Ending, Record, Tags};

/// How other programs swapped (HX-2.3, HV-3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SwapForm {
    /// The stone is replaced by one of the other colour, in Hex on the mirrored cell: our own form.
    #[default]
    Pieces,
    /// The stone stays and the players exchange colours.
    Sides,
}

/// A node of the tree: a move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<M = hex::Move> {
    /// The move.
    pub mv: M,
    /// What is said about it.
    pub comment: String,
    /// The node before it; `None` at the start.
    pub parent: Option<usize>,
    /// What else is known of it: markup, time left, and what means nothing to us.
    pub properties: Vec<Property>,
}

impl<M> Node<M> {
    /// A move of which nothing is said.
    pub fn new(mv: M, parent: Option<usize>) -> Self {
        Self { mv, comment: String::new(), parent, properties: Vec::new() }
    }
}

/// A game with variations. Of the nodes that follow the same one, the first goes on with the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<P: SgfGame = hex::Position> {
    /// The start position.
    pub start: P,
    /// Names and dates, as records have them.
    pub tags: Tags,
    /// What is said about the start.
    pub comment: String,
    /// How the game ended outside the rules, if it did.
    pub ending: Option<Ending>,
    /// The moves, each behind its parent.
    pub nodes: Vec<Node<P::Move>>,
    /// How the swap was written.
    pub swap: SwapForm,
    /// What else is known of the game and its start.
    pub properties: Vec<Property>,
}

impl<P: SgfGame> Tree<P> {
    /// A record as a tree without variations.
    pub fn of(record: &Record<P>) -> Self {
        let node = |(i, &mv): (usize, &P::Move)| Node::new(mv, i.checked_sub(1));
        Self {
            start: record.start().clone(),
            tags: record.tags.clone(),
            comment: String::new(),
            ending: record.ending(),
            nodes: record.moves().iter().enumerate().map(node).collect(),
            swap: crate::swap_form(&record.tags),
            properties: Vec::new(),
        }
    }

    /// Whether the colours of the game itself are exchanged at its end: by a swap of sides.
    pub(crate) fn ends_mirrored(&self) -> bool {
        let followers = self.followers();
        let first = |&at: &usize| followers[at].first().copied();
        let line = std::iter::successors(first(&self.nodes.len()), first);
        self.swap == SwapForm::Sides
            && line.into_iter().any(|at| self.nodes[at].mv == P::Move::SWAP)
    }

    /// For the start (last) and every node, those that follow it, in order.
    pub fn followers(&self) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); self.nodes.len() + 1];
        for (i, node) in self.nodes.iter().enumerate() {
            lists[node.parent.unwrap_or(self.nodes.len())].push(i);
        }
        lists
    }

    /// The game itself, without variations. It ends before a move that cannot be played.
    pub fn main_line(&self) -> Record<P> {
        let followers = self.followers();
        let mut record = Record::from_position(self.start.clone());
        record.tags.clone_from(&self.tags);
        if self.swap == SwapForm::Sides && crate::swap_form(&record.tags) == SwapForm::Pieces {
            record.tags.push((crate::SWAP_TAG.into(), "sides".into()));
        }
        let mut here = self.nodes.len();
        while let Some(&next) = followers[here].first() {
            if record.play(self.nodes[next].mv).is_err() {
                break;
            }
            here = next;
        }
        if let Some(ending) = self.ending {
            // A game that was over before it was ended stays as it is.
            let _ = record.end(ending);
        }
        record
    }
}
