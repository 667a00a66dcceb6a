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

use super::table::Ways;
use super::turning::Turning;
use crate::board::{Board, Facing, Picking, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::{Names, Settings};
use catalog::GameName;
use duel::{Duel, Stage};
use game::Side;
use leptos::prelude::*;
use panel::Panel;
use scene::Scene;
use scene::table::Choice;
use start::Start;

#[component]
pub(crate) fn ComputerPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), Way::Play.title()));
    let duel = Duel::load(game);
    let scene = Memo::new(move |_| duel.table.with(|t| t.scene(duel.viewer())));
    let choices = Memo::new(move |_| {
        if duel.is_humans_turn() { duel.table.with(|t| t.choices()) } else { Vec::new() }
    });
    let play = Callback::new(move |choice: Choice| duel.play(&choice.mv));
    let picking = Picking::new(choices.into(), play);
    let turning = Turning::new(scene.into());
    let names = Settings::here().names;
    // A hint names cells.
    let names = move || if duel.hint.with(Option::is_some) { Names::Shown } else { names.get() };
    let side = Memo::new(move |_| match duel.stage.get() {
        Stage::Choosing => Side::First,
        Stage::Playing => duel.terms.get().human,
    });
    view! {
        <div class=format!("table computer game-{game}")>
            <div class="board-side">
                {move || view! { <Tray scene picking side=side.get().other() /> }}
                <Board
                    scene
                    picking
                    facing=Signal::derive(move || seen(side.get(), scene, turning.facing.get()))
                    names=Signal::derive(names)
                />
                {move || view! { <Tray scene picking side=side.get() /> }}
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <Ways game way=Way::Play />
                {move || match duel.stage.get() {
                    Stage::Choosing => view! { <Start duel /> }.into_any(),
                    Stage::Playing => view! { <Panel duel scene picking /> }.into_any(),
                }}
                <div class="actions">{turning.buttons()}</div>
            </section>
        </div>
    }
}

/// The person sits below, unless the borders tell the sides apart.
fn seen(human: Side, scene: Memo<Scene>, facing: Facing) -> Facing {
    let edged = scene.with(|s| !s.rims.is_empty());
    if human == Side::Second && !edged { facing.flipped() } else { facing }
}
