//! `AnyRecord`: a game whose type is known only when the program runs.
//!
//! Moves and positions go in and out as notation. What needs the type of the game (drawing,
//! searching) reaches the record inside with `with_record!`.

use crate::{AnyRecord, GameName};
use game::{Conclusion, Ending, MoveError, ParseError, PlayerView, Position, Record, Side, Viewer};
use std::any::Any;
use std::fmt;

/// A record that could be read only in part: the game up to the trouble, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialRecord {
    /// What could be read.
    pub record: AnyRecord,
    /// What is wrong, in one line.
    pub what: String,
}

impl AnyRecord {
    /// A new game; empty options are the usual ones.
    ///
    /// # Errors
    /// If the game has no such options.
    pub fn begin(game: GameName, options: &str) -> Result<Self, ParseError> {
        with_game!(game, P => Ok(begin::<P>(options)?.into()))
    }

    /// A game from a position set up by hand.
    ///
    /// # Errors
    /// If the text is not a position of this game.
    pub fn from_position(game: GameName, text: &str) -> Result<Self, ParseError> {
        with_game!(game, P => Ok(Record::from_position(text.parse::<P>()?).into()))
    }

    /// A game from the text of a record.
    ///
    /// # Errors
    /// If only part of it, or nothing, can be read.
    pub fn read(game: GameName, text: &str) -> Result<Self, Box<PartialRecord>> {
        with_game!(game, P => text.parse::<Record<P>>().map(Self::from).map_err(|error| {
            Box::new(PartialRecord { what: error.to_string(), record: (*error.partial).into() })
        }))
    }

    /// The record of this game, if it is one.
    pub fn of_game<P: Position + 'static>(&self) -> Option<&Record<P>> {
        with_record!(self, record => (record as &dyn Any).downcast_ref())
    }

    /// The game's options, as text.
    pub fn options(&self) -> String {
        with_record!(self, record => record.start().options().to_string())
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        with_record!(self, record => record.ply())
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Side {
        with_record!(self, record => record.position().side_to_move())
    }

    /// Whose turn it was after `ply` moves.
    pub fn side_at(&self, ply: usize) -> Option<Side> {
        with_record!(self, record => record.positions().get(ply).map(Position::side_to_move))
    }

    /// The end, if it has come.
    pub fn conclusion(&self) -> Option<Conclusion> {
        with_record!(self, record => record.conclusion())
    }

    /// The position, in machine notation.
    pub fn position(&self) -> String {
        with_record!(self, record => record.position().to_string())
    }

    /// The start, in machine notation.
    pub fn start(&self) -> String {
        with_record!(self, record => record.start().to_string())
    }

    /// The position after `ply` moves as `viewer` may see it, in games with hidden information.
    pub fn view(&self, ply: usize, viewer: Viewer) -> Option<String> {
        let hidden = self.game().has_hidden_information();
        let view = with_record!(self, record => {
            record.positions().get(ply).map(|position| position.view(viewer).to_string())
        });
        view.filter(|_| hidden)
    }

    /// Reads a text of the side to move, in either notation, and gives the move in machine notation.
    ///
    /// The text is read from what that side may know and from nothing else, so that neither the
    /// move nor the reason of a refusal depends on what is hidden.
    ///
    /// # Errors
    /// If it cannot be read, or is not legal as far as that side can know.
    pub fn read_move(&self, text: &str) -> Result<String, MoveError> {
        with_record!(self, record => {
            let view = PlayerView::of_side_to_move(record.position());
            view.read_move(text).map(|mv| mv.to_string())
        })
    }

    /// Plays a move in either notation.
    ///
    /// # Errors
    /// If it cannot be read or played; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        with_record!(self, record => record.play_text(text).map(|_| ()))
    }

    /// Takes the last move or ending back; whether there was one.
    pub fn undo(&mut self) -> bool {
        with_record!(self, record => {
            let ended = record.ending().is_some();
            record.undo().is_some() || ended
        })
    }

    /// Ends the game outside the rules.
    ///
    /// # Errors
    /// If it is over already; nothing has changed then.
    pub fn end(&mut self, ending: Ending) -> Result<(), Conclusion> {
        with_record!(self, record => record.end(ending))
    }

    /// The same game as it stood after `ply` moves.
    #[must_use]
    pub fn truncated(&self, ply: usize) -> Self {
        with_record!(self, record => record.truncated(ply).into())
    }
}

/// The record as text.
impl fmt::Display for AnyRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_record!(self, record => write!(f, "{record}"))
    }
}

fn begin<P: Position>(options: &str) -> Result<Record<P>, ParseError> {
    let usual = options.trim().is_empty();
    Ok(Record::new(if usual { P::Options::default() } else { options.parse()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_begun_played_taken_back_and_read_again() {
        for game in GameName::ALL {
            let mut record = AnyRecord::begin(game, "").unwrap();
            let start = record.clone();
            let mv = with_record!(&record, r => r.position().moves()[0].to_string());
            record.play(&mv).unwrap();
            assert_eq!((record.game(), record.ply(), start.ply()), (game, 1, 0));
            assert_eq!(AnyRecord::read(game, &record.to_string()), Ok(record.clone()));
            assert_eq!(record.truncated(0), start);
            assert_eq!(record.side_at(1), Some(record.side_to_move()));
            assert!(record.undo() && record == start, "{game}");
            assert!(!record.undo(), "nothing is left to take back");
            record.end(Ending::Agreement).unwrap();
            assert!(record.undo() && record == start, "an ending is taken back alone");
            assert_eq!(AnyRecord::from_position(game, &start.position()), Ok(start), "{game}");
        }
    }

    #[test]
    fn views_exist_where_information_is_hidden() {
        for game in GameName::ALL {
            let view = AnyRecord::begin(game, "").unwrap().view(0, Viewer::Watcher);
            assert_eq!(view.is_some(), game.has_hidden_information(), "{game}");
        }
        assert!(GameName::HexChess.has_hidden_information());
    }

    #[test]
    fn captions_name_the_board() {
        assert_eq!(GameName::Hex.caption("size=9 swap=off"), "Hex 9 × 9, no swap");
        assert_eq!(GameName::Eclipse.caption("tabletop"), "Eclipse tabletop");
        assert_eq!(GameName::HexChess.caption(""), "Hex Chess");
        assert_eq!(GameName::Hex.caption("nonsense"), "Hex");
    }

    #[test]
    fn what_cannot_be_read_is_kept_in_part() {
        let text = "[Game \"hex\"]\n[Options \"size=5\"]\n\n1. c3 c3 *";
        let partial = AnyRecord::read(GameName::Hex, text).unwrap_err();
        assert_eq!(partial.record.ply(), 1);
        assert!(partial.what.starts_with("line 4"), "{}", partial.what);
        assert!(partial.record.of_game::<hex::Position>().is_some());
        assert!(partial.record.of_game::<eclipse::Position>().is_none());
    }
}
