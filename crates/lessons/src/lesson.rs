//! Lessons: a text, a position, and moves for the reader to find.
//!
//! What a lesson says stands in `content/<game>/lessons.txt`, for the rules, and `lessons/<game>-play.txt`,
//! for how to play well; this file reads them. What a lesson answers to a move is in `response`.

use crate::content::{GameContent, content};
use catalog::GameName;

/// One step of learning: something to read, a position, and moves to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The game.
    pub game: GameName,
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
    /// The task.
    pub task: &'static str,
    /// Which moves solve it.
    pub goal: Goal,
    /// The opponent's answers, one for each of the reader's moves but the last; where one is
    /// missing or not legal, the hardest answer is found.
    pub replies: Vec<&'static str>,
    /// What is said after each of the reader's moves but the last.
    pub steps: Vec<&'static str>,
    /// What is said to particular wrong moves: the move, and the sentence.
    pub wrong: Vec<(&'static str, &'static str)>,
    /// What is said when it is done.
    pub done: &'static str,
    /// What is said to another move.
    pub hint: &'static str,
}

/// Which moves solve a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The moves listed, for each of the reader's turns. `34-*` stands for every move that begins
    /// so, and `any` for every move.
    Listed(Vec<Vec<&'static str>>),
    /// Every move that wins by force within so many moves. In Hex: every move that wins, so many
    /// times.
    Win(usize),
    /// Every move after which the opponent has no forced win within `within` moves, `turns` times.
    Safe {
        /// How far the opponent looks.
        within: usize,
        /// How many moves the reader makes.
        turns: usize,
    },
}

impl Goal {
    /// How many moves the reader makes at most.
    pub fn turns(&self) -> usize {
        match self {
            Self::Listed(turns) => turns.len(),
            Self::Win(turns) | Self::Safe { turns, .. } => *turns,
        }
    }
}

/// Whether a pattern of a list stands for this move, in machine notation.
pub(crate) fn fits(pattern: &str, mv: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => mv.starts_with(start),
        None => pattern == "any" || pattern == mv,
    }
}

/// The lessons of a game, in order: the rules first, then how to play.
pub fn lessons(game: GameName) -> Vec<Lesson> {
    let GameContent { lessons: rules, play, .. } = content(game);
    blocks(rules).chain(blocks(play)).map(|block| read(game, block)).collect()
}

/// The guided game for newcomers: a few lessons that make up the first minutes with a game.
pub fn guided(game: GameName) -> Vec<Lesson> {
    blocks(content(game).first).map(|block| read(game, block)).collect()
}

/// The blocks of a file: each begins with `# ` and its title.
fn blocks(text: &'static str) -> impl Iterator<Item = &'static str> {
    let blocks = text.split("\n# ").map(|block| block.strip_prefix("# ").unwrap_or(block));
    blocks.filter(|block| !block.trim().is_empty())
}

/// A block: the title, then lines `name: value`; lines without a name are paragraphs.
fn read(game: GameName, block: &'static str) -> Lesson {
    let (title, body) = block.split_once('\n').unwrap_or((block, ""));
    let fields = |name: &'static str| {
        body.lines().filter_map(move |l| l.strip_prefix(name)?.strip_prefix(": ")).map(str::trim)
    };
    let field = |name| fields(name).next().unwrap_or_default();
    let named = |l: &&str| NAMES.iter().any(|name| l.starts_with(&format!("{name}: ")));
    Lesson {
        game,
        id: field("id"),
        title: title.trim(),
        rules: field("rules").split_whitespace().collect(),
        text: body.lines().filter(|l| !l.trim().is_empty() && !named(l)).collect(),
        position: field("position"),
        task: field("task"),
        goal: goal(field("goal"), field("accept")),
        replies: turns(field("reply")).map(str::trim).collect(),
        steps: fields("step").collect(),
        wrong: fields("wrong").filter_map(|line| line.split_once(' ')).collect(),
        done: field("done"),
        hint: field("hint"),
    }
}

/// What a line says for each turn, between slashes.
fn turns(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split(" / ").filter(|turn| !turn.is_empty())
}

/// `win 3`, `safe 1 2`, or else the moves listed.
fn goal(goal: &'static str, accept: &'static str) -> Goal {
    let words: Vec<&str> = goal.split_whitespace().collect();
    let number = |n: usize| words.get(n).and_then(|word| word.parse().ok()).unwrap_or(1);
    match words.first() {
        Some(&"win") => Goal::Win(number(1)),
        Some(&"safe") => Goal::Safe { within: number(1), turns: number(2) },
        _ => Goal::Listed(turns(accept).map(|turn| turn.split_whitespace().collect()).collect()),
    }
}

const NAMES: [&str; 11] =
    ["id", "rules", "position", "task", "goal", "accept", "reply", "step", "wrong", "done", "hint"];
