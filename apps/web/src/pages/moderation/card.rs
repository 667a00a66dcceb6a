//! A player's card for moderators: account, sanctions, games in progress, and the actions available.

use super::ModerationState;
use super::actions::{Action, list};
use super::queue::{Report, row};
use crate::account::{Account, AccountKind};
use crate::http::{ApiRequest, Fetched, FromJson, Json, Method, ask, bodies, in_address};
use crate::pages::confirm_button::ConfirmButton;
use crate::pages::dates::{day, minute_text};
use crate::pages::entry::{Autofill, Entry};
use crate::pages::played::{self, GamePage};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;

const HOUR: u32 = 3_600;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// How many finished games are shown.
const RECENT: usize = 5;

#[derive(Clone)]
struct PersonCard {
    account: Account,
    since: f64,
    games: u64,
    owner: Option<String>,
    moderator: bool,
    can_sanction: bool,
    muted: Sanction,
    banned: Sanction,
    playing: Vec<RunningGame>,
    reports: Vec<Report>,
    actions: Vec<Action>,
}

/// Whether a mute or a ban holds, and until when if it has an end.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sanction {
    holds: bool,
    until: Option<f64>,
}

impl Sanction {
    /// `Muted until 16 Nov 2026, 14:05`.
    fn words(self, what: &str) -> Option<String> {
        let until = || {
            self.until.map_or("permanently".to_owned(), |at| format!("until {}", minute_text(at)))
        };
        self.holds.then(|| format!("{what} {}", until()))
    }
}

/// A game that is on.
#[derive(Clone)]
struct RunningGame {
    id: String,
    game: GameName,
    first: String,
    second: String,
}

impl FromJson for PersonCard {
    fn read(json: &Json) -> Option<Self> {
        let sanction = |holds: &str, until: &str| Sanction {
            holds: json.flag(holds),
            until: json.number(until),
        };
        Some(Self {
            account: Account::read(&json.field("account"))?,
            since: json.number("since")?,
            games: json.count("games")?,
            owner: json.text("owner"),
            moderator: json.flag("moderator"),
            can_sanction: json.flag("can_sanction"),
            muted: sanction("muted", "muted_until"),
            banned: sanction("banned", "banned_until"),
            playing: Vec::read(&json.field("playing"))?,
            reports: Vec::read(&json.field("reports"))?,
            actions: Vec::read(&json.field("actions"))?,
        })
    }
}

impl FromJson for RunningGame {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            id: json.text("id")?,
            game: json.text("game")?.parse().ok()?,
            first: json.field("first").text("name")?,
            second: json.field("second").text("name")?,
        })
    }
}

#[component]
pub(super) fn Card(state: ModerationState, name: String) -> impl IntoView {
    let path = format!("/api/moderation/people/{}", in_address(&name));
    let card = Fetched::<PersonCard>::new(move || {
        state.done.track();
        Some(path.clone())
    });
    let close = move || state.shown.get().address("");
    // What is written survives the card that is fetched again after each action.
    let reason = RwSignal::new(String::new());
    view! {
        <section class="person-card" aria-labelledby="card-head">
            <div class="card-head">
                <h2 id="card-head">{name}</h2>
                <A href=close attr:class="button small">"Close"</A>
            </div>
            {card.draw(move |card| drawn(card, state, reason))}
        </section>
    }
}

fn drawn(card: PersonCard, state: ModerationState, reason: RwSignal<String>) -> impl IntoView {
    let name = card.account.name.clone();
    let about = about(&card);
    let sanctions = card.can_sanction.then(|| {
        view! { <Sanctions state name=name.clone() muted=card.muted banned=card.banned reason /> }
    });
    let protected = (!card.can_sanction).then(|| {
        view! { <p class="quiet">"Only an operator can mute or ban them."</p> }
    });
    let recent = in_address(&name);
    let games = Fetched::<GamePage>::new(move || Some(format!("/api/games?player={recent}")));
    let reports: Vec<_> =
        card.reports.into_iter().map(|report| row(report, state, false)).collect();
    let (no_reports, no_actions) = (reports.is_empty(), card.actions.is_empty());
    view! {
        {about}
        {sanctions}
        {protected}
        <h3>"Games in progress"</h3>
        {running(card.playing, state, reason)}
        <h3>"Recent games"</h3>
        {games.draw(move |page: GamePage| recent_games(page, &name))}
        <h3>"Reports"</h3>
        {no_reports.then(|| view! { <p class="quiet">"None."</p> })}
        <ul class="reports">{reports}</ul>
        <h3>"History"</h3>
        {no_actions.then(|| view! { <p class="quiet">"Nothing."</p> })}
        {list(card.actions, state)}
    }
}

