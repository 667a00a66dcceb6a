//! Moves that the game itself gives a button. What is left to chance, the engine draws until the
//! game that begins is fair (HC-2.6); without an engine, plain chance decides.

use crate::thinking::Thinking;
use leptos::prelude::*;
use scene::Table;
use scene::table::Choice;

/// The button that leaves a whole setup to chance.
const RANDOM: &str = "Place all (random)";

#[component]
pub(crate) fn Shortcuts(
    table: RwSignal<Box<dyn Table>, LocalStorage>,
    /// Whether whoever looks may move now.
    shown: Signal<bool>,
    thinking: Thinking,
    play: Callback<String>,
) -> impl IntoView {
    move || {
        let offered = shown.get().then(|| table.with(|t| t.shortcuts(chance())));
        let button = |(label, choice): (&'static str, Choice)| {
            let press = move |_| {
                if label == RANDOM {
                    draw(table, thinking, choice.mv.clone(), play);
                } else {
                    play.run(choice.mv.clone());
                }
            };
            view! { <button type="button" class="button" on:click=press>{label}</button> }
        };
        offered.into_iter().flatten().map(button).collect_view()
    }
}

fn draw(
    table: RwSignal<Box<dyn Table>, LocalStorage>,
    thinking: Thinking,
    plain: String,
    play: Callback<String>,
) {
    let (game, record) = table.with_untracked(|t| (t.game().text().to_owned(), t.record()));
    thinking.line_up(game, record, chance(), move |answer| {
        play.run(answer.unwrap_or_else(|_| plain.clone()));
    });
}

/// A number nobody knows beforehand.
pub(crate) fn chance() -> u64 {
    (js_sys::Math::random() * 1e15) as u64
}
