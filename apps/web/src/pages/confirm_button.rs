//! Confirmation button for what cannot be undone: it is pressed twice.

use leptos::prelude::*;

#[component]
pub(crate) fn ConfirmButton(
    /// The caption.
    #[prop(into)]
    label: String,
    /// What it says before the second press.
    sure: &'static str,
    /// Whether it cannot be pressed now.
    #[prop(into)]
    busy: Signal<bool>,
    done: Callback<()>,
) -> impl IntoView {
    let asked = RwSignal::new(false);
    let press = move |_| {
        if asked.get_untracked() {
            asked.set(false);
            done.run(());
        } else {
            asked.set(true);
        }
    };
    view! {
        <button
            type="button"
            class="button"
            class:danger=asked
            disabled=busy
            on:click=press
            on:blur=move |_| asked.set(false)
        >
            {move || if asked.get() { sure.to_owned() } else { label.clone() }}
        </button>
    }
}
