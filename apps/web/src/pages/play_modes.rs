//! Links to the play modes of a game, and to the other games in the same mode.

use super::rules_link::RulesLink;
use crate::games::PlayMode;
use catalog::GameName;
use leptos::prelude::*;

/// The ways to play this game, its rules, and the other games. The rules themselves have no mode.
#[component]
pub(super) fn PlayModes(game: GameName, #[prop(into)] mode: Option<PlayMode>) -> impl IntoView {
    let modes = PlayMode::ALL.into_iter().map(|other| {
        let current = (Some(other) == mode).then_some("page");
        view! { <a href=other.address(game) aria-current=current>{other.short()}</a> }
    });
    let games = mode.map(|mode| {
        let links = GameName::ALL.into_iter().map(|other| {
            let current = (other == game).then_some("true");
            view! { <a href=mode.address(other) aria-current=current>{other.title()}</a> }
        });
        view! {
            <nav class="game-links" aria-label="Games">
                {links.collect_view()}
            </nav>
        }
    });
    view! {
        <nav class="tabs" aria-label="Ways to play">
            {modes.collect_view()}
            {mode.map(|_| view! { <RulesLink game /> })}
        </nav>
        {games}
    }
}
