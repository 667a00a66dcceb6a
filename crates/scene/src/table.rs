//! A game at a table: all that a user interface needs, without knowing which game it is.
//!
//! Moves go in and out as notation; what can be touched comes as [`Choice`]s. The interface holds
//! no rule of its own.

use crate::{Click, ClickPath, Depict, Scene, Shortcut, scene_of};
use catalog::{GameName, with_game};
use game::{Conclusion, Ending, MoveError, ParseError, Position, Record, Side, Viewer};
use std::fmt::Debug;

/// A move that can be made now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// In machine notation: what is played, sent and kept.
    pub mv: String,
    /// As players write it.
    pub human: String,
    /// What to touch for it.
    pub path: ClickPath,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who made it.
    pub side: Side,
    /// The row it is written in: the moves of both sides share one.
    pub number: usize,
    /// In machine notation.
    pub mv: String,
    /// As players write it.
    pub human: String,
}

/// A game being played, looked at or taken apart.
pub trait Table: Debug + Send {
    /// Which game.
    fn game(&self) -> GameName;
    /// The game's options, as text.
    fn options(&self) -> String;
    /// How many moves have been made.
    fn ply(&self) -> usize;
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;
    /// The end, if it has come.
    fn conclusion(&self) -> Option<Conclusion>;
    /// The position, in machine notation.
    fn position(&self) -> String;
    /// The start, in machine notation.
    fn start(&self) -> String;
    /// The picture for a viewer, with the last move marked.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The picture for a viewer as it was after `ply` moves.
    fn scene_at(&self, ply: usize, viewer: Viewer) -> Scene;
    /// What can be touched now; nothing once the game is over.
    fn choices(&self) -> Vec<Choice>;
    /// What the side that waits may hope to play next, as far as that can be told.
    fn awaited(&self) -> Vec<Choice>;
    /// Moves that deserve a button; `seed` decides what is left to chance.
    fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>>;
    /// The moves made, as `viewer` may see them.
    fn played(&self, viewer: Viewer) -> Vec<Played>;
    /// Plays a move in either notation.
    ///
    /// # Errors
    /// If it cannot be read or played; nothing has changed then.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last move or ending back; whether there was one.
    fn undo(&mut self) -> bool;
    /// Ends the game outside the rules.
    ///
    /// # Errors
    /// If it is over already.
    fn end(&mut self, ending: Ending) -> Result<(), Conclusion>;
    /// The record as text.
    fn record(&self) -> String;
    /// The same game as it stood after `ply` moves.
    fn at(&self, ply: usize) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.at(usize::MAX)
    }
}

/// A new game.
///
/// # Errors
/// If the game has no such options.
pub fn open(game: GameName, options: &str) -> Result<Box<dyn Table>, ParseError> {
    with_game!(game, P => Ok(Box::new(new_record::<P>(options)?)))
}

fn new_record<P: Position>(options: &str) -> Result<Record<P>, ParseError> {
    let usual = options.trim().is_empty();
    Ok(Record::new(if usual { P::Options::default() } else { options.parse()? }))
}

/// A game from a position set up by hand.
///
/// # Errors
/// If the text is not a position of this game.
pub fn from_position(game: GameName, text: &str) -> Result<Box<dyn Table>, ParseError> {
    with_game!(game, P => Ok(Box::new(Record::<P>::from_position(text.parse()?))))
}

/// A game from the moment of which somebody was sent this view.
///
/// # Errors
/// If the text is not a view of this game.
pub fn from_view(game: GameName, text: &str) -> Result<Box<dyn Table>, ParseError> {
    with_game!(game, P => Ok(Box::new(Record::<P>::from_position(P::from_view(text)?))))
}

/// A record that could be read only in part: the game up to the trouble, and what it is.
#[derive(Debug)]
pub struct Partial {
    /// What could be read.
    pub table: Box<dyn Table>,
    /// What is wrong, in one line.
    pub what: String,
}

/// A game from the text of a record.
///
/// # Errors
/// If only part of it, or nothing, can be read.
pub fn from_record(game: GameName, text: &str) -> Result<Box<dyn Table>, Partial> {
    with_game!(game, P => match text.parse::<Record<P>>() {
        Ok(record) => Ok(Box::new(record)),
        Err(error) => {
            let what = error.to_string();
            Err(Partial { table: Box::new(*error.partial), what })
        }
    })
}

fn choice<P: Depict>(position: &P, mv: P::Move) -> Choice {
    Choice { mv: mv.to_string(), human: position.write_move(mv), path: position.clicks(mv) }
}

impl<P: Depict> Table for Record<P> {
    fn game(&self) -> GameName {
        P::NAME.parse().expect("the catalog lists every game that can be drawn")
    }

    fn options(&self) -> String {
        Record::start(self).options().to_string()
    }

    fn ply(&self) -> usize {
        Record::ply(self)
    }

    fn side_to_move(&self) -> Side {
        Record::position(self).side_to_move()
    }

    fn conclusion(&self) -> Option<Conclusion> {
        Record::conclusion(self)
    }

    fn position(&self) -> String {
        Record::position(self).to_string()
    }

    fn start(&self) -> String {
        Record::start(self).to_string()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        scene_of(self, viewer)
    }

    fn scene_at(&self, ply: usize, viewer: Viewer) -> Scene {
        scene_of(&self.truncated(ply), viewer)
    }

    fn choices(&self) -> Vec<Choice> {
        if Record::conclusion(self).is_some() {
            return Vec::new();
        }
        let position = Record::position(self);
        position.touchable().into_iter().map(|mv| choice(position, mv)).collect()
    }

    fn awaited(&self) -> Vec<Choice> {
        if Record::conclusion(self).is_some() {
            return Vec::new();
        }
        let Some(position) = Record::position(self).turned() else { return Vec::new() };
        let choices = position.touchable().into_iter().map(|mv| choice(&position, mv));
        // Buttons are for what can be done now.
        choices.filter(|choice| choice.path.cells().next().is_some()).collect()
    }

    fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>> {
        if Record::conclusion(self).is_some() {
            return Vec::new();
        }
        let position = Record::position(self);
        let moves = position.shortcuts(&mut game::Dice::new(seed)).into_iter();
        let offer =
            |Shortcut { label, hint, mv }| Shortcut { label, hint, mv: choice(position, mv) };
        moves.map(offer).collect()
    }

    fn played(&self, viewer: Viewer) -> Vec<Played> {
        P::moves_seen(self, viewer)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play_text(text).map(|_| ())
    }

    fn undo(&mut self) -> bool {
        let before = (Record::ply(self), self.ending());
        Record::undo(self);
        before != (Record::ply(self), self.ending())
    }

    fn end(&mut self, ending: Ending) -> Result<(), Conclusion> {
        Record::end(self, ending)
    }

    fn record(&self) -> String {
        self.to_string()
    }

    fn at(&self, ply: usize) -> Box<dyn Table> {
        Box::new(self.truncated(ply))
    }
}

/// The clicks that continue some choice after the ones made.
pub fn next_clicks(choices: &[Choice], made: &[Click]) -> Vec<Click> {
    let mut clicks: Vec<Click> =
        choices.iter().filter_map(|choice| choice.path.next_after(made)).collect();
    clicks.sort_unstable();
    clicks.dedup();
    clicks
}

/// The choice that these clicks complete.
pub fn chosen<'a>(choices: &'a [Choice], made: &[Click]) -> Option<&'a Choice> {
    choices.iter().find(|choice| choice.path.0 == made)
}
