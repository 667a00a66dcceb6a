//! Descriptions and sample games of the games, and the modes in which each can be played.

use catalog::GameName;

/// Description of a game.
pub(crate) struct GameDescription {
    /// In one breath.
    pub(crate) line: &'static str,
    /// In two sentences.
    pub(crate) text: &'static str,
    /// The options of the game shown.
    pub(crate) options: &'static str,
    /// The moves of the game shown.
    pub(crate) moves: &'static str,
}

/// The words and the little game of a game.
pub(crate) const fn description(game: GameName) -> GameDescription {
    match game {
        GameName::Eclipse => GameDescription {
            line: "Catch the other comet.",
            text: "Chains pin whatever they cross. Close every way out, and the sky is yours.",
            options: "",
            moves: "34-5 15-23 5-11 44-38 19-12 30-8 36-27 23-9 21-18 37-39 27-17 16-30 28-21 30-37 \
                    12-19 31-44",
        },
        GameName::HexChess => GameDescription {
            line: "Choose five of ten, in secret.",
            text: "Dragons burn, moons change, and one of those knights is a fool. Take the king.",
            options: "",
            moves: "all:FKDBC all:KBQRM 23-24 9-7 18-19 10-9 17-18 33-32 18-7 9-10 29-30 15-13 4-13 \
                    21-15 13-26 32-31 24-31 27-26",
        },
        GameName::Hex => GameDescription {
            line: "Join your two borders.",
            text: "One stone a turn, nothing moves, nobody draws. A minute to learn, a life to play.",
            options: "size=7",
            moves: "c3 e4 d5 d4 c5 c4 b5 b4 e3 f3 e2 f2 e1",
        },
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyRecord;

    #[test]
    fn the_little_games_are_games() {
        for game in GameName::ALL {
            let GameDescription { options, moves, .. } = description(game);
            let mut table = AnyRecord::begin(game, options).unwrap();
            for mv in moves.split_whitespace() {
                table.play(mv).unwrap_or_else(|e| panic!("{game}: {mv}: {e}"));
            }
        }
    }
}
