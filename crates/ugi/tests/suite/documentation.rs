//! The page that describes the protocol lists the settings of all games, as the games declare them.

use catalog::GameName;
use game::{Setting, SettingKind};

/// The page.
const PAGE: &str = include_str!("../../../../docs/engine-protocol.md");

/// The row of a setting.
fn row(game: GameName, setting: &Setting) -> String {
    let (first, rest) = setting.name.split_at(1);
    let values = match setting.kind {
        SettingKind::Range { least, most, .. } => format!("{least} to {most}"),
        SettingKind::Switch { .. } => "true, false".to_owned(),
        SettingKind::Choice(choices) => {
            choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", ")
        }
    };
    let (name, title) = (format!("{}{rest}", first.to_uppercase()), game.title());
    let meaning = match setting.kind {
        SettingKind::Switch { .. } => format!("whether {}", setting.description),
        _ => setting.description.to_owned(),
    };
    format!("| `{name}` | {values} | {title}: {meaning} |")
}

#[test]
fn settings_of_all_games_are_listed() {
    let (_, table) = PAGE.split_once("| `Seed` |").expect("the last option of every engine");
    let listed: Vec<&str> = table.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    let declared = GameName::ALL.into_iter().flat_map(|game| {
        game.settings().iter().map(move |setting| row(game, setting)).collect::<Vec<_>>()
    });
    assert_eq!(listed, declared.collect::<Vec<_>>());
}
