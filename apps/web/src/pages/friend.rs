//! Hot-seat play: two players at one screen.
//!
//! The screen shows what whoever is to move may see. Where the sides have secrets it is covered
//! while it is passed on, and behind the cover nothing is drawn that a watcher may not see.

mod actions;
mod hot_seat;
mod saved_game;
mod setup;

use super::board_rotation::BoardRotation;
use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::Keys;
use super::move_confirmation::MoveConfirmation;
use super::move_navigation::MoveNavigation;
use super::moves::{Moves, written};
use super::play_modes::PlayModes;
use super::player_bar::PlayerBar;
use super::shortcuts::Shortcuts;
use super::text_commands::{self, TextCommands, clock_words};
use crate::board::{Board, Buttons, Picking};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Settings;
use crate::sound;
use actions::{Actions, Question, SheetContent, record, subject};
use catalog::{AnyRecord, GameName};
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
    let ply = Memo::new(move |_| hot_seat.table.with(AnyRecord::ply));
    let navigation = MoveNavigation::new(ply.into());
    let scene = scene_of(hot_seat, navigation);
    let choices =
        Memo::new(
            move |_| if navigation.shown().is_none() { hot_seat.choices() } else { Vec::new() },
        );
    let settings = Settings::here();
    let confirmation = MoveConfirmation::new(
        Signal::derive(move || settings.confirms(None)),
        choices,
        Callback::new(move |c: Choice| play(hot_seat, &c.mv)),
    );
    let picking = Picking::new(choices.into(), confirmation.chosen());
    let over = Memo::new(move |_| hot_seat.is_over());
    sound::follow(ply.into(), scene, over.into());
    let rotation = BoardRotation::new(scene.into());
    let orientation = Signal::derive(move || {
        let orientation = rotation.orientation.get();
        if hot_seat.is_turned() { orientation.flipped() } else { orientation }
    });
    let drawer = Drawer::new("Moves");
    let own_keys = [rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(navigation.keys().into_iter().chain(own_keys).collect());
    let moves = moves_of(hot_seat);
    let commands = TextCommands {
        scene,
        choices,
        moves,
        clocks: Signal::derive(move || clock_words(hot_seat.clock.get(), &scene.read())),
        play: Callback::new(move |c: Choice| play(hot_seat, &c.mv)),
    };
    let asked = RwSignal::new(None::<Question>);
    let choosing = Signal::derive(move || hot_seat.phase.get() == HotSeatPhase::Choosing);
    let state = LayoutState {
        choosing,
        turned: Signal::derive(move || hot_seat.is_turned()),
        waiting: false.into(),
        drawer,
        sheet: Sheet::new(move || subject(hot_seat, asked)),
    };
    let line_ups = move |shown: Signal<bool>| {
        let shown = Signal::derive(move || {
            shown.get() && !hot_seat.is_covered() && navigation.shown().is_none()
        });
        let play = Callback::new(move |mv: String| play(hot_seat, &mv));
        view! { <Shortcuts table=hot_seat.table shown thinking=hot_seat.thinking play /> }
    };
    let parts = GameParts {
        far: seat(hot_seat, scene, Side::Second).view(scene, picking).into_any(),
        board: view! {
            <Board
                scene
                picking
                orientation
                names=settings.names
                overlays=Signal::derive(move || confirmation.overlay().into_iter().collect())
            />
            {cover(hot_seat, scene)}
        }
        .into_any(),
        near: seat(hot_seat, scene, Side::First).view(scene, picking).into_any(),
        status: standing(hot_seat, scene, confirmation).into_any(),
        actions: view! {
            {confirmation.buttons()}
            <Buttons picking />
            <Actions hot_seat asked />
            {navigation.buttons()}
        }
        .into_any(),
        sheet: view! {
            <SheetContent hot_seat scene asked />
            {line_ups(Signal::derive(move || !choosing.get()))}
        }
        .into_any(),
        panel: view! {
            <Show when=move || choosing.get()>
                <PlayModes game mode=PlayMode::Friend />
                <Setup hot_seat />
            </Show>
            {line_ups(choosing)}
            <Moves moves scene navigation />
            {commands.view()}
            {record(hot_seat)}
            <div class="actions">{rotation.buttons()} {keys.button()}</div>
            <Show when=move || !choosing.get()>
                <PlayModes game mode=PlayMode::Friend />
            </Show>
        }
        .into_any(),
    };
    view! {
        {game_layout("friend", game, state, parts)}
        {keys.list()}
    }
}

/// A scene that follows the game, or the moment that is looked at.
fn scene_of(hot_seat: HotSeatGame, navigation: MoveNavigation) -> Memo<Scene> {
    Memo::new(move |_| {
        let (viewer, shown) = (hot_seat.viewer(), navigation.shown());
        hot_seat.table.with(|table| match shown {
            Some(ply) => table.scene_at(ply, viewer),
            None => table.scene(viewer),
        })
    })
}

/// The moves, as whoever looks may know them.
fn moves_of(hot_seat: HotSeatGame) -> Memo<Vec<(Side, String)>> {
    Memo::new(move |_| {
        let viewer = hot_seat.viewer();
        hot_seat.table.with(|table| written(table.played(viewer)))
    })
}

fn play(hot_seat: HotSeatGame, mv: &str) {
    hot_seat.play(mv);
    if hot_seat.screen.get_untracked() == hot_seat::Screen::Covered {
        // The cover stands on the page by then.
        request_animation_frame(|| browser::focus("uncover"));
    }
}

/// A side's bar.
fn seat(hot_seat: HotSeatGame, scene: Memo<Scene>, side: Side) -> PlayerBar {
    PlayerBar {
        side,
        name: Signal::derive(move || scene.with(|s| s.colours[side].to_owned())),
        due: Signal::derive(move || !hot_seat.is_over() && hot_seat.side_to_move() == side),
        clock: hot_seat.clock.into(),
    }
}

/// Who is to move or has won. Whoever hears the page is also told the last move.
fn standing(
    hot_seat: HotSeatGame,
    scene: Memo<Scene>,
    confirmation: MoveConfirmation,
) -> impl IntoView {
    let standing = move || {
        let standing = || {
            hot_seat.table.with(|table| scene.with(|scene| super::words::standing(table, scene)))
        };
        confirmation.question().unwrap_or_else(standing)
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
