//! Why a file or an entry of it cannot be checked.

use catalog::GameName;
use eclipse::Chain;
use game::{IllegalMove, InvalidPosition, ParseError, excerpt};

/// A text that is not a vectors file of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no vectors file of {game}: {why}")]
pub struct NotAVectorsFile {
    /// The title of the game.
    pub game: &'static str,
    /// Where and why, in one line.
    pub why: String,
}

impl NotAVectorsFile {
    /// There are no vectors of this game yet.
    pub(crate) fn no_format(game: GameName) -> Self {
        Self { game: game.title(), why: "no format of vectors is known for it".to_owned() }
    }
}

/// What is wrong with an entry of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum EntryError {
    #[error("there is no side {}", excerpt(.0))]
    NoSide(String),
    #[error("it does not say who is to move")]
    NoSideToMove,
    #[error("no move is given")]
    NoMove,
    #[error("there is no cell {0}")]
    NoCell(usize),
    #[error("{0} cells are given, and there are 37")]
    CellCount(usize),
    #[error("there is no piece {}", excerpt(.0))]
    NoPiece(String),
    #[error("the action {} is not known", excerpt(.0))]
    UnknownAction(String),
    #[error("a placement needs a cell and a piece")]
    PlacementForm,
    #[error("({}, {}) is not on the board", .0[0], .0[1])]
    OffBoard([i8; 2]),
    #[error("a comet stands outside the board")]
    CometOffBoard,
    #[error("there is no chain {0}")]
    NoChain(usize),
    #[error("chain {0} is given twice")]
    ChainTwice(Chain),
    #[error("{0} chains are given, and there are ten")]
    ChainCount(usize),
    #[error("chain {chain} does not stand on {number}")]
    ChainElsewhere { chain: Chain, number: usize },
    #[error("a move has neither comet_to nor from and to")]
    MoveForm,
    #[error("chains {0} and {1} cross, and last_moved is missing")]
    AgeMissing(Chain, Chain),
    #[error("chains {0} and {1} cross and both moved last at ply {2}: who lies on top is open")]
    SameAge(Chain, Chain, u64),
    #[error("{}", .0.what)]
    Setup(#[from] eclipse::SetupError),
    #[error(transparent)]
    Position(#[from] InvalidPosition),
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// How a game is said to stand, in words that are not known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", excerpt(.0))]
pub(crate) struct UnknownStatus(pub(crate) String);
