//! The modes in which each game can be played, with their addresses.

use catalog::GameName;

/// A mode in which a game is played or studied, with its route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayMode {
    Play,
    Friend,
    Analyse,
    Learn,
}

impl PlayMode {
    pub(crate) const ALL: [Self; 4] = [Self::Play, Self::Friend, Self::Analyse, Self::Learn];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play the computer",
            Self::Friend => "Friend here",
            Self::Analyse => "Analyse",
            Self::Learn => "Learn",
        }
    }

    /// The same where there is little room.
    pub(crate) const fn short(self) -> &'static str {
        match self {
            Self::Play => "Computer",
            Self::Friend => "Friend",
            Self::Analyse | Self::Learn => self.title(),
        }
    }

    /// The address of this way for a game.
    pub(crate) fn address(self, game: GameName) -> String {
        let mode = match self {
            Self::Play => "play",
            Self::Friend => "friend",
            Self::Analyse => "analyse",
            Self::Learn => "learn",
        };
        format!("/{mode}/{game}")
    }
}