fn about(card: &PersonCard) -> impl IntoView + use<> {
    let badge = match (card.account.kind, &card.owner) {
        (_, Some(owner)) => Some(format!("bot of {owner}")),
        (AccountKind::Guest, _) => Some("guest".to_owned()),
        (AccountKind::Bot, _) => Some("bot".to_owned()),
        (AccountKind::Account, _) => card.moderator.then(|| "moderator".to_owned()),
    };
    let holds = [card.muted.words("Muted"), card.banned.words("Banned")];
    let holds = holds.into_iter().flatten().map(|words| view! { <p class="sanction">{words}</p> });
    let address = Account::address(&card.account.name);
    view! {
        <p class="quiet who-line">
            {badge.map(|badge| view! { <span class="badge">{badge}</span> })}
            <span>"Since " {day(card.since)} " · " {card.games} " games finished"</span>
            <A href=address>"Profile"</A>
        </p>
        <div id="sanctions">{holds.collect_view()}</div>
    }
}

#[component]
fn Sanctions(
    state: ModerationState,
    name: String,
    muted: Sanction,
    banned: Sanction,
    reason: RwSignal<String>,
) -> impl IntoView {
    let request = ApiRequest::new();
    let path = format!("/api/moderation/people/{}", in_address(&name));
    let run = Callback::new(move |(method, what, seconds): (Method, &'static str, Option<u32>)| {
        let path = format!("{path}/{what}");
        let body = (method == Method::Put)
            .then(|| bodies::sanction(seconds, reason.get_untracked().trim()));
        let work = async move { ask(method, &path, body.as_deref()).await };
        request.run(work, move |_| state.changed());
    });
    let busy = Signal::derive(move || request.is_busy());
    let mute = move |seconds: u32, words: &'static str| {
        let press = move |_| run.run((Method::Put, "mute", Some(seconds)));
        view! { <button type="button" class="button small" disabled=busy on:click=press>{words}</button> }
    };
    let end = move |what: &'static str, words: &'static str| {
        let press = move |_| run.run((Method::Delete, what, None));
        view! { <button type="button" class="button small" disabled=busy on:click=press>{words}</button> }
    };
    let ban = move |seconds: Option<u32>, label: &'static str, sure: &'static str| {
        let done = Callback::new(move |()| run.run((Method::Put, "ban", seconds)));
        view! { <ConfirmButton label sure busy done /> }
    };
    view! {
        <div class="sanctions">
            <Entry label="Reason" id="reason" autofill=Autofill::Text value=reason hint="For the log; the player does not see it." />
            <div class="actions" id="mute" role="group" aria-label="Mute">
                <span>"Mute"</span>
                {mute(HOUR, "1 hour")}
                {mute(DAY, "1 day")}
                {mute(WEEK, "1 week")}
                {muted.holds.then(|| end("mute", "Unmute"))}
            </div>
            <div class="actions" id="ban" role="group" aria-label="Ban">
                <span>"Ban"</span>
                {ban(Some(WEEK), "1 week", "Really ban for 1 week?")}
                {ban(None, "For ever", "Really ban permanently?")}
                {banned.holds.then(|| end("ban", "Unban"))}
            </div>
            {request.notice()}
        </div>
    }
}

fn running(
    games: Vec<RunningGame>,
    state: ModerationState,
    reason: RwSignal<String>,
) -> impl IntoView {
    if games.is_empty() {
        return view! { <p class="quiet">"None."</p> }.into_any();
    }
    let rows = games.into_iter().map(|game| view! { <Running game state reason /> });
    view! { <ul class="rows" id="running">{rows.collect_view()}</ul> }.into_any()
}

#[component]
fn Running(game: RunningGame, state: ModerationState, reason: RwSignal<String>) -> impl IntoView {
    let request = ApiRequest::new();
    let path = format!("/api/moderation/games/{}/abort", game.id);
    let abort = Callback::new(move |()| {
        let (path, body) = (path.clone(), bodies::reason(reason.get_untracked().trim()));
        let work = async move { ask(Method::Post, &path, Some(&body)).await };
        request.run(work, move |_| state.changed());
    });
    let busy = Signal::derive(move || request.is_busy());
    let words = format!("{}: {} against {}", game.game.title(), game.first, game.second);
    view! {
        <li>
            <div>
                <A href=format!("/game/{}", game.id)>{words}</A>
                {request.notice()}
            </div>
            <div class="actions">
                <ConfirmButton label="Abort" sure="Abort the game?" busy done=abort />
            </div>
        </li>
    }
}

fn recent_games(page: GamePage, name: &str) -> impl IntoView + use<> {
    if page.games.is_empty() {
        return view! { <p class="quiet">"None."</p> }.into_any();
    }
    let games = page.games.into_iter().take(RECENT).collect();
    played::list(games, Some(name)).into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn cards_are_read() {
        assert_reads::<PersonCard>(&["get /api/moderation/people/{name}"]);
    }

    #[test]
    fn a_sanction_without_an_end_is_for_ever() {
        let words = |holds| Sanction { holds, until: None }.words("Muted");
        assert_eq!((words(true).as_deref(), words(false)), (Some("Muted permanently"), None));
    }
}
