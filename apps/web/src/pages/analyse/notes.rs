//! Comment and annotation (`!`, `?`) of a move; promoting and deleting its variation.

use super::analysis_state::AnalysisState;
use leptos::prelude::*;
use study::{MoveAnnotation, Tree};

#[component]
pub(super) fn Notes(analysis: AnalysisState) -> impl IntoView {
    let comment = move || analysis.tree.with(|tree| tree.node(analysis.at.get()).comment.clone());
    let annotation = move || analysis.tree.with(|tree| tree.node(analysis.at.get()).annotation);
    let at_start = move || analysis.at.get() == Tree::START;
    let aside = move || analysis.tree.with(|tree| !tree.is_main(analysis.at.get()));
    let mark = move |annotation_of: MoveAnnotation| {
        let pressed = move || (annotation() == Some(annotation_of)).to_string();
        let press = move |_| {
            let now = untrack(annotation);
            let next = (now != Some(annotation_of)).then_some(annotation_of);
            analysis.change(|tree, at| tree.annotate(at, next));
        };
        view! {
            <button
                type="button"
                class="mark-button"
                title=annotation_of.name()
                aria-label=annotation_of.name()
                aria-pressed=pressed
                disabled=at_start
                on:click=press
            >
                {annotation_of.mark()}
            </button>
        }
    };
    view! {
        <section class="notes" aria-label="Notes">
            <div class="marks-row" role="group" aria-label="Annotation of the move">
                {MoveAnnotation::ALL.map(mark).collect_view()}
            </div>
            <textarea
                id="comment"
                rows="2"
                aria-label="Comment"
                placeholder="Comment on this move"
                prop:value=comment
                on:change=move |event| {
                    let text = event_target_value(&event);
                    analysis.change(|tree, at| tree.comment(at, &text));
                }
            />
            <div class="actions">
                <Show when=aside>
                    <button type="button" class="button" id="promote" on:click=move |_| analysis.change(Tree::promote)>
                        "Make it the main line"
                    </button>
                </Show>
                <Show when=move || !at_start()>
                    <button type="button" class="button" id="cut" on:click=move |_| analysis.cut()>
                        "Delete from here"
                    </button>
                </Show>
            </div>
        </section>
    }
}
