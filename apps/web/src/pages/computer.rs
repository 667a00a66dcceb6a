//! A game against the computer.
//!
//! ```text
//! choosing the terms ──Start──▶ playing ──end──▶ banner ──Rematch──▶ playing
//!        ▲                                          │
//!        └───────────────── New game ───────────────┘
//! ```

mod computer_game;
mod engine_output;
mod outcome_text;
mod panel;
mod start;
mod terms;

use super::board_rotation::BoardRotation;
use super::keys::Keys;
use super::move_navigation::MoveNavigation;
use super::play_modes::PlayModes;
use crate::board::{Board, BoardOrientation, Overlay, OverlayKind, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::{Names, Settings};
use crate::sound;
use catalog::GameName;
use computer_game::{ComputerGame, GamePhase};
use game::Side;
use leptos::prelude::*;
use panel::Panel;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;
use start::Start;

#[component]
pub(crate) fn ComputerPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Play.title()));
    let computer_game = ComputerGame::load(game);
    let ply = Memo::new(move |_| computer_game.table.with(catalog::AnyRecord::ply));
    let navigation = MoveNavigation::new(ply.into());
    let scene = Memo::new(move |_| {
        let (viewer, shown) = (computer_game.viewer(), navigation.shown());
        computer_game.table.with(|t| match shown {
            Some(ply) => t.scene_at(ply, viewer),
            None => t.scene(viewer),
        })
    });
    let choices = Memo::new(move |_| {
        let free = computer_game.is_humans_turn() && navigation.shown().is_none();
        if free { computer_game.table.with(scene::Table::choices) } else { Vec::new() }
    });
    let over = Memo::new(move |_| computer_game.table.with(|t| t.conclusion().is_some()));
    sound::follow(ply.into(), scene, over.into());
    let play = Callback::new(move |choice: Choice| computer_game.play(&choice.mv));
    let picking = Picking::new(choices.into(), play);
    let rotation = BoardRotation::new(scene.into());
    let names = Settings::here().names;
    let hint = Signal::derive(move || {
        let hint = computer_game.hint.get();
        let overlay =
            hint.and_then(|said| Overlay::of(&choices.read(), &said.mv, OverlayKind::Best));
        overlay.into_iter().collect::<Vec<_>>()
    });
    let keys = Keys::new(navigation.keys().into_iter().chain([rotation.key()]).collect());
    // A hint names cells.
    let names =
        move || if computer_game.hint.with(Option::is_some) { Names::Shown } else { names.get() };
    let side = Memo::new(move |_| match computer_game.phase.get() {
        GamePhase::Choosing => Side::First,
        GamePhase::Playing => computer_game.terms.get().human,
    });
    view! {
        <div class=format!("table computer game-{game}") class:choosing=move || computer_game.phase.get() == GamePhase::Choosing>
            <div class="board-side">
                {move || seat(computer_game, scene, side.get().other())}
                {move || view! { <Tray scene picking side=side.get().other() /> }}
                <Board
                    scene
                    picking
                    orientation=Signal::derive(move || seen(side.get(), scene, rotation.orientation.get()))
                    names=Signal::derive(names)
                    overlays=hint
                />
                {move || view! { <Tray scene picking side=side.get() /> }}
                {move || seat(computer_game, scene, side.get())}
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <PlayModes game mode=PlayMode::Play />
                {move || match computer_game.phase.get() {
                    GamePhase::Choosing => view! { <Start computer_game /> }.into_any(),
                    GamePhase::Playing => view! { <Panel computer_game scene picking navigation /> }.into_any(),
                }}
                <div class="actions">{rotation.buttons()} {keys.button()}</div>
            </section>
            {keys.list()}
        </div>
    }
}

/// A side's clock, if the game has one.
fn seat(computer_game: ComputerGame, scene: Memo<Scene>, side: Side) -> impl IntoView {
    let has_clock = Memo::new(move |_| computer_game.clock.with(Option::is_some));
    has_clock.get().then(|| {
        let face = move || computer_game.clock.get().map(|clock| clock.text(side));
        let low = Memo::new(move |_| computer_game.clock.get().is_some_and(|clock| clock.is_low(side)));
        sound::warn(low.into());
        let due = move || computer_game.table.with(|t| t.conclusion().is_none() && t.side_to_move() == side);
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
fn seen(human: Side, scene: Memo<Scene>, orientation: BoardOrientation) -> BoardOrientation {
    let edged = scene.with(|s| !s.rims.is_empty());
    if human == Side::Second && !edged { orientation.flipped() } else { orientation }
}
