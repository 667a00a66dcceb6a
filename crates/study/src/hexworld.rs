//! Games of Hex as `HexWorld` links, and what such a link leaves out.

use crate::Tree;
use sgf::ReadError;

/// The game of a link.
///
/// # Errors
/// Where it cannot be understood or a move cannot be played, and why.
pub fn read_hexworld(text: &str) -> Result<Tree, ReadError> {
    Ok(Tree::new(&sgf::read_hexworld(text)?.into()))
}

/// The game itself as a link, without variations and comments; nothing of another game or of one that did
/// not start on an empty board.
pub fn write_hexworld(tree: &Tree) -> Option<String> {
    let record = tree.table(tree.end(Tree::START));
    sgf::write_hexworld(record.of_game()?).ok()
}

/// How much of a tree a text of the game alone leaves out: variations, and comments with marks.
pub fn left_out(tree: &Tree) -> (usize, usize) {
    let mut open = vec![Tree::START];
    let (mut variations, mut notes) = (0, 0);
    while let Some(at) = open.pop() {
        let node = tree.node(at);
        let said =
            !node.comment.is_empty() || node.annotation.is_some() || !node.properties.is_empty();
        notes += usize::from(said);
        variations += node.children().len().saturating_sub(1);
        open.extend(node.children());
    }
    (variations, notes)
}
