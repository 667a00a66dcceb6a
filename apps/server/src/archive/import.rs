//! Reading games from elsewhere, with variations, comments and markup: our own text in machine or
//! players' notation, SGF, and `HexWorld` links.

use super::error::ImportError;
use catalog::GameName;
use scene::Table as _;
use study::Tree;
use study::import::{self, Import};

/// The longest text that is read, in bytes.
pub(crate) const LONGEST_TEXT: usize = 100_000;

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The name of the game.
    pub game: GameName,
    /// The game as we write it, with variations, comments and markup.
    pub record: String,
    /// The other games, where the text holds several.
    pub others: Vec<String>,
    /// The start position.
    pub start: String,
    /// The moves in machine notation.
    pub moves: Vec<String>,
    /// The result, or `*`.
    pub result: String,
}

/// Reads a game, or several. Which game it is, is said by `named` or by the text itself.
///
/// # Errors
/// If the text is too long, cannot be read, or is of an unknown or another game.
pub fn import(named: Option<GameName>, text: &str) -> Result<Imported, ImportError> {
    if text.len() > LONGEST_TEXT {
        return Err(ImportError::TooLong);
    }
    let usual = named.unwrap_or(GameName::FAVOURITE);
    if let Some(read) = import::read_elsewhere_of(usual, text) {
        let imported = read.map_err(|why| ImportError::Unreadable(why.to_string()))?;
        let game = imported.tree.game();
        if named.is_some_and(|named| named != game) {
            return Err(ImportError::OtherGame(game));
        }
        return Ok(summary(&imported));
    }
    let records = game::split_records(text);
    let mut trees = Vec::new();
    for record in &records {
        let Some(game) = named.or_else(|| tagged(record.text)) else {
            return Err(ImportError::Unnamed);
        };
        let tree = Tree::read(game, record.text);
        trees.push(tree.map_err(|partial| ImportError::Unreadable(partial.what))?);
    }
    let mut trees = trees.into_iter();
    let tree = trees.next().ok_or(ImportError::Unnamed)?;
    Ok(summary(&Import { others: trees.collect(), ..Import::whole(tree) }))
}

/// The game that a text's tag names.
fn tagged(text: &str) -> Option<GameName> {
    let line = text.lines().map(str::trim).find_map(|line| line.strip_prefix("[Game \""))?;
    line.strip_suffix("\"]")?.parse().ok()
}

fn summary(imported: &Import) -> Imported {
    let tree = &imported.tree;
    let table = tree.table(tree.end(Tree::START));
    let played = table.played(game::Viewer::Judge);
    Imported {
        game: tree.game(),
        record: tree.to_string(),
        others: imported.others.iter().map(ToString::to_string).collect(),
        start: table.start(),
        moves: played.into_iter().map(|played| played.mv).collect(),
        result: table.conclusion().map_or("*", |end| end.outcome.text()).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_text_is_read_in_either_notation() {
        let read = import(None, "[Game \"hex\"]\n\n1. a3 {a comment} b4 2. c5 *").unwrap();
        assert_eq!((read.game, read.moves.join(" ")), (GameName::Hex, "a3 b4 c5".to_owned()));
        assert_eq!(import(None, &read.record).unwrap(), read, "what we write we read");
        assert_eq!(import(Some(GameName::Hex), "a3 b4 c5").unwrap().moves, read.moves);
    }

    #[test]
    fn hex_comes_as_sgf_and_as_links_too() {
        let sgf = "(;FF[4]GM[11]SZ[5];B[c3];W[b2])";
        assert_eq!(import(None, sgf).unwrap().moves, ["c3", "b2"]);
        let link = "https://hexworld.org/board/#5nc1,c3b2";
        assert_eq!(import(None, link).unwrap().moves, ["c3", "b2"]);
        assert!(import(Some(GameName::Eclipse), sgf).is_err());
        assert!(import(None, "(;GM[1])").unwrap_err().to_string().len() < 300);
    }

    #[test]
    fn havannah_comes_as_sgf_too() {
        let golem = "(;FF[4]SZ[5]RU[LG]SO[http://www.littlegolem.com];W[C3];B[swap];W[I5])";
        let read = import(None, golem).unwrap();
        assert_eq!(
            (read.game, read.moves.join(" ")),
            (GameName::Havannah, "c3 swap i9".to_owned())
        );
        let unnamed = "(;SZ[5];W[c3])";
        assert_eq!(import(Some(GameName::Havannah), unnamed).unwrap().game, GameName::Havannah);
        assert_eq!(import(None, unnamed).unwrap().game, GameName::Hex);
    }

    #[test]
    fn variations_comments_marks_and_markup_are_kept() {
        let sgf = "(;GM[11]SZ[5]C[A start];B[c3]TE[1]TR[a1](;W[b2]C[Well])(;W[d4]))";
        let read = import(None, sgf).unwrap();
        assert_eq!(read.moves, ["c3", "b2"]);
        for kept in ["{A start}", "c3! {[%sgf TR[a1]]}", "b2 {Well}", "(1... d4)"] {
            assert!(read.record.contains(kept), "{kept} in {}", read.record);
        }
        assert_eq!(import(None, &read.record).unwrap(), read, "what we write we read");
        let two = import(None, &format!("{sgf}{sgf}")).unwrap();
        assert_eq!(two.others, [read.record]);
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_one_short_line() {
        let nasty = ["", "[Game \"go\"]", "<script>", &"[".repeat(1_000_000)];
        for text in nasty {
            let error = import(None, text).unwrap_err().to_string();
            assert!(error.len() < 300 && !error.contains('\n'), "{error}");
        }
        let error = import(Some(GameName::Hex), "a3 a3").unwrap_err().to_string();
        assert!(error.contains("move 2"), "{error}");
    }
}
