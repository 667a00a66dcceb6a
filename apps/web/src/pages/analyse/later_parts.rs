//! What the analysis board has besides the board: fetched after it, so that the board is there sooner.

// Outside a browser nothing is fetched, so nothing fails there.
#![allow(clippy::unnecessary_wraps)]

use super::AtAnalysisBoard;
use super::analysis_state::AnalysisState;
use super::{editor, panel};
use crate::lazy_pages::{NotFetched, lazy_part};
use crate::pages::keys::Keys;
use catalog::GameName;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use std::fmt;
use study::import::{self, Import};
use study::link::LinkText;

/// The panel, the editor, and the reader of what others wrote.
#[derive(Clone, Copy)]
struct AnalysisParts {
    panel: fn(&AtAnalysisBoard, Keys) -> AnyView,
    editor: fn(AnalysisState) -> AnyView,
    read: fn(GameName, LinkText) -> Result<Import, LinkedGameError>,
}

/// Why a game of a link or of the archive is not shown: a sentence, made where the reader is, so that the board is
/// fetched without the reader's errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LinkedGameError(pub(super) String);

impl fmt::Display for LinkedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LinkedGameError {}

#[wasm_split(analyse_panel, fallible, wasm_split_path = ::leptos::wasm_split)]
fn parts() -> Result<AnalysisParts, NotFetched> {
    Ok(AnalysisParts {
        panel: panel::panel,
        editor: |analysis| view! { <editor::Editor analysis /> }.into_any(),
        read: |game, linked| {
            import::read_linked(game, linked).map_err(|error| LinkedGameError(error.to_string()))
        },
    })
}

/// Reads a game that a link or the archive holds.
pub(super) async fn read_linked(
    game: GameName,
    linked: LinkText,
) -> Result<Import, LinkedGameError> {
    let not_loaded = |_| LinkedGameError("This could not be loaded.".to_owned());
    let fetched = parts().await.map_err(not_loaded)?;
    (fetched.read)(game, linked)
}

/// Lines, moves, graph and everything else beside the board.
pub(super) fn panel(at_board: &AtAnalysisBoard, keys: Keys) -> AnyView {
    let at_board = *at_board;
    lazy_part(parts, move |parts| (parts.panel)(&at_board, keys))
}

#[component]
pub(super) fn Editor(analysis: AnalysisState) -> impl IntoView {
    lazy_part(parts, move |parts| (parts.editor)(analysis))
}
