//! What ratings are kept for: a game, and a class of pace.

use catalog::GameName;
use leptos::prelude::*;

/// The classes of pace, as addresses and people name them, fastest first.
pub(crate) const SPEEDS: [(&str, &str); 5] = [
    ("bullet", "Bullet"),
    ("blitz", "Blitz"),
    ("rapid", "Rapid"),
    ("classical", "Classical"),
    ("correspondence", "Correspondence"),
];

/// The pace as people name it.
pub(crate) fn title(speed: &str) -> &str {
    SPEEDS.iter().find(|(name, _)| *name == speed).map_or(speed, |(_, title)| title)
}

/// Games as a list to choose from.
pub(crate) fn games() -> Vec<(&'static str, &'static str)> {
    GameName::ALL.into_iter().map(|game| (game.text(), game.title())).collect()
}

/// One of several, by a list that opens.
pub(crate) fn select(
    title: &'static str,
    id: &'static str,
    values: &[(&'static str, &'static str)],
    chosen: Signal<String>,
    choose: Callback<String>,
) -> impl IntoView + use<> {
    let option = |&(value, words): &(&'static str, &'static str)| {
        view! { <option value=value selected=move || chosen.with(|chosen| chosen == value)>{words}</option> }
    };
    view! {
        <label class="field">
            <span>{title}</span>
            <select id=id name=id on:change=move |event| choose.run(event_target_value(&event))>
                {values.iter().map(option).collect_view()}
            </select>
        </label>
    }
}
