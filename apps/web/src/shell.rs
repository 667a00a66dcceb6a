//! What surrounds every page.

use crate::account::{Account, AccountKind, CurrentUser};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::{Light, Settings};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

/// The mark: six fields around a seventh.
#[component]
fn Logo() -> impl IntoView {
    const FIELDS: [&str; 6] = [
        "M1.3,-46.3 L36.8,-24.3 L14.3,-8.8 L1.3,-16.3 Z",
        "M38.1,-22 L38.1,22 L13,7.5 L13,-7.5 Z",
        "M36.8,24.3 L1.3,46.3 L1.3,16.3 L14.3,8.8 Z",
        "M-1.3,46.3 L-36.8,24.3 L-14.3,8.8 L-1.3,16.3 Z",
        "M-38.1,22 L-38.1,-22 L-13,-7.5 L-13,7.5 Z",
        "M-36.8,-24.3 L-1.3,-46.3 L-1.3,-16.3 L-14.3,-8.8 Z",
    ];
    let fields = FIELDS.into_iter().enumerate();
    let draw = |(i, d)| view! { <path class=format!("field-{}", i % 3) d=d /> };
    view! {
        <svg class="logo" viewBox="-50 -50 100 100" aria-hidden="true">
            {fields.map(draw).collect_view()}
        </svg>
    }
}

#[component]
pub(crate) fn Header() -> impl IntoView {
    let games = GameName::ALL.into_iter().map(|game| {
        view! { <A href=PlayMode::Play.address(game)>{game.title()}</A> }
    });
    view! {
        <header class="top">
            <div class="bar">
                <A href="/" attr:class="brand">
                    <Logo />
                    <span>"Sixfold"</span>
                </A>
                <nav class="games" aria-label="Games">
                    {games.collect_view()}
                    <A href="/lobby">"Online"</A>
                </nav>
                <nav class="games more" aria-label="People and games">
                    <A href="/leaderboard">"Leaders"</A>
                    <A href="/archive">"Archive"</A>
                </nav>
                <Who />
                <LightSwitch />
                <A href="/settings" attr:class="icon" attr:aria-label="Settings" attr:title="Settings">
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4,7 H10 M16,7 H20 M4,17 H8 M14,17 H20" />
                        <circle cx="13" cy="7" r="2.6" />
                        <circle cx="11" cy="17" r="2.6" />
                    </svg>
                </A>
            </div>
        </header>
    }
}

/// Who is here, and the way to sign in.
#[component]
fn Who() -> impl IntoView {
    let me = CurrentUser::here();
    let place = use_location().pathname;
    let link = move || match me.get() {
        Some(Account { name, kind: AccountKind::Account }) => (Account::address(&name), name),
        // Whoever signs in goes on where they were.
        someone => {
            let here = place.get();
            let then = if here == "/" || here == "/sign-in" { String::new() } else { here };
            let then = if then.is_empty() { then } else { format!("?then={then}") };
            let words = someone.map_or_else(|| "Sign in".to_owned(), |guest| guest.name);
            (format!("/sign-in{then}"), words)
        }
    };
    let title = move || match link().1 {
        words if words == "Sign in" => words,
        name if me.is_account() => format!("You are {name}"),
        name => format!("You are {name}: sign in"),
    };
    view! {
        <A href=move || link().0 attr:class="who" attr:aria-label=title attr:title=title>
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="8.5" r="3.6" />
                <path d="M4.5,20 A7.5,7 0 0 1 19.5,20" />
            </svg>
            <span>{move || link().1}</span>
        </A>
    }
}

/// Day, night, or as the system has it: one press to the next.
#[component]
fn LightSwitch() -> impl IntoView {
    let light = Settings::here().light;
    let next = move || match light.get() {
        Light::System => Light::Day,
        Light::Day => Light::Night,
        Light::Night => Light::System,
    };
    let drawing = move || {
        match light.get() {
        Light::Day => view! {
            <circle cx="12" cy="12" r="4.2" />
            <path d="M12,2.5 V5 M12,19 V21.5 M2.5,12 H5 M19,12 H21.5 M5.3,5.3 L7,7 M17,17 L18.7,18.7 M18.7,5.3 L17,7 M7,17 L5.3,18.7" />
        }
        .into_any(),
        Light::Night => {
            view! { <path d="M19.5,14.2 A8,8 0 1 1 9.8,4.5 A6.4,6.4 0 0 0 19.5,14.2 Z" /> }.into_any()
        }
        Light::System => view! {
            <circle cx="12" cy="12" r="8" />
            <path class="filled" d="M12,4 A8,8 0 0 1 12,20 Z" />
        }
        .into_any(),
    }
    };
    let label = move || match light.get() {
        Light::System => "Light: as the system",
        Light::Day => "Light: day",
        Light::Night => "Light: night",
    };
    view! {
        <button
            type="button"
            class="icon"
            title=label
            aria-label=label
            on:click=move |_| light.set(untrack(next))
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                {drawing}
            </svg>
        </button>
    }
}

#[component]
pub(crate) fn Footer() -> impl IntoView {
    view! {
        <footer class="bottom">
            <nav aria-label="More">
                <A href="/leaderboard">"Leaderboard"</A>
                <A href="/archive">"Archive"</A>
                <A href="/settings">"Settings"</A>
                <a href="/api" rel="external">"API"</a>
            </nav>
            <p>"Free, and no account is needed. Once loaded, Sixfold works without a network."</p>
        </footer>
    }
}

/// After a change of place the focus starts at the new content, as on a freshly loaded page.
pub(crate) fn keep_focus() {
    let place = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let now = place.get();
        if before.is_some_and(|before| before != now) {
            browser::focus("main");
        }
        now
    });
}
