//! A position as one line of text, written and read.
//!
//! ```text
//! *28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard
//! └ Light's comet, chains a to e ┘   └ Dark's comet, chains f to j ┘ │ │ └ the rules
//!                                                     whose turn: l, d ┘ └ who lies on whom: a>f,g>b
//! ```

use crate::board::number;
use crate::chain::Chain;
use crate::drawing;
use crate::options::Options;
use crate::parsed_setup::ParsedSetup;
use crate::position::Position;
use crate::scanner::{Scanner, words};
use crate::setup::side_name;
use game::{ParseError, Side, excerpt};
use hexgrid::Cell;
use std::fmt::{self, Display};
use std::str::FromStr;

impl Display for Position {
    /// One line; the alternate form `{:#}` draws the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return drawing::draw(self, f);
        }
        for side in Side::BOTH {
            write!(f, "*{} ", number(self.comet(side)))?;
            for chain in Chain::of(side) {
                let [a, b] = self.link(chain).ends();
                write!(f, "{}-{} ", number(a), number(b))?;
            }
            f.write_str(if side == Side::First { "/ " } else { "" })?;
        }
        write_tail(self, f)
    }
}

/// Whose turn, who lies on whom, and the rules.
pub(crate) fn write_tail(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(if position.side == Side::First { "l " } else { "d " })?;
    for (i, (upper, lower)) in position.overlaps().enumerate() {
        write!(f, "{}{upper}>{lower}", if i == 0 { "" } else { "," })?;
    }
    f.write_str(if position.overlaps().next().is_none() { "-" } else { "" })?;
    write!(f, " {}", position.options)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim().contains('\n') { drawing::read(text) } else { read_line(text) }
    }
}

fn read_line(text: &str) -> Result<Position, ParseError> {
    let mut words = Tokens::new(text);
    let mut parsed = ParsedSetup::default();
    for side in Side::BOTH {
        let (at, word) = words.next(&format!("{}'s comet, such as *28", side_name(side)))?;
        parsed.put_comet(side, at, read_comet(word).map_err(|e| e.shifted(at))?);
        for chain in Chain::of(side) {
            let (at, word) = words.next(&format!("chain {chain}, such as 6-13"))?;
            parsed.put_chain(chain, at, read_chain(word).map_err(|e| e.shifted(at))?);
        }
        if side == Side::First {
            words.slash()?;
        }
    }
    read_tail(&mut words, &mut parsed)?;
    parsed.position()
}

fn read_comet(word: &str) -> Result<Cell, ParseError> {
    let mut scanner = Scanner::new(word);
    scanner.expect('*')?;
    let cell = scanner.cell()?;
    scanner.end()?;
    Ok(cell)
}

fn read_chain(word: &str) -> Result<[Cell; 2], ParseError> {
    let mut scanner = Scanner::new(word);
    let first = scanner.cell()?;
    scanner.expect('-')?;
    let second = scanner.cell()?;
    scanner.end()?;
    Ok([first, second])
}

/// Whose turn, who lies on whom, the rules, and nothing more.
pub(crate) fn read_tail(
    words: &mut Tokens<'_>,
    parsed: &mut ParsedSetup,
) -> Result<(), ParseError> {
    let (at, word) = words.next("whose turn it is, l or d")?;
    parsed.setup.side = read_side(word).map_err(|e| e.shifted(at))?;
    let (at, word) = words.next("who lies on whom, such as a>f, or -")?;
    parsed.overlaps_at = at;
    parsed.setup.overlaps = read_overlaps(word).map_err(|e| e.shifted(at))?;
    let (at, word) = words.next("the rules, standard or tabletop")?;
    parsed.setup.options = read_rules(word).map_err(|e| e.shifted(at))?;
    words.end()
}

/// The rules by their exact word: a position says everything, so nothing here is as usual.
fn read_rules(word: &str) -> Result<Options, ParseError> {
    let named = Options::ALL.into_iter().find(|rules| rules.text().eq_ignore_ascii_case(word));
    named.ok_or_else(|| {
        ParseError::new(0, format!("expected standard or tabletop, found {}", excerpt(word)))
    })
}

fn read_side(word: &str) -> Result<Side, ParseError> {
    match word {
        "l" | "L" => Ok(Side::First),
        "d" | "D" => Ok(Side::Second),
        _ => Err(ParseError::new(0, format!("expected l or d, found {}", excerpt(word)))),
    }
}

fn read_overlaps(word: &str) -> Result<Vec<(Chain, Chain)>, ParseError> {
    let mut overlaps = Vec::new();
    let mut scanner = Scanner::new(word);
    if scanner.accepts('-') {
        return scanner.end().map(|()| overlaps);
    }
    loop {
        let upper = scanner.chain().ok_or_else(|| scanner.expected("the letter of a chain"))?;
        scanner.expect('>')?;
        let lower = scanner.chain().ok_or_else(|| scanner.expected("the letter of a chain"))?;
        overlaps.push((upper, lower));
        if !scanner.accepts(',') {
            return scanner.end().map(|()| overlaps);
        }
    }
}

/// The words of a text, taken one by one.
pub(crate) struct Tokens<'a> {
    words: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    end: usize,
}

impl<'a> Tokens<'a> {
    /// All words of `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { words: Box::new(words(text)), end: text.trim_end().len() }
    }

    /// The next word, with the bytes before it.
    pub(crate) fn next(&mut self, wanted: &str) -> Result<(usize, &'a str), ParseError> {
        let missing = || ParseError::new(self.end, format!("expected {wanted}, found the end"));
        self.words.next().ok_or_else(missing)
    }

    fn slash(&mut self) -> Result<(), ParseError> {
        match self.next("/ and Dark's pieces")? {
            (_, "/") => Ok(()),
            (at, word) => Err(ParseError::new(at, format!("expected /, found {}", excerpt(word)))),
        }
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.words.next().map_or(Ok(()), |(at, word)| {
            Err(ParseError::new(at, format!("expected nothing more, found {}", excerpt(word))))
        })
    }
}
