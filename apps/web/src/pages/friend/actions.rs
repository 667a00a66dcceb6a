//! What the friends can do beside moving.

use super::sitting::Sitting;
use crate::browser;
use crate::pages::analyse;
use game::Ending;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Scene;

/// What is asked before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Resign,
    Draw,
}

#[component]
pub(super) fn Actions(sitting: Sitting, scene: Memo<Scene>) -> impl IntoView {
    let asked = RwSignal::new(None::<Question>);
    // A question about another position is no question any more.
    Effect::new(move || {
        sitting.table.track();
        asked.set(None);
    });
    view! {
        {move || match (sitting.is_over(), asked.get()) {
            (true, _) => after(sitting).into_any(),
            (false, Some(question)) => ask(sitting, scene, asked, question).into_any(),
            (false, None) => during(sitting, asked).into_any(),
        }}
        {record(sitting)}
    }
}

fn during(sitting: Sitting, asked: RwSignal<Option<Question>>) -> impl IntoView {
    let put = move |question| {
        asked.set(Some(question));
        request_animation_frame(|| browser::focus("question"));
    };
    view! {
        <div class="actions">
            {take_back(sitting)}
            <button type="button" class="button" on:click=move |_| put(Question::Draw)>
                "Draw"
            </button>
            <button type="button" class="button" on:click=move |_| put(Question::Resign)>
                "Resign"
            </button>
        </div>
    }
}

fn take_back(sitting: Sitting) -> impl IntoView {
    let possible =
        move || sitting.table.with(|table| table.conclusion().is_some() || table.ply() > 0);
    view! {
        <button
            type="button"
            class="button"
            disabled=move || !possible()
            on:click=move |_| sitting.take_back()
        >
            "Take back"
        </button>
    }
}

fn ask(
    sitting: Sitting,
    scene: Memo<Scene>,
    asked: RwSignal<Option<Question>>,
    question: Question,
) -> impl IntoView {
    let side = sitting.table.with_untracked(|table| table.side_to_move());
    let colour = scene.with_untracked(|s| s.colours[side]);
    let (words, yes, ending) = match question {
        Question::Resign => {
            (format!("Does {colour} give up?"), "Resign", Ending::Resignation(side))
        }
        Question::Draw => ("Do both agree to a draw?".to_owned(), "Agree", Ending::Agreement),
    };
    let end = move |_| {
        sitting.end(ending);
        request_animation_frame(|| browser::focus("rematch"));
    };
    view! {
        <div class="question" role="group" aria-labelledby="question">
            <p id="question" tabindex="-1">{words}</p>
            <div class="actions">
                <button type="button" class="button primary" on:click=end>{yes}</button>
                <button type="button" class="button" on:click=move |_| asked.set(None)>"No"</button>
            </div>
        </div>
    }
}

fn after(sitting: Sitting) -> impl IntoView {
    view! {
        <div class="actions">
            <button id="rematch" type="button" class="button primary" on:click=move |_| sitting.rematch()>
                "Rematch"
            </button>
            <button type="button" class="button" on:click=move |_| sitting.leave()>
                "New game"
            </button>
            {take_back(sitting)}
        </div>
    }
}

/// The record, to be taken elsewhere; not before the end where it would tell secrets.
fn record(sitting: Sitting) -> impl IntoView {
    let copied = RwSignal::new(false);
    let text = move || sitting.table.with(|table| table.to_string());
    Effect::new(move || {
        sitting.table.track();
        copied.set(false);
    });
    let address =
        move || format!("data:text/plain;charset=utf-8,{}", js_sys::encode_uri_component(&text()));
    let there = move || sitting.table.with(|table| analyse::address(table));
    let shown = move || sitting.is_over() || !sitting.has_secrets();
    view! {
        <Show when=shown>
            <div class="actions">
                <button type="button" class="button" on:click=move |_| copied.set(browser::copy(&untrack(text)))>
                    {move || if copied.get() { "Copied" } else { "Copy record" }}
                </button>
                <a class="button" download=format!("{}.txt", sitting.game) href=address>
                    "Save record"
                </a>
                {move || view! { <A href=there() attr:class="button" attr:id="analyse">"Analyse this game"</A> }}
            </div>
        </Show>
    }
}
