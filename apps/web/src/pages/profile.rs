//! Profile of a person or bot: ratings, head-to-head results, recent games.

mod curve;

use super::block::BlockButton;
use super::dates::day;
use super::person::person;
use super::played::{self, GamePage};
use super::report::ReportButton;
use super::speeds::title;
use crate::account::{Account, AccountKind, CurrentUser};
use crate::browser;
use crate::http::{Fetched, FromJson, Json, in_address};
use crate::routes::parameter;
use catalog::GameName;
use curve::Curve;
use leptos::prelude::*;
use leptos_router::components::A;

#[derive(Clone, PartialEq)]
struct Profile {
    account: Account,
    since: f64,
    games: u64,
    ratings: Vec<RatingSummary>,
}

/// A rating in a game at a pace.
#[derive(Clone, PartialEq)]
struct RatingSummary {
    game: GameName,
    speed: String,
    rating: f64,
    deviation: f64,
    provisional: bool,
    games: u64,
}

#[derive(Clone)]
struct HeadToHead {
    name: String,
    won: u64,
    lost: u64,
    drawn: u64,
}

impl FromJson for Profile {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            account: Account::read(&json.field("account"))?,
            since: json.number("since")?,
            games: json.count("games")?,
            ratings: Vec::read(&json.field("ratings"))?,
        })
    }
}

impl FromJson for RatingSummary {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            game: json.text("game")?.parse().ok()?,
            speed: json.text("speed")?,
            rating: json.number("rating")?,
            deviation: json.number("deviation")?,
            provisional: json.flag("provisional"),
            games: json.count("games")?,
        })
    }
}

impl FromJson for HeadToHead {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            name: json.text("name")?,
            won: json.count("won")?,
            lost: json.count("lost")?,
            drawn: json.count("drawn")?,
        })
    }
}

#[component]
pub(crate) fn ProfilePage() -> impl IntoView {
    let name = parameter();
    let profile = Fetched::<Profile>::new(move || Some(address(&name.get(), "")));
    Effect::new(move || browser::set_title(&name.get()));
    view! {
        <section class="middling profile">
            <h1>{move || profile.get().map_or_else(|| name.get(), |found| found.account.name)}</h1>
            {profile.draw(move |found| view! { <ProfileView found /> })}
        </section>
    }
}

fn address(name: &str, rest: &str) -> String {
    format!("/api/people/{}{rest}", in_address(name))
}

#[component]
fn ProfileView(found: Profile) -> impl IntoView {
    let name = found.account.name.clone();
    let (against, games) = (address(&name, "/opponents"), in_address(&name));
    let more = format!("/archive?player={games}");
    let against = Fetched::<Vec<HeadToHead>>::new(move || Some(against.clone()));
    let games = Fetched::<GamePage>::new(move || Some(format!("/api/games?player={games}")));
    let own = name.clone();
    let none = found.games == 0;
    view! {
        {about(&found)}
        <Ratings name=name.clone() ratings=found.ratings />
        <section aria-labelledby="recent-head">
            <h2 id="recent-head">"Recent games"</h2>
            {games.draw(move |page: GamePage| recent(page, &name, &more))}
        </section>
        <section aria-labelledby="against-head" hidden=none>
            <h2 id="against-head">"Against others"</h2>
            {against.draw(move |all| record(all, &own))}
        </section>
    }
}

