//! Trees as SGF, with variations, comments, marks and markup, of the games that SGF is written of.
//!
//! The marks behind moves are properties of SGF: `TE` (good), `BM` (bad), `IT` (interesting) and `DO`
//! (doubtful), where 2 is the stronger of two values.

use crate::{MoveAnnotation, NodeId, Tree};
use catalog::{AnyRecord, GameName, with_record};
use game::Record;
use scene::table::Played;
use sgf::{AnyTree, Property, ReadError, SgfGame, with_tree};
use std::fmt::Display;

/// A game of SGF.
pub fn from_sgf(game: &AnyTree) -> Tree {
    with_tree!(game, game => from_tree(game))
}

fn from_tree<P: SgfGame>(game: &sgf::Tree<P>) -> Tree
where
    AnyRecord: From<Record<P>>,
{
    let mut tree = Tree::new(&game.main_line().into());
    tree.comment(Tree::START, &game.comment);
    tree.keep(Tree::START, game.properties.iter().cloned());
    let mut nodes: Vec<NodeId> = Vec::with_capacity(game.nodes.len());
    for sgf_node in &game.nodes {
        let parent = sgf_node.parent.map_or(Tree::START, |parent| nodes[parent]);
        nodes.push(grow(&mut tree, parent, sgf_node));
    }
    tree
}

/// Adds a move that the reader of SGF has found legal. Players of these games write moves as machines do.
fn grow<M: Display>(tree: &mut Tree, parent: NodeId, sgf_node: &sgf::Node<M>) -> NodeId {
    let ply = tree.node(parent).ply;
    let first = tree.start().side_to_move();
    let side = if ply.is_multiple_of(2) { first } else { first.other() };
    let half_moves = ply + first.index();
    let number = half_moves / 2 + 1;
    let mv = sgf_node.mv.to_string();
    let at = tree.grow(parent, Played { side, number, human: mv.clone(), mv });
    tree.add_comment(at, &sgf_node.comment);
    let (marks, kept): (Vec<_>, Vec<_>) =
        sgf_node.properties.iter().cloned().partition(|property| annotation(property).is_some());
    tree.keep(at, kept);
    if let Some(judged) = marks.first().and_then(annotation) {
        tree.annotate(at, Some(judged));
    }
    at
}

/// What a property thinks of its move.
fn annotation(property: &Property) -> Option<MoveAnnotation> {
    let strong = property.values.first().is_some_and(|value| value.trim() == "2");
    match property.name.as_str() {
        "TE" if strong => Some(MoveAnnotation::Brilliant),
        "TE" => Some(MoveAnnotation::Good),
        "IT" => Some(MoveAnnotation::Interesting),
        "DO" => Some(MoveAnnotation::Dubious),
        "BM" if strong => Some(MoveAnnotation::Blunder),
        "BM" => Some(MoveAnnotation::Mistake),
        _ => None,
    }
}

fn property(annotation: MoveAnnotation) -> Property {
    let (name, value) = match annotation {
        MoveAnnotation::Brilliant => ("TE", "2"),
        MoveAnnotation::Good => ("TE", "1"),
        MoveAnnotation::Interesting => ("IT", ""),
        MoveAnnotation::Dubious => ("DO", ""),
        MoveAnnotation::Mistake => ("BM", "1"),
        MoveAnnotation::Blunder => ("BM", "2"),
    };
    Property::new(name, value)
}

/// The games of SGF text, each with all that is in it. A file that does not say which game it is of is
/// one of the `usual` game, or of Hex if SGF is not written of that.
///
/// # Errors
/// Where it cannot be understood or a move cannot be played, and why.
pub fn read_sgf(usual: GameName, text: &str) -> Result<Vec<Tree>, ReadError> {
    Ok(sgf::read_any_sgf(text, usual.text())?.iter().map(from_sgf).collect())
}

/// A tree as SGF has it; nothing of a game that SGF is not written of.
pub fn to_sgf(tree: &Tree) -> Option<AnyTree> {
    let record = tree.table(tree.end(Tree::START));
    let mut game = with_record!(&record, record => AnyTree::of_record(record))?;
    with_tree!(&mut game, game => add_nodes(tree, game))?;
    Some(game)
}

/// Puts everything into a tree of SGF that has the main line alone.
fn add_nodes<P: SgfGame>(tree: &Tree, game: &mut sgf::Tree<P>) -> Option<()> {
    game.nodes.clear();
    game.comment.clone_from(&tree.node(Tree::START).comment);
    game.properties.clone_from(&tree.node(Tree::START).properties);
    // Depth first, and the main move of every node first.
    let follow = |at: NodeId, parent: Option<usize>| {
        tree.node(at).children().iter().rev().map(move |&child| (child, parent))
    };
    let mut open: Vec<(NodeId, Option<usize>)> = follow(Tree::START, None).collect();
    while let Some((at, parent)) = open.pop() {
        let node = tree.node(at);
        let mv = node.played.as_ref()?.mv.parse().ok()?;
        let mut sgf_node = sgf::Node::new(mv, parent);
        sgf_node.comment.clone_from(&node.comment);
        sgf_node.properties.extend(node.annotation.map(property));
        sgf_node.properties.extend(node.properties.iter().cloned());
        game.nodes.push(sgf_node);
        open.extend(follow(at, Some(game.nodes.len() - 1)));
    }
    Some(())
}

/// A tree as SGF text; nothing of a game that SGF is not written of.
pub fn write_sgf(tree: &Tree) -> Option<String> {
    to_sgf(tree).map(|game| game.write())
}
