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
use leptos::html::Div;
use leptos::prelude::*;
use leptos_router::components::A;
use resume::Resume;
use scene::table::portrait;
use scene::{GameDescription, Scene, Table as _};
use std::time::Duration;

/// Time between two moves on the page: one board moves at a time, in turn.
const BEAT: Duration = Duration::from_millis(550);
/// Nothing moves in the first moments, in which the page is read and the browser has other things to do.
const STILL_BEATS: usize = 14;

#[component]
pub(crate) fn Home() -> impl IntoView {
    browser::set_title("");
    let beat = RwSignal::new(0);
    if !browser::prefers_reduced_motion() {
        browser::repeat(BEAT, move || {
            if !browser::is_hidden() {
                beat.update(|beat| *beat += 1);
            }
        });
    }
    let cards = GameName::ALL.into_iter().enumerate().map(|(place, game)| {
        let turn = Memo::new(move |_| turns_of(place, beat.get()));
        sliced(move || view! { <Card game turn /> }.into_any())
    });
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
            {deferred(|| view! { <ActivityPanel /> }.into_any())}
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

/// How often the board at a place has had its turn to move.
fn turns_of(place: usize, beat: usize) -> usize {
    let boards = GameName::ALL.len();
    beat.saturating_sub(STILL_BEATS + place).div_ceil(boards)
}

#[component]
fn Card(game: GameName, turn: Memo<usize>) -> impl IntoView {
    let stage = NodeRef::<Div>::new();
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
            <div class="stage" node_ref=stage>
                {deferred(move || view! { <Picture scene=little_game(game, turn, stage) /> }.into_any())}
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

/// The scenes of a little game, one after the other, again and again, while its stage is in the window.
fn little_game(game: GameName, turn: Memo<usize>, stage: NodeRef<Div>) -> Signal<Scene> {
    let table = portrait(game, Some(usize::MAX));
    let count = table.ply() + 1;
    let table = StoredValue::new_local(table);
    // A game under way shows more than its start.
    let at = RwSignal::new(count / 2);
    Effect::new(move |before: Option<usize>| {
        let turn = turn.get();
        let is_seen = stage.get_untracked().is_some_and(|stage| browser::is_in_window(&stage));
        if before.is_some_and(|before| before != turn) && is_seen {
            at.update(|at| *at = (*at + 1) % count);
        }
        turn
    });
    Signal::derive(move || table.with_value(|table| table.scene_at(at.get(), Viewer::Judge)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_board_moves_at_a_time_and_none_at_first() {
        let boards = GameName::ALL.len();
        let turns = |beat| (0..boards).map(|place| turns_of(place, beat)).collect::<Vec<_>>();
        assert_eq!(turns(STILL_BEATS), vec![0; boards]);
        for beat in STILL_BEATS..STILL_BEATS + 5 * boards {
            let moved: usize =
                turns(beat + 1).iter().zip(turns(beat)).map(|(after, before)| after - before).sum();
            assert_eq!(moved, 1, "beat {beat}");
        }
    }
}
