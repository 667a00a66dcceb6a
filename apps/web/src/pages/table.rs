//! A game at a table: the board, and beside it everything about the game.

use super::turning::Turning;
use crate::board::{Board, Buttons, Picking, Tray};
use crate::browser;
use crate::games::Way;
use crate::settings::Settings;
use catalog::GameName;
use game::{Side, Viewer};
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Table;
use scene::table::{Choice, open};

#[component]
pub(crate) fn TablePage(game: GameName, way: Way) -> impl IntoView {
    browser::set_title(&format!("{}: {}", game.title(), way.title()));
    let table = RwSignal::new_local(open(game, "").expect("every game opens as usual"));
    let viewer = move |table: &dyn Table| match table.conclusion() {
        Some(_) => Viewer::Judge,
        None => Viewer::Player(table.side_to_move()),
    };
    let scene = Memo::new(move |_| table.with(|t| t.scene(viewer(t.as_ref()))));
    let choices = Memo::new(move |_| table.with(|t| t.choices()));
    let play = move |choice: Choice| {
        table.update(|t| {
            // The board offers legal moves only; another one would change nothing.
            let _ = t.play(&choice.mv);
        });
    };
    let picking = Picking::new(choices.into(), Callback::new(play));
    let turning = Turning::new(scene.into());
    view! {
        <div class=format!("table game-{game}")>
            <div class="board-side">
                <Tray scene picking side=Side::Second />
                <Board scene picking facing=turning.facing names=Settings::here().names />
                <Tray scene picking side=Side::First />
            </div>
            <section class="panel">
                <h1>{game.title()}</h1>
                <Ways game way />
                <p class="caption" role="status">
                    {move || scene.with(|s| s.caption.clone())}
                </p>
                <div class="actions">
                    <Buttons picking />
                    <Shortcuts table />
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| {
                            table.update(|t| {
                                t.undo();
                            });
                        }
                    >
                        "Take back"
                    </button>
                    {turning.buttons()}
                </div>
            </section>
        </div>
    }
}

/// The other ways to play this game.
#[component]
pub(super) fn Ways(game: GameName, way: Way) -> impl IntoView {
    let links = Way::ALL.into_iter().map(|other| {
        let current = (other == way).then_some("page");
        view! {
            <A href=other.address(game) attr:aria-current=current>
                {other.short()}
            </A>
        }
    });
    view! {
        <nav class="tabs" aria-label="Ways to play">
            {links.collect_view()}
        </nav>
    }
}

/// Moves that the game itself gives a button.
#[component]
fn Shortcuts(table: RwSignal<Box<dyn Table>, LocalStorage>) -> impl IntoView {
    let seed = move || (js_sys::Math::random() * 1e15) as u64;
    move || {
        let shortcuts = table.with(|t| t.shortcuts(seed()));
        let button = |(label, choice): (&'static str, Choice)| {
            let play = move |_| {
                table.update(|t| {
                    let _ = t.play(&choice.mv);
                });
            };
            view! { <button type="button" class="button" on:click=play>{label}</button> }
        };
        shortcuts.into_iter().map(button).collect_view()
    }
}