/// Kind of account, and date of registration.
fn about(found: &Profile) -> impl IntoView + use<> {
    let Account { name, kind } = found.account.clone();
    let badge = match kind {
        AccountKind::Guest => Some("guest"),
        AccountKind::Bot => Some("bot"),
        AccountKind::Account => None,
    };
    let count = match found.games {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let me = CurrentUser::here();
    let actions = move || match me.get() {
        Some(me) if me.name == name => own_account(&me).into_any(),
        _ => of_another(me, name.clone()).into_any(),
    };
    view! {
        <p class="quiet who-line">
            {badge.map(|badge| view! { <span class="badge">{badge}</span> })}
            <span>"Member since " {day(found.since)} " · " {count} " finished"</span>
        </p>
        <div class="actions">{actions}</div>
    }
}

fn own_account(me: &Account) -> impl IntoView + use<> {
    let (href, words) = match me.kind {
        AccountKind::Guest => ("/sign-in?new=1", "Create an account"),
        _ => ("/settings#account", "Your account"),
    };
    view! { <A href=href attr:class="button small">{words}</A> }
}

fn of_another(me: CurrentUser, name: String) -> impl IntoView {
    let card = format!("/moderation?person={}", in_address(&name));
    let card = move || {
        let card = card.clone();
        me.is_moderator().then(|| view! { <A href=card attr:class="button small">"Moderate"</A> })
    };
    view! {
        <ReportButton people=vec![name.clone()] game=None />
        <BlockButton name />
        {card}
    }
}

/// The ratings, one of which is shown over time.
#[component]
fn Ratings(name: String, ratings: Vec<RatingSummary>) -> impl IntoView {
    if ratings.is_empty() {
        return view! { <p class="notice">"No rated games yet."</p> }.into_any();
    }
    // The best known is looked at first.
    let most = ratings.iter().enumerate().max_by_key(|(_, rating)| rating.games);
    let chosen = RwSignal::new(most.map_or(0, |(at, _)| at));
    let cards = ratings.iter().cloned().enumerate();
    let cards = cards.map(|(at, rating)| card(at, &rating, chosen)).collect_view();
    let shown = Memo::new(move |_| ratings[chosen.get()].clone());
    let points = move || {
        let RatingSummary { game, speed, .. } = shown.get();
        address(&name, &format!("/ratings?game={game}&speed={speed}"))
    };
    let heading = move || {
        format!("{}, {}", shown.get().game.title(), title(&shown.get().speed).to_ascii_lowercase())
    };
    view! {
        <section aria-labelledby="ratings-head">
            <h2 id="ratings-head">"Ratings"</h2>
            <div class="ratings" role="group" aria-label="Ratings">{cards}</div>
            <Curve address=Signal::derive(points) heading=Signal::derive(heading) />
        </section>
    }
    .into_any()
}

fn card(at: usize, rating: &RatingSummary, chosen: RwSignal<usize>) -> impl IntoView + use<> {
    let mark = if rating.provisional { "?" } else { "" };
    let sure = if rating.provisional { "provisional, " } else { "" };
    let games =
        if rating.games == 1 { "1 game".to_owned() } else { format!("{} games", rating.games) };
    let what = format!("± {}, {sure}{games}", rating.deviation);
    view! {
        <button
            type="button"
            class=format!("rating-card game-{}", rating.game)
            aria-pressed=move || (chosen.get() == at).to_string()
            on:click=move |_| chosen.set(at)
        >
            <span class="what">{format!("{}, {}", rating.game.title(), title(&rating.speed).to_ascii_lowercase())}</span>
            <strong>{format!("{}{mark}", rating.rating)}</strong>
            <span class="quiet">{what}</span>
        </button>
    }
}

fn recent(page: GamePage, name: &str, more: &str) -> impl IntoView + use<> {
    const SHOWN: usize = 10;
    if page.games.is_empty() {
        return view! { <p class="quiet">"None yet."</p> }.into_any();
    }
    let others = (page.more || page.games.len() > SHOWN).then(|| {
        view! { <A href=more.to_owned() attr:class="button">"All games"</A> }
    });
    let games = page.games.into_iter().take(SHOWN).collect();
    view! {
        {played::list(games, Some(name))}
        <div class="actions">{others}</div>
    }
    .into_any()
}

/// Won, lost and drawn against each of those played most.
fn record(all: Vec<HeadToHead>, own: &str) -> impl IntoView + use<> {
    let own = in_address(own);
    let row = move |one: HeadToHead| {
        let games = format!("/archive?player={own}&opponent={}", in_address(&one.name));
        view! {
            <tr>
                <th scope="row">
                    {person(&one.name)}
                </th>
                <td class="number">{one.won}</td>
                <td class="number">{one.lost}</td>
                <td class="number">{one.drawn}</td>
                <td class="number">
                    <A href=games attr:aria-label=format!("Games against {}", one.name)>"Games"</A>
                </td>
            </tr>
        }
    };
    view! {
        <table class="figures" id="against">
            <thead>
                <tr>
                    <th scope="col">"Name"</th>
                    <th scope="col" class="number">"Won"</th>
                    <th scope="col" class="number">"Lost"</th>
                    <th scope="col" class="number">"Drawn"</th>
                    <th scope="col"><span class="unseen">"Games"</span></th>
                </tr>
            </thead>
            <tbody>{all.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn profiles_and_opponents_are_read() {
        assert_reads::<Profile>(&["get /api/people/{name}"]);
        assert_reads::<Vec<HeadToHead>>(&["get /api/people/{name}/opponents"]);
    }
}
