//! Hot-seat play: two players at one screen.
//!
//! The screen shows what whoever is to move may see. Where the sides have secrets it is covered
//! while it is passed on, and behind the cover nothing is drawn that a watcher may not see.

mod actions;
mod hot_seat;
mod saved_game;
mod setup;

use super::board_rotation::BoardRotation;
use super::keys::Keys;
use super::move_navigation::MoveNavigation;
use super::moves::{Moves, written};
use super::play_modes::PlayModes;
use super::shortcuts::Shortcuts;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Settings;
use crate::sound;
use actions::Actions;
use catalog::GameName;
use game::Side;
use hot_seat::{HotSeatGame, HotSeatPhase};
use leptos::prelude::*;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;
use setup::Setup;

#[component]
pub(crate) fn FriendPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Friend.title()));
    let hot_seat = HotSeatGame::load(game);
    let ply = Memo::new(move |_| hot_seat.table.with(catalog::AnyRecord::ply));
    let navigation = MoveNavigation::new(ply.into());
    let scene = Memo::new(move |_| {
        let (viewer, shown) = (hot_seat.viewer(), navigation.shown());
        hot_seat.table.with(|table| match shown {
            Some(ply) => table.scene_at(ply, viewer),
            None => table.scene(viewer),
        })
    });
    let choices =
        Memo::new(
            move |_| if navigation.shown().is_none() { hot_seat.choices() } else { Vec::new() },
        );
    let picking =
        Picking::new(choices.into(), Callback::new(move |c: Choice| play(hot_seat, &c.mv)));
    let over = Memo::new(move |_| hot_seat.is_over());
    sound::follow(ply.into(), scene, over.into());
    let rotation = BoardRotation::new(scene.into());
    let orientation = Signal::derive(move || {
        let orientation = rotation.orientation.get();
        if hot_seat.is_turned() { orientation.flipped() } else { orientation }
    });
    let keys = Keys::new(navigation.keys().into_iter().chain([rotation.key()]).collect());
    // As whoever looks may know them.
    let moves = Memo::new(move |_| {
        let viewer = hot_seat.viewer();
        hot_seat.table.with(|table| written(table.played(viewer)))
    });
    let choosing = move || hot_seat.phase.get() == HotSeatPhase::Choosing;
    view! {
        <div class=format!("table friend game-{game}") class:choosing=choosing>
            <div class="board-side" class:turned=move || hot_seat.is_turned()>
                {seat(hot_seat, scene, picking, Side::Second)}
                <Board scene picking orientation names=Settings::here().names />
                {seat(hot_seat, scene, picking, Side::First)}
                {cover(hot_seat, scene)}
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <PlayModes game mode=PlayMode::Friend />
                {standing(hot_seat, scene)}
                <div class="actions">
                    <Buttons picking />
                    <Shortcuts
                        table=hot_seat.table
                        shown=Signal::derive(move || !hot_seat.is_covered() && navigation.shown().is_none())
                        thinking=hot_seat.thinking
                        play=Callback::new(move |mv: String| play(hot_seat, &mv))
                    />
                </div>
                <Show when=choosing fallback=move || view! { <Actions hot_seat scene /> }>
                    <Setup hot_seat />
                </Show>
                <Show when=move || { ply.get() > 0 }>{navigation.buttons()}</Show>
                <Moves moves scene navigation />
                <div class="actions">{rotation.buttons()} {keys.button()}</div>
            </section>
            {keys.list()}
        </div>
    }
}

fn play(hot_seat: HotSeatGame, mv: &str) {
    hot_seat.play(mv);
    if hot_seat.screen.get_untracked() == hot_seat::Screen::Covered {
        // The cover stands on the page by then.
        request_animation_frame(|| browser::focus("uncover"));
    }
}

/// A side's end of the table: its clock, and what it may still place.
fn seat(hot_seat: HotSeatGame, scene: Memo<Scene>, picking: Picking, side: Side) -> impl IntoView {
    let colour = move || scene.with(|s| s.colours[side]);
    let face = Memo::new(move |_| hot_seat.clock.get().map(|clock| clock.text(side)));
    let low = Memo::new(move |_| hot_seat.clock.get().is_some_and(|clock| clock.is_low(side)));
    sound::warn(low.into());
    let clock = move || {
        let face = face.get()?;
        Some(view! {
            <span class="clock" class:low=low role="timer" aria-label=move || format!("{}'s clock", colour())>
                {face}
            </span>
        })
    };
    let due = move || !hot_seat.is_over() && hot_seat.side_to_move() == side;
    let place = if side == Side::First { "seat near" } else { "seat far" };
    view! {
        <div class=place>
            <Tray scene picking side />
            <div class="seat-line" class:due=due class:bare=move || face.with(Option::is_none)>
                <span class="colour">{colour}</span>
                {clock}
            </div>
        </div>
    }
}

/// Who is to move or has won. Whoever hears the page is also told the last move.
fn standing(hot_seat: HotSeatGame, scene: Memo<Scene>) -> impl IntoView {
    let standing = move || {
        hot_seat.table.with(|table| scene.with(|scene| super::words::standing(table, scene)))
    };
    let last = move || {
        let viewer = hot_seat.viewer();
        let last = hot_seat.table.with(|table| table.played(viewer).pop())?;
        let colour = scene.with(|s| s.colours[last.side]);
        Some(format!("{colour} played {}. ", last.human))
    };
    view! {
        <p class="caption" class:result=move || hot_seat.is_over() role="status">
            <span class="unseen">{last}</span>
            {standing}
        </p>
    }
}

/// What hides the board while the screen is passed on.
fn cover(hot_seat: HotSeatGame, scene: Memo<Scene>) -> impl IntoView {
    let colour = move || scene.with(|s| s.colours[hot_seat.side_to_move()]);
    move || {
        hot_seat.is_covered().then(|| {
            view! {
                <div class="cover" role="group" aria-label="The board is covered">
                    <p class="cover-words">{move || format!("Pass the screen to {}", colour())}</p>
                    <p class="quiet">"Nobody else should look now."</p>
                    <button id="uncover" type="button" class="button primary" on:click=move |_| hot_seat.uncover()>
                        {move || format!("I am {}: show the board", colour())}
                    </button>
                </div>
            }
        })
    }
}
