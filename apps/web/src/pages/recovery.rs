//! Recovery codes: shown once, and used to choose a new password.

use super::entry::{Autofill, Entry, username_field};
use crate::account::{Account, CurrentUser};
use crate::browser;
use crate::http::{ApiRequest, FromJson, Json, Method, Refusal, ask, bodies};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

/// Codes that are shown this once; `done` when they are kept.
#[component]
pub(crate) fn Codes(codes: Vec<String>, done: Callback<()>) -> impl IntoView {
    let text = codes.join("\n");
    let copied = RwSignal::new(None::<&'static str>);
    let press = move |_| {
        let done = browser::copy(&text);
        copied.set(Some(if done { "Copied." } else { "The browser does not allow copying." }));
    };
    let item = |code: String| view! { <li><code>{code}</code></li> };
    view! {
        <div class="notice secret" id="codes" role="status">
            <p>
                <b>"Your recovery codes. "</b>
                "If you forget the password, each of them lets you choose a new one, once. There is no other \
                 way back: write them down or keep them in a file. They are not shown again."
            </p>
            <ul class="codes">{codes.into_iter().map(item).collect_view()}</ul>
            <div class="actions">
                <button type="button" class="button" on:click=press>"Copy"</button>
                <button type="button" class="button primary" id="codes-kept" on:click=move |_| done.run(())>
                    "I have saved them"
                </button>
            </div>
            <p class="quiet" role="status">{move || copied.get()}</p>
        </div>
    }
}

/// The codes in an answer.
pub(crate) fn recovery_codes(answer: &Json) -> Vec<String> {
    answer.texts("recovery_codes").unwrap_or_default()
}

/// How many codes there are still.
fn codes_left(answer: &Json) -> Option<u64> {
    answer.count("left")
}

/// Sets a new password by a recovery code.
#[component]
pub(crate) fn RecoverForm() -> impl IntoView {
    let me = CurrentUser::here();
    let [name, code, password] = std::array::from_fn(|_| RwSignal::new(String::new()));
    let request = ApiRequest::new();
    let navigate = use_navigate();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (name, code, password) =
            (name.get_untracked(), code.get_untracked(), password.get_untracked());
        let body = bodies::recovery(name.trim(), &code, &password);
        let work = async move {
            let answer = ask(Method::Post, "/api/recover", Some(&body)).await?;
            Account::read(&answer).ok_or(Refusal::Unreadable)
        };
        let navigate = navigate.clone();
        request.run(work, move |account: Account| {
            me.set(Some(account));
            navigate("/settings", NavigateOptions { replace: true, ..Default::default() });
        });
    };
    view! {
        <form class="entries" method="post" novalidate on:submit=submit>
            <p>"Use one of the recovery codes that you saved when you created the account."</p>
            <Entry label="Name" id="name" autofill=Autofill::Name value=name />
            <Entry
                label="Recovery code"
                id="code"
                autofill=Autofill::Text
                value=code
                wrong=request.refusal_with(401)
                hint="Sixteen letters and digits, such as k7wq-3hxa-mm2c-e9rt."
            />
            <Entry
                label="New password"
                id="password"
                autofill=Autofill::NewPassword
                value=password
                wrong=request.refusal_with(400)
                hint="At least 8 characters. Several words are good."
            />
            {request.notice_unless(&[400, 401])}
            <button type="submit" class="button primary" disabled=move || request.is_busy()>
                "Set new password"
            </button>
            <p class="quiet">"The code can be used once. Every other browser is signed out."</p>
        </form>
    }
}

/// How many codes are left, and new ones.
#[component]
pub(crate) fn CodesForm(name: String) -> impl IntoView {
    let password = RwSignal::new(String::new());
    let (request, left) = (ApiRequest::new(), RwSignal::new(None::<u64>));
    let codes = RwSignal::new(Vec::new());
    let count = move || {
        let asked = ApiRequest::new();
        let work = ask(Method::Get, "/api/account/recovery-codes", None);
        asked.run(work, move |answer: Json| left.set(codes_left(&answer)));
    };
    count();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = bodies::password(&password.get_untracked());
        let work =
            async move { ask(Method::Post, "/api/account/recovery-codes", Some(&body)).await };
        request.run(work, move |answer| {
            password.set(String::new());
            codes.set(recovery_codes(&answer));
            count();
        });
    };
    let wrong = request.refusal_text();
    let kept = Callback::new(move |()| codes.set(Vec::new()));
    let shown = move || {
        let codes = codes.get();
        (!codes.is_empty()).then(|| view! { <Codes codes done=kept /> })
    };
    view! {
        <p id="codes-left">{move || left.get().map(words_of)}</p>
        {shown}
        <form class="entries" method="post" novalidate on:submit=submit>
            {username_field(name)}
            <Entry label="Your password" id="codes-password" autofill=Autofill::OldPassword value=password wrong />
            <button type="submit" class="button" id="new-codes" disabled=move || request.is_busy()>
                "Create new codes"
            </button>
            <p class="quiet">"The old codes will no longer work."</p>
        </form>
    }
}

fn words_of(left: u64) -> String {
    match left {
        0 => "You have no recovery codes. Create some: without them a forgotten password means a lost account."
            .to_owned(),
        1 => "You have one recovery code left. Each lets you choose a new password, once.".to_owned(),
        _ => format!("You have {left} recovery codes. Each lets you choose a new password, once."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::answers;

    #[test]
    fn recovery_codes_are_read() {
        for operation in ["post /api/sign-up", "post /api/account/recovery-codes"] {
            let codes = answers(operation).into_iter().map(|answer| recovery_codes(&answer));
            assert!(codes.take(5).all(|codes| !codes.is_empty()), "{operation}");
        }
        let left = answers("get /api/account/recovery-codes");
        assert!(left.iter().all(|answer| codes_left(answer).is_some()));
    }
}
