//! Fields for the settings of a game, made from what the game declares.

use catalog::GameName;
use game::{Setting, SettingKind, setting};
use leptos::prelude::*;

/// What is chosen: the text of the options. A text that is not of this game stands for its usual options.
#[derive(Clone, Copy)]
struct Chosen {
    game: GameName,
    options: RwSignal<String>,
}

/// A field for each setting of a game; `options` is the text of what is chosen.
pub(crate) fn option_fields(game: GameName, options: RwSignal<String>) -> AnyView {
    let chosen = Chosen { game, options };
    let fields = game.settings().iter().enumerate().map(|(at, setting)| match setting.kind {
        SettingKind::Range { .. } => chosen.select(at, setting).into_any(),
        SettingKind::Choice(_) | SettingKind::Switch { .. } => {
            chosen.segments(at, setting).into_any()
        }
    });
    fields.collect_view().into_any()
}

/// The options that a text stands for in a game, written in full.
pub(crate) fn full_options(game: GameName, options: &str) -> String {
    setting::write(game.settings(), &values(game, options))
}

fn values(game: GameName, options: &str) -> Vec<u16> {
    setting::read(game.settings(), options).unwrap_or_else(|_| setting::defaults(game.settings()))
}

impl Chosen {
    fn value(self, at: usize) -> u16 {
        self.options.with(|options| values(self.game, options)[at])
    }

    fn set(self, at: usize, value: u16) {
        let mut values = self.options.with_untracked(|options| values(self.game, options));
        values[at] = value;
        self.options.set(setting::write(self.game.settings(), &values));
    }

    /// One of many, by a list that opens.
    fn select(self, at: usize, setting: &'static Setting) -> impl IntoView {
        let option = move |value: u16| {
            view! {
                <option value=value selected=move || self.value(at) == value>
                    {setting.value_title(value)}
                </option>
            }
        };
        let choose = move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                self.set(at, value);
            }
        };
        view! {
            <label class="field" title=setting.description>
                <span>{setting.title}</span>
                <select id=setting.name on:change=choose>
                    {setting.offered().into_iter().map(option).collect_view()}
                </select>
            </label>
        }
    }

    /// One of a few, side by side.
    fn segments(self, at: usize, setting: &'static Setting) -> impl IntoView {
        let option = move |value: u16| {
            let title = setting.value_title(value);
            view! {
                <label>
                    <input
                        type="radio"
                        name=setting.name
                        value=title.clone()
                        prop:checked=move || self.value(at) == value
                        on:change=move |_| self.set(at, value)
                    />
                    <span>{title.clone()}</span>
                </label>
            }
        };
        view! {
            <fieldset class="segments" title=setting.description>
                <legend>{setting.title}</legend>
                <div>{setting.offered().into_iter().map(option).collect_view()}</div>
            </fieldset>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyRecord;

    #[test]
    fn everything_that_is_offered_can_be_played() {
        for game in GameName::ALL {
            for (at, setting) in game.settings().iter().enumerate() {
                for value in setting.offered() {
                    let mut values = setting::defaults(game.settings());
                    values[at] = value;
                    let options = setting::write(game.settings(), &values);
                    assert_eq!(AnyRecord::begin(game, &options).unwrap().options(), options);
                }
            }
        }
    }

    #[test]
    fn options_of_another_game_stand_for_the_usual_ones() {
        for game in GameName::ALL {
            let usual = AnyRecord::begin(game, "").unwrap().options();
            assert_eq!(full_options(game, "another=game"), usual);
            assert_eq!(full_options(game, ""), usual);
        }
    }
}
