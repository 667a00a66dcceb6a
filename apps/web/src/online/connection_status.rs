//! Connection status indicator.

use super::socket::{Online, now};
use crate::browser;
use ::live::ConnectionState;
use leptos::prelude::*;
use protocol::Close;
use std::time::Duration;

/// A dot and a few words; a button where waiting can be cut short.
#[component]
pub(super) fn ConnectionStatus(online: Online) -> impl IntoView {
    let state = Memo::new(move |_| online.with(|client| client.connection().state()));
    let second = RwSignal::new(now());
    browser::repeat(Duration::from_secs(1), move || {
        second.try_set(now());
    });
    let class = move || match state.get() {
        ConnectionState::Connected => "connection connected",
        ConnectionState::Idle | ConnectionState::Connecting(_) => "connection connecting",
        ConnectionState::Lost(_) | ConnectionState::Closed(_) => "connection lost",
    };
    let words = move || match state.get() {
        ConnectionState::Connected => match online.with(|client| client.connection().lag()) {
            Some(lag) => format!("Connected, {lag} ms"),
            None => "Connected".to_owned(),
        },
        ConnectionState::Idle | ConnectionState::Connecting(_) => "Connecting …".to_owned(),
        ConnectionState::Lost(at) => {
            let wait = at.saturating_sub(second.get()).div_ceil(1_000);
            format!("Connection lost. Trying again in {wait} s")
        }
        ConnectionState::Closed(Close::SignedOut) => "You were signed out".to_owned(),
        ConnectionState::Closed(close) => format!("Disconnected: {}", close.words()),
    };
    let gone = move || matches!(state.get(), ConnectionState::Lost(_) | ConnectionState::Closed(_));
    view! {
        <div class=class>
            <span class="dot" aria-hidden="true"></span>
            <span id="connection-status">{words}</span>
            <Show when=gone>
                <button type="button" class="button small" on:click=move |_| online.act(::live::Client::retry_now)>
                    "Try now"
                </button>
            </Show>
            <span class="unseen" role="status">
                {move || if gone() { "Connection lost" } else { "" }}
            </span>
        </div>
    }
}
