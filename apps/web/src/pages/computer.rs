//! A game against the computer.
//!
//! ```text
//! choosing the terms ──Start──▶ playing ──end──▶ result ──Rematch──▶ playing
//!        ▲                                          │
//!        └───────────────── New game ───────────────┘
//! ```

mod coach;
mod computer_game;
mod engine_output;
mod later_parts;
mod losing_streak;
mod outcome_text;
mod panel;
mod start;
mod start_page;
mod terms;

pub(crate) use start_page::ComputerStartPage;

use super::board_rotation::BoardRotation;
use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::Keys;
use super::move_confirmation::MoveConfirmation;
use super::move_navigation::MoveNavigation;
use super::play_modes::PlayModes;
use super::player_bar::PlayerBar;
use super::text_commands;
use super::why_not::WhyNot;
use crate::board::{Board, BoardOrientation, Overlay, OverlayKind, Picking};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::{Names, Settings};
use crate::sound;
use catalog::{AnyRecord, GameName};
use coach::Coach;
use computer_game::{ComputerGame, GamePhase};
use game::Side;
use later_parts::{Panel, SheetContent};
use leptos::prelude::*;
use panel::{Actions, Status};
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;
use start::Start;

#[component]
pub(crate) fn ComputerPage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Play.title()));
    let computer_game = ComputerGame::load(game);
    let ply = Memo::new(move |_| computer_game.table.with(AnyRecord::ply));
    let navigation = MoveNavigation::new(ply.into());
    let scene = scene_of(computer_game, navigation);
    let choices = Memo::new(move |_| {
        let free = computer_game.is_humans_turn() && navigation.shown().is_none();
        if free { computer_game.table.with(scene::Table::choices) } else { Vec::new() }
    });
    let over = Memo::new(move |_| computer_game.table.with(|t| t.conclusion().is_some()));
    sound::follow(ply.into(), scene, over.into());
    let coach = Coach::new(computer_game);
    let play = Callback::new(move |choice: Choice| coach.play(choice));
    let settings = Settings::here();
    let confirmation =
        MoveConfirmation::new(Signal::derive(move || settings.confirms(None)), choices, play);
    let picking = Picking::new(choices.into(), confirmation.chosen());
    let why_not = WhyNot::new(computer_game.table, scene, picking);
    let rotation = BoardRotation::new(scene.into());
    let drawer = Drawer::new("Moves");
    let own_keys = [rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(navigation.keys().into_iter().chain(own_keys).collect());
    let side = Memo::new(move |_| match computer_game.phase.get() {
        GamePhase::Choosing => Side::First,
        GamePhase::Playing => computer_game.terms.get().human,
    });
    let choosing = Signal::derive(move || computer_game.phase.get() == GamePhase::Choosing);
    let state = LayoutState {
        choosing,
        turned: false.into(),
        waiting: Signal::derive(move || !computer_game.is_humans_turn()),
        drawer,
        sheet: Sheet::new(move || panel::subject(computer_game)),
    };
    let more = move || {
        view! {
            <div class="actions">{rotation.buttons()} {keys.button()}</div>
            <PlayModes game mode=PlayMode::Play />
        }
    };
    let panel = move || match computer_game.phase.get() {
        GamePhase::Choosing => view! {
            <PlayModes game mode=PlayMode::Play />
            <Start computer_game />
        }
        .into_any(),
        GamePhase::Playing => view! {
            <Panel computer_game scene choices navigation coach />
            {more()}
        }
        .into_any(),
    };
    let orientation = Signal::derive(move || seen(side.get(), scene, rotation.orientation.get()));
    let moves = overlays(computer_game, choices, confirmation);
    let overlays = Signal::derive(move || {
        moves
            .get()
            .into_iter()
            .chain(coach.overlays())
            .chain(why_not.overlays())
            .collect::<Vec<_>>()
    });
    let seat = move |side: Side| seat(computer_game, side).view(scene, picking);
    let parts = GameParts {
        far: (move || seat(side.get().other())).into_any(),
        board: view! {
            <Board
                scene
                picking
                orientation
                names=names(computer_game, why_not)
                overlays=overlays
            />
            {coach.question()}
            {why_not.sentence()}
        }
        .into_any(),
        near: (move || seat(side.get())).into_any(),
        status: view! { <Status computer_game scene confirmation /> }.into_any(),
        actions: view! {
            {confirmation.buttons()}
            <Actions computer_game picking navigation />
        }
        .into_any(),
        sheet: view! { <SheetContent computer_game scene /> }.into_any(),
        panel: panel.into_any(),
    };
    view! {
        {game_layout("computer", game, state, parts)}
        {keys.list()}
    }
}

/// A scene that follows the game, or the moment that is looked at.
fn scene_of(computer_game: ComputerGame, navigation: MoveNavigation) -> Memo<Scene> {
    Memo::new(move |_| {
        let (viewer, shown) = (computer_game.viewer(), navigation.shown());
        computer_game.table.with(|t| match shown {
            Some(ply) => t.scene_at(ply, viewer),
            None => t.scene(viewer),
        })
    })
}

/// The recommended move and the one that waits for its confirmation, drawn on the board.
fn overlays(
    computer_game: ComputerGame,
    choices: Memo<Vec<Choice>>,
    confirmation: MoveConfirmation,
) -> Signal<Vec<Overlay>> {
    Signal::derive(move || {
        let hint = computer_game.hint.get();
        let hint = hint.and_then(|said| Overlay::of(&choices.read(), &said.mv, OverlayKind::Best));
        hint.into_iter().chain(confirmation.overlay()).collect()
    })
}

/// Whether cells have names: a hint names them, and so do some reasons.
fn names(computer_game: ComputerGame, why_not: WhyNot) -> Signal<Names> {
    let names = Settings::here().names;
    let named = move || computer_game.hint.with(Option::is_some) || why_not.names_cells();
    Signal::derive(move || if named() { Names::Shown } else { names.get() })
}

/// Who plays a side, and how their clock stands.
fn seat(computer_game: ComputerGame, side: Side) -> PlayerBar {
    let name = move || {
        let terms = computer_game.terms.get();
        if computer_game.phase.get() == GamePhase::Choosing {
            let colours = computer_game.table.with(|t| t.scene(game::Viewer::Watcher).colours);
            return colours[side].to_owned();
        }
        if side == terms.human {
            return "You".to_owned();
        }
        format!("Computer, level {}, {}", terms.level, terms.level_name().to_ascii_lowercase())
    };
    let due = move || {
        computer_game.phase.get() == GamePhase::Playing
            && computer_game.table.with(|t| t.conclusion().is_none() && t.side_to_move() == side)
    };
    PlayerBar {
        side,
        name: Signal::derive(name),
        due: Signal::derive(due),
        clock: computer_game.clock.into(),
    }
}

/// The person sits below, unless the borders tell the sides apart.
fn seen(human: Side, scene: Memo<Scene>, orientation: BoardOrientation) -> BoardOrientation {
    let edged = scene.with(|s| !s.rims.is_empty());
    if human == Side::Second && !edged { orientation.flipped() } else { orientation }
}
