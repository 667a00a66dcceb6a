//! Records as text: tags in brackets, then moves.
//!
//! ```text
//! [Game "hex"]
//! [Options "size=11 swap=on"]
//! [Start "…"]                    only when the game did not start as usual
//! [Red "Ann"]                    anything else is kept as it is
//! [Ending "resignation"]         only when it ended outside the rules
//! [Result "1-0"]
//!
//! 1. c2 swap 2. e7 f6 1-0
//! ```
//!
//! Written in machine notation; read in either notation, with `{comments}`, `(variations)`, move
//! numbers and the marks behind moves (`!`, `?!`) skipped.

use crate::{Ending, Outcome, Position, Record, RecordError, RecordFault, Side};
use std::fmt::{self, Display, Write};
use std::str::FromStr;

/// Names with values, in the order in which they were written.
pub type Tags = Vec<(String, String)>;

impl<P: Position> Display for Record<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_comments(&[]).fmt(f)
    }
}

/// A record that is written with a comment behind each move.
#[derive(Clone, Copy, Debug)]
pub struct CommentedRecord<'a, P: Position> {
    record: &'a Record<P>,
    comments: &'a [String],
}

impl<P: Position> Record<P> {
    /// The record as text with these comments, one for each move in order; an empty one is left
    /// out. Braces, which would end a comment, are written as parentheses.
    ///
    /// ```
    /// use game::Record;
    /// let mut record = Record::<hex::Position>::new("size=3 swap=off".parse().unwrap());
    /// record.play_text("b2").unwrap();
    /// let comments = ["the centre".to_owned()];
    /// let text = record.with_comments(&comments).to_string();
    /// assert!(text.ends_with("1. b2 {the centre} *\n"));
    /// assert_eq!(text.parse::<Record<hex::Position>>().unwrap().moves(), record.moves());
    /// ```
    pub fn with_comments<'a>(&'a self, comments: &'a [String]) -> CommentedRecord<'a, P> {
        CommentedRecord { record: self, comments }
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>, result: &str) -> fmt::Result {
        let options = self.start().options();
        tag(f, "Game", P::NAME)?;
        tag(f, "Options", &options.to_string())?;
        if *self.start() != P::start(options) {
            tag(f, "Start", &self.start().to_string())?;
        }
        for (name, value) in &self.tags {
            tag(f, name, value)?;
        }
        if let Some(word) = self.ending().map(ending_word) {
            tag(f, "Ending", word)?;
        }
        tag(f, "Result", result)
    }
}

impl<P: Position> Display for CommentedRecord<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.record.conclusion().map_or("*", |c| c.outcome.text());
        self.record.write_tags(f, result)?;
        writeln!(f)?;
        let plies_a_line = if self.comments.is_empty() { 16 } else { 2 };
        for (ply, mv) in self.record.moves().iter().enumerate() {
            if ply % 2 == 0 {
                let end = if ply % plies_a_line == 0 && ply > 0 { "\n" } else { "" };
                write!(f, "{end}{}. ", ply / 2 + 1)?;
            }
            write!(f, "{mv} ")?;
            if let Some(comment) = self.comments.get(ply).filter(|comment| !comment.is_empty()) {
                write!(f, "{{{}}} ", comment.replace('{', "(").replace('}', ")"))?;
            }
        }
        writeln!(f, "{result}")
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars().filter(|c| !c.is_control()) {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    writeln!(f, "\"]")
}

fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Resignation(_) => "resignation",
        Ending::Time(_) => "time",
        Ending::Agreement => "agreement",
        Ending::Adjudication(_) => "adjudication",
    }
}

impl<P: Position> FromStr for Record<P> {
    type Err = RecordError<P>;

    fn from_str(text: &str) -> Result<Self, RecordError<P>> {
        let header =
            Header::read(text).map_err(|(line, fault)| RecordError::in_header(line, fault))?;
        let mut record = header.record::<P>().map_err(|fault| RecordError::in_header(1, fault))?;
        let mut result = header.result;
        for (line, word) in move_words(text, header.lines) {
            if let Some(result_token) = result_token(word) {
                result = result.or(result_token.outcome());
            } else if let Err(error) = record.play_text(word) {
                let (number, word) = (record.ply() + 1, word.to_owned());
                let fault = RecordFault::Move { number, word, error };
                return Err(RecordError { partial: Box::new(record), line, fault });
            }
        }
        match finish(&mut record, header.ending.as_deref(), result) {
            Ok(()) => Ok(record),
            Err(fault) => Err(RecordError { partial: Box::new(record), line: 1, fault }),
        }
    }
}

/// The tags of a record, sorted into those we understand and the rest.
#[derive(Default)]
struct Header {
    game: Option<String>,
    options: Option<String>,
    start: Option<String>,
    ending: Option<String>,
    result: Option<Outcome>,
    others: Tags,
    /// How many lines it takes.
    lines: usize,
}

