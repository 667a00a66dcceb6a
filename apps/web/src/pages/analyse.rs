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
mod proven_marks;
mod review;
mod share;

use super::board_rotation::BoardRotation;
use super::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use super::keys::{Key, Keys};
use super::play_modes::PlayModes;
use super::shortcuts::Shortcuts;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::Settings;
use crate::sound;
pub(crate) use analysis_state::address;
use analysis_state::{AnalysisState, Step};
use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use graph::Bar;
use later_parts::{Editor, Graph, Lines, MistakesPanel, Moves, Notes, Review, Share};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_query_map};
use lines::EngineSwitch;
use proven_marks::Links;
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
    let game = analysis.game;
    let scene = Memo::new(move |_| analysis.table.with(|t| t.scene(Viewer::Judge)));
    let choices = Memo::new(move |_| analysis.choices());
    let picking = Picking::new(
        choices.into(),
        Callback::new(move |choice: Choice| {
            if mistakes::judge(analysis, &choice.mv) {
                analysis.play(&choice.mv);
            }
        }),
    );
    let rotation = BoardRotation::new(scene.into());
    let ply = Memo::new(move |_| analysis.table.with(AnyRecord::ply));
    let over = Memo::new(move |_| analysis.table.with(|t| t.conclusion().is_some()));
    sound::follow(ply.into(), scene, over.into());
    let overlays =
        Signal::derive(move || engine_overlays::overlays(analysis, &choices.read(), &scene.read()));
    let mut keys = vec![
        Key::new(&["ArrowLeft", "["], "← [", "One move back", move || analysis.step(Step::Back)),
        Key::new(&["ArrowRight", "]"], "→ ]", "One move on", move || analysis.step(Step::On)),
        Key::new(&["Home"], "Home", "To the start", move || analysis.step(Step::Start)),
        Key::new(&["End"], "End", "To the end of the line", move || analysis.step(Step::End)),
        Key::new(&["e"], "e", "Engine on or off", move || analysis.toggle()),
        rotation.key(),
    ];
    keys.extend(mistakes::keys(analysis));
    if analysis.has_links() {
        let links = move || analysis.toggle_links();
        keys.push(Key::new(&["c"], "c", "Connections shown or hidden", links));
    }
    let keys = Keys::new(keys);
    let play = Callback::new(move |mv: String| analysis.play(&mv));
    let state = LayoutState {
        choosing: false.into(),
        turned: false.into(),
        waiting: false.into(),
        drawer: Drawer::new("Lines, moves"),
        sheet: Sheet::new(|| None),
    };
    let parts = GameParts {
        far: view! { <Tray scene picking side=Side::Second /> }.into_any(),
        board: view! {
            <div class="with-bar">
                <Bar analysis />
                <Board scene picking orientation=rotation.orientation names=Settings::here().names overlays />
            </div>
        }
        .into_any(),
        near: view! { <Tray scene picking side=Side::First /> }.into_any(),
        status: view! { <Status analysis scene /> }.into_any(),
        actions: view! {
            <Buttons picking />
            <EngineSwitch analysis />
            <Steps analysis />
        }
        .into_any(),
        sheet: ().into_any(),
        panel: view! {
            {move || analysis.trouble.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })}
            <Lines analysis />
            <Moves analysis />
            <Graph analysis />
            <MistakesPanel analysis />
            <div class="actions">
                <Review analysis />
                <Shortcuts table=analysis.table shown=Signal::stored(true) thinking=analysis.thinking play />
                <button type="button" class="button" id="edit" on:click=move |_| analysis.edit()>
                    "Set up a position"
                </button>
                {rotation.buttons()}
                {keys.button()}
            </div>
            <Links analysis scene />
            <Notes analysis />
            <Share analysis />
            <PlayModes game mode=PlayMode::Analyse />
        }
        .into_any(),
    };
    view! {
        {game_layout("analyse", game, state, parts)}
        {keys.list()}
    }
}

/// Where one stands, and on phones the engine's best line.
#[component]
fn Status(analysis: AnalysisState, scene: Memo<scene::Scene>) -> impl IntoView {
    view! {
        <p class="caption" role="status">
            {move || standing(analysis, &scene.read())}
        </p>
        <p class="best-line">{move || lines::best(analysis)}</p>
    }
}

/// The last move and who is to move, or how it ended.
fn standing(analysis: AnalysisState, scene: &scene::Scene) -> String {
    let caption = analysis.table.with(|t| super::words::standing(t, scene));
    let at = analysis.at.get();
    let last = analysis.tree.with(|tree| tree.node(at).played.clone());
    match last {
        Some(last) => format!("{} played {}. {caption}.", scene.colours[last.side], last.human),
        None => format!("{caption}."),
    }
}

/// The four steps through a game.
#[component]
fn Steps(analysis: AnalysisState) -> impl IntoView {
    let first = move || analysis.at.get() == study::Tree::START;
    let last = move || analysis.tree.with(|tree| tree.next(analysis.at.get()).is_none());
    super::move_navigation::buttons(first, last, move |step| analysis.step(step))
}
