//! What all pages of a game share: the ways to play it.

use crate::games::Way;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;

/// The other ways to play this game.
#[component]
pub(super) fn Ways(game: GameName, way: Way) -> impl IntoView {
    let links = Way::ALL.into_iter().map(|other| {
        let current = (other == way).then_some("page");
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
