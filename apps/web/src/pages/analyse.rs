//! The analysis board: a game taken apart, with the engine's help.
//!
//! ```text
//! paste, link, editor ──▶ tree ──▶ board, moves, graph
//!                          ▲ │
//!            review ───────┘ └──▶ engine: lines, arrows, heat, bar
//! ```

mod desk;
mod editor;
mod graph;
mod lines;
mod links;
mod moves;
mod notes;
mod pointing;
mod review;
mod share;

use super::keys::{Key, Keys};
use super::shortcuts::Shortcuts;
use super::table::Ways;
use super::turning::Turning;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::Settings;
use crate::sound;
use catalog::GameName;
pub(crate) use desk::address;
use desk::{Desk, Step};
use editor::Editor;
use game::{Side, Viewer};
use graph::{Bar, Graph};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_query_map};
use lines::Lines;
use links::Links;
use moves::Moves;
use notes::Notes;
use review::Review;
use scene::Table as _;
use scene::table::Choice;
use share::Share;

#[component]
pub(crate) fn AnalysePage(game: GameName) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), Way::Analyse.title()));
    let desk = Desk::load(game);
    desk.follow_links(use_location().hash);
    desk.follow_archive(use_query_map());
    view! {
        {move || {
            if desk.editing.get() {
                view! { <Editor desk /> }.into_any()
            } else {
                view! { <Analysis desk /> }.into_any()
            }
        }}
    }
}

#[component]
fn Analysis(desk: Desk) -> impl IntoView {
    let game = desk.game;
    let scene = Memo::new(move |_| desk.table.with(|t| t.scene(Viewer::Judge)));
    let choices = Memo::new(move |_| desk.choices());
    let picking =
        Picking::new(choices.into(), Callback::new(move |choice: Choice| desk.play(&choice.mv)));
    let turning = Turning::new(scene.into());
    let ply = Memo::new(move |_| desk.table.with(|t| t.ply()));
    let over = Memo::new(move |_| desk.table.with(|t| t.conclusion().is_some()));
    sound::follow(ply.into(), scene, over.into());
    let signs = Signal::derive(move || pointing::signs(desk, &choices.read(), &scene.read()));
    let mut keys = vec![
        Key::new(&["ArrowLeft", "["], "← [", "One move back", move || desk.step(Step::Back)),
        Key::new(&["ArrowRight", "]"], "→ ]", "One move on", move || desk.step(Step::On)),
        Key::new(&["Home"], "Home", "To the start", move || desk.step(Step::Start)),
        Key::new(&["End"], "End", "To the end of the line", move || desk.step(Step::End)),
        Key::new(&["e"], "e", "Engine on or off", move || desk.toggle()),
        turning.key(),
    ];
    if desk.has_links() {
        let links = move || desk.toggle_links();
        keys.push(Key::new(&["c"], "c", "Connections shown or hidden", links));
    }
    let keys = Keys::new(keys);
    view! {
        <div class=format!("table analyse game-{game}")>
            <div class="board-side">
                <Tray scene picking side=Side::Second />
                <div class="with-bar">
                    <Bar desk />
                    <Board scene picking facing=turning.facing names=Settings::here().names signs />
                </div>
                <Tray scene picking side=Side::First />
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <Ways game way=Way::Analyse />
                <p class="caption" role="status">
                    {move || standing(desk, &scene.read())}
                </p>
                {move || desk.trouble.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })}
                <Lines desk />
                <Links desk scene />
                <Steps desk />
                <Moves desk />
                <Graph desk />
                <Notes desk />
                <div class="actions">
                    <Buttons picking />
                    <Shortcuts table=desk.table shown=Signal::stored(true) thinking=desk.thinking play=Callback::new(move |mv: String| desk.play(&mv)) />
                    <Review desk />
                    <button type="button" class="button" id="edit" on:click=move |_| desk.edit()>
                        "Set up a position"
                    </button>
                    {turning.buttons()}
                    {keys.button()}
                </div>
                <Share desk />
            </section>
            {keys.list()}
        </div>
    }
}

/// The last move and who is to move, or how it ended.
fn standing(desk: Desk, scene: &scene::Scene) -> String {
    let caption = desk.table.with(|t| super::words::standing(t, scene));
    let at = desk.at.get();
    let last = desk.tree.with(|tree| tree.node(at).played.clone());
    match last {
        Some(last) => format!("{} played {}. {caption}.", scene.colours[last.side], last.human),
        None => format!("{caption}."),
    }
}

/// The four steps through a game.
#[component]
fn Steps(desk: Desk) -> impl IntoView {
    let first = move || desk.at.get() == study::Tree::START;
    let last = move || desk.tree.with(|tree| tree.next(desk.at.get()).is_none());
    super::walk::buttons(first, last, move |step| desk.step(step))
}
