//! The tree as it is read: the game, with variations, comments and marks in line.

use super::desk::Desk;
use leptos::prelude::*;
use study::{Judgement, NodeId, Token, Tree};

#[component]
pub(super) fn Moves(desk: Desk) -> impl IntoView {
    let list = NodeRef::<leptos::html::Div>::new();
    // The move one stands at is the one that is looked for.
    Effect::new(move || {
        desk.at.track();
        desk.tree.track();
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
    let parts = move || desk.tree.with(|tree| draw(desk, tree));
    view! {
        <div class="tree" id="tree" node_ref=list role="group" aria-label="Moves">
            {parts}
        </div>
    }
}

fn draw(desk: Desk, tree: &Tree) -> AnyView {
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
            Token::Move(at) => step(desk, tree, at, depth > 0).into_any(),
        };
        view! {
            {part}
            {if close { "" } else { " " }}
        }
    });
    parts.collect_view().into_any()
}

fn step(desk: Desk, tree: &Tree, at: NodeId, aside: bool) -> impl IntoView + use<> {
    let node = tree.node(at);
    let human = node.played.as_ref().map(|played| played.human.clone()).unwrap_or_default();
    let mark = node.judgement.map_or("", Judgement::mark);
    let class = match node.judgement {
        Some(Judgement::Mistake) => "step mistake",
        Some(Judgement::Blunder) => "step blunder",
        Some(Judgement::Dubious) => "step dubious",
        _ => "step",
    };
    view! {
        <button
            type="button"
            class=class
            class:aside=aside
            aria-current=move || (desk.at.get() == at).then_some("true")
            on:click=move |_| desk.go(at)
        >
            {human}
            {mark}
        </button>
    }
}
