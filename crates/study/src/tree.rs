//! A game with its variations.
//!
//! ```text
//! start ─ c3 ─ d4 ─ e2        the first child of a node goes on with its line,
//!          └── b2 ─ c1        the others begin variations
//! ```
//! Nodes keep their number for as long as the tree lives; what is cut off is only not led to.

use crate::{MoveAnnotation, Property};
use catalog::{AnyRecord, GameName};
use game::{Ending, MoveError, Reason, Viewer};
use scene::Table;
use scene::table::Played;

/// A node, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

/// A move of a tree; the start is the node without one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move that led here.
    pub played: Option<Played>,
    /// What is said of it.
    pub comment: String,
    /// What is thought of it.
    pub annotation: Option<MoveAnnotation>,
    /// Markup of the board and whatever else a file said: properties of SGF.
    pub properties: Vec<Property>,
    /// Moves from the start.
    pub ply: usize,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// Where it comes from; the start comes from nowhere.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// How it goes on, the main move first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// A game with variations, comments and judgements.
#[derive(Clone, Debug)]
pub struct Tree {
    start: AnyRecord,
    nodes: Vec<Node>,
    /// How the game that was played ended outside the rules, and where.
    ending: Option<(NodeId, Ending)>,
}

impl Tree {
    /// The start.
    pub const START: NodeId = NodeId(0);

    /// A game as it was played.
    pub fn new(table: &AnyRecord) -> Self {
        let mut tree =
            Self { start: table.truncated(0), nodes: vec![Node::default()], ending: None };
        let mut at = Self::START;
        for played in table.played(Viewer::Judge) {
            at = tree.grow(at, played);
        }
        tree.ending = ending(table).map(|ending| (at, ending));
        tree
    }

    /// The name of the game.
    pub fn game(&self) -> GameName {
        self.start.game()
    }

    /// Where it all starts.
    pub fn start(&self) -> &AnyRecord {
        &self.start
    }

