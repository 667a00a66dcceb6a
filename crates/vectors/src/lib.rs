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

use catalog::GameName;

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
    let mut report = Report::default();
    match game {
        GameName::Eclipse => eclipse::verify(json, &mut report)?,
        GameName::Hex => hex::verify(json, &mut report, solver)?,
        GameName::HexChess => hexchess::verify(json, &mut report)?,
    }
    Ok(report)
}
