//! Blocking and unblocking a player.

use crate::account::{Account, CurrentUser};
use crate::http::{ApiRequest, Fetched, Method, ask, in_address};
use leptos::prelude::*;

/// The button, once it is known whether the player is blocked; only for users with a session.
#[component]
pub(super) fn BlockButton(name: String) -> impl IntoView {
    let me = CurrentUser::here();
    let blocked =
        Fetched::<Vec<Account>>::new(move || me.get().map(|_| "/api/account/blocks".to_owned()));
    let request = ApiRequest::new();
    let path = StoredValue::new(format!("/api/account/blocks/{}", in_address(&name)));
    let change = move |method: Method| {
        let path = path.get_value();
        let work = async move { ask(method, &path, None).await };
        request.run(work, move |_| blocked.again());
    };
    let button = move || {
        let is_blocked = blocked.get()?.iter().any(|other| other.name == name);
        let (words, hint, method) = if is_blocked {
            ("Unblock", "They can challenge you and write to you again", Method::Delete)
        } else {
            ("Block", "They cannot challenge you or write to you", Method::Put)
        };
        Some(view! {
            <button
                type="button"
                class="button small"
                id="block"
                title=hint
                disabled=move || request.is_busy()
                on:click=move |_| change(method)
            >
                {words}
            </button>
        })
    };
    view! { {button} {request.notice()} }
}
