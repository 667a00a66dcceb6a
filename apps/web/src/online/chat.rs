//! The chat of the players and the chat of the spectators.

use super::live::LiveGame;
use crate::settings::{Settings, Visibility};
use leptos::ev::SubmitEvent;
use leptos::html::{Input, Ol};
use leptos::prelude::*;
use protocol::{ChatMessage, MOST_CHAT_CHARS, Room};

#[component]
pub(super) fn Chat(live: LiveGame) -> impl IntoView {
    let chat = Settings::here().chat;
    let open = Memo::new(move |_| chat.get() == Visibility::Shown);
    let toggle = move |_| {
        chat.set(if open.get_untracked() { Visibility::Hidden } else { Visibility::Shown });
    };
    view! {
        <section class="chat" aria-label="Chat">
            <div class="chat-head">
                <h2>{move || if live.you().is_some() { "Chat" } else { "Spectator chat" }}</h2>
                <button type="button" class="button small" id="chat-switch" aria-expanded=move || open.get().to_string() on:click=toggle>
                    {move || if open.get() { "Hide" } else { "Show" }}
                </button>
            </div>
            <Show when=move || open.get()>
                <Lines live />
                <Say live />
            </Show>
        </section>
    }
}

#[component]
fn Lines(live: LiveGame) -> impl IntoView {
    let list = NodeRef::<Ol>::new();
    let said = Memo::new(move |_| live.read(|game| game.chat.clone()).unwrap_or_default());
    Effect::new(move || {
        said.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let line = move |line: ChatMessage| {
        let apart = live.you().is_some() && line.room == Room::Watchers;
        view! {
            <li class:apart=apart>
                <b>{line.name.to_string()}</b>
                " "
                {line.text}
            </li>
        }
    };
    view! {
        <ol class="chat-messages" node_ref=list tabindex="0" aria-label="Messages" aria-live="polite">
            {move || said.get().into_iter().map(line).collect_view()}
        </ol>
    }
}

#[component]
fn Say(live: LiveGame) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        if !text.trim().is_empty() {
            let seated = live.read_untracked(|game| game.you.is_some()).unwrap_or_default();
            live.say(if seated { Room::Players } else { Room::Watchers }, text.trim());
            field.set_value("");
        }
    };
    view! {
        <form class="text-entry" on:submit=submit>
            <input
                node_ref=field
                id="chat-message"
                type="text"
                maxlength=MOST_CHAT_CHARS
                autocomplete="off"
                aria-label="Message"
                placeholder="Message"
            />
            <button type="submit" class="button">"Send"</button>
        </form>
    }
}
