//! Games by name.

use crate::GameName;
use depict::{Depict, FileFormat, GameDescription};
use game::{GameOptions, ParseError, Position, Setting, excerpt, setting};
use std::fmt;
use std::str::FromStr;

impl GameName {
    /// The game that is shown where nothing else was chosen.
    pub const FAVOURITE: Self = Self::Hex;

    /// The game on whose board themes are shown: it has the most kinds of piece.
    pub const SWATCH: Self = Self::HexChess;

    /// The name as commands, files and addresses write it.
    pub const fn text(self) -> &'static str {
        with_game!(self, P => <P as Position>::NAME)
    }

    /// The name as people read it.
    pub const fn title(self) -> &'static str {
        self.description().title
    }

    /// The game in words, and what its pages offer.
    pub const fn description(self) -> &'static GameDescription {
        with_game!(self, P => &<P as Depict>::DESCRIPTION)
    }

    /// What is chosen before a game starts.
    pub const fn settings(self) -> &'static [Setting] {
        with_game!(self, P => <<P as Position>::Options as GameOptions>::SETTINGS)
    }

    /// Whether a game can end in a draw.
    pub const fn has_draws(self) -> bool {
        with_game!(self, P => <P as Position>::HAS_DRAWS)
    }

    /// Whether the sides keep something from each other. If so, the defaults of the contract that would show it do
    /// not compile; the first line below does, the second does not:
    ///
    /// ```
    /// game::nothing_is_hidden::<catalog::games::hex::Position>();
    /// ```
    ///
    /// ```compile_fail
    /// game::nothing_is_hidden::<catalog::games::hexchess::Position>();
    /// ```
    pub const fn has_hidden_information(self) -> bool {
        with_game!(self, P => <P as Position>::HAS_HIDDEN_INFORMATION)
    }

    /// The game with its options as a heading says it: `Hex 11 × 11`, `Eclipse tabletop`. Options that
    /// cannot be read are left out.
    pub fn caption(self, options: &str) -> String {
        let board = self.board_caption(options);
        if board.is_empty() { self.title().to_owned() } else { format!("{} {board}", self.title()) }
    }

    /// What there is to say of options: `9 × 9, no swap`; often nothing.
    pub fn board_caption(self, options: &str) -> String {
        let settings = self.settings();
        let values = setting::read(settings, options);
        values.map_or_else(|_| String::new(), |values| setting::caption(settings, &values))
    }

    /// The names of all games as a list in a sentence: `a, b or c`.
    pub fn all_texts() -> String {
        any_of(&Self::ALL.map(Self::text))
    }

    /// The games of which `holds` is true, with the names that `name` gives them, as [`all_texts`](Self::all_texts)
    /// has them.
    pub fn which(holds: impl Fn(Self) -> bool, name: fn(Self) -> &'static str) -> String {
        let games = Self::ALL.into_iter().filter(|game| holds(*game));
        any_of(&games.map(name).collect::<Vec<_>>())
    }

    /// The games that have a format, as [`which`](Self::which) lists them.
    pub fn with_format(format: FileFormat, name: fn(Self) -> &'static str) -> String {
        Self::which(|game| game.description().has_format(format), name)
    }
}

/// `a, b or c`.
fn any_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for GameName {
    type Err = ParseError;

    /// Forgiving in case, spaces and hyphens: `Hex Chess` is `hexchess`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let plain: String = text
            .chars()
            .filter(|c| !matches!(c, ' ' | '-' | '_'))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Self::ALL.into_iter().find(|game| game.text() == plain).ok_or_else(|| {
            let names = Self::ALL.map(Self::text).join(", ");
            ParseError::new(0, format!("no game is called {}; there are {names}", excerpt(text)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_in_a_sentence() {
        assert_eq!(any_of(&["a", "b", "c"]), "a, b or c");
        assert_eq!(any_of(&["a"]), "a");
        assert_eq!(any_of(&[]), "");
        assert_eq!(GameName::which(|game| game == GameName::Hex, GameName::title), "Hex");
        let all = GameName::ALL.map(GameName::text);
        assert_eq!(GameName::which(|_| true, GameName::text), any_of(&all));
        for format in [FileFormat::Sgf, FileFormat::HexWorld, FileFormat::Htp] {
            let listed = GameName::with_format(format, GameName::text);
            for game in GameName::ALL {
                let is_listed = listed.split([' ', ',']).any(|word| word == game.text());
                assert_eq!(is_listed, game.description().has_format(format), "{listed}");
            }
        }
    }
}