impl Header {
    fn read(text: &str) -> Result<Self, (usize, RecordFault)> {
        let mut header = Self::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('[') {
                break;
            }
            header.lines = i + 1;
            if !line.is_empty() {
                header.take(line).map_err(|fault| (i + 1, fault))?;
            }
        }
        Ok(header)
    }

    fn take(&mut self, line: &str) -> Result<(), RecordFault> {
        let (name, value) = read_tag(line).ok_or_else(|| RecordFault::NotATag(line.to_owned()))?;
        match name.as_str() {
            "Game" => self.game = Some(value),
            "Options" => self.options = Some(value),
            "Start" => self.start = Some(value),
            "Ending" => self.ending = Some(value),
            "Result" => {
                self.result = result_token(&value)
                    .ok_or_else(|| RecordFault::UnknownResult(value.clone()))?
                    .outcome();
            }
            _ => self.others.push((name, value)),
        }
        Ok(())
    }

    fn record<P: Position>(&self) -> Result<Record<P>, RecordFault> {
        if let Some(game) = self.game.as_deref().filter(|g| !g.eq_ignore_ascii_case(P::NAME)) {
            return Err(RecordFault::OtherGame { found: game.to_owned(), expected: P::NAME });
        }
        let mut record = match (&self.start, &self.options) {
            (Some(start), _) => Record::from_position(start.parse()?),
            (None, Some(options)) => Record::new(options.parse()?),
            (None, None) => Record::new(P::Options::default()),
        };
        record.tags.clone_from(&self.others);
        Ok(record)
    }
}

/// `[Name "value"]`, with `\"` and `\\` inside the value.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inner.trim().split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        let c = if c == '\\' { chars.next()? } else { c };
        // Never written, so never kept.
        if !c.is_control() {
            value.push(c);
        }
    }
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| (name.to_owned(), value))
}

/// The words after the header, each with its line, without comments, variations, move numbers and
/// marks.
fn move_words(text: &str, header_lines: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut nesting = NestingDepth::default();
    let lines = text.lines().enumerate().skip(header_lines);
    lines.flat_map(move |(i, line)| {
        let words = nesting.main_line(line).into_iter().flat_map(str::split_whitespace);
        let words = words.map(|word| (i + 1, without_number(word).trim_end_matches(['!', '?'])));
        words.filter(|(_, word)| !word.is_empty()).collect::<Vec<_>>()
    })
}

/// Whether the reader is inside a comment, and inside how many variations.
#[derive(Default)]
struct NestingDepth {
    in_comment: bool,
    variations: usize,
}

impl NestingDepth {
    /// The pieces of a line outside comments and variations.
    fn main_line<'a>(&mut self, line: &'a str) -> Vec<&'a str> {
        let mut pieces = Vec::new();
        let mut rest = line;
        while !rest.is_empty() {
            let end = rest.find(|c| match c {
                '}' => self.in_comment,
                '{' | '(' | ')' => !self.in_comment,
                _ => false,
            });
            let (piece, after) = end.map_or((rest, ""), |at| (&rest[..at], &rest[at + 1..]));
            if !self.in_comment && self.variations == 0 {
                pieces.push(piece);
            }
            match end.map(|at| rest.as_bytes()[at]) {
                Some(b'(') => self.variations += 1,
                Some(b')') => self.variations = self.variations.saturating_sub(1),
                Some(_) => self.in_comment = !self.in_comment,
                None => {}
            }
            rest = after;
        }
        pieces
    }
}

/// `12.c4` and `12...c4` are `c4`; `12.` is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// A result token of a record: `*`, `1-0`, `0-1` or `1/2-1/2`.
#[derive(Clone, Copy)]
enum ResultToken {
    Open,
    Over(Outcome),
}

impl ResultToken {
    fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Open => None,
            Self::Over(outcome) => Some(outcome),
        }
    }
}

fn result_token(word: &str) -> Option<ResultToken> {
    let outcomes = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    let over = outcomes.into_iter().find(|o| o.text() == word).map(ResultToken::Over);
    over.or((word == "*").then_some(ResultToken::Open))
}

/// Puts the ending on the record, and makes sure that the result it names is the one it has. A
/// result without a reason is taken for resignation or agreement.
fn finish<P: Position>(
    record: &mut Record<P>,
    ending: Option<&str>,
    result: Option<Outcome>,
) -> Result<(), RecordFault> {
    let loser = result.and_then(Outcome::winner).map(Side::other);
    let over = record.conclusion().is_some();
    let ending = match (ending, loser) {
        (Some("resignation"), Some(side)) => Some(Ending::Resignation(side)),
        (Some("time"), Some(side)) => Some(Ending::Time(side)),
        (Some("agreement"), _) => Some(Ending::Agreement),
        (Some("adjudication"), _) if result.is_some() => result.map(Ending::Adjudication),
        (Some(word), _) => return Err(RecordFault::EndingWithoutResult(word.to_owned())),
        (None, Some(side)) if !over => Some(Ending::Resignation(side)),
        (None, None) if !over && result.is_some() => Some(Ending::Agreement),
        (None, _) => None,
    };
    if let Some(ending) = ending {
        record.end(ending).map_err(|_| RecordFault::AlreadyOver)?;
    }
    let played = record.conclusion().map(|c| c.outcome);
    if result.is_some() && result != played {
        return Err(RecordFault::ResultDiffers { written: result, played });
    }
    Ok(())
}
