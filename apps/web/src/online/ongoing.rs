//! Games that are on: one's own, to return to, and those of others, to watch.

use super::socket::Online;
use super::words;
use crate::browser;
use crate::http::{Fetched, FromJson, Json};
use game::Side;
use leptos::prelude::*;
use leptos_router::components::A;
use protocol::{Person, Player, SeatWish, Terms};
use std::time::Duration;

/// Polling interval.
const AGAIN: Duration = Duration::from_secs(10);

/// A game that is on.
#[derive(Clone)]
struct Ongoing {
    id: String,
    terms: Terms,
    first: Player,
    second: Player,
    watchers: u64,
    /// Where we sit, and whether it is our turn.
    own: Option<(Side, bool)>,
}

impl FromJson for Ongoing {
    fn read(json: &Json) -> Option<Self> {
        let own = json.text("seat").map(|seat| {
            let side = if seat == "first" { Side::First } else { Side::Second };
            (side, json.flag("your_turn"))
        });
        let terms = Terms {
            game: json.text("game")?,
            options: json.text("options")?,
            time: json.text("time")?.parse().ok()?,
            rated: json.flag("rated"),
            seat: SeatWish::Any,
        };
        Some(Self {
            id: json.text("id")?,
            terms,
            first: player(&json.field("first"))?,
            second: player(&json.field("second"))?,
            watchers: json.count("watchers").unwrap_or(0),
            own,
        })
    }
}

fn player(json: &Json) -> Option<Player> {
    let name = json.text("name")?.parse().ok()?;
    let person = Person { name, guest: json.flag("guest"), bot: json.flag("bot") };
    let rating = json.number("rating").map(|rating| rating as i32);
    Some(Player { person, rating, provisional: json.flag("provisional") })
}

/// Polls while the page is visible.
fn polled(games: Fetched<Vec<Ongoing>>) -> Fetched<Vec<Ongoing>> {
    browser::repeat(AGAIN, move || {
        if !browser::is_hidden() {
            games.again();
        }
    });
    games
}

fn named(player: &Player) -> String {
    match words::rating(player) {
        Some(rating) => format!("{} ({rating})", player.person.name),
        None => player.person.name.to_string(),
    }
}

/// Our games, those in which it is our turn first.
#[component]
pub(super) fn Playing(online: Online) -> impl IntoView {
    let playing = Memo::new(move |_| online.with(|client| client.playing().to_vec()));
    let asked =
        move || playing.with(|all| !all.is_empty()).then(|| "/api/account/playing".to_owned());
    let games = polled(Fetched::new(asked));
    let rows = move || {
        let mut games = games.get().unwrap_or_default();
        games.sort_by_key(|game| game.own.is_none_or(|(_, turn)| !turn));
        games.into_iter().filter_map(own).collect_view()
    };
    view! {
        <Show when=move || playing.with(|all| !all.is_empty())>
            <section class="seeks playing" aria-label="Your games">
                <h2>"Your games"</h2>
                <ul>{rows}</ul>
            </section>
        </Show>
    }
}

fn own(game: Ongoing) -> Option<impl IntoView> {
    let (side, turn) = game.own?;
    let other = if side == Side::First { &game.second } else { &game.first };
    let (title, about) = (words::title(&game.terms), words::terms(&game.terms));
    let whose = if turn { "Your turn" } else { "Their turn" };
    let label = format!("Back to {title} against {}: {whose}", other.person.name);
    let class = if turn { "button primary" } else { "button" };
    Some(view! {
        <li class=format!("seek game-{}", game.terms.game)>
            <div class="what">
                <p><b>{format!("{title} against {}", named(other))}</b></p>
                <p class="quiet">{format!("{whose} · {about}")}</p>
            </div>
            <A href=format!("/game/{}", game.id) attr:class=class attr:aria-label=label>
                {if turn { "Your move" } else { "Open" }}
            </A>
        </li>
    })
}

/// The games of others, to be watched by one touch.
#[component]
pub(super) fn Running(online: Online) -> impl IntoView {
    let games = polled(Fetched::new(|| Some("/api/games/live".to_owned())));
    let draw = move |games: Vec<Ongoing>| {
        let mine = |id: &str| {
            online.with(|client| client.playing().iter().any(|playing| playing.as_str() == id))
        };
        let rows: Vec<_> = games.into_iter().filter(|game| !mine(&game.id)).map(watch).collect();
        if rows.is_empty() {
            view! { <p class="quiet">"No games are being played just now."</p> }.into_any()
        } else {
            view! { <ul>{rows}</ul> }.into_any()
        }
    };
    view! {
        <section class="seeks" id="running" aria-label="Games to watch">
            <h2>"Games to watch"</h2>
            {games.draw(draw)}
        </section>
    }
}

fn watch(game: Ongoing) -> impl IntoView {
    let (first, second) = (named(&game.first), named(&game.second));
    let (title, about) = (words::title(&game.terms), words::terms(&game.terms));
    let watched = match game.watchers {
        0 => String::new(),
        1 => " · 1 spectator".to_owned(),
        many => format!(" · {many} spectators"),
    };
    let label = format!("Watch {first} against {second}: {title}");
    view! {
        <li class=format!("seek game-{}", game.terms.game)>
            <div class="what">
                <p><b>{title}</b> {format!(" {first} – {second}")}</p>
                <p class="quiet">{format!("{about}{watched}")}</p>
            </div>
            <A href=format!("/game/{}", game.id) attr:class="button" attr:aria-label=label>
                "Watch"
            </A>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn running_games_are_read() {
        assert_reads::<Vec<Ongoing>>(&["get /api/games/live", "get /api/account/playing"]);
    }
}
