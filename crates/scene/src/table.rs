//! What a user interface draws of a record and what can be touched on it, without knowing which
//! game it is.
//!
//! Moves come as notation; what can be touched comes as [`Choice`]s. The interface holds no rule of
//! its own.

pub use depict::Played;

use crate::{Click, ClickPath, Depict, Portrait, Scene, Shortcut, scene_of};
use catalog::{AnyRecord, GameName, with_game, with_record};
use game::{ParseError, Record, Viewer};

/// A move that can be made now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// In machine notation: what is played, sent and kept.
    pub mv: String,
    /// As players write it.
    pub human: String,
    /// What to touch for it.
    pub path: ClickPath,
    /// The links that it would pin, by their letters.
    pub pins: Vec<char>,
}

/// A record as a user interface draws it.
pub trait Table {
    /// The picture for a viewer, with the last move marked.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The picture for a viewer as it was after `ply` moves.
    fn scene_at(&self, ply: usize, viewer: Viewer) -> Scene;
    /// What can be touched now; nothing once the game is over.
    fn choices(&self) -> Vec<Choice>;
    /// What the side that waits may hope to play next, as far as that is known.
    fn awaited(&self) -> Vec<Choice>;
    /// Moves that deserve a button; `seed` decides what is left to chance.
    fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>>;
    /// The moves made, as `viewer` may see them.
    fn played(&self, viewer: Viewer) -> Vec<Played>;
    /// The move after `ply` moves, as `viewer` may see it.
    fn played_at(&self, ply: usize, viewer: Viewer) -> Option<Played>;
}

/// A game that starts from this view of a position.
///
/// # Errors
/// If the text is not a view of this game.
pub fn from_view(game: GameName, text: &str) -> Result<AnyRecord, ParseError> {
    with_game!(game, P => Ok(Record::from_position(P::from_view(text)?).into()))
}

/// The game that stands for a game in pictures, after so many moves; if nothing is said, as in a still
/// picture.
///
/// # Panics
/// Never: a test plays every portrait.
pub fn portrait(game: GameName, plies: Option<usize>) -> AnyRecord {
    let Portrait { options, moves, still } = game.description().portrait;
    let mut record = AnyRecord::begin(game, options).expect("options of a portrait");
    for mv in moves.split_whitespace().take(plies.unwrap_or(still)) {
        record.play(mv).expect("a move of a portrait");
    }
    record
}

fn choice<P: Depict>(position: &P, mv: P::Move) -> Choice {
    Choice {
        mv: mv.to_string(),
        human: position.write_move(mv),
        path: position.clicks(mv),
        pins: position.pins(mv),
    }
}

impl<P: Depict> Table for Record<P> {
    fn scene(&self, viewer: Viewer) -> Scene {
        scene_of(self, viewer)
    }

    fn scene_at(&self, ply: usize, viewer: Viewer) -> Scene {
        scene_of(&self.truncated(ply), viewer)
    }

    fn choices(&self) -> Vec<Choice> {
        if self.conclusion().is_some() {
            return Vec::new();
        }
        let position = self.position();
        position.touchable().into_iter().map(|mv| choice(position, mv)).collect()
    }

    fn awaited(&self) -> Vec<Choice> {
        if self.conclusion().is_some() {
            return Vec::new();
        }
        let Some(position) = self.position().turned() else { return Vec::new() };
        let choices = position.touchable().into_iter().map(|mv| choice(&position, mv));
        // Buttons are for what can be done now.
        choices.filter(|choice| choice.path.cells().next().is_some()).collect()
    }

    fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>> {
        if self.conclusion().is_some() {
            return Vec::new();
        }
        let position = self.position();
        let moves = position.shortcuts(&mut game::Dice::new(seed)).into_iter();
        let offer =
            |Shortcut { label, hint, mv }| Shortcut { label, hint, mv: choice(position, mv) };
        moves.map(offer).collect()
    }

    fn played(&self, viewer: Viewer) -> Vec<Played> {
        P::moves_seen(self, viewer)
    }

    fn played_at(&self, ply: usize, viewer: Viewer) -> Option<Played> {
        P::played_at(self, ply, viewer)
    }
}

impl Table for AnyRecord {
    fn scene(&self, viewer: Viewer) -> Scene {
        with_record!(self, record => record.scene(viewer))
    }

    fn scene_at(&self, ply: usize, viewer: Viewer) -> Scene {
        with_record!(self, record => record.scene_at(ply, viewer))
    }

    fn choices(&self) -> Vec<Choice> {
        with_record!(self, record => record.choices())
    }

    fn awaited(&self) -> Vec<Choice> {
        with_record!(self, record => record.awaited())
    }

    fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>> {
        with_record!(self, record => record.shortcuts(seed))
    }

    fn played(&self, viewer: Viewer) -> Vec<Played> {
        with_record!(self, record => record.played(viewer))
    }

    fn played_at(&self, ply: usize, viewer: Viewer) -> Option<Played> {
        with_record!(self, record => record.played_at(ply, viewer))
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
