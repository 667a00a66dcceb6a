//! The queue of reports, and closing one.

use super::ModerationState;
use crate::account::Account;
use crate::http::{ApiRequest, Fetched, FromJson, Json, Method, ask, bodies};
use crate::pages::dates::minute;
use crate::pages::report::reason_words;
use leptos::prelude::*;
use leptos_router::components::A;

/// The longest note, in characters.
const LONGEST_NOTE: &str = "200";

/// A report.
#[derive(Clone)]
pub(super) struct Report {
    id: String,
    at: f64,
    reporter: Option<String>,
    person: Account,
    reason: String,
    text: String,
    game: Option<String>,
    closed: Option<f64>,
    closed_by: Option<String>,
    note: Option<String>,
}

impl FromJson for Report {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            id: json.text("id")?,
            at: json.number("at")?,
            reporter: json.text("reporter"),
            person: Account::read(&json.field("person"))?,
            reason: json.text("reason")?,
            text: json.text("text")?,
            game: json.text("game"),
            closed: json.number("closed"),
            closed_by: json.text("closed_by"),
            note: json.text("note"),
        })
    }
}

#[derive(Clone)]
struct ReportPage {
    reports: Vec<Report>,
    more: bool,
}

impl FromJson for ReportPage {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { reports: Vec::read(&json.field("reports"))?, more: json.flag("more") })
    }
}

#[component]
pub(super) fn Queue(state: ModerationState, closed: bool) -> impl IntoView {
    let page = RwSignal::new(0_u32);
    let listed = if closed { "closed" } else { "open" };
    let found = Fetched::<ReportPage>::new(move || {
        state.done.track();
        Some(format!("/api/moderation/reports?state={listed}&page={}", page.get()))
    });
    found.draw(move |found: ReportPage| {
        if found.reports.is_empty() && page.get_untracked() == 0 {
            return empty(closed).into_any();
        }
        let rows = found.reports.into_iter().map(|report| row(report, state, true)).collect_view();
        view! {
            <ul class="reports">{rows}</ul>
            {paging(page, found.more)}
        }
        .into_any()
    })
}

fn empty(closed: bool) -> impl IntoView {
    let words =
        if closed { "No report has been closed yet." } else { "No report is open. Thank you." };
    view! { <p class="notice" id="no-reports">{words}</p> }
}

fn paging(page: RwSignal<u32>, more: bool) -> impl IntoView {
    let step = move |by: i32, words: &'static str| {
        let go = move |_| page.update(|page| *page = page.saturating_add_signed(by));
        view! { <button type="button" class="button small" on:click=go>{words}</button> }
    };
    let before = (page.get_untracked() > 0).then(|| step(-1, "← Back"));
    let after = more.then(|| step(1, "More →"));
    view! { <div class="actions">{before} {after}</div> }
}

/// A report; `named` if the reported player is shown.
pub(super) fn row(report: Report, state: ModerationState, named: bool) -> impl IntoView {
    let person = named.then(|| view! { {state.link(&report.person.name)} " · " });
    let reporter = match &report.reporter {
        Some(name) => state.link(name).into_any(),
        None => view! { "a deleted account" }.into_any(),
    };
    let game = report.game.as_ref().map(|id| {
        view! { " · " <A href=format!("/game/{id}")>"the game"</A> }
    });
    let words = Some(report.text.clone()).filter(|text| !text.is_empty());
    let end = match report.closed {
        Some(at) => outcome(&report, at).into_any(),
        None => view! { <Close id=report.id.clone() state /> }.into_any(),
    };
    view! {
        <li class="report-row">
            <p>{person} <b>{reason_words(&report.reason)}</b></p>
            {words.map(|words| view! { <blockquote>{words}</blockquote> })}
            <p class="quiet small">"By " {reporter} " · " {minute(report.at)} {game}</p>
            {end}
        </li>
    }
}

/// What became of it.
fn outcome(report: &Report, at: f64) -> impl IntoView + use<> {
    let by = report.closed_by.clone().unwrap_or_else(|| "an operator".to_owned());
    let note = report.note.clone().filter(|note| !note.is_empty());
    view! {
        <p class="quiet small">
            "Closed by " {by} " · " {minute(at)} {note.map(|note| format!(": {note}"))}
        </p>
    }
}

#[component]
fn Close(id: String, state: ModerationState) -> impl IntoView {
    let note = RwSignal::new(String::new());
    let request = ApiRequest::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let path = format!("/api/moderation/reports/{id}/close");
        let body = bodies::note(&note.get_untracked());
        let work = async move { ask(Method::Post, &path, Some(&body)).await };
        request.run(work, move |_| state.changed());
    };
    view! {
        <form class="close-report" on:submit=submit>
            <input
                type="text"
                aria-label="Note"
                placeholder="Note, for the log"
                autocomplete="off"
                maxlength=LONGEST_NOTE
                prop:value=note
                on:input=move |event| note.set(event_target_value(&event))
            />
            <button type="submit" class="button small" disabled=move || request.is_busy()>
                "Close the report"
            </button>
        </form>
        {request.notice()}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn reports_are_read() {
        assert_reads::<ReportPage>(&["get /api/moderation/reports"]);
    }
}
