//! The one board for all games: draws a [`Scene`] and narrows choices by what is touched.
//!
//! There is no rule here. What can be touched comes as choices with click paths, what is pinned,
//! won or in danger comes with the scene. From back to front:
//!
//! ```text
//! ground: shadow, frame, tiles, labels │ marks │ links │ pieces │ names │ overlays │ cells to touch │ carried
//! ```

mod aria_label;
mod cells;
mod cursor;
mod frame;
mod layout;
mod motion;
mod orientation;
mod overlays;
mod picking;
mod piece_card;
mod pieces;
mod tiles;
mod touch;
mod tray;

pub(crate) use orientation::BoardOrientation;
pub(crate) use overlays::{Overlay, OverlayKind};
pub(crate) use picking::{Picking, RefusedTouch};
pub(crate) use piece_card::{CardRequest, PieceCardPlace, PieceCards};
pub(crate) use tray::{Buttons, Tray, piece_picture};

use crate::settings::{Names, Notation};
use crate::startup::sliced;
use layout::BoardLayout;
use leptos::prelude::*;
use leptos::svg::Svg;
use motion::AnimatedScene;
use scene::Scene;

/// A board that can be touched.
#[component]
pub(crate) fn Board(
    #[prop(into)] scene: Signal<Scene>,
    picking: Picking,
    #[prop(into)] orientation: Signal<BoardOrientation>,
    #[prop(into)] names: Signal<Names>,
    #[prop(into, default = Signal::stored(Vec::new()))] overlays: Signal<Vec<Overlay>>,
) -> impl IntoView {
    let layout =
        Memo::new(move |_| scene.with(|s| BoardLayout::new(s, orientation.get(), names.get())));
    let animation =
        Memo::new(move |before| scene.with(|after| AnimatedScene::after(before, after)));
    let sheet = NodeRef::<Svg>::new();
    let cells = cells::Cells::new(scene, layout, picking, overlays, sheet);
    let notation = crate::settings::Settings::here().notation;
    // Players write a chain by its letter, and so do messages that name cells.
    let lettered =
        Memo::new(move |_| notation.get() == Notation::Players || names.get() == Names::Shown);
    request_animation_frame(|| crate::browser::mark_time("board"));
    view! {
        <svg
            node_ref=sheet
            class="board"
            class:edged=move || scene.with(|s| !s.rims.is_empty())
            class:odd=move || scene.with(|s| s.phase == 1)
            class:free=cells.is_free()
            class:snap=move || picking.was_dropped()
            viewBox=move || layout.with(|p| p.frame.to_string())
            role="application"
            aria-roledescription="board"
            aria-label=move || scene.with(|s| s.caption.clone())
            on:keydown=move |event| cells.key(&event)
        >
            {sliced(move || ground(layout))}
            <g class="marks">{move || scene.with(|s| layout.with(|p| tiles::draw_marks(s, p)))}</g>
            {sliced(move || pieces::links(animation, layout, Some(picking)).into_any())}
            {sliced(move || pieces::pieces(animation, layout, Some(picking)).into_any())}
            <g class="names" aria-hidden="true">
                {move || layout.with(tiles::draw_names)}
                {move || lettered.get().then(|| scene.with(|s| layout.with(|p| pieces::letters(s, p))))}
            </g>
            <g class="overlays" aria-hidden="true">
                {move || overlays.with(|s| layout.with(|p| overlays::draw(s, p)))}
            </g>
            {sliced(move || cells.layer().into_any())}
            {pieces::carried(scene, layout, picking, sheet)}
        </svg>
    }
}

/// Frame and cells.
fn ground(layout: Memo<BoardLayout>) -> AnyView {
    let svg = move || layout.with(tiles::ground);
    view! { <g class="ground" aria-hidden="true" inner_html=svg /> }.into_any()
}

/// A board to look at.
#[component]
pub(crate) fn Picture(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into, default = Signal::stored(BoardOrientation::default()))] orientation: Signal<
        BoardOrientation,
    >,
    #[prop(default = Names::Hidden)] names: Names,
) -> impl IntoView {
    let layout = Memo::new(move |_| scene.with(|s| BoardLayout::new(s, orientation.get(), names)));
    let animation =
        Memo::new(move |before| scene.with(|after| AnimatedScene::after(before, after)));
    view! {
        <svg
            class="board picture"
            class:edged=move || scene.with(|s| !s.rims.is_empty())
            class:odd=move || scene.with(|s| s.phase == 1)
            viewBox=move || layout.with(|p| p.frame.to_string())
            role="img"
            aria-label=move || scene.with(|s| s.caption.clone())
        >
            {sliced(move || ground(layout))}
            <g class="marks">{move || scene.with(|s| layout.with(|p| tiles::draw_marks(s, p)))}</g>
            {sliced(move || pieces::links(animation, layout, None).into_any())}
            {sliced(move || pieces::pieces(animation, layout, None).into_any())}
        </svg>
    }
}
