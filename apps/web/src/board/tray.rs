//! Trays of pieces in hand, and moves that are buttons.

use super::picking::Picking;
use super::pieces::drawing;
use game::Side;
use leptos::prelude::*;
use scene::{Click, Glyph, Scene, TrayPiece};

/// The pieces that a side can still place.
#[component]
pub(crate) fn Tray(
    #[prop(into)] scene: Signal<Scene>,
    picking: Picking,
    side: Side,
) -> impl IntoView {
    let title = move || scene.with(|s| format!("{} may place", s.colours[side]));
    move || {
        let pieces = scene.with(|s| s.trays[side].clone());
        let shown = match pieces {
            Some(pieces) if pieces.is_empty() => return None,
            Some(pieces) => {
                let pieces = pieces.into_iter();
                pieces.map(|piece| draw_piece(piece, side, picking)).collect_view().into_any()
            }
            None => {
                let colour = scene.with(|s| s.colours[side]);
                let words = format!("{colour} keeps its pieces hidden");
                view! { <span class="quiet">{words}</span> }.into_any()
            }
        };
        Some(view! {
            <div class="tray" role="group" aria-label=title>
                {shown}
            </div>
        })
    }
}

fn draw_piece(piece: TrayPiece, side: Side, picking: Picking) -> impl IntoView {
    let click = Click::Tray(piece.letter);
    let name = piece.glyph.name();
    let offered = move || picking.next().with(|next| next.contains(&click)) || held(picking, click);
    view! {
        <button
            type="button"
            class="tray-piece"
            title=name
            aria-label=name
            aria-pressed=move || held(picking, click).to_string()
            disabled=move || !offered()
            on:pointerdown=move |event| picking.press(click, &event)
            on:click=move |_| picking.click(click)
        >
            {piece_picture(piece.glyph, side, false)}
        </button>
    }
}

/// A piece by itself; a stone wears the colours of a board whose borders belong to sides.
pub(crate) fn piece_picture(glyph: Glyph, side: Side, edged: bool) -> impl IntoView {
    view! {
        <svg class="board" class:edged=edged viewBox="-50 -50 100 100" aria-hidden="true">
            <g class=format!("piece side-{}", side.index() + 1)>{drawing(glyph, side)}</g>
        </svg>
    }
}

fn held(picking: Picking, click: Click) -> bool {
    picking.made().with(|made| made.last() == Some(&click))
}

/// The moves, or steps of moves, that are made by a button.
#[component]
pub(crate) fn Buttons(picking: Picking) -> impl IntoView {
    let labels = move || {
        let label = |click: &Click| match click {
            Click::Button(label) => Some(*label),
            Click::Cell(_) | Click::Tray(_) => None,
        };
        picking.next().with(|next| next.iter().filter_map(label).collect::<Vec<_>>())
    };
    view! {
        <For each=labels key=|label| *label let:label>
            <button
                type="button"
                class="button primary"
                on:click=move |_| picking.click(Click::Button(label))
            >
                {label}
            </button>
        </For>
    }
}
