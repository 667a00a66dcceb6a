//! What one says of a move: a comment and a mark; and what is done with its variation.

use super::desk::Desk;
use leptos::prelude::*;
use study::{Judgement, Tree};

#[component]
pub(super) fn Notes(desk: Desk) -> impl IntoView {
    let comment = move || desk.tree.with(|tree| tree.node(desk.at.get()).comment.clone());
    let judgement = move || desk.tree.with(|tree| tree.node(desk.at.get()).judgement);
    let at_start = move || desk.at.get() == Tree::START;
    let aside = move || desk.tree.with(|tree| !tree.is_main(desk.at.get()));
    let mark = move |judgement_of: Judgement| {
        let pressed = move || (judgement() == Some(judgement_of)).to_string();
        let press = move |_| {
            let now = untrack(judgement);
            let next = (now != Some(judgement_of)).then_some(judgement_of);
            desk.change(|tree, at| tree.judge(at, next));
        };
        view! {
            <button
                type="button"
                class="mark-button"
                title=judgement_of.name()
                aria-label=judgement_of.name()
                aria-pressed=pressed
                disabled=at_start
                on:click=press
            >
                {judgement_of.mark()}
            </button>
        }
    };
    view! {
        <section class="notes" aria-label="Notes">
            <div class="marks-row" role="group" aria-label="What you think of the move">
                {Judgement::ALL.map(mark).collect_view()}
            </div>
            <textarea
                id="comment"
                rows="2"
                aria-label="Comment"
                placeholder="Say something about this move"
                prop:value=comment
                on:change=move |event| {
                    let text = event_target_value(&event);
                    desk.change(|tree, at| tree.comment(at, &text));
                }
            />
            <div class="actions">
                <Show when=aside>
                    <button type="button" class="button" id="promote" on:click=move |_| desk.change(Tree::promote)>
                        "Make it the main line"
                    </button>
                </Show>
                <Show when=move || !at_start()>
                    <button type="button" class="button" id="cut" on:click=move |_| desk.cut()>
                        "Cut off from here"
                    </button>
                </Show>
            </div>
        </section>
    }
}
