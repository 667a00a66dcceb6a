//! The account: password, sessions, what is kept, leaving.

use super::bots::Bots;
use super::tokens::Tokens;
use crate::account::{Account, AccountKind, CurrentUser};
use crate::http::{ApiRequest, FromJson, Json, Method, ask, bodies};
use crate::pages::entry::{Autofill, Entry, username_field};
use crate::pages::person::person;
use crate::pages::recovery::CodesForm;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;

#[component]
pub(super) fn AccountSection() -> impl IntoView {
    let me = CurrentUser::here();
    let shown = Memo::new(move |_| me.get());
    view! {
        <section class="account" id="account" aria-labelledby="account-head">
            <h2 id="account-head">"Account"</h2>
            {move || match shown.get() {
                Some(Account { name, kind: AccountKind::Account }) => view! { <Owner name /> }.into_any(),
                someone => sign_in_prompt(someone.map(|someone| someone.name)).into_any(),
            }}
        </section>
    }
}

/// Without an account there is nothing to set.
fn sign_in_prompt(guest: Option<String>) -> impl IntoView {
    let words = match guest {
        Some(name) => {
            format!(
                "You are {name}. With an account you keep your games and ratings on every device."
            )
        }
        None => "You are not signed in. No account is needed to play; with one you have a name, \
                 ratings, and your games on every device."
            .to_owned(),
    };
    view! {
        <p>{words}</p>
        <div class="actions">
            <A href="/sign-in?new=1&then=/settings" attr:class="button primary">"New account"</A>
            <A href="/sign-in?then=/settings" attr:class="button">"Sign in"</A>
        </div>
    }
}

#[component]
fn Owner(name: String) -> impl IntoView {
    let download = format!("sixfold-{name}.json");
    view! {
        <p>
            "You are signed in as "
            {person(&name)}
            "."
        </p>
        <SignOut />
        <details>
            <summary>"Change the password"</summary>
            <PasswordForm name=name.clone() />
        </details>
        <details id="recovery">
            <summary>"Recovery codes"</summary>
            <CodesForm name=name.clone() />
        </details>
        <details>
            <summary>"Tokens for programs"</summary>
            <Tokens />
        </details>
        <details>
            <summary>"Bots"</summary>
            <Bots />
        </details>
        <details>
            <summary>"Your data"</summary>
            <p>
                "Everything stored about you, including your games, in one file."
            </p>
            <div class="actions">
                <a class="button" id="download" href="/api/account/download" download=download rel="external">
                    "Download my data"
                </a>
            </div>
        </details>
        <details>
            <summary>"Delete the account"</summary>
            <DeleteForm name />
        </details>
    }
}

/// Leaving, here or everywhere.
#[component]
fn SignOut() -> impl IntoView {
    let request = ApiRequest::new();
    let leave = left();
    let go = move |path: &'static str| {
        let leave = leave.clone();
        request.run(ask(Method::Post, path, None), move |_: Json| leave());
    };
    let everywhere = go.clone();
    view! {
        <div class="actions">
            <button type="button" class="button" id="sign-out" disabled=move || request.is_busy() on:click=move |_| go("/api/sign-out")>
                "Sign out"
            </button>
            <button
                type="button"
                class="button"
                id="sign-out-everywhere"
                disabled=move || request.is_busy()
                on:click=move |_| everywhere("/api/sign-out-everywhere")
            >
                "Sign out everywhere"
            </button>
        </div>
        {request.notice()}
    }
}

/// Signs out in this browser and shows the front page.
fn left() -> impl Fn() + Clone + 'static {
    let (me, navigate) = (CurrentUser::here(), use_navigate());
    move || {
        me.set(None);
        navigate("/", NavigateOptions::default());
    }
}

#[component]
fn PasswordForm(name: String) -> impl IntoView {
    let me = CurrentUser::here();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let request = ApiRequest::new();
    let changed = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        changed.set(false);
        let body = bodies::new_password(&old.get_untracked(), &new.get_untracked());
        let work = async move { ask(Method::Post, "/api/password", Some(&body)).await };
        request.run(work, move |answer| {
            me.set(Account::read(&answer));
            old.set(String::new());
            new.set(String::new());
            changed.set(true);
        });
    };
    view! {
        <form class="entries" method="post" novalidate on:submit=submit>
            {username_field(name)}
            <Entry label="Current password" id="old-password" autofill=Autofill::OldPassword value=old wrong=request.refusal_with(403) />
            <Entry
                label="The new one"
                id="new-password"
                autofill=Autofill::NewPassword
                value=new
                wrong=request.refusal_with(400)
                hint="At least 8 characters."
            />
            {request.notice_unless(&[400, 403])}
            <button type="submit" class="button" disabled=move || request.is_busy()>
                "Change the password"
            </button>
            <p class="quiet" role="status">
                {move || changed.get().then_some("Changed. Other browsers are signed out.")}
            </p>
        </form>
    }
}

#[component]
fn DeleteForm(name: String) -> impl IntoView {
    let password = RwSignal::new(String::new());
    let request = ApiRequest::new();
    let leave = left();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = bodies::password(&password.get_untracked());
        let leave = leave.clone();
        let work = async move { ask(Method::Delete, "/api/account", Some(&body)).await };
        request.run(work, move |_| leave());
    };
    let wrong = request.refusal_text();
    view! {
        <form class="entries" method="post" novalidate on:submit=submit>
            <p>
                "The account goes for good, with its bots, tokens and ratings. The games you played \
                 stay in the archive, without your name."
            </p>
            {username_field(name)}
            <Entry label="Your password, to confirm" id="delete-password" autofill=Autofill::OldPassword value=password wrong />
            <button type="submit" class="button danger" id="delete-account" disabled=move || request.is_busy()>
                "Delete the account permanently"
            </button>
        </form>
    }
}
