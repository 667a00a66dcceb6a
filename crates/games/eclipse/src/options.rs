//! What is chosen before a game starts (EC-5).

use game::{GameOptions, Setting, SettingChoice, SettingKind};

/// Which of the two rule books is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Options {
    /// Only opponents pin, and a side to move with a blocked comet loses.
    Standard,
    /// Any chain on top pins, and a blocked comet loses at the end of its owner's own turn.
    Tabletop,
}

impl Options {
    /// Both, the usual one first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Tabletop];

    /// The word texts use.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Tabletop => "tabletop",
        }
    }
}

impl GameOptions for Options {
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "rules",
        title: "Rules",
        description: "which rule book is played",
        kind: SettingKind::Choice(&[
            SettingChoice {
                name: Self::Standard.text(),
                title: "Standard",
                description: "only opponents pin, and a side to move with a blocked comet loses",
            },
            SettingChoice {
                name: Self::Tabletop.text(),
                title: "Tabletop",
                description: "play by the rules of the printed board game",
            },
        ]),
        default: 0,
    }];

    fn values(self) -> Vec<u16> {
        vec![self as u16]
    }

    fn from_values(values: &[u16]) -> Self {
        Self::ALL[usize::from(values[0])]
    }
}

game::option_traits!(Options);
