//! What happens on the server: people, open games, and a game to look at. Nothing without a server.

use crate::board::Picture;
use crate::browser;
use crate::http::{Fetched, FromJson, Json};
use catalog::GameName;
use game::Viewer;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Table as _;
use scene::table::from_view;
use std::time::Duration;

/// Polling interval.
const AGAIN: Duration = Duration::from_secs(15);

#[derive(Clone, PartialEq)]
struct Activity {
    people: u64,
    open_games: u64,
    running_games: u64,
    featured: Option<Featured>,
}

/// A game that is being played, or the one that ended last.
#[derive(Clone, PartialEq)]
struct Featured {
    id: String,
    game: GameName,
    players: [String; 2],
    view: String,
    is_over: bool,
}

impl FromJson for Activity {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            people: json.count("people")?,
            open_games: json.count("open_games")?,
            running_games: json.count("running_games")?,
            featured: Featured::read(&json.field("featured")),
        })
    }
}

impl Featured {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            id: json.text("id")?,
            game: json.text("game")?.parse().ok()?,
            players: [json.field("first").text("name")?, json.field("second").text("name")?],
            view: json.text("view")?,
            is_over: json.count("ended").is_some(),
        })
    }
}

/// The panel; it is not there until the server has answered.
#[component]
pub(super) fn ActivityPanel() -> impl IntoView {
    let activity: Fetched<Activity> = Fetched::new(|| Some("/api/activity".to_owned()));
    browser::repeat(AGAIN, move || {
        if !browser::is_hidden() {
            activity.again();
        }
    });
    move || activity.get().map(panel)
}

fn panel(activity: Activity) -> impl IntoView {
    let counts = counts(&activity);
    view! {
        <section class="activity" aria-labelledby="activity-title">
            <h2 id="activity-title">"Online now"</h2>
            <p class="counts">{counts}</p>
            {activity.featured.map(featured)}
        </section>
    }
}

/// Such as “3 people online · 1 open game · 2 games being played”.
fn counts(activity: &Activity) -> String {
    let many = |count: u64, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    let parts = [
        many(activity.people, "person online", "people online"),
        many(activity.open_games, "open game", "open games"),
        many(activity.running_games, "game being played", "games being played"),
    ];
    parts.join(" · ")
}

fn featured(game: Featured) -> Option<impl IntoView> {
    let scene = from_view(game.game, &game.view).ok()?.scene(Viewer::Judge);
    let [first, second] = &game.players;
    let what = if game.is_over { "Last game" } else { "Being played" };
    let link = if game.is_over { "Replay" } else { "Watch" };
    let label = format!("{link} {first} against {second}, {}", game.game.title());
    let players = format!("{first} – {second}");
    Some(view! {
        <article class=format!("card featured game-{}", game.game)>
            <div class="stage">
                <Picture scene=Signal::stored(scene) />
            </div>
            <h3>{players}</h3>
            <p class="line">{format!("{what}: {}", game.game.title())}</p>
            <A href=format!("/game/{}", game.id) attr:class="button" attr:aria-label=label>
                {link}
            </A>
        </article>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_the_server_are_read() {
        for answer in crate::http::schema_value::answers("get /api/activity") {
            assert!(Activity::read(&answer).is_some(), "{answer:?}");
        }
    }

    #[test]
    fn counts_have_the_right_number() {
        let one = Activity { people: 1, open_games: 0, running_games: 2, featured: None };
        assert_eq!(counts(&one), "1 person online · 0 open games · 2 games being played");
    }
}
