//! Checks the rules against files of vectors: perft counts, lists of legal moves, single moves and
//! setup sequences made by independent implementations.
//!
//! One file a game reads that game's format; this one counts what agrees. The files the project
//! is held to stand in `data/`.

mod eclipse;
mod error;
mod hex;
mod hexchess;
mod report;

pub use error::NotAVectorsFile;
pub use hex::{Class, End, Solver};
pub use report::Report;

use catalog::{GameName, games};
use game::Position;

/// Reads a file of vectors, counts what agrees, and may ask a solver.
type Reader = fn(&str, &mut Report, &mut dyn Solver) -> Result<(), NotAVectorsFile>;

/// The games of which others have made vectors, each with the reader of its format.
const READERS: [(&str, Reader); 3] = [
    (<games::eclipse::Position as Position>::NAME, |json, report, _| eclipse::verify(json, report)),
    (<games::hexchess::Position as Position>::NAME, |json, report, _| {
        hexchess::verify(json, report)
    }),
    (<games::hex::Position as Position>::NAME, hex::verify),
];

/// Checks the rules of `game` against a vectors file, with brute force for questions of who wins.
///
/// # Errors
/// If the text is not a vectors file of this game: where and why, in one line.
pub fn verify(game: GameName, json: &str) -> Result<Report, NotAVectorsFile> {
    verify_with(game, json, &mut hex::BruteForce::default())
}

/// Checks the rules of `game` against a vectors file, and asks `solver` what the rules alone do
/// not tell.
///
/// # Errors
/// If the text is not a vectors file of this game: where and why, in one line.
pub fn verify_with(
    game: GameName,
    json: &str,
    solver: &mut dyn Solver,
) -> Result<Report, NotAVectorsFile> {
    let reader = READERS.iter().find(|(name, _)| *name == game.text());
    let Some((_, read)) = reader else { return Err(NotAVectorsFile::no_format(game)) };
    let mut report = Report::default();
    read(json, &mut report, solver)?;
    Ok(report)
}
