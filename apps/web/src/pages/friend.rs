//! Hot-seat play: two players at one screen.
//!
//! The screen shows the view of the side to move. Where the sides have secrets it is covered
//! while it is passed on, and behind the cover nothing is drawn that a watcher may not see.

mod actions;
mod hot_seat;
mod saved_game;
mod setup;

use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::Keys;
use super::move_confirmation::MoveConfirmation;
use super::move_navigation::MoveNavigation;
use super::moves::{Moves, written};
use super::play_modes::PlayModes;
use super::played_board::PlayedBoard;
use super::player_bar::PlayerBar;
use super::shortcuts::Shortcuts;
use super::text_commands::{self, TextCommands, clock_words};
use super::threats::{Threats, help_switches};
use super::words::StatusText;
use crate::board::{BoardOrientation, Buttons, Overlay, Picking};
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
    let at_board = AtFriendBoard::new(HotSeatGame::load(game));
    let AtFriendBoard { hot_seat, navigation, choosing, asked, .. } = at_board;
    let drawer = Drawer::new("Moves");
    let own_keys = [at_board.board.rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(navigation.keys().into_iter().chain(own_keys).collect());
    let state = LayoutState {
        choosing,
        turned: Signal::derive(move || hot_seat.is_turned()),
        waiting: false.into(),
        drawer,
        sheet: Sheet::new(move || subject(hot_seat, asked)),
    };
    view! {
        {game_layout("friend", game, state, at_board.parts(keys))}
        {keys.list()}
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct AtFriendBoard {
    hot_seat: HotSeatGame,
    navigation: MoveNavigation,
    choices: Memo<Vec<Choice>>,
    confirmation: MoveConfirmation,
    board: PlayedBoard,
    threats: Threats,
    choosing: Signal<bool>,
    asked: RwSignal<Option<Question>>,
}

impl AtFriendBoard {
    fn new(hot_seat: HotSeatGame) -> Self {
        let ply = Memo::new(move |_| hot_seat.table.with(AnyRecord::ply));
        let navigation = MoveNavigation::new(ply.into());
        let scene = scene_of(hot_seat, navigation);
        let present = Memo::new(move |_| navigation.shown().is_none());
        let choices =
            Memo::new(move |_| if present.get() { hot_seat.choices() } else { Vec::new() });
        let settings = Settings::here();
        let confirms = Signal::derive(move || settings.confirms(None));
        let play = Callback::new(move |c: Choice| play(hot_seat, &c.mv));
        let confirmation = MoveConfirmation::new(confirms, choices, play);
        let picking = Picking::new(choices.into(), confirmation.chosen());
        let over = Memo::new(move |_| hot_seat.is_over());
        sound::follow(ply.into(), scene, over.into());
        // An uncovered screen shows the view of the side to move.
        let open = Signal::derive(move || !hot_seat.is_covered() && present.get());
        let seen = move || open.get().then(|| hot_seat.table.get());
        Self {
            hot_seat,
            navigation,
            choices,
            confirmation,
            board: PlayedBoard::new(scene, picking, seen),
            threats: Threats::new(hot_seat.table, open),
            choosing: Signal::derive(move || hot_seat.phase.get() == HotSeatPhase::Choosing),
            asked: RwSignal::new(None),
        }
    }

    fn parts(self, keys: Keys) -> GameParts {
        let Self { hot_seat, navigation, confirmation, board, choosing, asked, .. } = self;
        let PlayedBoard { scene, picking, .. } = board;
        GameParts {
            far: seat(hot_seat, scene, Side::Second).view(scene, picking).into_any(),
            board: view! {
                {board.view(self.orientation(), move || self.overlays())}
                {cover(hot_seat, scene)}
            }
            .into_any(),
            near: seat(hot_seat, scene, Side::First).view(scene, picking).into_any(),
            status: status(hot_seat, board, confirmation).into_any(),
            actions: view! {
                {confirmation.buttons()}
                <Buttons picking />
                <Actions hot_seat asked />
                {navigation.buttons()}
            }
            .into_any(),
            sheet: view! {
                <SheetContent hot_seat scene asked />
                {self.line_ups(Signal::derive(move || !choosing.get()))}
            }
            .into_any(),
            panel: self.panel(keys).into_any(),
        }
    }

    fn panel(self, keys: Keys) -> impl IntoView {
        let Self { hot_seat, navigation, choices, board, threats, choosing, .. } = self;
        let (game, scene) = (hot_seat.game, board.scene);
        let moves = moves_of(hot_seat);
        let commands = TextCommands {
            scene,
            choices,
            moves,
            clocks: Signal::derive(move || clock_words(hot_seat.clock.get(), &scene.read())),
            threats: Some(threats),
            play: Callback::new(move |c: Choice| play(hot_seat, &c.mv)),
        };
        view! {
            <Show when=move || choosing.get()>
                <PlayModes game mode=PlayMode::Friend />
                <Setup hot_seat />
            </Show>
            {self.line_ups(choosing)}
            <Show when=move || !choosing.get()>{help_switches(threats.switch())}</Show>
            <Moves moves scene navigation />
            {commands.view()}
            {record(hot_seat)}
            <div class="actions">{board.rotation.buttons()} {keys.button()}</div>
            <Show when=move || !choosing.get()>
                <PlayModes game mode=PlayMode::Friend />
            </Show>
        }
    }

    /// Complete line-ups for the side to move.
    fn line_ups(self, shown: Signal<bool>) -> impl IntoView {
        let Self { hot_seat, navigation, .. } = self;
        let shown = Signal::derive(move || {
            shown.get() && !hot_seat.is_covered() && navigation.shown().is_none()
        });
        let play = Callback::new(move |mv: String| play(hot_seat, &mv));
        view! { <Shortcuts table=hot_seat.table shown thinking=hot_seat.thinking play /> }
    }

    fn orientation(self) -> Signal<BoardOrientation> {
        let (hot_seat, rotation) = (self.hot_seat, self.board.rotation);
        Signal::derive(move || {
            let orientation = rotation.orientation.get();
            if hot_seat.is_turned() { orientation.flipped() } else { orientation }
        })
    }

    fn overlays(self) -> Vec<Overlay> {
        self.confirmation.overlay().into_iter().chain(self.threats.overlays()).collect()
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

/// The moves, in the view of the side to move.
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

/// Who is to move or has won, and the last move.
fn status(
    hot_seat: HotSeatGame,
    board: PlayedBoard,
    confirmation: MoveConfirmation,
) -> impl IntoView {
    let (scene, names) = (board.scene, board.names());
    let standing = move || {
        let viewer = hot_seat.viewer();
        let last = hot_seat.table.with(|table| table.played(viewer).pop());
        let colours = scene.with(|s| s.colours);
        let moved = last.map(|last| format!("{} played {}.", colours[last.side], last.human));
        let standing =
            hot_seat.table.with(|table| scene.with(|scene| super::words::standing(table, scene)));
        StatusText { moved, standing }
    };
    let said = move || confirmation.question().unwrap_or_else(standing).view(names.get());
    view! {
        <p class="caption" class:result=move || hot_seat.is_over() role="status">
            {said}
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
                    <p class="quiet">"Only this player should look at the screen now."</p>
                    <button id="uncover" type="button" class="button primary" on:click=move |_| hot_seat.uncover()>
                        {move || format!("I am {}: show the board", colour())}
                    </button>
                </div>
            }
        })
    }
}
