//! Reporting a player to the moderators: a button, and the form that it opens.

use crate::account::CurrentUser;
use crate::browser;
use crate::http::{ApiRequest, Method, ask, bodies};
use crate::lazy_pages::{Draw, lazy_part, report};
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;

/// The longest text of a report, in characters.
const LONGEST: &str = "500";

/// The reasons: the value that is sent, and the label.
pub(super) const REASONS: [(&str, &str); 5] = [
    ("chat", "Insults or spam in the chat"),
    ("cheating", "Engine assistance, or losing on purpose"),
    ("stalling", "Abandons games or lets the clock run out"),
    ("name", "An offensive name"),
    ("other", "Something else"),
];

/// A reason in words.
pub(super) fn reason_words(reason: &str) -> &'static str {
    let found = REASONS.iter().find(|(name, _)| *name == reason);
    found.map_or("Something else", |(_, words)| words)
}

/// What the form is opened with.
#[derive(Clone)]
pub(crate) struct ReportRequest {
    /// Who can be reported; the first is proposed.
    people: Vec<String>,
    /// The game from which they are reported.
    game: Option<String>,
    close: Callback<()>,
}

/// The button, if there is a player to report.
#[component]
pub(crate) fn ReportButton(
    #[prop(into)] people: Signal<Vec<String>>,
    game: Option<String>,
) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    let shown = RwSignal::new(None::<Vec<String>>);
    let open = move |_| {
        shown.set(Some(people.get_untracked()));
        if let Some(dialog) = dialog.get_untracked() {
            // It is shown already only if it is open.
            let _ = dialog.show_modal();
        }
    };
    let close = Callback::new(move |()| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    });
    let form = move || {
        let request = ReportRequest { people: shown.get()?, game: game.clone(), close };
        Some(lazy_part(report, move |draw: Draw<ReportRequest>| draw(request.clone())))
    };
    // Keys that are pressed in the form are not those of the board behind it.
    view! {
        <Show when=move || people.with(|people| !people.is_empty())>
            <button type="button" class="button small" id="report" aria-haspopup="dialog" on:click=open>
                "Report"
            </button>
        </Show>
        <dialog
            class="report"
            node_ref=dialog
            aria-label="Report"
            on:keydown=|event: ev::KeyboardEvent| event.stop_propagation()
            on:close=move |_| shown.set(None)
        >
            {form}
        </dialog>
    }
}

#[component]
pub(crate) fn ReportForm(request: ReportRequest) -> impl IntoView {
    let sent = RwSignal::new(false);
    let me = CurrentUser::here();
    let close = request.close;
    request_animation_frame(|| browser::focus("report-reason"));
    move || match (me.get(), sent.get()) {
        (None, _) => notice(close, "Reports are not anonymous. Sign in, or play as a guest first.")
            .into_any(),
        (_, true) => {
            let words = "Thank you. A moderator will read it. Whom you block on their profile \
                         cannot challenge you or write to you.";
            notice(close, words).into_any()
        }
        (_, false) => fields(request.clone(), sent).into_any(),
    }
}

fn notice(close: Callback<()>, words: &'static str) -> impl IntoView {
    view! {
        <p role="status" id="report-sent">{words}</p>
        <div class="actions">
            <button type="button" class="button" id="report-close" on:click=move |_| close.run(())>
                "Close"
            </button>
        </div>
    }
}

fn fields(form: ReportRequest, sent: RwSignal<bool>) -> impl IntoView {
    let ReportRequest { people, game, close } = form;
    let person = RwSignal::new(people.first().cloned().unwrap_or_default());
    let (reason, text) = (RwSignal::new(REASONS[0].0.to_owned()), RwSignal::new(String::new()));
    let request = ApiRequest::new();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let body = bodies::report(
            &person.get_untracked(),
            &reason.get_untracked(),
            &text.get_untracked(),
            game.as_deref(),
        );
        let work = async move { ask(Method::Post, "/api/reports", Some(&body)).await };
        request.run(work, move |_| sent.set(true));
    };
    let whom = (people.len() > 1).then(|| {
        let options = people.iter().map(|name| (name.clone(), name.clone())).collect();
        choice("report-person", "Whom", options, person)
    });
    let reasons = REASONS.map(|(name, words)| (name.to_owned(), words.to_owned())).to_vec();
    view! {
        <form class="entries" novalidate on:submit=submit>
            <h2>{move || format!("Report {}", person.get())}</h2>
            {whom}
            {choice("report-reason", "Why", reasons, reason)}
            <label class="field">
                <span>"What happened"</span>
                <textarea
                    id="report-text"
                    rows="4"
                    maxlength=LONGEST
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </label>
            {request.notice()}
            <div class="actions">
                <button type="submit" class="button primary" disabled=move || request.is_busy()>
                    "Send the report"
                </button>
                <button type="button" class="button" on:click=move |_| close.run(())>"Cancel"</button>
            </div>
        </form>
    }
}

/// One of several, by name and words.
fn choice(
    id: &'static str,
    title: &'static str,
    options: Vec<(String, String)>,
    chosen: RwSignal<String>,
) -> impl IntoView {
    let option = |(value, words): (String, String)| view! { <option value=value>{words}</option> };
    view! {
        <label class="field">
            <span>{title}</span>
            <select id=id on:change=move |event| chosen.set(event_target_value(&event))>
                {options.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
