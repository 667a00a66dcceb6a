//! Challenges in the lobby: those to us, and what became of our own.

use super::seeks::described;
use super::socket::Online;
use crate::browser;
use leptos::prelude::*;
use protocol::{GameId, Name, Seek};

/// A link to be sent to a friend.
#[component]
pub(super) fn Link(seek: GameId) -> impl IntoView {
    let address = StoredValue::new(format!("{}/challenge/{seek}", browser::origin()));
    let copied = RwSignal::new(false);
    view! {
        <section class="challenge-link" aria-label="Your challenge">
            <p><b>"Send this link to your opponent, and keep this page open. The first player to open it starts the game."</b></p>
            <div class="link-line">
                <input id="link" type="text" readonly aria-label="Link to the challenge" prop:value=address.get_value() />
                <button type="button" class="button primary" on:click=move |_| copied.set(address.with_value(|text| browser::copy(text)))>
                    {move || if copied.get() { "Copied" } else { "Copy" }}
                </button>
            </div>
        </section>
    }
}

/// A player was challenged by name.
#[component]
pub(super) fn Asked(name: Name) -> impl IntoView {
    let words = format!("{name} is challenged, and is told so now or on coming back.");
    view! { <p class="notice" role="status" id="asked">{words}</p> }
}

/// What others challenge us to.
#[component]
pub(super) fn Challenges(online: Online) -> impl IntoView {
    let challenges =
        Memo::new(move |_| online.with(|client| client.challenges().cloned().collect::<Vec<_>>()));
    let row = move |seek: Seek| {
        let id = StoredValue::new(seek.seek.clone());
        let accept = move |_| online.act(|client| client.accept(&id.get_value()));
        let decline = move |_| online.act(|client| client.decline(&id.get_value()));
        view! {
            <li class=format!("seek game-{}", seek.terms.game)>
                {described(&seek)}
                <div class="answers">
                    <button type="button" class="button primary" on:click=accept>"Accept"</button>
                    <button type="button" class="button" on:click=decline>"Decline"</button>
                </div>
            </li>
        }
    };
    view! {
        <Show when=move || challenges.with(|all| !all.is_empty())>
            <section class="seeks" id="challenges" aria-label="Challenges">
                <h2>"You are challenged"</h2>
                <ul>{move || challenges.get().into_iter().map(row).collect_view()}</ul>
            </section>
        </Show>
    }
}
