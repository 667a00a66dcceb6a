//! Trees as text: a record with variations in parentheses, comments in braces and marks. Markup of the
//! board stands in a comment of its own, as SGF writes it: `{[%sgf TR[c3]LB[d4:A]]}`.
//!
//! ```text
//! [Game "hex"]
//! [Options "size=5 swap=off"]
//! [Result "*"]
//!
//! {An even start.} 1. c3! d4?! {Too near.} (1... b2 2. b4) 2. e2 *
//! ```

use crate::{MoveAnnotation, NodeId, Tree};
use catalog::{AnyRecord, GameName};
use game::Side;
use std::fmt::{self, Display, Write};

/// Variations inside variations are read as deep as this.
const DEPTH: usize = 40;
/// A text is read until the tree has so many nodes.
const NODES: usize = 20_000;
/// How a comment begins that holds properties.
const PROPERTIES: &str = "[%sgf";

/// A piece of a written tree, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// The number in front of a move, such as `3.` or `3...`.
    Number(String),
    /// A move, with its mark.
    Move(NodeId),
    /// What is said of this node.
    Comment(NodeId),
    /// Markup of this node and whatever else a file said of it.
    Properties(NodeId),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// A text that could be read only in part.
#[derive(Debug)]
pub struct Partial {
    /// What could be read.
    pub tree: Tree,
    /// What is wrong, in one line.
    pub what: String,
}

impl Tree {
    /// The tree as it is written, without its tags.
    pub fn tokens(&self) -> Vec<Token> {
        let mut writer = Writer { tree: self, tokens: Vec::new() };
        writer.comment(Self::START);
        writer.after(Self::START);
        writer.tokens
    }

    /// Reads a record with or without variations.
    ///
    /// # Errors
    /// If only part of it, or nothing, can be read.
    pub fn read(game: GameName, text: &str) -> Result<Self, Box<Partial>> {
        let (table, error) = match AnyRecord::read(game, text) {
            Ok(table) => (table, None),
            Err(partial) => (partial.record, Some(partial.what)),
        };
        let mut reader = Reader::new(&table);
        reader.read(text);
        match error.or(reader.error) {
            None => Ok(reader.tree),
            Some(what) => Err(Box::new(Partial { tree: reader.tree, what })),
        }
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.table(self.end(Self::START)).to_string();
        let (tags, moves) = record.split_once("\n\n").unwrap_or((&record, ""));
        let result = moves.split_whitespace().last().unwrap_or("*");
        let mut line = String::new();
        for token in self.tokens() {
            self.write_token(&mut line, &token)?;
        }
        let words = format!("{line} {result}").replace("( ", "(").replace(" )", ")");
        writeln!(f, "{tags}\n\n{}", wrapped(words.trim()))
    }
}

impl Tree {
    fn write_token(&self, out: &mut String, token: &Token) -> fmt::Result {
        match token {
            Token::Number(number) => write!(out, " {number}"),
            Token::Comment(at) => write!(out, " {{{}}}", self.node(*at).comment),
            Token::Properties(at) => {
                write!(out, " {{{PROPERTIES} ")?;
                self.node(*at).properties.iter().try_for_each(|kept| write!(out, "{kept}"))?;
                write!(out, "]}}")
            }
            Token::Open => write!(out, " ("),
            Token::Close => write!(out, " )"),
            Token::Move(at) => {
                let node = self.node(*at);
                let mv = node.played.as_ref().map_or("", |played| &played.mv);
                write!(out, " {mv}{}", node.annotation.map_or("", MoveAnnotation::mark))
            }
        }
    }
}

/// Broken into lines of some eighty letters; comments keep their own breaks.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 60);
    let mut width = 0;
    for word in text.split(' ') {
        let long = word.chars().count();
        if width > 0 {
            out.push(if width + long > 78 { '\n' } else { ' ' });
            width = if width + long > 78 { 0 } else { width + 1 };
        }
        out.push_str(word);
        width = word.rsplit_once('\n').map_or(width + long, |(_, last)| last.chars().count());
    }
    out
}

struct Writer<'a> {
    tree: &'a Tree,
    tokens: Vec<Token>,
}

impl Writer<'_> {
    /// Everything after a node, its variations first after its main move.
    fn after(&mut self, at: NodeId) {
        let (mut at, mut fresh) = (at, true);
        while let Some(next) = self.tree.next(at) {
            self.step(next, fresh);
            let others = &self.tree.node(at).children()[1..];
            fresh = !others.is_empty() || !self.tree.node(next).comment.is_empty();
            for &other in others {
                self.tokens.push(Token::Open);
                self.step(other, true);
                self.after(other);
                self.tokens.push(Token::Close);
            }
            at = next;
        }
    }

    fn step(&mut self, at: NodeId, fresh: bool) {
        let node = self.tree.node(at);
        let parent = node.parent().and_then(|parent| self.tree.node(parent).played.as_ref());
        if let Some(played) = &node.played {
            // A side may move several times in a row, such as in the setup of Hex Chess.
            let answers = parent
                .is_some_and(|before| before.side == Side::First && before.number == played.number);
            let number = played.number;
            match played.side {
                Side::First => self.tokens.push(Token::Number(format!("{number}."))),
                Side::Second if answers && !fresh => {}
                Side::Second => self.tokens.push(Token::Number(format!("{number}..."))),
            }
        }
        self.tokens.push(Token::Move(at));
        self.comment(at);
    }

    fn comment(&mut self, at: NodeId) {
        if !self.tree.node(at).comment.is_empty() {
            self.tokens.push(Token::Comment(at));
        }
        if !self.tree.node(at).properties.is_empty() {
            self.tokens.push(Token::Properties(at));
        }
    }
}

