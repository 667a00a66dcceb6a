//! How the line to the server stands, for everybody to see.

use super::socket::{Online, now};
use ::live::State;
use leptos::prelude::*;
use protocol::Close;
use std::time::Duration;

/// A dot and a few words; a button where waiting can be cut short.
#[component]
pub(super) fn Wire(online: Online) -> impl IntoView {
    let state = Memo::new(move |_| online.with(|client| client.connection().state()));
    let second = RwSignal::new(now());
    let timer = set_interval_with_handle(
        move || {
            second.try_set(now());
        },
        Duration::from_secs(1),
    );
    on_cleanup(move || {
        if let Ok(timer) = timer {
            timer.clear();
        }
    });
    let class = move || match state.get() {
        State::Here => "wire here",
        State::Idle | State::Connecting(_) => "wire coming",
        State::Lost(_) | State::Closed(_) => "wire lost",
    };
    let words = move || match state.get() {
        State::Here => match online.with(|client| client.connection().lag()) {
            Some(lag) => format!("Connected, {lag} ms"),
            None => "Connected".to_owned(),
        },
        State::Idle | State::Connecting(_) => "Connecting …".to_owned(),
        State::Lost(at) => {
            let wait = at.saturating_sub(second.get()).div_ceil(1_000);
            format!("Connection lost. Trying again in {wait} s")
        }
        State::Closed(Close::SignedOut) => "You were signed out".to_owned(),
        State::Closed(close) => format!("Disconnected: {}", close.words()),
    };
    let gone = move || matches!(state.get(), State::Lost(_) | State::Closed(_));
    view! {
        <div class=class>
            <span class="dot" aria-hidden="true"></span>
            <span id="wire">{words}</span>
            <Show when=gone>
                <button type="button" class="button small" on:click=move |_| online.act(::live::Client::hurry)>
                    "Try now"
                </button>
            </Show>
            <span class="unseen" role="status">
                {move || if gone() { "Connection lost" } else { "" }}
            </span>
        </div>
    }
}
