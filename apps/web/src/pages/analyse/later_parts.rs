//! What the analysis board has besides the board: fetched after it, so that the board is there sooner.

// Outside a browser nothing is fetched, so nothing fails there.
#![allow(clippy::unnecessary_wraps)]

use super::analysis_state::AnalysisState;
use super::{editor, graph, lines, mistakes, moves, notes, review, share};
use crate::lazy_pages::{NotFetched, later};
use catalog::GameName;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use study::import::{self, Import};
use study::link::LinkText;

type DrawPart = fn(AnalysisState) -> AnyView;

/// The parts of the panel, the editor, and the reader of what others wrote.
#[derive(Clone, Copy)]
struct AnalysisParts {
    lines: DrawPart,
    moves: DrawPart,
    graph: DrawPart,
    mistakes: DrawPart,
    review: DrawPart,
    notes: DrawPart,
    share: DrawPart,
    editor: DrawPart,
    read: fn(GameName, LinkText) -> Result<Import, String>,
}

#[wasm_split(analyse_panel, fallible, wasm_split_path = ::leptos::wasm_split)]
fn parts() -> Result<AnalysisParts, NotFetched> {
    Ok(AnalysisParts {
        lines: |analysis| view! { <lines::Lines analysis /> }.into_any(),
        moves: |analysis| view! { <moves::Moves analysis /> }.into_any(),
        graph: |analysis| view! { <graph::Graph analysis /> }.into_any(),
        mistakes: |analysis| view! { <mistakes::MistakesPanel analysis /> }.into_any(),
        review: |analysis| view! { <review::Review analysis /> }.into_any(),
        notes: |analysis| view! { <notes::Notes analysis /> }.into_any(),
        share: |analysis| view! { <share::Share analysis /> }.into_any(),
        editor: |analysis| view! { <editor::Editor analysis /> }.into_any(),
        read: |game, linked| import::read_linked(game, linked).map_err(|why| why.to_string()),
    })
}

/// Reads a game that a link or the archive holds.
pub(super) async fn read_linked(game: GameName, linked: LinkText) -> Result<Import, String> {
    let fetched = parts().await.map_err(|_| "This could not be fetched.".to_owned())?;
    (fetched.read)(game, linked)
}

#[component]
pub(super) fn Lines(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.lines)(analysis))
}

#[component]
pub(super) fn Moves(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.moves)(analysis))
}

#[component]
pub(super) fn Graph(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.graph)(analysis))
}

#[component]
pub(super) fn MistakesPanel(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.mistakes)(analysis))
}

#[component]
pub(super) fn Review(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.review)(analysis))
}

#[component]
pub(super) fn Notes(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.notes)(analysis))
}

#[component]
pub(super) fn Share(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.share)(analysis))
}

#[component]
pub(super) fn Editor(analysis: AnalysisState) -> impl IntoView {
    later(parts, move |parts| (parts.editor)(analysis))
}
