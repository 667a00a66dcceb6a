//! Personal tokens: made with scopes, shown once, revoked.

use crate::browser;
use crate::http::{ApiRequest, Fetched, FromJson, Json, Method, ask, bodies};
use crate::pages::confirm_button::ConfirmButton;
use crate::pages::dates::day;
use crate::pages::entry::{Autofill, Entry};
use leptos::prelude::*;

/// What a token may allow, and what that means.
const SCOPES: [(&str, &str); 4] = [
    ("read", "Read your private data"),
    ("challenge", "Challenge others, and answer challenges"),
    ("play", "Play"),
    ("analyse", "Analyse positions"),
];

#[derive(Clone)]
struct Token {
    id: String,
    label: String,
    scopes: Vec<String>,
    created: f64,
}

impl FromJson for Token {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            id: json.text("id")?,
            label: json.text("label")?,
            scopes: json.texts("scopes")?,
            created: json.number("created")?,
        })
    }
}

/// The secret of a new token, which is shown once.
pub(super) fn secret_in(answer: &Json) -> Option<String> {
    answer.text("secret")
}

#[component]
pub(super) fn Tokens() -> impl IntoView {
    let tokens = Fetched::<Vec<Token>>::new(|| Some("/api/tokens".to_owned()));
    let secret = RwSignal::new(None::<String>);
    let list = move |all: Vec<Token>| {
        let rows = all.into_iter().map(|token| row(token, tokens)).collect_view();
        view! { <ul class="rows" id="tokens">{rows}</ul> }
    };
    view! {
        <p>
            "A program with a token acts in your name, within the token’s scopes. They are described in "
            <a href="/api" rel="external">"the API"</a>
            "."
        </p>
        {tokens.draw(list)}
        <Shown secret />
        <NewToken secret tokens />
    }
}

fn row(token: Token, tokens: Fetched<Vec<Token>>) -> impl IntoView {
    let request = ApiRequest::new();
    let path = format!("/api/tokens/{}", crate::http::in_address(&token.id));
    let revoke = Callback::new(move |()| {
        let path = path.clone();
        let work = async move { ask(Method::Delete, &path, None).await };
        request.run(work, move |_| tokens.again());
    });
    view! {
        <li>
            <div>
                <strong>{token.label}</strong>
                <p class="quiet">{token.scopes.join(", ")} " · since " {day(token.created)}</p>
                {request.notice()}
            </div>
            <ConfirmButton label="Revoke" sure="Revoke it?" busy=Signal::derive(move || request.is_busy()) done=revoke />
        </li>
    }
}

/// A secret that is shown this once.
#[component]
pub(super) fn Shown(secret: RwSignal<Option<String>>) -> impl IntoView {
    let copied = RwSignal::new(None::<&'static str>);
    move || {
        secret.get().map(|text| {
            let copy = text.clone();
            let press = move |_| {
                let done = browser::copy(&copy);
                copied.set(Some(if done { "Copied." } else { "The browser does not allow copying." }));
            };
            view! {
                <div class="notice secret" role="status">
                    <p>"Copy the token now: it is shown only once."</p>
                    <code class="token">{text}</code>
                    <div class="actions">
                        <button type="button" class="button" on:click=press>"Copy"</button>
                        <button type="button" class="button" on:click=move |_| secret.set(None)>"Done"</button>
                    </div>
                    <p class="quiet">{move || copied.get()}</p>
                </div>
            }
        })
    }
}

#[component]
fn NewToken(secret: RwSignal<Option<String>>, tokens: Fetched<Vec<Token>>) -> impl IntoView {
    let label = RwSignal::new(String::new());
    let chosen = RwSignal::new(vec!["read"]);
    let request = ApiRequest::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body =
            chosen.with_untracked(|scopes| bodies::token(label.get_untracked().trim(), scopes));
        let work = async move { ask(Method::Post, "/api/tokens", Some(&body)).await };
        request.run(work, move |answer| {
            secret.set(secret_in(&answer));
            label.set(String::new());
            tokens.again();
        });
    };
    let scope = move |(name, words): (&'static str, &'static str)| {
        let flip = move |_| {
            chosen.update(|all| match all.iter().position(|other| *other == name) {
                Some(at) => drop(all.remove(at)),
                None => all.push(name),
            });
        };
        view! {
            <label class="check">
                <input type="checkbox" value=name prop:checked=move || chosen.with(|all| all.contains(&name)) on:change=flip />
                <span>{words} " " <code>{name}</code></span>
            </label>
        }
    };
    let wrong = request.refusal_text();
    view! {
        <form class="entries" novalidate on:submit=submit>
            <h3>"A new token"</h3>
            <Entry label="Label" id="token-label" autofill=Autofill::Text value=label wrong hint="Such as: my laptop." />
            <fieldset class="checks">
                <legend>"It may"</legend>
                {SCOPES.map(scope)}
            </fieldset>
            <button type="submit" class="button" id="make-token" disabled=move || request.is_busy()>
                "Create token"
            </button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn tokens_and_their_secrets_are_read() {
        assert_reads::<Vec<Token>>(&["get /api/tokens"]);
        for operation in ["post /api/tokens", "post /api/bots/{name}/tokens"] {
            let answers = crate::http::schema_value::answers(operation);
            assert!(answers.iter().all(|answer| secret_in(answer).is_some()), "{operation}");
        }
    }
}