    /// A node.
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at.0]
    }

    /// How many nodes were ever grown.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was played.
    pub fn is_empty(&self) -> bool {
        self.node(Self::START).children.is_empty()
    }

    /// The node after `at` with this number, if it belongs to the tree.
    pub fn find(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number))
    }

    /// The nodes from the start to `at`, both included.
    pub fn path(&self, at: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(at), |at| self.node(*at).parent).collect();
        path.reverse();
        path
    }

    /// The line that `at` stands on: the way to it, and how it goes on.
    pub fn line(&self, at: NodeId) -> Vec<NodeId> {
        let mut line = self.path(at);
        line.extend(std::iter::successors(self.next(at), |at| self.next(*at)));
        line
    }

    /// The game itself, from the start to its end.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line(Self::START)
    }

    /// The main move after `at`.
    pub fn next(&self, at: NodeId) -> Option<NodeId> {
        self.node(at).children.first().copied()
    }

    /// The end of the line that `at` stands on.
    pub fn end(&self, at: NodeId) -> NodeId {
        self.line(at).last().copied().unwrap_or(at)
    }

    /// The game as it stands at a node.
    pub fn table(&self, at: NodeId) -> AnyRecord {
        let mut table = self.start.clone();
        for node in self.path(at) {
            if let Some(played) = &self.node(node).played {
                // Only legal moves were let in.
                let _ = table.play(&played.mv);
            }
        }
        if let Some((_, ending)) = self.ending.filter(|(end, _)| *end == at) {
            let _ = table.end(ending);
        }
        table
    }

    /// Plays a move after `at`: one that is there already is gone to, another one grows.
    ///
    /// # Errors
    /// If it cannot be read or played; nothing has changed then.
    pub fn play(&mut self, at: NodeId, text: &str) -> Result<NodeId, MoveError> {
        let mut table = self.table(at);
        if self.ending.is_some_and(|(end, _)| end == at) {
            // What might have followed is what one wants to know.
            table.undo();
        }
        table.play(text)?;
        Ok(self.grow_last(at, &table))
    }

    /// The node after `at` for the last move of a table.
    pub(crate) fn grow_last(&mut self, at: NodeId, table: &AnyRecord) -> NodeId {
        match table.played(Viewer::Judge).pop() {
            Some(played) => self.grow(at, played),
            None => at,
        }
    }

    pub(crate) fn grow(&mut self, at: NodeId, played: Played) -> NodeId {
        if let Some(known) = self.child(at, &played.mv) {
            return known;
        }
        let new = NodeId(self.nodes.len());
        let ply = self.node(at).ply + 1;
        let node = Node { played: Some(played), ply, parent: Some(at), ..Node::default() };
        self.nodes.push(node);
        self.nodes[at.0].children.push(new);
        new
    }

    /// The node that a move, in either notation, leads to.
    pub fn child(&self, at: NodeId, mv: &str) -> Option<NodeId> {
        let is = |id: &&NodeId| {
            self.node(**id).played.as_ref().is_some_and(|p| p.mv == mv || p.human == mv)
        };
        self.node(at).children.iter().find(is).copied()
    }

    /// Says something of a move, or of the start.
    pub fn comment(&mut self, at: NodeId, comment: &str) {
        // Braces would end the comment where it is written.
        self.nodes[at.0].comment = comment.trim().replace('{', "(").replace('}', ")");
    }

    /// Says something more of a move, or of the start.
    pub(crate) fn add_comment(&mut self, at: NodeId, comment: &str) {
        let (said, more) = (&mut self.nodes[at.0].comment, comment.trim());
        if !said.is_empty() && !more.is_empty() {
            said.push(' ');
        }
        said.push_str(&more.replace('{', "(").replace('}', ")"));
    }

    /// Keeps properties of a move, or of the start. Braces would end them where they are written.
    pub(crate) fn keep(&mut self, at: NodeId, properties: impl IntoIterator<Item = Property>) {
        let harmless = |value: String| value.replace('{', "(").replace('}', ")");
        let kept = properties.into_iter().map(|property| Property {
            values: property.values.into_iter().map(harmless).collect(),
            ..property
        });
        self.nodes[at.0].properties.extend(kept);
    }

    /// Judges a move.
    pub fn annotate(&mut self, at: NodeId, annotation: Option<MoveAnnotation>) {
        if at != Self::START {
            self.nodes[at.0].annotation = annotation;
        }
    }

    /// Puts the variation that `at` stands on one step nearer to the main line.
    pub fn promote(&mut self, at: NodeId) {
        let branch = self.path(at).into_iter().rev().find(|&node| self.is_variation(node));
        let Some((node, parent)) = branch.and_then(|n| Some((n, self.node(n).parent?))) else {
            return;
        };
        let siblings = &mut self.nodes[parent.0].children;
        if let Some(place) = siblings.iter().position(|&sibling| sibling == node) {
            siblings.swap(0, place);
        }
    }

    /// Whether `at` begins a variation.
    pub fn is_variation(&self, at: NodeId) -> bool {
        let parent = self.node(at).parent;
        parent.is_some_and(|parent| self.next(parent) != Some(at))
    }

    /// Whether `at` stands on the main line.
    pub fn is_main(&self, at: NodeId) -> bool {
        self.path(at).into_iter().all(|node| !self.is_variation(node))
    }

    /// Cuts off a move and all that follows it; what it followed is returned.
    pub fn cut(&mut self, at: NodeId) -> NodeId {
        let Some(parent) = self.node(at).parent else { return at };
        self.nodes[parent.0].children.retain(|&child| child != at);
        if self.ending.is_some_and(|(end, _)| self.path(end).contains(&at)) {
            self.ending = None;
        }
        parent
    }
}

fn ending(table: &AnyRecord) -> Option<Ending> {
    let conclusion = table.conclusion()?;
    let loser = conclusion.outcome.winner().map(game::Side::other);
    match (conclusion.reason, loser) {
        (Reason::Resignation, Some(side)) => Some(Ending::Resignation(side)),
        (Reason::Time, Some(side)) => Some(Ending::Time(side)),
        (Reason::Agreement, _) => Some(Ending::Agreement),
        (Reason::Adjudication, _) => Some(Ending::Adjudication(conclusion.outcome)),
        _ => None,
    }
}
