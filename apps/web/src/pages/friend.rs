//! Friend here: two players, one screen.
//!
//! The screen shows what whoever is to move may see. Where the sides have secrets it is covered
//! while it is passed on, and behind the cover nothing is drawn that a watcher may not see.

mod actions;
mod clock;
mod kept;
mod moves;
mod setup;
mod sitting;

use super::table::Ways;
use super::turning::Turning;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::Settings;
use actions::Actions;
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use moves::Moves;
use scene::Scene;
use setup::Setup;
use sitting::{Sitting, Stage};

#[component]
pub(crate) fn FriendPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), Way::Friend.title()));
    let sitting = Sitting::load(game);
    let scene = Memo::new(move |_| {
        let viewer = sitting.viewer();
        sitting.table.with(|table| table.scene(viewer))
    });
    let choices = Memo::new(move |_| sitting.choices());
    let picking = Picking::new(choices.into(), Callback::new(move |c| play(sitting, c)));
    let turning = Turning::new(scene.into());
    let facing = Signal::derive(move || {
        let facing = turning.facing.get();
        if sitting.is_turned() { facing.flipped() } else { facing }
    });
    let choosing = move || sitting.stage.get() == Stage::Choosing;
    view! {
        <div class=format!("table friend game-{game}")>
            <div class="board-side" class:turned=move || sitting.is_turned()>
                {seat(sitting, scene, picking, Side::Second)}
                <Board scene picking facing names=Settings::here().names />
                {seat(sitting, scene, picking, Side::First)}
                {cover(sitting, scene)}
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <Ways game way=Way::Friend />
                {standing(sitting, scene)}
                <div class="actions">
                    <Buttons picking />
                    {shortcuts(sitting)}
                </div>
                <Show when=choosing fallback=move || view! { <Actions sitting scene /> }>
                    <Setup sitting />
                </Show>
                <Moves sitting />
                <div class="actions">{turning.buttons()}</div>
            </section>
        </div>
    }
}

fn play(sitting: Sitting, choice: scene::table::Choice) {
    sitting.play(&choice.mv);
    if sitting.screen.get_untracked() == sitting::Screen::Covered {
        // The cover stands on the page by then.
        request_animation_frame(|| browser::focus("uncover"));
    }
}

/// A side's end of the table: its clock, and what it may still place.
fn seat(sitting: Sitting, scene: Memo<Scene>, picking: Picking, side: Side) -> impl IntoView {
    let colour = move || scene.with(|s| s.colours[side]);
    let face = Memo::new(move |_| sitting.clock.get().map(|clock| clock.face(side)));
    let low = Memo::new(move |_| sitting.clock.get().is_some_and(|clock| clock.is_low(side)));
    let clock = move || {
        let face = face.get()?;
        Some(view! {
            <span class="clock" class:low=low role="timer" aria-label=move || format!("{}'s clock", colour())>
                {face}
            </span>
        })
    };
    let due = move || !sitting.is_over() && sitting.side_to_move() == side;
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
fn standing(sitting: Sitting, scene: Memo<Scene>) -> impl IntoView {
    let standing = move || {
        sitting
            .table
            .with(|table| scene.with(|scene| super::words::standing(table.as_ref(), scene)))
    };
    let last = move || {
        let viewer = sitting.viewer();
        let last = sitting.table.with(|table| table.played(viewer).pop())?;
        let colour = scene.with(|s| s.colours[last.side]);
        Some(format!("{colour} played {}. ", last.human))
    };
    view! {
        <p class="caption" class:result=move || sitting.is_over() role="status">
            <span class="unseen">{last}</span>
            {standing}
        </p>
    }
}

/// What hides the board while the screen is passed on.
fn cover(sitting: Sitting, scene: Memo<Scene>) -> impl IntoView {
    let colour = move || scene.with(|s| s.colours[sitting.side_to_move()]);
    move || {
        sitting.is_covered().then(|| {
            view! {
                <div class="cover" role="group" aria-label="The board is covered">
                    <p class="cover-words">{move || format!("Pass the screen to {}", colour())}</p>
                    <p class="quiet">"Nobody else should look now."</p>
                    <button id="uncover" type="button" class="button primary" on:click=move |_| sitting.uncover()>
                        {move || format!("I am {}: show the board", colour())}
                    </button>
                </div>
            }
        })
    }
}

/// Moves that the game itself gives a button.
fn shortcuts(sitting: Sitting) -> impl IntoView {
    let seed = move || (js_sys::Math::random() * 1e15) as u64;
    move || {
        let shortcuts = if sitting.is_covered() {
            Vec::new()
        } else {
            sitting.table.with(|table| table.shortcuts(seed()))
        };
        let button = |(label, choice): (&'static str, scene::table::Choice)| {
            view! {
                <button type="button" class="button" on:click=move |_| play(sitting, choice.clone())>
                    {label}
                </button>
            }
        };
        shortcuts.into_iter().map(button).collect_view()
    }
}
