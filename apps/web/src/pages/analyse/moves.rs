//! The tree as it is read: the game, with variations, comments and marks in line.

use super::analysis_state::AnalysisState;
use crate::pages::moves::text_in;
use crate::settings::{Notation, Settings};
use leptos::prelude::*;
use study::{MoveAnnotation, NodeId, Token, Tree};

#[component]
pub(super) fn Moves(analysis: AnalysisState) -> impl IntoView {
    let list = NodeRef::<leptos::html::Div>::new();
    // The move one stands at is the one that is looked for.
    Effect::new(move || {
        analysis.at.track();
        analysis.tree.track();
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            if let Ok(Some(now)) = list.query_selector("[aria-current]") {
                let (top, height) = (list.scroll_top(), list.client_height());
                let offset = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(now)
                    .offset_top()
                    - list.offset_top();
                if offset < top || offset > top + height - 32 {
                    list.set_scroll_top(offset - height / 2);
                }
            }
        });
    });
    let notation = Settings::here().notation;
    let parts = move || analysis.tree.with(|tree| draw(analysis, tree, notation.get()));
    view! {
        <div class="tree" id="tree" node_ref=list role="group" aria-label="Moves">
            {parts}
        </div>
    }
}

fn draw(analysis: AnalysisState, tree: &Tree, notation: Notation) -> AnyView {
    let tokens = tree.tokens();
    if tokens.is_empty() {
        return view! { <p class="quiet">"Play a move on the board, or paste a game below."</p> }
            .into_any();
    }
    let mut depth = 0_usize;
    let tight: Vec<bool> = tokens.iter().skip(1).map(|next| *next == Token::Close).collect();
    let parts = tokens.into_iter().enumerate().map(|(i, token)| {
        // No space before what closes, and none after what opens.
        let close = tight.get(i).copied().unwrap_or(true) || token == Token::Open;
        let part = match token {
            Token::Number(number) => view! { <span class="number">{number}</span> }.into_any(),
            Token::Comment(at) => {
                let comment = tree.node(at).comment.clone();
                view! { <span class="comment">{comment}</span> }.into_any()
            }
            // What it marks is shown on the board.
            Token::Properties(_) => ().into_any(),
            Token::Open => {
                depth += 1;
                view! { <span class="paren">"("</span> }.into_any()
            }
            Token::Close => {
                depth = depth.saturating_sub(1);
                view! { <span class="paren">")"</span> }.into_any()
            }
            Token::Move(at) => {
                let played = tree.node(at).played.as_ref();
                let text = played.map(|played| text_in(notation, played)).unwrap_or_default();
                step(analysis, tree, at, text, depth > 0).into_any()
            }
        };
        view! {
            {part}
            {if close { "" } else { " " }}
        }
    });
    parts.collect_view().into_any()
}

fn step(
    analysis: AnalysisState,
    tree: &Tree,
    at: NodeId,
    text: String,
    aside: bool,
) -> impl IntoView + use<> {
    let node = tree.node(at);
    let mark = node.annotation.map_or("", MoveAnnotation::mark);
    let class = match node.annotation {
        Some(MoveAnnotation::Mistake) => "step mistake",
        Some(MoveAnnotation::Blunder) => "step blunder",
        Some(MoveAnnotation::Dubious) => "step dubious",
        _ => "step",
    };
    view! {
        <button
            type="button"
            class=class
            class:aside=aside
            aria-current=move || (analysis.at.get() == at).then_some("true")
            on:click=move |_| analysis.go(at)
        >
            {text}
            {mark}
        </button>
    }
}
