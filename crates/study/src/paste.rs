//! Whatever somebody pasted: a record, a position, a list of moves, or a link.

use crate::link::{self, Linked};
use crate::{Partial, Tree};
use catalog::GameName;
use scene::table::{from_position, open};

/// More than any game takes; longer texts are not even looked at.
pub const MOST_BYTES: usize = 512 * 1024;

/// What a text was found to be, and what was wrong with it, in one line.
#[derive(Debug)]
pub struct Pasted {
    /// What could be read.
    pub tree: Tree,
    /// What could not, if anything.
    pub trouble: Option<String>,
}

/// Reads a text as whatever it is. A list of moves is played on the board that is `here`, and a
/// position is one of its game; a record may be of another game.
///
/// # Errors
/// Why nothing of it can be read, in one line.
pub fn read(here: &Tree, text: &str) -> Result<Pasted, String> {
    if text.len() > MOST_BYTES {
        let (size, most) = (text.len() as f64 / 1e6, MOST_BYTES / 1024);
        return Err(format!(
            "This text is too long: {size:.1} MB. A game takes less than {most} kB."
        ));
    }
    let text = text.trim();
    if text.is_empty() {
        return Err("There is nothing to read.".to_owned());
    }
    let hash = text.rsplit_once('#').filter(|_| !text.contains('\n')).map(|(_, hash)| hash);
    if let Some(linked) = hash.and_then(link::read) {
        return read_linked(here.game(), linked);
    }
    if text.starts_with('[') {
        return read_record(named(text).unwrap_or(here.game()), text);
    }
    match from_position(here.game(), text) {
        Ok(table) => Ok(Pasted { tree: Tree::new(table.as_ref()), trouble: None }),
        Err(error) => read_moves(here, text, &error.to_string()),
    }
}

/// The game in a link.
///
/// # Errors
/// Why nothing of it can be read, in one line.
pub fn read_linked(usual: GameName, linked: Linked) -> Result<Pasted, String> {
    match linked {
        Linked::Whole(text) => read_record(named(&text).unwrap_or(usual), &text),
        Linked::Cut(text) => {
            let game = named(&text).unwrap_or(usual);
            let tree = tree_of(game, without_torn_end(&text)).0;
            let moves = tree.main_line().len() - 1;
            let what = format!("This link is cut short: only {moves} moves could be read.");
            Ok(Pasted { tree, trouble: Some(what) })
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
        Err(Partial { tree, what }) => (tree, Some(what)),
    }
}

fn read_record(game: GameName, text: &str) -> Result<Pasted, String> {
    let (tree, trouble) = tree_of(game, text);
    let trouble = trouble.map(|what| loaded(&tree, &what));
    match trouble {
        Some(what) if tree.is_empty() => Err(what),
        trouble => Ok(Pasted { tree, trouble }),
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
fn read_moves(here: &Tree, text: &str, no_position: &str) -> Result<Pasted, String> {
    let game = here.game();
    let start = here.start();
    let usual =
        open(game, &start.options()).is_ok_and(|usual| usual.position() == start.position());
    let start_tag =
        if usual { String::new() } else { format!("[Start \"{}\"]\n", start.position()) };
    let head = format!("[Game \"{game}\"]\n[Options \"{}\"]\n{start_tag}\n", start.options());
    let (tree, trouble) = tree_of(game, &format!("{head}{text}"));
    match trouble {
        Some(what) if tree.is_empty() => {
            // The line of the trouble counts what was put in front.
            let what = what.split_once(": ").map_or(what.as_str(), |(_, what)| what);
            Err(format!("This is no position ({no_position}), and no list of moves: {what}."))
        }
        Some(what) => {
            let what = what.split_once(": ").map_or(what.as_str(), |(_, what)| what);
            let trouble = Some(loaded(&tree, what));
            Ok(Pasted { tree, trouble })
        }
        None => Ok(Pasted { tree, trouble: None }),
    }
}

/// The game that a record says it is of.
fn named(text: &str) -> Option<GameName> {
    let tag = text.lines().find_map(|line| line.trim().strip_prefix("[Game "))?;
    tag.trim_end_matches(']').trim().trim_matches('"').parse().ok()
}
