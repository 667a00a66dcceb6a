//! What is chosen before a game starts (EC-5).

use game::{ParseError, excerpt};
use std::fmt;
use std::str::FromStr;

/// Which of the two rule books is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Options {
    /// Only opponents pin, and a side to move with a blocked comet loses.
    #[default]
    Standard,
    /// Any chain on top pins, and a blocked comet loses at the end of its owner's own turn.
    Tabletop,
}

impl Options {
    /// Both, the usual one first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Tabletop];

    /// The word texts use.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Tabletop => "tabletop",
        }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Options {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let word = text.trim();
        Self::ALL.into_iter().find(|o| o.text().eq_ignore_ascii_case(word)).ok_or_else(|| {
            let what = format!("expected standard or tabletop, found {}", excerpt(text));
            ParseError::new(text.len() - text.trim_start().len(), what)
        })
    }
}
