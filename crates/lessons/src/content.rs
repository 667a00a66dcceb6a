//! Texts of every game, from `content/<game>/`; the build script finds them by the game's name.

use catalog::GameName;

/// The texts of a game.
pub(crate) struct GameContent {
    /// The numbered rules, in Markdown.
    pub(crate) rules: &'static str,
    /// The positions of diagrams.
    pub(crate) diagrams: &'static str,
    /// Lessons on the rules.
    pub(crate) lessons: &'static str,
    /// Lessons on play.
    pub(crate) play: &'static str,
    /// The guided first game.
    pub(crate) first: &'static str,
}

const CONTENT: &[(&str, GameContent)] = include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// The texts of a game.
pub(crate) fn content(game: GameName) -> &'static GameContent {
    let found = CONTENT.iter().find(|(name, _)| *name == game.text());
    &found.expect("the build script finds the content of every declared game").1
}
