//! Links to the play modes of a game.

use crate::games::PlayMode;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;

/// The other ways to play this game.
#[component]
pub(super) fn PlayModes(game: GameName, mode: PlayMode) -> impl IntoView {
    let links = PlayMode::ALL.into_iter().map(|other| {
        let current = (other == mode).then_some("page");
        view! {
            <A href=other.address(game) attr:aria-current=current>
                {other.short()}
            </A>
        }
    });
    view! {
        <nav class="tabs" aria-label="Ways to play">
            {links.collect_view()}
        </nav>
    }
}
