//! The page before a game against the computer: the terms, and the board as a picture.
//!
//! The page of the game itself is fetched meanwhile. It takes up the game that is stored at Start, as it
//! takes up a game after a reload.

use super::computer_game::place;
use super::start::{StartTerms, start_form};
use super::terms::ComputerTerms;
use crate::board::Picture;
use crate::browser;
use crate::games::PlayMode;
use crate::lazy_pages::{Draw, computer, lazy_page};
use crate::pages::clock::{ClockHistory, LocalClock};
use crate::pages::play_modes::PlayModes;
use crate::pages::player_bar::colour_mark;
use crate::startup::{sliced, when_drawn};
use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scene::{Scene, Table as _};
use std::time::Duration;

/// Delay before the page of the game is prefetched; touching the form fetches it at once.
const LATER: Duration = Duration::from_secs(12);

/// The page on which a game is begun; the page of the game, if one is stored.
#[component]
pub(crate) fn ComputerStartPage(game: GameName) -> impl IntoView {
    let stored = browser::read_storage(&place(game)).is_some_and(|kept| !kept.is_empty());
    let playing = RwSignal::new(stored);
    let begun = StoredValue::new(false);
    let begin = Callback::new(move |(options, terms): (String, ComputerTerms)| {
        let Ok(record) = AnyRecord::begin(game, &options) else { return };
        browser::write_storage(&format!("{}.clock", place(game)), &first_clock(terms));
        browser::write_storage(&place(game), &format!("{}\n{record}", terms.text()));
        begun.set_value(true);
        playing.set(true);
    });
    let page = move |page: Draw<GameName>| {
        if begun.get_value() {
            when_drawn(browser::focus_board);
        }
        page(game)
    };
    move || if playing.get() { lazy_page(computer, page) } else { choosing(game, begin) }
}

/// The clocks of a new game as they are stored; empty if there are none.
fn first_clock(terms: ComputerTerms) -> String {
    let Some(clock) = terms.clock.map(LocalClock::new) else { return String::new() };
    let (mut past, left) = (ClockHistory::default(), clock.left());
    past.note(0, clock);
    format!("{}+{} {}", left.first.0, left.second.0, past.text())
}

fn choosing(game: GameName, begin: Callback<(String, ComputerTerms)>) -> AnyView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Play.title()));
    let fetch = || {
        // A failed prefetch is repeated at Start.
        spawn_local(async {
            let _ = computer().await;
        });
    };
    set_timeout(fetch, LATER);
    let usual = AnyRecord::begin(game, "").expect("every game opens as usual");
    let table = RwSignal::new_local(usual);
    let scene = Memo::new(move |_| table.with(|t| t.scene(Viewer::Watcher)));
    let form = start_form(StartTerms { game, table, terms: ComputerTerms::default(), begin });
    request_animation_frame(|| browser::mark_time("board"));
    view! {
        <div
            class=format!("table one-screen computer choosing waiting game-{game}")
            on:pointerdown=move |_| fetch()
            on:focusin=move |_| fetch()
        >
            <h1 class="game-title">{game.title()}</h1>
            <div class="seat far">{seat(scene, Side::Second)}</div>
            <div class="board-frame">
                <div class="board-zoom">
                    {sliced(move || view! { <Picture scene /> }.into_any())}
                </div>
            </div>
            <div class="seat near">{seat(scene, Side::First)}</div>
            <section class="panel" aria-label="New game">
                <PlayModes game mode=PlayMode::Play />
                {sliced(|| form)}
            </section>
        </div>
    }
    .into_any()
}

/// A side, by its colour.
fn seat(scene: Memo<Scene>, side: Side) -> impl IntoView {
    view! {
        <div class="seat-line" data-side=side.index() + 1>
            {colour_mark(side)}
            <span class="colour">{move || scene.with(|s| s.colours[side])}</span>
        </div>
    }
}
