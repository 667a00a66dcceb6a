//! Import of pasted text: records, SGF, a position, a list of moves, or a link; the format is detected.

use crate::link::{self, LinkText};
use crate::{Tree, hexworld, sgf_format};
use catalog::{AnyRecord, GameName};
use game::split_records;

/// More than any game takes; longer texts are not even looked at.
pub const MOST_BYTES: usize = 512 * 1024;

/// Why nothing of a text can be read: a sentence with its full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// More than any game takes.
    #[error("This text is too long: {:.1} MB. A game takes less than {} kB.", *bytes as f64 / 1e6, MOST_BYTES / 1024)]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// Only spaces.
    #[error("There is nothing to read.")]
    Empty,
    /// The name of a game on another site: where its record is.
    #[error("{0}.")]
    OtherSite(String),
    /// SGF or a `HexWorld` link with an error in it.
    #[error("This cannot be read: {0}.")]
    Foreign(#[from] sgf::ReadError),
    /// SGF without a game.
    #[error("There is no game in it.")]
    NoGame,
    /// A record without a move that can be read.
    #[error("This cannot be read: {0}.")]
    Record(String),
    /// Neither a position nor moves.
    #[error("This is no position ({no_position}), and no list of moves: {no_moves}.")]
    NeitherPositionNorMoves {
        /// Why it is no position.
        no_position: String,
        /// Why it is no list of moves.
        no_moves: String,
    },
    /// Neither a position nor a single move.
    #[error("This is no position ({no_position}), and there is no move in it.")]
    NoMove {
        /// Why it is no position.
        no_position: String,
    },
}

/// What a text was found to be, and what was wrong with it, in one line.
#[derive(Debug)]
pub struct Import {
    /// What could be read: the first game.
    pub tree: Tree,
    /// The other games, where a text holds several.
    pub others: Vec<Tree>,
    /// What could not, if anything.
    pub warning: Option<String>,
}

impl Import {
    /// One game, read whole.
    pub fn whole(tree: Tree) -> Self {
        Self { tree, others: Vec::new(), warning: None }
    }

    /// All games as text, one after the other.
    pub fn text(&self) -> String {
        let games = std::iter::once(&self.tree).chain(&self.others).map(Tree::to_string);
        games.collect::<Vec<_>>().join("\n")
    }
}

/// Reads a text as whatever it is. A list of moves is played on the board that is `here`, and a
/// position is one of its game; a record may be of another game.
///
/// # Errors
/// Why nothing of it can be read, in one line.
pub fn read(here: &Tree, text: &str) -> Result<Import, ImportError> {
    if text.len() > MOST_BYTES {
        return Err(ImportError::TooLong { bytes: text.len() });
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(ImportError::Empty);
    }
    let hash = text.rsplit_once('#').filter(|_| !text.contains('\n')).map(|(_, hash)| hash);
    if let Some(linked) = hash.and_then(link::read) {
        return read_linked(here.game(), linked);
    }
    if let Some(read) = read_elsewhere_of(here.game(), text) {
        return read;
    }
    if text.starts_with('[') {
        return read_records(here.game(), text);
    }
    match AnyRecord::from_position(here.game(), text) {
        Ok(table) => Ok(Import::whole(Tree::new(&table))),
        Err(error) => read_moves(here, text, error.to_string()),
    }
}

/// Reads what other programs write: SGF, a `HexWorld` link, or the name of a game on another site;
/// nothing if it is none of these. What can be read only in part is refused whole.
pub fn read_elsewhere(text: &str) -> Option<Result<Import, ImportError>> {
    read_elsewhere_of(GameName::FAVOURITE, text)
}

/// [`read_elsewhere`], where SGF that does not say which game it is of is one of the `usual` game.
pub fn read_elsewhere_of(usual: GameName, text: &str) -> Option<Result<Import, ImportError>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(advice) = sgf::other_site(text) {
        return Some(Err(ImportError::OtherSite(advice)));
    }
    if text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
        let games = sgf_format::read_sgf(usual, text);
        return Some(games.map_err(ImportError::from).and_then(first_of));
    }
    let link = text.contains("hexworld.org/") && !text.starts_with('[');
    link.then(|| Ok(Import::whole(hexworld::read_hexworld(text)?)))
}

