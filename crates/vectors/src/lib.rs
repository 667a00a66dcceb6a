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

use catalog::{GameName, games, with_game};
use std::marker::PhantomData;

/// Reads a file of vectors, counts what agrees, and may ask a solver.
type Reader = fn(&str, &mut Report, &mut dyn Solver) -> Result<(), NotAVectorsFile>;

/// A game of which others have made vectors.
trait HasVectors {
    /// The reader of their format.
    const READER: Reader;
}

impl HasVectors for games::eclipse::Position {
    const READER: Reader = |json, report, _| eclipse::verify(json, report);
}

impl HasVectors for games::hexchess::Position {
    const READER: Reader = |json, report, _| hexchess::verify(json, report);
}

impl HasVectors for games::hex::Position {
    const READER: Reader = hex::verify;
}

/// The reader of a game, if it has one. For a game that [`HasVectors`] the method below is that of the value; for any
/// other there is that of the reference alone (autoref specialisation, Tolnay 2019).
struct ReaderOf<P>(PhantomData<P>);

trait WithReader {
    fn reader(self) -> Option<Reader>;
}

impl<P: HasVectors> WithReader for ReaderOf<P> {
    fn reader(self) -> Option<Reader> {
        Some(P::READER)
    }
}

trait WithoutReader {
    fn reader(self) -> Option<Reader>;
}

impl<P> WithoutReader for &ReaderOf<P> {
    fn reader(self) -> Option<Reader> {
        None
    }
}

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
    let reader = with_game!(game, P => ReaderOf::<P>(PhantomData).reader());
    let Some(read) = reader else { return Err(NotAVectorsFile::no_format(game)) };
    let mut report = Report::default();
    read(json, &mut report, solver)?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_a_format_say_so_and_others_read_theirs() {
        let mut readers = 0;
        for game in GameName::ALL {
            let has_reader = with_game!(game, P => ReaderOf::<P>(PhantomData).reader()).is_some();
            let refused = verify(game, "{}").expect_err("no vectors").to_string();
            assert_eq!(!refused.contains("no format of vectors"), has_reader, "{refused}");
            readers += usize::from(has_reader);
        }
        assert!((1..GameName::ALL.len()).contains(&readers), "{readers} games have vectors");
    }
}
