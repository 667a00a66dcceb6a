//! Layout of a game page: everything that is needed to play is on one screen.
//!
//! ```text
//! portrait             landscape               wide
//! ┌──────────┐         ┌───────┬──────────┐    ┌─────────┬──────────┐
//! │ opponent │         │       │ opponent │    │         │ opponent │
//! │  board   │         │ board │ status   │    │  board  │ status   │
//! │ player   │         │       │ actions  │    │         │ actions  │
//! │ status   │         │       │ player   │    │         │ panel    │
//! │ actions  │         └───────┴──────────┘    │         │ player   │
//! └──────────┘         the panel is a drawer   └─────────┴──────────┘
//! ```
//!
//! Which one it is, the style sheet decides (`55-game.css`); the parts are the same. Offers, choices
//! and the result are a sheet over the lower part of the board, or of the panel where there is one.

mod actions;
mod drawer;
mod sheet;
mod zoom;

pub(crate) use actions::{Icon, action, resign_action};
pub(crate) use drawer::Drawer;
pub(crate) use sheet::Sheet;

use super::rules_link::RulesButton;
use crate::startup::sliced;
use catalog::GameName;
use leptos::prelude::*;
use zoom::BoardZoom;

/// What a game page consists of.
pub(crate) struct GameParts {
    /// The bar of the side that sits above.
    pub(crate) far: AnyView,
    pub(crate) board: AnyView,
    /// The bar of the side that sits below.
    pub(crate) near: AnyView,
    /// One line: whose turn it is, or how it ended.
    pub(crate) status: AnyView,
    pub(crate) actions: AnyView,
    /// What is shown over the board while there is something to decide.
    pub(crate) sheet: AnyView,
    /// Moves, chat, settings.
    pub(crate) panel: AnyView,
}

/// How far a game page is, for its layout.
#[derive(Clone, Copy)]
pub(crate) struct LayoutState {
    /// Whether the terms are still being chosen: then the panel is a form that comes first.
    pub(crate) choosing: Signal<bool>,
    /// Whether the second side sits below.
    pub(crate) turned: Signal<bool>,
    /// Whether it is the opponent's turn.
    pub(crate) waiting: Signal<bool>,
    pub(crate) drawer: Drawer,
    pub(crate) sheet: Sheet,
}

/// Puts the parts of a game page together; `kind` is the class of pages of this kind.
pub(crate) fn game_layout(
    kind: &'static str,
    game: GameName,
    state: LayoutState,
    parts: GameParts,
) -> impl IntoView {
    let LayoutState { choosing, turned, waiting, drawer, sheet } = state;
    let GameParts { far, board, near, status, actions, sheet: decided, panel } = parts;
    view! {
        <div
            class=format!("table one-screen {kind} game-{game}")
            class:choosing=choosing
            class:playing=move || !choosing.get()
            class:turned=turned
            class:waiting=waiting
        >
            <h1 class="game-title">{game.title()}</h1>
            <div class="seat far">{sliced(|| far)}</div>
            {BoardZoom::new(choosing).view(sliced(|| board))}
            <div class="seat near">{sliced(|| near)}</div>
            <div class="status-line">
                <div class="status-text">{sliced(|| status)}</div>
                <RulesButton game />
            </div>
            <div class="action-bar" role="toolbar" aria-label="Actions">
                {sliced(|| actions)}
                {sheet.button()}
                {drawer.button()}
            </div>
            {sliced(move || sheet.view(decided).into_any())}
            {sliced(move || drawer.panel(panel).into_any())}
        </div>
    }
}
