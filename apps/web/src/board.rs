//! The one board for all games: draws a [`Scene`] and narrows choices by what is touched.
//!
//! There is no rule here. What can be touched comes as choices with click paths, what is pinned,
//! won or in danger comes with the scene. From back to front:
//!
//! ```text
//! cells · ground, tiles, rims, names │ marks │ links │ pieces │ signs │ cells to touch │ carried
//! ```

mod cells;
mod cursor;
mod facing;
mod ground;
mod motion;
mod picking;
mod pieces;
mod plan;
mod signs;
mod speech;
mod touch;
mod tray;

pub(crate) use facing::Facing;
pub(crate) use picking::Picking;
pub(crate) use signs::{Sign, Tint};
pub(crate) use tray::{Buttons, Tray, piece_picture};

use crate::settings::Names;
use leptos::prelude::*;
use leptos::svg::Svg;
use motion::Stage;
use plan::Plan;
use scene::Scene;

/// A board that can be touched.
#[component]
pub(crate) fn Board(
    #[prop(into)] scene: Signal<Scene>,
    picking: Picking,
    #[prop(into)] facing: Signal<Facing>,
    #[prop(into)] names: Signal<Names>,
    #[prop(into, default = Signal::stored(Vec::new()))] signs: Signal<Vec<Sign>>,
) -> impl IntoView {
    let plan = Memo::new(move |_| scene.with(|s| Plan::new(s, facing.get(), names.get())));
    let stage = Memo::new(move |before| scene.with(|after| Stage::after(before, after)));
    let sheet = NodeRef::<Svg>::new();
    let cells = cells::Cells::new(scene, plan, picking, sheet);
    request_animation_frame(|| crate::browser::mark_time("board"));
    view! {
        <svg
            node_ref=sheet
            class="board"
            class:edged=move || scene.with(|s| !s.rims.is_empty())
            class:snap=move || picking.was_dropped()
            viewBox=move || plan.with(|p| p.frame.to_string())
            role="application"
            aria-roledescription="board"
            aria-label=move || scene.with(|s| s.caption.clone())
            on:keydown=move |event| cells.key(&event)
        >
            {move || plan.with(ground::draw)}
            <g class="marks">{move || scene.with(|s| plan.with(|p| ground::draw_marks(s, p)))}</g>
            {pieces::links(stage, plan)}
            {pieces::pieces(stage, plan, Some(picking))}
            <g class="signs" aria-hidden="true">
                {move || signs.with(|s| plan.with(|p| signs::draw(s, p)))}
            </g>
            {cells.layer()}
            {pieces::carried(scene, picking, sheet)}
        </svg>
    }
}

/// A board to look at.
#[component]
pub(crate) fn Picture(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into, default = Signal::stored(Facing::default()))] facing: Signal<Facing>,
) -> impl IntoView {
    let names = Names::Hidden;
    let plan = Memo::new(move |_| scene.with(|s| Plan::new(s, facing.get(), names)));
    let stage = Memo::new(move |before| scene.with(|after| Stage::after(before, after)));
    view! {
        <svg
            class="board picture"
            class:edged=move || scene.with(|s| !s.rims.is_empty())
            viewBox=move || plan.with(|p| p.frame.to_string())
            role="img"
            aria-label=move || scene.with(|s| s.caption.clone())
        >
            {move || plan.with(ground::draw)}
            <g class="marks">{move || scene.with(|s| plan.with(|p| ground::draw_marks(s, p)))}</g>
            {pieces::links(stage, plan)}
            {pieces::pieces(stage, plan, None)}
        </svg>
    }
}
