//! The moves of the game, as whoever looks may know them; a touch shows the board as it was.

use super::sitting::Sitting;
use crate::pages::walk::Walk;
use leptos::html::Ol;
use leptos::prelude::*;

#[component]
pub(super) fn Moves(sitting: Sitting, walk: Walk) -> impl IntoView {
    let moves = Memo::new(move |_| {
        let viewer = sitting.viewer();
        let played = sitting.table.with(|table| table.played(viewer));
        played.into_iter().map(|turn| turn.human).collect::<Vec<_>>()
    });
    let list = NodeRef::<Ol>::new();
    // The last move is the one that is looked for.
    Effect::new(move || {
        moves.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let rows = move || {
        moves.with(|moves| {
            let pairs = moves.chunks(2).enumerate();
            pairs.map(|(i, turns)| row(walk, 2 * i, turns)).collect_view()
        })
    };
    view! {
        <Show when=move || moves.with(|moves| !moves.is_empty())>
            <ol class="move-list" node_ref=list tabindex="0" aria-label="Moves">
                {rows}
            </ol>
        </Show>
    }
}

fn row(walk: Walk, first: usize, turns: &[String]) -> impl IntoView + use<> {
    let turns = turns.iter().enumerate().map(|(i, turn)| {
        let button = walk.button(first + i + 1, turn.clone());
        view! { <span>{button}</span> }
    });
    view! { <li>{turns.collect_view()}</li> }
}
