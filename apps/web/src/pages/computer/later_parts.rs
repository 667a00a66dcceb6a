//! What a game against the computer shows besides its board: fetched when there is something to show.

// Outside a browser nothing is fetched, so nothing fails there.
#![allow(clippy::unnecessary_wraps)]

use super::coach::Coach;
use super::computer_game::ComputerGame;
use super::panel;
use crate::lazy_pages::{NotFetched, lazy_part};
use crate::pages::move_navigation::MoveNavigation;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use scene::Scene;
use scene::table::Choice;

/// What the panel is about.
#[derive(Clone, Copy)]
struct PanelSubject {
    computer_game: ComputerGame,
    scene: Memo<Scene>,
    choices: Memo<Vec<Choice>>,
    navigation: MoveNavigation,
    coach: Coach,
}

#[derive(Clone, Copy)]
struct ComputerGameParts {
    panel: fn(PanelSubject) -> AnyView,
    sheet: fn(ComputerGame, Memo<Scene>) -> AnyView,
}

#[wasm_split(computer_panel, fallible, wasm_split_path = ::leptos::wasm_split)]
fn parts() -> Result<ComputerGameParts, NotFetched> {
    Ok(ComputerGameParts {
        panel: |subject| {
            let PanelSubject { computer_game, scene, choices, navigation, coach } = subject;
            view! { <panel::Panel computer_game scene choices navigation coach /> }.into_any()
        },
        sheet: |computer_game, scene| {
            view! { <panel::SheetContent computer_game scene /> }.into_any()
        },
    })
}

/// Moves, the engine's output, the way to the analysis board; then `below`, which comes with it and not before, so
/// that it need not give way.
#[component]
pub(super) fn Panel<B: IntoView + 'static>(
    computer_game: ComputerGame,
    scene: Memo<Scene>,
    choices: Memo<Vec<Choice>>,
    navigation: MoveNavigation,
    coach: Coach,
    below: impl Fn() -> B + Send + 'static,
) -> impl IntoView {
    let subject = PanelSubject { computer_game, scene, choices, navigation, coach };
    lazy_part(parts, move |parts| {
        view! {
            {(parts.panel)(subject)}
            {below()}
        }
        .into_any()
    })
}

/// What is decided over the board, as soon as there is something to decide.
#[component]
pub(super) fn SheetContent(computer_game: ComputerGame, scene: Memo<Scene>) -> impl IntoView {
    let needed = Memo::new(move |_| panel::subject(computer_game).is_some());
    move || needed.get().then(|| lazy_part(parts, move |parts| (parts.sheet)(computer_game, scene)))
}
