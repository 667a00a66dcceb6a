//! Friend here: two players, one screen.
//!
//! The screen shows what whoever is to move may see. Where the sides have secrets it is covered
//! while it is passed on, and behind the cover nothing is drawn that a watcher may not see.

mod actions;
mod kept;
mod setup;
mod sitting;

use super::keys::Keys;
use super::moves::{Moves, written};
use super::shortcuts::Shortcuts;
use super::table::Ways;
use super::turning::Turning;
use super::walk::Walk;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::Settings;
use crate::sound;
use actions::Actions;
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;
use setup::Setup;
use sitting::{Sitting, Stage};

#[component]
pub(crate) fn FriendPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), Way::Friend.title()));
    let sitting = Sitting::load(game);
    let ply = Memo::new(move |_| sitting.table.with(|table| table.ply()));
    let walk = Walk::new(ply.into());
    let scene = Memo::new(move |_| {
        let (viewer, shown) = (sitting.viewer(), walk.shown());
        sitting.table.with(|table| match shown {
            Some(ply) => table.scene_at(ply, viewer),
            None => table.scene(viewer),
        })
    });
    let choices =
        Memo::new(move |_| if walk.shown().is_none() { sitting.choices() } else { Vec::new() });
    let picking =
        Picking::new(choices.into(), Callback::new(move |c: Choice| play(sitting, &c.mv)));
    let over = Memo::new(move |_| sitting.is_over());
    sound::follow(ply.into(), scene, over.into());
    let turning = Turning::new(scene.into());
    let facing = Signal::derive(move || {
        let facing = turning.facing.get();
        if sitting.is_turned() { facing.flipped() } else { facing }
    });
    let keys = Keys::new(walk.keys().into_iter().chain([turning.key()]).collect());
    // As whoever looks may know them.
    let moves = Memo::new(move |_| {
        let viewer = sitting.viewer();
        sitting.table.with(|table| written(table.played(viewer)))
    });
    let choosing = move || sitting.stage.get() == Stage::Choosing;
    view! {
        <div class=format!("table friend game-{game}") class:choosing=choosing>
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
                    <Shortcuts
                        table=sitting.table
                        shown=Signal::derive(move || !sitting.is_covered() && walk.shown().is_none())
                        thinking=sitting.thinking
                        play=Callback::new(move |mv: String| play(sitting, &mv))
                    />
                </div>
                <Show when=choosing fallback=move || view! { <Actions sitting scene /> }>
                    <Setup sitting />
                </Show>
                <Show when=move || { ply.get() > 0 }>{walk.buttons()}</Show>
                <Moves moves scene walk />
                <div class="actions">{turning.buttons()} {keys.button()}</div>
            </section>
            {keys.list()}
        </div>
    }
}

fn play(sitting: Sitting, mv: &str) {
    sitting.play(mv);
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
    sound::warn(low.into());
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
        sitting.table.with(|table| scene.with(|scene| super::words::standing(table, scene)))
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
