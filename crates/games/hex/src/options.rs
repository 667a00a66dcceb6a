//! What is chosen before a game: the size of the board and the swap rule (HX-1.1, HX-2.3).

use crate::Board;
use game::{ParseError, excerpt};
use std::fmt;
use std::str::FromStr;

/// Whether Blue may swap on its first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SwapRule {
    /// Blue may swap.
    #[default]
    On,
    /// Nobody swaps.
    Off,
}

impl SwapRule {
    /// `swap=on` or `swap=off`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::On => "swap=on",
            Self::Off => "swap=off",
        }
    }
}

/// A board on which no game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSizeError {
    /// Cells a row, and rows, that were asked for.
    pub size: usize,
}

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "boards are 3×3 to 19×19, not {0}×{0}", self.size)
    }
}

impl std::error::Error for BoardSizeError {}

/// A size from 3 to 19 and a swap rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Options {
    size: u8,
    swap: SwapRule,
}

impl Options {
    /// The sizes that menus offer (HX-1.1).
    pub const OFFERED_SIZES: [usize; 9] = [5, 7, 9, 11, 13, 14, 15, 17, 19];

    /// These options.
    ///
    /// # Errors
    /// If no game is played on a board of this size.
    pub fn new(size: usize, swap: SwapRule) -> Result<Self, BoardSizeError> {
        if (Board::SMALLEST..=Board::LARGEST).contains(&size) {
            Ok(Self::unchecked(size, swap))
        } else {
            Err(BoardSizeError { size })
        }
    }

    /// The options of a position on any board there are tables for.
    pub(crate) const fn unchecked(size: usize, swap: SwapRule) -> Self {
        Self { size: size as u8, swap }
    }

    /// Cells a row, and rows.
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// Whether Blue may swap on its first turn.
    pub const fn swap(self) -> SwapRule {
        self.swap
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::unchecked(11, SwapRule::On)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={} {}", self.size, self.swap.text())
    }
}

impl FromStr for Options {
    type Err = ParseError;

    /// Forgiving: `11`, `noswap 13`, `Size = 9, swap: off`; what is not said is as usual.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut found = ParsedOptions::default();
        let mut words = Tokens { text, at: 0 };
        while let Some((at, word)) = words.next() {
            found.take(at, word, &mut words)?;
        }
        let usual = Self::default();
        let (at, size) = found.size.unwrap_or((0, usual.size()));
        Self::new(size, found.swap.unwrap_or(usual.swap))
            .map_err(|error| ParseError::new(at, error.to_string()))
    }
}

/// What the words have said so far.
#[derive(Default)]
struct ParsedOptions {
    /// The size, and where it stands.
    size: Option<(usize, usize)>,
    swap: Option<SwapRule>,
}

impl ParsedOptions {
    fn take(&mut self, at: usize, word: &str, words: &mut Tokens<'_>) -> Result<(), ParseError> {
        let lower = word.get(..word.len().min(8)).unwrap_or(word).to_ascii_lowercase();
        match lower.as_str() {
            "size" => match words.next() {
                Some((at, number)) => self.take_size(at, number),
                None => Err(ParseError::new(words.text.len(), "expected a size, such as size=11")),
            },
            "swap" => {
                let rule = words.next_if_rule().unwrap_or(SwapRule::On);
                self.take_swap(at, rule)
            }
            "noswap" | "no-swap" => self.take_swap(at, SwapRule::Off),
            _ => self.take_size(at, word),
        }
    }

    fn take_swap(&mut self, at: usize, rule: SwapRule) -> Result<(), ParseError> {
        match self.swap.replace(rule) {
            Some(_) => Err(ParseError::new(at, "the swap rule is given twice")),
            None => Ok(()),
        }
    }

    /// `11`, `11x11` or `11×11`.
    fn take_size(&mut self, at: usize, word: &str) -> Result<(), ParseError> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.len() <= 4);
        let size = match word.split_once(['x', 'X', '×']) {
            Some((columns, rows)) if columns == rows => number(columns),
            Some(_) => None,
            None => number(word),
        };
        let size = size.ok_or_else(|| {
            let found = excerpt(word);
            ParseError::new(at, format!("expected options such as size=11 swap=on, found {found}"))
        })?;
        match self.size.replace((at, size)) {
            Some(_) => Err(ParseError::new(at, "the size is given twice")),
            None => Ok(()),
        }
    }
}

/// Tokens between spaces, commas, colons and equals signs, each with the bytes before it.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let parts = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';');
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c| !parts(c))?;
        let rest = &self.text[start..];
        let word = &rest[..rest.find(parts).unwrap_or(rest.len())];
        self.at = start + word.len();
        Some((start, word))
    }

    fn next_if_rule(&mut self) -> Option<SwapRule> {
        let before = self.at;
        let word = self.next().map_or("", |(_, word)| word);
        let is = |name: &&str| word.eq_ignore_ascii_case(name);
        if ["on", "yes", "true"].iter().any(is) {
            Some(SwapRule::On)
        } else if ["off", "no", "false"].iter().any(is) {
            Some(SwapRule::Off)
        } else {
            self.at = before;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_order_and_case() {
        let usual = "size=11 swap=on";
        for text in ["", "11", "SWAP", "swap=on size=11", "11x11, Swap: yes", " 11×11 swap = ON "]
        {
            assert_eq!(text.parse::<Options>().unwrap().to_string(), usual, "{text}");
        }
        for text in ["noswap 13", "13 no-swap", "size=13 swap=off", "swap off 13X13"] {
            assert_eq!(text.parse::<Options>().unwrap().to_string(), "size=13 swap=off", "{text}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_in_one_line() {
        let cases = [
            ("300", "boards are 3×3 to 19×19, not 300×300 (at character 1)"),
            ("size=2", "boards are 3×3 to 19×19, not 2×2 (at character 6)"),
            ("20x20", "boards are 3×3 to 19×19, not 20×20 (at character 1)"),
            ("11 13", "the size is given twice (at character 4)"),
            ("swap noswap", "the swap rule is given twice (at character 6)"),
            ("size=", "expected a size, such as size=11 (at character 6)"),
            ("5x6", "expected options such as size=11 swap=on, found “5x6” (at character 1)"),
            ("swap=x", "expected options such as size=11 swap=on, found “x” (at character 6)"),
            ("-3", "expected options such as size=11 swap=on, found “-3” (at character 1)"),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Options>().unwrap_err().to_string(), expected);
        }
        let garbage = "9".repeat(10_000_000);
        assert!(garbage.parse::<Options>().unwrap_err().to_string().len() < 120);
    }
}
