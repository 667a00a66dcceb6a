//! The panel of the analysis board: lines, moves, graph, review, notes, commands, sharing.
//!
//! It is drawn from the top down, each part in a task of its own, so that nothing moves while the rest comes.

use super::AtAnalysisBoard;
use super::graph::Graph;
use super::lines::Lines;
use super::mistakes::MistakesPanel;
use super::moves::Moves;
use super::notes::Notes;
use super::proven_marks::Links;
use super::review::Review;
use super::share::Share;
use crate::games::PlayMode;
use crate::pages::keys::Keys;
use crate::pages::moves::written;
use crate::pages::play_modes::PlayModes;
use crate::pages::shortcuts::Shortcuts;
use crate::pages::text_commands::TextCommands;
use crate::pages::threats::help_switches;
use crate::startup::deferred;
use game::Viewer;
use leptos::prelude::*;
use scene::Table as _;
use scene::table::Choice;

pub(super) fn panel(at_board: &AtAnalysisBoard, keys: Keys) -> AnyView {
    let (at_board, analysis) = (*at_board, at_board.analysis);
    view! {
        {deferred(move || view! { <Lines analysis /> }.into_any())}
        {deferred(move || view! { <Moves analysis /> }.into_any())}
        {deferred(move || view! { <Graph analysis /> }.into_any())}
        {deferred(move || view! { <MistakesPanel analysis /> }.into_any())}
        {deferred(move || actions(&at_board, keys).into_any())}
        {deferred(move || view! { <Notes analysis /> }.into_any())}
        {deferred(move || commands(&at_board).view().into_any())}
        {deferred(move || view! { <Share analysis /> }.into_any())}
        {deferred(move || view! { <PlayModes game=analysis.game mode=PlayMode::Analyse /> }.into_any())}
    }
    .into_any()
}

fn actions(at_board: &AtAnalysisBoard, keys: Keys) -> impl IntoView + use<> {
    let AtAnalysisBoard { analysis, board, threats, .. } = *at_board;
    let scene = board.scene;
    let play = Callback::new(move |mv: String| analysis.play(&mv));
    view! {
        <div class="actions">
            <Review analysis />
            <Shortcuts table=analysis.table shown=Signal::stored(true) thinking=analysis.thinking play />
            <button type="button" class="button" id="edit" on:click=move |_| analysis.edit()>
                "Set up a position"
            </button>
            {board.rotation.buttons()}
            {keys.button()}
        </div>
        {help_switches(threats.switch())}
        <Links analysis scene />
    }
}

fn commands(at_board: &AtAnalysisBoard) -> TextCommands {
    let AtAnalysisBoard { analysis, choices, board, threats } = *at_board;
    TextCommands {
        scene: board.scene,
        choices,
        moves: Memo::new(move |_| analysis.table.with(|t| written(t.played(Viewer::Judge)))),
        clocks: Signal::stored(None),
        threats: Some(threats),
        play: Callback::new(move |choice: Choice| analysis.play(&choice.mv)),
    }
}