fn first_of(mut games: Vec<Tree>) -> Result<Import, ImportError> {
    if games.is_empty() {
        return Err(ImportError::NoGame);
    }
    let tree = games.remove(0);
    Ok(Import { tree, others: games, warning: None })
}

/// Our own text: one record or several. What the first one cannot be read of is named; others must
/// be whole.
fn read_records(usual: GameName, text: &str) -> Result<Import, ImportError> {
    let records = split_records(text);
    let game = |text: &str| named(text).unwrap_or(usual);
    let Some((first, others)) = records.split_first() else {
        return read_record(usual, text);
    };
    let mut imported = read_record(game(first.text), first.text)?;
    for (i, other) in others.iter().enumerate() {
        match Tree::read(game(other.text), other.text) {
            Ok(tree) => imported.others.push(tree),
            Err(partial) => {
                let what = format!("Game {} cannot be read: {}.", i + 2, partial.what);
                imported.warning.get_or_insert(what);
            }
        }
    }
    Ok(imported)
}

/// The game in a link.
///
/// # Errors
/// Why nothing of it can be read, in one line.
pub fn read_linked(usual: GameName, linked: LinkText) -> Result<Import, ImportError> {
    match linked {
        LinkText::Whole(text) => read_records(usual, &text),
        LinkText::Cut(text) => {
            let game = named(&text).unwrap_or(usual);
            let tree = tree_of(game, without_torn_end(&text)).0;
            let moves = tree.main_line().len() - 1;
            let what = format!("This link is cut short: only {moves} moves could be read.");
            Ok(Import { warning: Some(what), ..Import::whole(tree) })
        }
    }
}

/// The last word of a text that was cut may be half a word.
fn without_torn_end(text: &str) -> &str {
    text.rfind(char::is_whitespace).map_or("", |end| &text[..end])
}

fn tree_of(game: GameName, text: &str) -> (Tree, Option<String>) {
    match Tree::read(game, text) {
        Ok(tree) => (tree, None),
        Err(partial) => (partial.tree, Some(partial.what)),
    }
}

fn read_record(game: GameName, text: &str) -> Result<Import, ImportError> {
    let (tree, warning) = tree_of(game, text);
    match warning {
        Some(what) if tree.is_empty() => Err(ImportError::Record(what)),
        warning => {
            let warning = warning.map(|what| loaded(&tree, &what));
            Ok(Import { warning, ..Import::whole(tree) })
        }
    }
}

/// What was loaded, and what stopped it.
fn loaded(tree: &Tree, what: &str) -> String {
    match tree.main_line().len() - 1 {
        0 => format!("This cannot be read: {what}."),
        1 => format!("Loaded the first move. The rest cannot be read: {what}."),
        n => format!("Loaded the first {n} moves. The rest cannot be read: {what}."),
    }
}

/// Moves without anything around them, from the start of the board that is here.
fn read_moves(here: &Tree, text: &str, no_position: String) -> Result<Import, ImportError> {
    let game = here.game();
    let start = here.start();
    let usual = AnyRecord::begin(game, &start.options())
        .is_ok_and(|usual| usual.position() == start.position());
    let start_tag =
        if usual { String::new() } else { format!("[Start \"{}\"]\n", start.position()) };
    let head = format!("[Game \"{game}\"]\n[Options \"{}\"]\n{start_tag}\n", start.options());
    let (tree, warning) = tree_of(game, &format!("{head}{text}"));
    match warning {
        Some(what) if tree.is_empty() => {
            // The line of the trouble counts what was put in front.
            let what = what.split_once(": ").map_or(what.as_str(), |(_, what)| what);
            Err(ImportError::NeitherPositionNorMoves { no_position, no_moves: what.to_owned() })
        }
        Some(what) => {
            let what = what.split_once(": ").map_or(what.as_str(), |(_, what)| what);
            let warning = Some(loaded(&tree, what));
            Ok(Import { warning, ..Import::whole(tree) })
        }
        // Words in parentheses are variations of nothing.
        None if tree.is_empty() => Err(ImportError::NoMove { no_position }),
        None => Ok(Import::whole(tree)),
    }
}

/// The game that a record says it is of.
fn named(text: &str) -> Option<GameName> {
    let tag = text.lines().find_map(|line| line.trim().strip_prefix("[Game "))?;
    tag.trim_end_matches(']').trim().trim_matches('"').parse().ok()
}
