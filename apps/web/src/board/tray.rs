//! Trays of pieces in hand, captured pieces, and moves that are buttons.

use super::picking::Picking;
use super::piece_card::{CardPiece, PieceCards};
use super::pieces::drawing;
use game::Side;
use leptos::prelude::*;
use scene::{Click, Glyph, Scene, TrayPiece};

/// The pieces that a side can still place; once there are none, those that it has captured.
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
            Some(pieces) if pieces.is_empty() => return captured(scene, side),
            Some(pieces) => {
                let pieces = pieces.into_iter();
                let phase = scene.with(|s| s.phase);
                let card = |glyph| CardPiece { glyph, side, phase };
                pieces
                    .map(|piece| draw_piece(piece, card(piece.glyph), picking))
                    .collect_view()
                    .into_any()
            }
            None => {
                let colour = scene.with(|s| s.colours[side]);
                let words = format!("{colour} keeps its pieces hidden");
                view! { <span class="quiet">{words}</span> }.into_any()
            }
        };
        let tray = view! {
            <div class="tray" role="group" aria-label=title>
                {shown}
            </div>
        };
        Some(tray.into_any())
    }
}

/// The opponent's pieces that a side has captured. The row is there from the start, so that the board
/// keeps its size.
fn captured(scene: Signal<Scene>, side: Side) -> Option<AnyView> {
    let lost = scene.with(|s| s.captured.as_ref().map(|lost| lost[side.other()].clone()))?;
    let colour = scene.with(|s| s.colours[side]);
    let names: Vec<&str> = lost.iter().map(|glyph| glyph.name()).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let label = format!("{colour} has captured {names}");
    let pieces = lost.into_iter().map(|glyph| piece_picture(glyph, side.other()));
    let row = view! {
        <div class="captured" role="img" aria-label=label>
            {pieces.collect_view()}
        </div>
    };
    Some(row.into_any())
}

fn draw_piece(piece: TrayPiece, card: CardPiece, picking: Picking) -> impl IntoView {
    let (side, cards) = (card.side, PieceCards::here());
    let click = Click::Tray(piece.letter);
    let name = piece.glyph.name();
    let offered = move || picking.next().with(|next| next.contains(&click)) || held(picking, click);
    view! {
        <button
            type="button"
            class="tray-piece"
            aria-label=name
            aria-pressed=move || held(picking, click).to_string()
            disabled=move || !offered()
            on:focus=move |event| cards.focus(Some(card), &event)
            on:blur=move |_| cards.hide()
            on:pointerenter=move |event| cards.point(Some(card), &event)
            on:pointerleave=move |_| cards.hide()
            on:pointerdown=move |event| {
                picking.press(click, &event);
                cards.point(Some(card), &event);
            }
            on:click=move |_| picking.click(click)
        >
            {piece_picture(piece.glyph, side)}
        </button>
    }
}

/// A piece by itself, in the colours of the game that it is shown in.
pub(crate) fn piece_picture(glyph: Glyph, side: Side) -> impl IntoView {
    view! {
        <svg class="board" viewBox="-50 -50 100 100" aria-hidden="true">
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
