//! Lessons: every rule of every game, on a board where the reader makes the move.
//!
//! What a lesson says stands in `lessons/<game>.txt`; this file reads it. There is no rule here:
//! a lesson lists the moves that solve it, and the tests make sure that they are the right ones.

use catalog::GameName;

/// One step of learning: something to read, a position, and a move to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// A name that stays, under which progress is kept.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The numbers of the rules it shows, such as `3.1`.
    pub rules: Vec<&'static str>,
    /// What to read, in paragraphs.
    pub text: Vec<&'static str>,
    /// Where it is played, in machine notation.
    pub position: &'static str,
    /// What to do.
    pub task: &'static str,
    /// The moves that solve it.
    pub accept: Vec<&'static str>,
    /// What is said when it is done.
    pub done: &'static str,
    /// What is said to another move.
    pub hint: &'static str,
}

impl Lesson {
    /// Whether a move, in machine notation, solves the lesson. `34-*` stands for every move that
    /// begins so, and `any` for every move.
    pub fn accepts(&self, mv: &str) -> bool {
        self.accept.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(start) => mv.starts_with(start),
            None => *pattern == "any" || *pattern == mv,
        })
    }
}

/// The lessons of a game, in order.
pub fn lessons(game: GameName) -> Vec<Lesson> {
    let text = match game {
        GameName::Eclipse => include_str!("../lessons/eclipse.txt"),
        GameName::HexChess => include_str!("../lessons/hexchess.txt"),
        GameName::Hex => include_str!("../lessons/hex.txt"),
    };
    text.split("\n# ").map(|block| block.strip_prefix("# ").unwrap_or(block)).map(read).collect()
}

/// A block: the title, then lines `name: value`; lines without a name are paragraphs.
fn read(block: &'static str) -> Lesson {
    let (title, body) = block.split_once('\n').unwrap_or((block, ""));
    let field = |name: &str| {
        let line = |l: &'static str| l.strip_prefix(name)?.strip_prefix(": ");
        body.lines().find_map(line).unwrap_or_default().trim()
    };
    let named = |l: &&str| NAMES.iter().any(|name| l.starts_with(&format!("{name}: ")));
    Lesson {
        id: field("id"),
        title: title.trim(),
        rules: field("rules").split_whitespace().collect(),
        text: body.lines().filter(|l| !l.trim().is_empty() && !named(l)).collect(),
        position: field("position"),
        task: field("task"),
        accept: field("accept").split_whitespace().collect(),
        done: field("done"),
        hint: field("hint"),
    }
}

const NAMES: [&str; 7] = ["id", "rules", "position", "task", "accept", "done", "hint"];
