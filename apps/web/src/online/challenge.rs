//! A challenge by link: what it is for, and a way to accept it.

use super::connection_status::ConnectionStatus;
use super::identity::sync_identity;
use super::seeks::described;
use super::socket::Online;
use crate::browser;
use crate::pages::NotFound;
use crate::routes::parameter;
use ::live::Notification;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use protocol::{GameId, Seek};

#[component]
pub(crate) fn ChallengePage() -> impl IntoView {
    let parameter = parameter();
    let id = Memo::new(move |_| parameter.with(|id| id.parse::<GameId>().ok()));
    move || match id.get() {
        Some(seek) => view! { <Opened seek /> }.into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

#[component]
fn Opened(seek: GameId) -> impl IntoView {
    browser::set_title("A challenge");
    let online = Online::here();
    let navigate = use_navigate();
    online.on_notification(move |notification| {
        if let Notification::Paired(game) = notification {
            navigate(&format!("/game/{game}"), leptos_router::NavigateOptions::default());
        }
    });
    let id = StoredValue::new(seek);
    sync_identity(online);
    online.act(::live::Client::request_connection);
    let here = Memo::new(move |_| online.with(::live::Client::is_connected));
    Effect::new(move || {
        if here.get() {
            online.act(|client| client.look(&id.get_value()));
        }
    });
    let shown = Memo::new(move |_| online.with(|client| client.shown(&id.get_value()).cloned()));
    let own = Memo::new(move |_| {
        let name = online.with(|client| client.you().map(|you| you.name.clone()));
        shown.with(|shown| match shown {
            Some(Ok(seek)) => Some(seek.player.person.name.clone()) == name,
            _ => false,
        })
    });
    view! {
        <section class="narrow challenge">
            <h1>"A challenge"</h1>
            {move || match shown.get() {
                None => None,
                Some(Ok(seek)) => Some(view! { <Offered online seek own /> }.into_any()),
                Some(Err(refused)) => Some(view! { <p class="notice wrong" role="alert">{refused.what}</p> }.into_any()),
            }}
            <ConnectionStatus online />
            <A href="/lobby" attr:class="button">"To the lobby"</A>
        </section>
    }
}

#[component]
fn Offered(online: Online, seek: Seek, own: Memo<bool>) -> impl IntoView {
    let id = StoredValue::new(seek.seek.clone());
    let accept = move |_| online.act(|client| client.accept(&id.get_value()));
    view! {
        <div class=format!("seek game-{}", seek.terms.game)>{described(&seek)}</div>
        <Show
            when=move || own.get()
            fallback=move || view! {
                <button type="button" class="button primary" id="accept" on:click=accept>"Play"</button>
            }
        >
            <p class="notice">"This is your own challenge: send the link to your opponent, and keep this page open."</p>
        </Show>
    }
}
