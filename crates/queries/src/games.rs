//! The games and what is chosen before each starts, as the games declare it.

use catalog::GameName;
use game::{Setting, SettingKind};
use serde::{Deserialize, Serialize};

/// A game that can be asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameAnswer {
    /// The name that requests and files use.
    pub name: String,
    /// The name as people read it.
    pub title: String,
    /// A short description for people.
    pub text: String,
    /// Whether a game can end in a draw.
    pub draws: bool,
    /// Whether the sides keep something from each other.
    pub hidden_information: bool,
    /// The usual options, as text.
    pub options: String,
    /// The settings to choose before a game.
    pub settings: Vec<SettingAnswer>,
}

/// Something that is chosen before a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingAnswer {
    /// The name in options.
    pub name: String,
    /// The name in forms.
    pub title: String,
    /// A description for people.
    pub description: String,
    /// The smallest number, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u16>,
    /// The largest number, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u16>,
    /// The values that forms offer, as options write them.
    pub offered: Vec<String>,
    /// The usual value, as options write it.
    pub default: String,
}

/// Every game, in the order in which they are offered.
pub fn games() -> Vec<GameAnswer> {
    GameName::ALL.map(game).to_vec()
}

fn game(game: GameName) -> GameAnswer {
    let (settings, description) = (game.settings(), game.description());
    GameAnswer {
        name: game.text().to_owned(),
        title: description.title.to_owned(),
        text: format!("{} {}", description.line, description.text),
        draws: game.has_draws(),
        hidden_information: game.has_hidden_information(),
        options: game::setting::write(settings, &game::setting::defaults(settings)),
        settings: settings.iter().map(setting).collect(),
    }
}

fn setting(setting: &Setting) -> SettingAnswer {
    let range = match setting.kind {
        SettingKind::Range { least, most, .. } => Some((least, most)),
        SettingKind::Choice(_) | SettingKind::Switch { .. } => None,
    };
    SettingAnswer {
        name: setting.name.to_owned(),
        title: setting.title.to_owned(),
        description: setting.description.to_owned(),
        least: range.map(|(least, _)| least),
        most: range.map(|(_, most)| most),
        offered: setting.offered().into_iter().map(|value| setting.value_text(value)).collect(),
        default: setting.value_text(setting.default),
    }
}
