//! Why a command is refused.

use catalog::games::hex::BoardSizeError;
use game::{IllegalMove, ParseError, excerpt};

/// Why a command is refused: the text behind `?` in the response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("unknown command {}", excerpt(.0))]
    UnknownCommand(String),
    #[error("unknown parameter {}", excerpt(.0))]
    UnknownParameter(String),
    #[error("{command} needs {what}")]
    Missing { command: String, what: &'static str },
    #[error("expected {what}, found {}", excerpt(found))]
    Unexpected { what: &'static str, found: String },
    #[error("unacceptable size: {0}")]
    Size(#[from] BoardSizeError),
    #[error("unacceptable size: boards are as wide as high")]
    NotSquare,
    #[error("syntax error: {}", .0.what)]
    Syntax(#[from] ParseError),
    #[error("illegal move: {}", .0.why)]
    Illegal(#[from] IllegalMove),
    #[error("cannot undo: the board is empty")]
    NothingToUndo,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error("the swap rule can only be changed on an empty board")]
    SwapRuleFixed,
    #[error("allow_swap is 0 or 1")]
    NotABool,
}
