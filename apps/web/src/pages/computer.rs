//! A game against the computer.
//!
//! ```text
//! choosing the terms ──Start──▶ playing ──end──▶ banner ──Rematch──▶ playing
//!        ▲                                          │
//!        └───────────────── New game ───────────────┘
//! ```

mod duel;
mod panel;
mod start;
mod terms;
mod thoughts;
mod verdict;

use super::keys::Keys;
use super::table::Ways;
use super::turning::Turning;
use super::walk::Walk;
use crate::board::{Board, Facing, Picking, Sign, Tint, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::{Names, Settings};
use crate::sound;
use catalog::GameName;
use duel::{Duel, Stage};
use game::Side;
use leptos::prelude::*;
use panel::Panel;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;
use start::Start;

#[component]
pub(crate) fn ComputerPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), Way::Play.title()));
    let duel = Duel::load(game);
    let ply = Memo::new(move |_| duel.table.with(|t| t.ply()));
    let walk = Walk::new(ply.into());
    let scene = Memo::new(move |_| {
        let (viewer, shown) = (duel.viewer(), walk.shown());
        duel.table.with(|t| match shown {
            Some(ply) => t.scene_at(ply, viewer),
            None => t.scene(viewer),
        })
    });
    let choices = Memo::new(move |_| {
        let free = duel.is_humans_turn() && walk.shown().is_none();
        if free { duel.table.with(|t| t.choices()) } else { Vec::new() }
    });
    let over = Memo::new(move |_| duel.table.with(|t| t.conclusion().is_some()));
    sound::follow(ply.into(), scene, over.into());
    let play = Callback::new(move |choice: Choice| duel.play(&choice.mv));
    let picking = Picking::new(choices.into(), play);
    let turning = Turning::new(scene.into());
    let names = Settings::here().names;
    let hint = Signal::derive(move || {
        let hint = duel.hint.get();
        let sign = hint.and_then(|said| Sign::of(&choices.read(), &said.mv, Tint::Best));
        sign.into_iter().collect::<Vec<_>>()
    });
    let keys = Keys::new(walk.keys().into_iter().chain([turning.key()]).collect());
    // A hint names cells.
    let names = move || if duel.hint.with(Option::is_some) { Names::Shown } else { names.get() };
    let side = Memo::new(move |_| match duel.stage.get() {
        Stage::Choosing => Side::First,
        Stage::Playing => duel.terms.get().human,
    });
    view! {
        <div class=format!("table computer game-{game}") class:choosing=move || duel.stage.get() == Stage::Choosing>
            <div class="board-side">
                {move || seat(duel, scene, side.get().other())}
                {move || view! { <Tray scene picking side=side.get().other() /> }}
                <Board
                    scene
                    picking
                    facing=Signal::derive(move || seen(side.get(), scene, turning.facing.get()))
                    names=Signal::derive(names)
                    signs=hint
                />
                {move || view! { <Tray scene picking side=side.get() /> }}
                {move || seat(duel, scene, side.get())}
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <Ways game way=Way::Play />
                {move || match duel.stage.get() {
                    Stage::Choosing => view! { <Start duel /> }.into_any(),
                    Stage::Playing => view! { <Panel duel scene picking walk /> }.into_any(),
                }}
                <div class="actions">{turning.buttons()} {keys.button()}</div>
            </section>
            {keys.list()}
        </div>
    }
}

/// A side's clock, if the game has one.
fn seat(duel: Duel, scene: Memo<Scene>, side: Side) -> impl IntoView {
    let has_clock = Memo::new(move |_| duel.clock.with(Option::is_some));
    has_clock.get().then(|| {
        let face = move || duel.clock.get().map(|clock| clock.face(side));
        let low = Memo::new(move |_| duel.clock.get().is_some_and(|clock| clock.is_low(side)));
        sound::warn(low.into());
        let due = move || duel.table.with(|t| t.conclusion().is_none() && t.side_to_move() == side);
        let colour = move || scene.with(|s| s.colours[side]);
        view! {
            <div class="seat-line" class:due=due>
                <span class="colour">{colour}</span>
                <span class="clock" class:low=low role="timer" aria-label=move || format!("{}'s clock", colour())>
                    {face}
                </span>
            </div>
        }
    })
}

/// The person sits below, unless the borders tell the sides apart.
fn seen(human: Side, scene: Memo<Scene>, facing: Facing) -> Facing {
    let edged = scene.with(|s| !s.rims.is_empty());
    if human == Side::Second && !edged { facing.flipped() } else { facing }
}
