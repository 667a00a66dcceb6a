//! The log of actions.

use super::ModerationState;
use crate::http::{Fetched, FromJson, Json};
use crate::pages::dates::minute;
use leptos::prelude::*;
use leptos_router::components::A;

/// Page size of the log of actions.
const AT_ONCE: usize = 100;

/// What an operator or a moderator did.
#[derive(Clone)]
pub(super) struct Action {
    n: u64,
    at: f64,
    actor: String,
    kind: String,
    person: Option<String>,
    game: Option<String>,
    detail: Option<String>,
}

impl FromJson for Action {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            n: json.count("n")?,
            at: json.number("at")?,
            actor: json.text("actor")?,
            kind: json.text("kind")?,
            person: json.text("person"),
            game: json.text("game"),
            detail: json.text("detail"),
        })
    }
}

/// What was done, in words; the account comes after them.
fn words(kind: &str) -> String {
    let known = match kind {
        "ban" => "banned",
        "unban" => "ended the ban of",
        "mute" => "muted",
        "unmute" => "ended the mute of",
        "rename" => "renamed",
        "reset_password" => "made a recovery code for",
        "end_session" => "ended a session of",
        "end_sessions" => "ended all sessions of",
        "abort_game" => "aborted",
        "announce" => "changed the announcement",
        "sign_up" => "set who may sign up",
        "invite" => "made an invitation",
        "grant_moderator" => "made a moderator of",
        "revoke_moderator" => "took the moderator right of",
        "close_report" => "closed a report of",
        other => return other.replace('_', " "),
    };
    known.to_owned()
}

#[component]
pub(super) fn Log(state: ModerationState) -> impl IntoView {
    let before = RwSignal::new(None::<u64>);
    let log = Fetched::<Vec<Action>>::new(move || {
        state.done.track();
        let before = before.get().map(|n| format!("?before={n}")).unwrap_or_default();
        Some(format!("/api/moderation/log{before}"))
    });
    log.draw(move |actions: Vec<Action>| {
        if actions.is_empty() && before.get_untracked().is_none() {
            return view! { <p class="notice">"Nothing has been done yet."</p> }.into_any();
        }
        let (last, whole) = (actions.last().map(|action| action.n), actions.len() == AT_ONCE);
        let earlier = last.filter(|_| whole).map(|n| {
            view! {
                <button type="button" class="button small" on:click=move |_| before.set(Some(n))>
                    "Earlier →"
                </button>
            }
        });
        let latest = before.get_untracked().map(|_| {
            view! {
                <button type="button" class="button small" on:click=move |_| before.set(None)>
                    "← Latest"
                </button>
            }
        });
        view! {
            {list(actions, state)}
            <div class="actions">{latest} {earlier}</div>
        }
        .into_any()
    })
}

pub(super) fn list(actions: Vec<Action>, state: ModerationState) -> impl IntoView {
    let row = |action: Action| {
        let person = action.person.as_deref().map(|name| view! { " " {state.link(name)} });
        let apart = if person.is_some() { " · " } else { " " };
        let game =
            action.game.map(|id| view! { {apart} <A href=format!("/game/{id}")>"the game"</A> });
        view! {
            <li>
                <p><b>{action.actor}</b> " " {words(&action.kind)} {person} {game}</p>
                <p class="quiet small">
                    {minute(action.at)} {action.detail.map(|detail| format!(" · {detail}"))}
                </p>
            </li>
        }
    };
    view! { <ol class="action-log" id="log">{actions.into_iter().map(row).collect_view()}</ol> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::{answers, assert_reads};

    #[test]
    fn actions_are_read() {
        assert_reads::<Vec<Action>>(&["get /api/moderation/log"]);
    }

    #[test]
    fn every_kind_has_words() {
        for answer in answers("get /api/moderation/log") {
            for action in Vec::<Action>::read(&answer).unwrap() {
                assert_ne!(words(&action.kind), action.kind.replace('_', " "));
            }
        }
        assert_eq!(words("some_thing"), "some thing");
    }
}
