//! Rules pages: `content/<game>/rules.md` as blocks to draw.
//!
//! Reads the part of Markdown that those files use: headings, paragraphs, lists, numbered rules,
//! tables and pictures; within a line emphasis, strong emphasis and code.

use crate::content::content;
use catalog::GameName;

/// A block of a rules page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// The heading of a section, or of a part of one.
    Heading {
        /// 2 for a section, 3 for a part of one.
        level: u8,
        /// The text.
        text: &'static str,
    },
    /// A paragraph.
    Paragraph(&'static str),
    /// An item of a list.
    Item(&'static str),
    /// A rule with its number, such as `3.1`.
    Rule {
        /// The number.
        number: &'static str,
        /// The sentences.
        text: &'static str,
    },
    /// A table: its head, then its rows.
    Table(Vec<Vec<&'static str>>),
    /// A picture by the name of its diagram.
    Picture {
        /// The name of the diagram.
        name: &'static str,
        /// What is to be seen.
        caption: &'static str,
    },
}

/// A piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// As it is.
    Plain(&'static str),
    /// `*emphasised*`
    Emphasis(&'static str),
    /// `**strong**`
    Strong(&'static str),
    /// `` `code` ``
    Code(&'static str),
}

/// The last section is for developers, and not shown to players.
const FOR_DEVELOPERS: &str = "\n## For developers";

/// The rules of a game, without the title of the page.
pub fn rules(game: GameName) -> Vec<Block> {
    let shown = content(game).rules.split(FOR_DEVELOPERS).next().unwrap_or_default();
    let mut blocks = Vec::new();
    for line in shown.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        add(&mut blocks, line);
    }
    blocks
}

fn add(blocks: &mut Vec<Block>, line: &'static str) {
    let Some(row) = line.strip_prefix('|') else {
        blocks.push(block(line));
        return;
    };
    let cells = row.trim_end_matches('|').split('|').map(str::trim);
    let cells: Vec<&'static str> = cells.collect();
    match blocks.last_mut() {
        // The line under the head of a table only says that there is one.
        Some(Block::Table(_)) if cells.iter().all(|cell| cell.starts_with("---")) => {}
        Some(Block::Table(rows)) => rows.push(cells),
        _ => blocks.push(Block::Table(vec![cells])),
    }
}

fn block(line: &'static str) -> Block {
    if let Some(text) = line.strip_prefix("### ") {
        return Block::Heading { level: 3, text };
    }
    if let Some(text) = line.strip_prefix("## ") {
        return Block::Heading { level: 2, text };
    }
    if let Some(text) = line.strip_prefix("- ") {
        return Block::Item(text);
    }
    picture(line).or_else(|| rule(line)).unwrap_or(Block::Paragraph(line))
}

/// `![caption](pictures/name.svg)`
fn picture(line: &'static str) -> Option<Block> {
    let (caption, file) = line.strip_prefix("![")?.split_once("](pictures/")?;
    let name = file.strip_suffix(".svg)")?;
    Some(Block::Picture { name, caption })
}

/// `3.1 A comet moves …`
fn rule(line: &'static str) -> Option<Block> {
    let (number, text) = line.split_once(' ')?;
    let (section, sentence) = number.split_once('.')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(section) && digits(sentence)).then_some(Block::Rule { number, text })
}

/// A line in pieces. A mark without its partner is a character like any other.
pub fn spans(line: &'static str) -> Vec<Span> {
    let mut spans = Vec::new();
    let (mut plain, mut rest) = (0, 0);
    while let Some(found) = line[rest..].find(['*', '`']) {
        let start = rest + found;
        let Some((span, end)) = marked(line, start) else {
            rest = start + 1;
            continue;
        };
        spans.extend((plain < start).then(|| Span::Plain(&line[plain..start])));
        spans.push(span);
        (plain, rest) = (end, end);
    }
    spans.extend((plain < line.len()).then(|| Span::Plain(&line[plain..])));
    spans
}

/// The marked piece that begins at `start`, and where it ends.
fn marked(line: &'static str, start: usize) -> Option<(Span, usize)> {
    type Kind = fn(&'static str) -> Span;
    let kinds: [(&str, Kind); 3] = [("**", Span::Strong), ("*", Span::Emphasis), ("`", Span::Code)];
    let (mark, kind) = kinds.into_iter().find(|(mark, _)| line[start..].starts_with(mark))?;
    let inner = &line[start + mark.len()..];
    let length = inner.find(mark).filter(|&length| length > 0)?;
    Some((kind(&inner[..length]), start + length + 2 * mark.len()))
}
