//! Bots: accounts for programs, which only a token opens.

use super::tokens::Shown;
use super::tokens::secret_in;
use crate::account::Account;
use crate::http::{ApiRequest, Fetched, Json, Method, ask, bodies, in_address};
use crate::pages::confirm_button::ConfirmButton;
use crate::pages::entry::{Autofill, Entry};
use crate::pages::person::person;
use leptos::prelude::*;

#[component]
pub(super) fn Bots() -> impl IntoView {
    let bots = Fetched::<Vec<Account>>::new(|| Some("/api/bots".to_owned()));
    let secret = RwSignal::new(None::<String>);
    let list = move |all: Vec<Account>| {
        let rows = all.into_iter().map(|bot| row(bot.name, bots, secret)).collect_view();
        view! { <ul class="rows" id="bots">{rows}</ul> }
    };
    view! {
        <p>
            "A bot plays under its own name. Connect an engine with "
            <code>"sixfold bot"</code>
            " and the bot’s token."
        </p>
        {bots.draw(list)}
        <Shown secret />
        <NewBot bots secret />
    }
}

fn row(
    name: String,
    bots: Fetched<Vec<Account>>,
    secret: RwSignal<Option<String>>,
) -> impl IntoView {
    let request = ApiRequest::new();
    let path = format!("/api/bots/{}", in_address(&name));
    let tokens = format!("{path}/tokens");
    let close = Callback::new(move |()| {
        let path = path.clone();
        let work = async move { ask(Method::Delete, &path, None).await };
        request.run(work, move |_| bots.again());
    });
    let another = move |_| {
        let tokens = tokens.clone();
        let work = async move { ask(Method::Post, &tokens, None).await };
        request.run(work, move |answer| secret.set(secret_in(&answer)));
    };
    let busy = Signal::derive(move || request.is_busy());
    view! {
        <li>
            <div>
                {person(&name)}
                {request.notice()}
            </div>
            <div class="actions">
                <button type="button" class="button" disabled=busy on:click=another>"New token"</button>
                <ConfirmButton label="Close" sure="Close it permanently?" busy done=close />
            </div>
        </li>
    }
}

/// The secret of the token that a new bot begins with.
fn first_secret_in(answer: &Json) -> Option<String> {
    secret_in(&answer.field("token"))
}

#[component]
fn NewBot(bots: Fetched<Vec<Account>>, secret: RwSignal<Option<String>>) -> impl IntoView {
    let name = RwSignal::new(String::new());
    let request = ApiRequest::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = bodies::bot(name.get_untracked().trim());
        let work = async move { ask(Method::Post, "/api/bots", Some(&body)).await };
        request.run(work, move |answer| {
            secret.set(first_secret_in(&answer));
            name.set(String::new());
            bots.again();
        });
    };
    let wrong = request.refusal_text();
    view! {
        <form class="entries" novalidate on:submit=submit>
            <h3>"A new bot"</h3>
            <Entry label="Its name" id="bot-name" autofill=Autofill::Text value=name wrong hint="2 to 20 letters and digits." />
            <button type="submit" class="button" id="make-bot" disabled=move || request.is_busy()>
                "Make the bot"
            </button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::answers;

    #[test]
    fn the_secret_of_a_new_bot_is_read() {
        let answers = answers("post /api/bots");
        assert!(answers.iter().all(|answer| first_secret_in(answer).is_some()));
    }
}