/// Goes over a text whose main line stands already.
struct Reader {
    tree: Tree,
    /// Where it is; behind it the places that variations go back to.
    at: Cursor,
    outer: Vec<Cursor>,
    /// Variations that are not read, because something in or around them cannot be.
    lost: usize,
    error: Option<String>,
}

#[derive(Clone)]
struct Cursor {
    node: NodeId,
    table: AnyRecord,
}

impl Reader {
    fn new(main: &AnyRecord) -> Self {
        let at = Cursor { node: Tree::START, table: main.truncated(0) };
        Self { tree: Tree::new(main), at, outer: Vec::new(), lost: 0, error: None }
    }

    fn read(&mut self, text: &str) {
        let mut rest = after_tags(text);
        while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
            rest = &rest[start..];
            rest = match rest.as_bytes()[0] {
                b'{' => self.take_comment(&rest[1..]),
                b'(' => {
                    self.open();
                    &rest[1..]
                }
                b')' => {
                    self.close();
                    &rest[1..]
                }
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{()}".contains(c));
                    let end = end.filter(|end| *end > 0).unwrap_or(rest.len());
                    self.take_word(&rest[..end]);
                    // A closing brace without an opening one is nothing.
                    rest[end..].trim_start_matches('}')
                }
            };
        }
    }

    fn take_comment<'a>(&mut self, rest: &'a str) -> &'a str {
        let (comment, rest) = rest.split_once('}').unwrap_or((rest, ""));
        let kept = comment.strip_prefix(PROPERTIES).and_then(|kept| kept.strip_suffix(']'));
        // Lines are broken where there are spaces.
        match kept.and_then(|kept| sgf::read_properties(&kept.replace('\n', " "))) {
            _ if self.lost > 0 => {}
            Some(properties) => self.tree.keep(self.at.node, properties),
            None => self.tree.add_comment(self.at.node, comment),
        }
        rest
    }

    fn open(&mut self) {
        if self.lost > 0 {
            self.lost += 1;
            return;
        }
        let deep = self.outer.len() >= DEPTH || self.tree.len() >= NODES;
        let parent = self.tree.node(self.at.node).parent().filter(|_| !deep);
        let before = match parent {
            Some(node) => Cursor { node, table: self.at.table.truncated(self.tree.node(node).ply) },
            None => self.at.clone(),
        };
        self.lost = usize::from(parent.is_none());
        self.outer.push(std::mem::replace(&mut self.at, before));
    }

    fn close(&mut self) {
        if self.lost > 1 {
            self.lost -= 1;
        } else if let Some(outer) = self.outer.pop() {
            self.lost = 0;
            self.at = outer;
        }
    }

    fn take_word(&mut self, word: &str) {
        let (mv, annotation) = MoveAnnotation::split(without_number(word));
        if self.lost > 0 || matches!(mv, "*" | "1-0" | "0-1" | "1/2-1/2") {
            return;
        }
        if !mv.is_empty() && !self.go(mv) {
            return;
        }
        if annotation.is_some() {
            self.tree.annotate(self.at.node, annotation);
        }
    }

    /// Plays a move; one that cannot be played ends its variation.
    fn go(&mut self, mv: &str) -> bool {
        let known = self.tree.child(self.at.node, mv);
        if known.is_none() && (self.outer.is_empty() || self.tree.len() >= NODES) {
            // The main line stands as far as it can.
            self.lost = 1;
            return false;
        }
        if let Err(error) = self.at.table.play(mv) {
            let number = self.tree.node(self.at.node).ply + 1;
            let what = format!("in a variation, move {number} {}: {error}", game::excerpt(mv));
            self.error.get_or_insert(what);
            self.lost = 1;
            return false;
        }
        self.at.node = known.unwrap_or_else(|| self.tree.grow_last(self.at.node, &self.at.table));
        true
    }
}

/// The text after its tags.
fn after_tags(text: &str) -> &str {
    let mut rest = text;
    loop {
        let line = rest.lines().next().unwrap_or_default();
        let skipped = line.trim().is_empty() || line.trim_start().starts_with('[');
        if rest.is_empty() || !skipped {
            return rest;
        }
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
}

/// `12.c4` and `12...c4` are `c4`; `12.` is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && rest.starts_with('.');
    if numbered { rest.trim_start_matches('.') } else { word }
}
