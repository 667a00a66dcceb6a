//! Front page: what this is, where one left off, the games, and what happens on the server.

mod activity;
mod resume;

use crate::board::Picture;
use crate::browser;
use crate::games::PlayMode;
use crate::startup::{deferred, sliced};
use activity::ActivityPanel;
use catalog::GameName;
use game::Viewer;
use leptos::prelude::*;
use leptos_router::components::A;
use resume::Resume;
use scene::table::portrait;
use scene::{GameDescription, Scene, Table as _};
use std::time::Duration;

/// How long a position is shown.
const PACE: Duration = Duration::from_millis(2200);

#[component]
pub(crate) fn Home() -> impl IntoView {
    browser::set_title("");
    let cards =
        GameName::ALL.into_iter().map(|game| sliced(move || view! { <Card game /> }.into_any()));
    view! {
        <div class="home">
            <section class="hero">
                <h1>"Hexagonal strategy games"</h1>
                <p>"Play, learn, analyse. Free, without an account, also offline."</p>
                <div class="hero-actions">
                    <A href="/lobby" attr:class="button primary online">
                        "Play online"
                    </A>
                    <NewHere />
                </div>
            </section>
            {sliced(|| view! { <Resume /> }.into_any())}
            <div class="cards">{cards.collect_view()}</div>
            {sliced(|| view! { <ActivityPanel /> }.into_any())}
        </div>
    }
}

/// The links to the guided games, for newcomers.
#[component]
fn NewHere() -> impl IntoView {
    let guides = GameName::ALL.into_iter().map(|game| {
        let label = format!("Learn {} in a guided game", game.title());
        view! {
            <A href=format!("/learn/first/{game}") attr:class="button" attr:aria-label=label>
                {game.title()}
            </A>
        }
    });
    view! {
        <details class="new-here">
            <summary class="button">"New here?"</summary>
            <div class="guides">
                <p>"Learn a game by playing it:"</p>
                {guides.collect_view()}
            </div>
        </details>
    }
}

#[component]
fn Card(game: GameName) -> impl IntoView {
    let GameDescription { line, text, .. } = *game.description();
    let others = PlayMode::ALL.into_iter().filter(|mode| *mode != PlayMode::Play).map(|mode| {
        let label = format!("{}: {}", game.title(), mode.title());
        view! {
            <li>
                <A href=mode.address(game) attr:aria-label=label>
                    {mode.title()}
                </A>
            </li>
        }
    });
    view! {
        <article class=format!("card game-{game}")>
            <div class="stage">
                {deferred(move || view! { <Picture scene=little_game(game) /> }.into_any())}
            </div>
            <h2>{game.title()}</h2>
            <p class="line">{line}</p>
            <p class="text">{text}</p>
            <A
                href=PlayMode::Play.address(game)
                attr:class="button primary"
                attr:aria-label=format!("{}: {}", game.title(), PlayMode::Play.title())
            >
                {PlayMode::Play.title()}
            </A>
            <ul class="play-modes">{others.collect_view()}</ul>
        </article>
    }
}

/// The scenes of a little game, one after the other, again and again.
fn little_game(game: GameName) -> Signal<Scene> {
    let table = portrait(game, Some(usize::MAX));
    let count = table.ply() + 1;
    let table = StoredValue::new_local(table);
    // A game under way shows more than its start.
    let at = RwSignal::new(count / 2);
    let step = move || {
        at.try_update(|at| *at = (*at + 1) % count);
    };
    if count > 1 && !browser::prefers_reduced_motion() {
        browser::repeat(PACE, step);
    }
    Signal::derive(move || table.with_value(|table| table.scene_at(at.get(), Viewer::Judge)))
}
