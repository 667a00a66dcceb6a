//! Reading texts piece by piece, knowing where in the text one is.

use crate::board;
use game::{ParseError, excerpt};
use hexgrid::Cell;

/// A text and how far it has been read.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// `text`, unread.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Where the next thing starts.
    pub(crate) fn place(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// The next character, not yet read.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.rest().chars().next()
    }

    /// Reads `wanted` if it comes next.
    pub(crate) fn accepts(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        if comes {
            self.at += wanted.len_utf8();
        }
        comes
    }

    /// Reads the next character if it is the letter of a chain.
    pub(crate) fn chain(&mut self) -> Option<crate::Chain> {
        let chain = self.peek().and_then(crate::Chain::lettered)?;
        self.at += 1;
        Some(chain)
    }

    /// Reads `wanted`.
    pub(crate) fn expect(&mut self, wanted: char) -> Result<(), ParseError> {
        if self.accepts(wanted) { Ok(()) } else { Err(self.expected(&format!("“{wanted}”"))) }
    }

    /// Reads the number of a cell.
    pub(crate) fn cell(&mut self) -> Result<Cell, ParseError> {
        let place = self.place();
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Err(self.expected("the number of a cell"));
        }
        let written = &rest[..digits];
        let cell = written.parse().ok().and_then(board::numbered).ok_or_else(|| {
            let what = format!("there is no cell {}; they go from 1 to 49", excerpt(written));
            ParseError::new(place, what)
        })?;
        self.at += digits;
        Ok(cell)
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), ParseError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected("nothing more")) }
    }

    /// The complaint that something else comes next.
    pub(crate) fn expected(&mut self, what: &str) -> ParseError {
        let place = self.place();
        let found = if self.rest().is_empty() { "the end".into() } else { excerpt(self.rest()) };
        ParseError::new(place, format!("expected {what}, found {found}"))
    }
}

/// The words of a text, each with the bytes before it.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + rest.len() - rest.trim_start().len();
        let word = text[start..].split_whitespace().next()?;
        at = start + word.len();
        Some((start, word))
    })
}
