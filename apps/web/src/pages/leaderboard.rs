//! Leaderboards by game and speed, of people or bots. The address says which one.

use super::person::person;
use super::speeds::{SPEEDS, games, select, title};
use crate::browser;
use crate::http::{Fetched, FromJson, Json};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

/// The game and the speed of a leaderboard.
#[derive(Clone, PartialEq, Eq)]
struct Choice {
    game: GameName,
    speed: String,
    bots: bool,
}

impl Choice {
    fn question(&self) -> String {
        let who = if self.bots { "bots" } else { "people" };
        format!("game={}&speed={}&who={who}", self.game, self.speed)
    }
}

#[derive(Clone)]
struct Leader {
    rank: u64,
    name: String,
    rating: f64,
    deviation: f64,
    games: u64,
}

impl FromJson for Leader {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            rank: json.count("rank")?,
            name: json.text("name")?,
            rating: json.number("rating")?,
            deviation: json.number("deviation")?,
            games: json.count("games")?,
        })
    }
}

#[component]
pub(crate) fn LeaderboardPage() -> impl IntoView {
    browser::set_title("Leaderboard");
    let query = use_query_map();
    let choice = Memo::new(move |_| {
        query.with(|query| {
            let known = |speed: &String| SPEEDS.iter().any(|(name, _)| name == speed);
            Choice {
                game: query.get("game").and_then(|g| g.parse().ok()).unwrap_or(GameName::FAVOURITE),
                speed: query.get("speed").filter(known).unwrap_or_else(|| "blitz".to_owned()),
                bots: query.get("who").is_some_and(|who| who == "bots"),
            }
        })
    });
    let navigate = use_navigate();
    let go = Callback::new(move |choice: Choice| {
        let quietly = NavigateOptions { replace: true, scroll: false, ..Default::default() };
        navigate(&format!("/leaderboard?{}", choice.question()), quietly);
    });
    let leaders = Fetched::<Vec<Leader>>::new(move || {
        Some(format!("/api/leaderboard?{}", choice.with(Choice::question)))
    });
    view! {
        <section class="middling">
            <h1>"Leaderboard"</h1>
            {chooser(choice, go)}
            {leaders.draw(move |all| board(all, &choice.get()))}
        </section>
    }
}

fn chooser(choice: Memo<Choice>, go: Callback<Choice>) -> impl IntoView {
    let change = move |change: &dyn Fn(&mut Choice)| {
        let mut next = choice.get_untracked();
        change(&mut next);
        go.run(next);
    };
    let to_game = move |text: String| {
        change(&|next| next.game = text.parse().unwrap_or(next.game));
    };
    let to_speed = move |text: String| change(&|next| next.speed.clone_from(&text));
    let game = Signal::derive(move || choice.with(|choice| choice.game.to_string()));
    let speed = Signal::derive(move || choice.with(|choice| choice.speed.clone()));
    let who = move |bots: bool, words: &'static str| {
        view! {
            <label>
                <input
                    type="radio"
                    name="who"
                    value=if bots { "bots" } else { "people" }
                    prop:checked=move || choice.get().bots == bots
                    on:change=move |_| change(&|next| next.bots = bots)
                />
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <div class="fields chooser">
            {select("Game", "game", &games(), game, Callback::new(to_game))}
            {select("Pace", "speed", &SPEEDS, speed, Callback::new(to_speed))}
            <fieldset class="segments">
                <legend>"Who"</legend>
                <div>{who(false, "People")} {who(true, "Bots")}</div>
            </fieldset>
        </div>
    }
}

fn board(leaders: Vec<Leader>, choice: &Choice) -> impl IntoView + use<> {
    let what = format!("{}, {}", choice.game.title(), title(&choice.speed).to_ascii_lowercase());
    if leaders.is_empty() {
        return view! {
            <p class="notice" id="leaders">
                {format!("No ranked players in {what} yet. A player is ranked after about a dozen rated games, when \
                          the rating is no longer provisional.")}
            </p>
        }
        .into_any();
    }
    let row = |leader: Leader| {
        view! {
            <tr>
                <td class="number">{leader.rank}</td>
                <th scope="row">
                    {person(&leader.name)}
                </th>
                <td class="number">
                    <strong>{leader.rating}</strong>
                    <span class="quiet">" ± " {leader.deviation}</span>
                </td>
                <td class="number">{leader.games}</td>
            </tr>
        }
    };
    view! {
        <table class="figures" id="leaders">
            <caption class="unseen">{format!("The strongest in {what}")}</caption>
            <thead>
                <tr>
                    <th scope="col" class="number">"Rank"</th>
                    <th scope="col">"Name"</th>
                    <th scope="col" class="number">"Rating"</th>
                    <th scope="col" class="number">"Games"</th>
                </tr>
            </thead>
            <tbody>{leaders.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn leaders_are_read() {
        assert_reads::<Vec<Leader>>(&["get /api/leaderboard"]);
    }
}
