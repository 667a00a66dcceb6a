//! The analysis board: a game tree, with the engine.
//!
//! ```text
//! paste, link, editor ──▶ tree ──▶ board, moves, graph
//!                          ▲ │
//!            review ───────┘ └──▶ engine: lines, arrows, heat, bar
//! ```

mod analysis_state;
mod editor;
mod engine_overlays;
mod graph;
mod later_parts;
mod lines;
mod mistakes;
mod moves;
mod notes;
mod panel;
mod proven_marks;
mod review;
mod share;

use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::{Key, Keys};
use super::played_board::PlayedBoard;
use super::text_commands;
use super::threats::Threats;
use super::words::StatusText;
use crate::board::{Buttons, Overlay, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::sound;
use crate::startup::sliced;
pub(crate) use analysis_state::address;
use analysis_state::{AnalysisState, Step};
use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use graph::Bar;
use later_parts::Editor;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_query_map};
use lines::EngineSwitch;
use scene::Table as _;
use scene::table::Choice;

#[component]
pub(crate) fn AnalysePage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), PlayMode::Analyse.title()));
    let analysis = AnalysisState::load(game);
    analysis.follow_links(use_location().hash);
    analysis.follow_archive(use_query_map());
    view! {
        {move || {
            if analysis.editing.get() {
                view! { <Editor analysis /> }.into_any()
            } else {
                view! { <Analysis analysis /> }.into_any()
            }
        }}
    }
}

#[component]
fn Analysis(analysis: AnalysisState) -> impl IntoView {
    let at_board = AtAnalysisBoard::new(analysis);
    let drawer = Drawer::new("Lines, moves");
    let keys = Keys::new(shortcut_keys(analysis, at_board.board, drawer));
    let state = LayoutState {
        choosing: false.into(),
        turned: false.into(),
        waiting: false.into(),
        drawer,
        sheet: Sheet::new(|| None),
    };
    view! {
        {game_layout("analyse", analysis.game, state, at_board.parts(keys))}
        {keys.list()}
    }
}

fn shortcut_keys(analysis: AnalysisState, board: PlayedBoard, drawer: Drawer) -> Vec<Key> {
    let mut keys = vec![
        Key::new(&["ArrowLeft", "["], "← [", "One move back", move || analysis.step(Step::Back)),
        Key::new(&["ArrowRight", "]"], "→ ]", "One move on", move || analysis.step(Step::On)),
        Key::new(&["Home"], "Home", "To the start", move || analysis.step(Step::Start)),
        Key::new(&["End"], "End", "To the end of the line", move || analysis.step(Step::End)),
        Key::new(&["e"], "e", "Engine on or off", move || analysis.toggle()),
        board.rotation.key(),
        text_commands::key(drawer),
    ];
    keys.extend(mistakes::keys(analysis));
    if analysis.has_links() {
        let links = move || analysis.toggle_links();
        keys.push(Key::new(&["c"], "c", "Connections shown or hidden", links));
    }
    keys
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct AtAnalysisBoard {
    analysis: AnalysisState,
    choices: Memo<Vec<Choice>>,
    board: PlayedBoard,
    threats: Threats,
}

impl AtAnalysisBoard {
    fn new(analysis: AnalysisState) -> Self {
        let scene = Memo::new(move |_| analysis.table.with(|t| t.scene(Viewer::Judge)));
        let choices = Memo::new(move |_| analysis.choices());
        let chosen = Callback::new(move |choice: Choice| {
            if mistakes::try_move(analysis, &choice.mv) {
                analysis.play(&choice.mv);
            }
        });
        let picking = Picking::new(choices.into(), chosen);
        let ply = Memo::new(move |_| analysis.table.with(AnyRecord::ply));
        let over = Memo::new(move |_| analysis.table.with(|t| t.conclusion().is_some()));
        sound::follow(ply.into(), scene, over.into());
        let board = PlayedBoard::new(scene, picking, move || Some(analysis.table.get()));
        let threats = Threats::new(analysis.table, Signal::stored(true));
        Self { analysis, choices, board, threats }
    }

    fn parts(self, keys: Keys) -> GameParts {
        let Self { analysis, board, .. } = self;
        let PlayedBoard { scene, picking, rotation, .. } = board;
        GameParts {
            far: sliced(move || view! { <Tray scene picking side=Side::Second /> }.into_any()),
            board: view! {
                <div class="with-bar">
                    {sliced(move || view! { <Bar analysis /> }.into_any())}
                    {board.view(rotation.orientation, move || self.overlays())}
                </div>
            }
            .into_any(),
            near: sliced(move || view! { <Tray scene picking side=Side::First /> }.into_any()),
            status: sliced(move || view! { <Status analysis board /> }.into_any()),
            actions: view! {
                {sliced(move || view! { <Buttons picking /> }.into_any())}
                {sliced(move || view! { <EngineSwitch analysis /> }.into_any())}
                {sliced(move || view! { <Steps analysis /> }.into_any())}
            }
            .into_any(),
            sheet: ().into_any(),
            panel: self.panel(keys).into_any(),
        }
    }

    fn panel(self, keys: Keys) -> impl IntoView {
        let trouble = move || {
            let what = self.analysis.trouble.get()?;
            Some(view! { <p class="notice wrong" role="alert">{what}</p> })
        };
        view! {
            {trouble}
            {later_parts::panel(&self, keys)}
        }
    }

    fn overlays(self) -> Vec<Overlay> {
        let Self { analysis, choices, board, threats } = self;
        let engine = engine_overlays::overlays(analysis, &choices.read(), &board.scene.read());
        engine.into_iter().chain(threats.overlays()).collect()
    }
}

/// Where one stands, and on phones the engine's best line.
#[component]
fn Status(analysis: AnalysisState, board: PlayedBoard) -> impl IntoView {
    let names = board.names();
    let said = move || standing(analysis, &board.scene.read()).view(names.get());
    view! {
        <p class="caption" role="status">
            {said}
        </p>
        <p class="best-line">{move || lines::best(analysis)}</p>
    }
}

/// The last move and who is to move, or how it ended.
fn standing(analysis: AnalysisState, scene: &scene::Scene) -> StatusText {
    let standing = analysis.table.with(|t| super::words::standing(t, scene));
    let at = analysis.at.get();
    let last = analysis.tree.with(|tree| tree.node(at).played.clone());
    let moved = last.map(|last| format!("{} played {}.", scene.colours[last.side], last.human));
    StatusText { moved, standing: format!("{}.", standing.trim_end_matches('.')) }
}

/// The four steps through a game.
#[component]
fn Steps(analysis: AnalysisState) -> impl IntoView {
    let first = move || analysis.at.get() == study::Tree::START;
    let last = move || analysis.tree.with(|tree| tree.next(analysis.at.get()).is_none());
    super::move_navigation::buttons(first, last, move |step| analysis.step(step))
}
