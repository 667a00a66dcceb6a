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

use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::Keys;
use super::move_confirmation::MoveConfirmation;
use super::move_navigation::MoveNavigation;
use super::play_modes::PlayModes;
use super::played_board::PlayedBoard;
use super::player_bar::PlayerBar;
use super::text_commands;
use crate::board::{Overlay, OverlayKind, Picking};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Settings;
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
    let at_board = AtComputerBoard::new(ComputerGame::load(game));
    let AtComputerBoard { computer_game, navigation, .. } = at_board;
    let drawer = Drawer::new("Moves");
    let own_keys = [at_board.board.rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(navigation.keys().into_iter().chain(own_keys).collect());
    let state = LayoutState {
        choosing: Signal::derive(move || computer_game.phase.get() == GamePhase::Choosing),
        turned: false.into(),
        waiting: Signal::derive(move || !computer_game.is_humans_turn()),
        drawer,
        sheet: Sheet::new(move || panel::subject(computer_game)),
    };
    view! {
        {game_layout("computer", game, state, at_board.parts(keys))}
        {keys.list()}
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct AtComputerBoard {
    computer_game: ComputerGame,
    navigation: MoveNavigation,
    choices: Memo<Vec<Choice>>,
    coach: Coach,
    confirmation: MoveConfirmation,
    board: PlayedBoard,
}

impl AtComputerBoard {
    fn new(computer_game: ComputerGame) -> Self {
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
        let confirms = Signal::derive(move || settings.confirms(None));
        let confirmation = MoveConfirmation::new(confirms, choices, play);
        let picking = Picking::new(choices.into(), confirmation.chosen());
        let seen =
            move || Some(computer_game.table.get()).filter(|_| computer_game.is_humans_turn());
        let board = PlayedBoard::new(scene, picking, seen)
            .named_while(move || computer_game.hint.with(Option::is_some));
        Self { computer_game, navigation, choices, coach, confirmation, board }
    }

    fn parts(self, keys: Keys) -> GameParts {
        let Self { computer_game, navigation, confirmation, board, .. } = self;
        let PlayedBoard { scene, picking, .. } = board;
        let below = below(computer_game);
        let seat = move |side: Side| seat(computer_game, side).view(scene, picking);
        GameParts {
            far: (move || seat(below.get().other())).into_any(),
            board: view! {
                {board.view(board.seen_from(below), move || self.overlays())}
                {self.coach.question()}
            }
            .into_any(),
            near: (move || seat(below.get())).into_any(),
            status: view! {
                <Status computer_game board confirmation />
                {self.coach.line()}
            }
            .into_any(),
            actions: view! {
                {confirmation.buttons()}
                <Actions computer_game picking navigation />
            }
            .into_any(),
            sheet: view! { <SheetContent computer_game scene /> }.into_any(),
            panel: (move || self.panel(keys)).into_any(),
        }
    }

    fn panel(self, keys: Keys) -> AnyView {
        let Self { computer_game, navigation, choices, coach, board, .. } = self;
        let game = computer_game.game;
        match computer_game.phase.get() {
            GamePhase::Choosing => view! {
                <PlayModes game mode=PlayMode::Play />
                <Start computer_game />
            }
            .into_any(),
            GamePhase::Playing => {
                let below = move || {
                    view! {
                        <div class="actions">{board.rotation.buttons()} {keys.button()}</div>
                        <PlayModes game mode=PlayMode::Play />
                    }
                };
                view! { <Panel computer_game scene=board.scene choices navigation coach below /> }
                    .into_any()
            }
        }
    }

    /// The recommended move, the one that waits for its confirmation, and what the coach shows.
    fn overlays(self) -> Vec<Overlay> {
        let hint = self.computer_game.hint.get();
        let hint =
            hint.and_then(|said| Overlay::of(&self.choices.read(), &said.mv, OverlayKind::Best));
        let own = hint.into_iter().chain(self.confirmation.overlay());
        own.chain(self.coach.overlays()).collect()
    }
}

/// Who sits below: the person, unless the settings say otherwise.
fn below(computer_game: ComputerGame) -> Memo<Side> {
    let settings = Settings::here();
    Memo::new(move |_| match computer_game.phase.get() {
        GamePhase::Choosing => Side::First,
        GamePhase::Playing => settings.side_below(computer_game.terms.get().human),
    })
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
