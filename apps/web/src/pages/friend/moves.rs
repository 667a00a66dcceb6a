//! The moves of the game, as whoever looks may know them.

use super::sitting::Sitting;
use leptos::html::Ol;
use leptos::prelude::*;

#[component]
pub(super) fn Moves(sitting: Sitting) -> impl IntoView {
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
    let rows = move || moves.with(|moves| moves.chunks(2).map(row).collect_view());
    view! {
        <Show when=move || moves.with(|moves| !moves.is_empty())>
            <ol class="move-list" node_ref=list tabindex="0" aria-label="Moves">
                {rows}
            </ol>
        </Show>
    }
}

fn row(turns: &[String]) -> impl IntoView + use<> {
    let turns = turns.iter().map(|turn| view! { <span>{turn.clone()}</span> });
    view! { <li>{turns.collect_view()}</li> }
}
