//! Moves that the game itself gives a button. What is left to chance, the engine draws until the
//! game that begins is fair (HC-2.6); without an engine, plain chance decides.

use crate::thinking::Thinking;
use catalog::AnyRecord;
use leptos::prelude::*;
use scene::table::Choice;
use scene::{Shortcut, Table};

/// The button that leaves a whole setup to chance.
const RANDOM: &str = "Place all (random)";

#[component]
pub(crate) fn Shortcuts(
    table: RwSignal<AnyRecord, LocalStorage>,
    /// Whether it is the player's turn.
    shown: Signal<bool>,
    thinking: Thinking,
    play: Callback<String>,
) -> impl IntoView {
    move || {
        let offered = shown.get().then(|| table.with(|t| t.shortcuts(chance())));
        let button = |Shortcut { label, hint, mv: choice }: Shortcut<Choice>| {
            let press = move || {
                if label == RANDOM {
                    draw(table, thinking, choice.mv.clone(), play);
                } else {
                    play.run(choice.mv.clone());
                }
            };
            explained(label, hint, press)
        };
        offered.into_iter().flatten().map(button).collect_view()
    }
}

/// A button with a sentence that says what it does.
pub(crate) fn explained(
    label: &'static str,
    hint: &'static str,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <p class="shortcut">
            <button type="button" class="button" on:click=move |_| press()>{label}</button>
            <small class="quiet">{hint}</small>
        </p>
    }
}

fn draw(
    table: RwSignal<AnyRecord, LocalStorage>,
    thinking: Thinking,
    plain: String,
    play: Callback<String>,
) {
    let (game, record) = table.with_untracked(|t| (t.game().text().to_owned(), t.to_string()));
    thinking.line_up(game, record, chance(), move |answer| {
        play.run(answer.unwrap_or_else(|_| plain.clone()));
    });
}

/// A random seed.
pub(crate) fn chance() -> u64 {
    (js_sys::Math::random() * 1e15) as u64
}
