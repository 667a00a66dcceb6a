//! What is wrong with a written proof.

use game::{ParseError, excerpt};
use std::fmt;

/// The first line of a proof that cannot be read or does not follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofError {
    /// The number of the line, from 1; nothing in the header and behind the last line.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub fault: ProofFault,
}

impl ProofError {
    /// A fault in this line.
    pub(super) fn at(line: usize, fault: ProofFault) -> Self {
        Self { line: Some(line), fault }
    }
}

impl From<ProofFault> for ProofError {
    fn from(fault: ProofFault) -> Self {
        Self { line: None, fault }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for ProofError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// What is wrong with a line of a proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFault {
    /// A line of the header is missing.
    #[error("the text ends before its {0}")]
    HeaderEnds(&'static str),
    /// Another line than that of the header.
    #[error("expected the {name}, found {}", excerpt(found))]
    Header {
        /// How the line begins.
        name: &'static str,
        /// The line that is there.
        found: String,
    },
    /// A version of the format that is not known.
    #[error("version {} of proofs is not known", excerpt(.0))]
    Version(String),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// Neither of the sides.
    #[error("the winner is red or blue, not {}", excerpt(.0))]
    Winner(String),
    /// A line of no known kind.
    #[error("no line starts with {}", excerpt(.0))]
    UnknownLine(String),
    /// Words behind the end of a line.
    #[error("the line should end before {}", excerpt(.0))]
    LineTooLong(String),
    /// Words are missing.
    #[error("the line ends too early")]
    LineTooShort,
    /// Another word than expected.
    #[error("expected {what}, found {}", excerpt(found))]
    Unexpected {
        /// The expected token.
        what: &'static str,
        /// The word that is there.
        found: String,
    },
    /// A link that was not proven, or not with these stones.
    #[error("there is no link {0} here")]
    NoLink(usize),
    /// A claim that was not proven.
    #[error("there is no claim {0}")]
    NoClaim(usize),
    /// A step that does not follow from the lines before it, and why.
    #[error("{0}")]
    DoesNotFollow(&'static str),
    /// A line behind the result.
    #[error("nothing may follow the result")]
    AfterResult,
    /// The last line is no result.
    #[error("the proof has no result")]
    NoResult,
}
