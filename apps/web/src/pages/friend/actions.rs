//! What the friends can do beside moving.

use super::hot_seat::HotSeatGame;
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
pub(super) fn Actions(hot_seat: HotSeatGame, scene: Memo<Scene>) -> impl IntoView {
    let asked = RwSignal::new(None::<Question>);
    // A question about another position is no question any more.
    Effect::new(move || {
        hot_seat.table.track();
        asked.set(None);
    });
    view! {
        {move || match (hot_seat.is_over(), asked.get()) {
            (true, _) => after(hot_seat).into_any(),
            (false, Some(question)) => ask(hot_seat, scene, asked, question).into_any(),
            (false, None) => during(hot_seat, asked).into_any(),
        }}
        {record(hot_seat)}
    }
}

fn during(hot_seat: HotSeatGame, asked: RwSignal<Option<Question>>) -> impl IntoView {
    let put = move |question| {
        asked.set(Some(question));
        request_animation_frame(|| browser::focus("question"));
    };
    view! {
        <div class="actions">
            {take_back(hot_seat)}
            <button type="button" class="button" on:click=move |_| put(Question::Draw)>
                "Draw"
            </button>
            <button type="button" class="button" on:click=move |_| put(Question::Resign)>
                "Resign"
            </button>
        </div>
    }
}

fn take_back(hot_seat: HotSeatGame) -> impl IntoView {
    let possible =
        move || hot_seat.table.with(|table| table.conclusion().is_some() || table.ply() > 0);
    view! {
        <button
            type="button"
            class="button"
            disabled=move || !possible()
            on:click=move |_| hot_seat.take_back()
        >
            "Take back"
        </button>
    }
}

fn ask(
    hot_seat: HotSeatGame,
    scene: Memo<Scene>,
    asked: RwSignal<Option<Question>>,
    question: Question,
) -> impl IntoView {
    let side = hot_seat.table.with_untracked(catalog::AnyRecord::side_to_move);
    let colour = scene.with_untracked(|s| s.colours[side]);
    let (words, yes, ending) = match question {
        Question::Resign => {
            (format!("Does {colour} give up?"), "Resign", Ending::Resignation(side))
        }
        Question::Draw => ("Do both agree to a draw?".to_owned(), "Agree", Ending::Agreement),
    };
    let end = move |_| {
        hot_seat.end(ending);
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

fn after(hot_seat: HotSeatGame) -> impl IntoView {
    view! {
        <div class="actions">
            <button id="rematch" type="button" class="button primary" on:click=move |_| hot_seat.rematch()>
                "Rematch"
            </button>
            <button type="button" class="button" on:click=move |_| hot_seat.leave()>
                "New game"
            </button>
            {take_back(hot_seat)}
        </div>
    }
}

/// The record, to be taken elsewhere; not before the end where it would tell secrets.
fn record(hot_seat: HotSeatGame) -> impl IntoView {
    let copied = RwSignal::new(false);
    let text = move || hot_seat.table.with(std::string::ToString::to_string);
    Effect::new(move || {
        hot_seat.table.track();
        copied.set(false);
    });
    let address =
        move || format!("data:text/plain;charset=utf-8,{}", js_sys::encode_uri_component(&text()));
    let there = move || hot_seat.table.with(analyse::address);
    let shown = move || hot_seat.is_over() || !hot_seat.has_secrets();
    view! {
        <Show when=shown>
            <div class="actions">
                <button type="button" class="button" on:click=move |_| copied.set(browser::copy(&untrack(text)))>
                    {move || if copied.get() { "Copied" } else { "Copy record" }}
                </button>
                <a class="button" download=format!("{}.txt", hot_seat.game) href=address>
                    "Save record"
                </a>
                {move || view! { <A href=there() attr:class="button" attr:id="analyse">"Analyse this game"</A> }}
            </div>
        </Show>
    }
}
