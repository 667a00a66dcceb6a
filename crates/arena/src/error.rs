//! What can go wrong before a game begins: descriptions that cannot be read, contestants that cannot
//! play, and tournaments that end for another reason than their result.

use bots::NoSuchLevel;
use catalog::{FileFormat, GameName};
use game::{MoveError, ParseError, excerpt};
use search::alphabeta::{Technique, UnknownTechnique};
use std::io;
use ugi::ProgramError;

/// A text that does not describe what it should.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DescriptionError {
    /// No contestant is described so.
    #[error("no player is called {}; there are {known}", excerpt(found))]
    UnknownContestant {
        /// The description.
        found: String,
        /// The descriptions that there are.
        known: &'static str,
    },
    /// A level that there is none of.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// A technique that there is none of.
    #[error(transparent)]
    Technique(#[from] UnknownTechnique),
    /// A depth of the baseline that is no number or too large.
    #[error("plain goes 1 to {most} plies deep, not {}", excerpt(found))]
    BaselineDepth {
        /// The largest depth.
        most: usize,
        /// The depth as it was written.
        found: String,
    },
    /// `weights:` without a file.
    #[error("weights of which file? For example weights:new.txt")]
    NoWeightsFile,
    /// `cmd:` or `htp:` without a command.
    #[error("which command? For example {example}")]
    NoCommand {
        /// A description with a command.
        example: &'static str,
    },
    /// Not a schedule.
    #[error("expected round-robin or gauntlet, found {}", excerpt(.0))]
    Schedule(String),
    /// Not the hypotheses of a sequential test.
    #[error(
        "expected two differences, the smaller first, such as 0,10; found {}",
        excerpt(.0)
    )]
    Sprt(String),
    /// Not a report of a move.
    #[error("expected score, depth or time, found {0}")]
    MoveReport(String),
}

/// No opening can be made: every game is over after so many random plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game goes on after so many random plies")]
pub struct NoOpening;

/// What is wrong with a written opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum OpeningFault {
    #[error(transparent)]
    Position(#[from] ParseError),
    #[error("{}: {error}", excerpt(word))]
    Move { word: String, error: MoveError },
    #[error("the game is over before it begins")]
    Over,
}

/// Why a contestant cannot play.
#[derive(Debug, thiserror::Error)]
pub enum ContestantError {
    /// HTP is not spoken of this game.
    #[error(
        "HTP is spoken of {} only, not of {game}",
        GameName::with_format(FileFormat::Htp, GameName::title)
    )]
    NoHtp {
        /// The game.
        game: &'static str,
    },
    /// An option for an entrant that has none.
    #[error(
        "{}: option.{option} cannot be set: only programs that speak UGI (cmd:COMMAND) have options",
        excerpt(name)
    )]
    NoOptions {
        /// The contestant.
        name: String,
        /// The option.
        option: String,
    },
    /// A command for an entrant that takes none.
    #[error(
        "{}: {} cannot be sent: only programs that speak HTP (htp:COMMAND) take commands",
        excerpt(name),
        excerpt(line)
    )]
    NoCommands {
        /// The contestant.
        name: String,
        /// The command.
        line: String,
    },
    /// A program that cannot be started or prepared.
    #[error("{}: the program {error}", excerpt(name))]
    Program {
        /// The contestant.
        name: String,
        /// What happened to it.
        error: ProgramError,
    },
    /// The engine of the game has no knowledge to leave out.
    #[error("{game} has no knowledge to leave out")]
    NoKnowledge {
        /// The game.
        game: &'static str,
    },
    /// The engine of the game does not use the technique anyhow.
    #[error("{game} plays without {technique} anyhow")]
    UnusedTechnique {
        /// The game.
        game: &'static str,
        /// The technique.
        technique: Technique,
    },
    /// The engine of the game has the technique already.
    #[error("{game} has {technique} already, or no use for it")]
    UsedTechnique {
        /// The game.
        game: &'static str,
        /// The technique.
        technique: Technique,
    },
    /// The engine of the game has no weights.
    #[error("{game} has no weights to change")]
    NoWeights {
        /// The game.
        game: &'static str,
    },
    /// A file of weights that cannot be read from the disk.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// A file of weights with an error in it.
    #[error("{file}: {error}")]
    Weights {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A program where an engine of ours is expected.
    #[error("a command is not one of ours")]
    NotOurs,
}

/// Why there is no move, as the end of a sentence that begins with who should have moved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFailure {
    /// The player gave up.
    #[error("resigns")]
    Resigned,
    /// The time was up.
    #[error("did not move in time")]
    Late,
    /// A move that is not legal, and why not.
    #[error("played a move that is not legal: {0}")]
    Illegal(String),
    /// The program ended, in this way.
    #[error("has crashed: {0}")]
    Crashed(String),
    /// The program answered something else than a move.
    #[error("broke the protocol: the program {0}")]
    Protocol(String),
}

/// Why a tournament ended before its result was known.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A contestant cannot play.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] NoOpening),
    /// A pairing of an entrant with itself.
    #[error("a pairing needs two contestants")]
    Pairing,
    /// The error of the progress callback.
    #[error(transparent)]
    Progress(io::Error),
}
