//! The way from a board to the rules of its game.

use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;

/// The address of the rules of a game.
pub(crate) fn rules_address(game: GameName) -> String {
    format!("/rules/{game}")
}

/// A link to the rules.
#[component]
pub(crate) fn RulesLink(game: GameName) -> impl IntoView {
    view! {
        <A href=rules_address(game) attr:class="rules-link">
            "Rules"
        </A>
    }
}

/// The same beside a board, where there is room for a sign only.
#[component]
pub(super) fn RulesButton(game: GameName) -> impl IntoView {
    let label = format!("Rules of {}", game.title());
    view! {
        <A href=rules_address(game) attr:class="icon rules-button" attr:title=label.clone() attr:aria-label=label>
            "?"
        </A>
    }
}
