//! What the friends can do beside moving.

use super::hot_seat::{HotSeatGame, HotSeatPhase};
use crate::browser;
use crate::pages::analyse;
use crate::pages::game_layout::{Icon, action};
use crate::pages::words::standing;
use catalog::AnyRecord;
use game::Ending;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Scene;
use scene::Table as _;

/// What is asked before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Resign,
    Draw,
}

/// What the sheet over the board is about.
pub(super) fn subject(
    hot_seat: HotSeatGame,
    asked: RwSignal<Option<Question>>,
) -> Option<&'static str> {
    if hot_seat.phase.get() == HotSeatPhase::Choosing || hot_seat.is_covered() {
        None
    } else if hot_seat.is_over() {
        Some("Result")
    } else if asked.get().is_some() {
        Some("Question")
    } else {
        let setup = hot_seat.table.with(|table| !table.shortcuts(0).is_empty());
        setup.then_some("Line-ups")
    }
}

/// Buttons of the action bar.
#[component]
pub(super) fn Actions(hot_seat: HotSeatGame, asked: RwSignal<Option<Question>>) -> impl IntoView {
    // A question about another position is no question any more.
    Effect::new(move || {
        hot_seat.table.track();
        asked.set(None);
    });
    let put = move |question| {
        asked.set(Some(question));
        request_animation_frame(|| browser::focus("question"));
    };
    let possible =
        move || hot_seat.table.with(|table| table.conclusion().is_some() || table.ply() > 0);
    let take_back = move || hot_seat.take_back();
    view! {
        {action("take-back", Icon::TakeBack, || "Take back".to_owned(), move || !possible(), take_back)}
        <Show when=move || !hot_seat.is_over()>
            <Show when=move || hot_seat.game.has_draws()>
                {action("draw", Icon::Draw, || "Draw".to_owned(), || false, move || put(Question::Draw))}
            </Show>
            {action("resign", Icon::Resign, || "Resign".to_owned(), || false, move || put(Question::Resign))}
        </Show>
    }
}

/// A question, or the result.
#[component]
pub(super) fn SheetContent(
    hot_seat: HotSeatGame,
    scene: Memo<Scene>,
    asked: RwSignal<Option<Question>>,
) -> impl IntoView {
    move || match (hot_seat.is_over(), asked.get()) {
        (true, _) => after(hot_seat, scene).into_any(),
        (false, Some(question)) => ask(hot_seat, scene, asked, question).into_any(),
        (false, None) => ().into_any(),
    }
}

fn ask(
    hot_seat: HotSeatGame,
    scene: Memo<Scene>,
    asked: RwSignal<Option<Question>>,
    question: Question,
) -> impl IntoView {
    let side = hot_seat.table.with_untracked(AnyRecord::side_to_move);
    let colour = scene.with_untracked(|s| s.colours[side]);
    let (words, yes, ending) = match question {
        Question::Resign => (format!("Does {colour} resign?"), "Resign", Ending::Resignation(side)),
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
                <button type="button" class="button primary accept" on:click=end>{yes}</button>
                <button type="button" class="button decline" on:click=move |_| asked.set(None)>"No"</button>
            </div>
        </div>
    }
}

/// The result, and what comes after it; it is spoken by the status line.
fn after(hot_seat: HotSeatGame, scene: Memo<Scene>) -> impl IntoView {
    let result = move || hot_seat.table.with(|table| standing(table, &scene.read()));
    view! {
        <div class="banner">
            <p aria-hidden="true">{result}</p>
            <div class="actions">
                <button id="rematch" type="button" class="button primary" on:click=move |_| hot_seat.rematch()>
                    "Rematch"
                </button>
                <button type="button" class="button" on:click=move |_| hot_seat.leave()>
                    "New game"
                </button>
            </div>
        </div>
    }
}

/// Download of the record; of games with hidden information only after the end.
pub(super) fn record(hot_seat: HotSeatGame) -> impl IntoView {
    let copied = RwSignal::new(false);
    let text = move || hot_seat.table.with(ToString::to_string);
    Effect::new(move || {
        hot_seat.table.track();
        copied.set(false);
    });
    let address =
        move || format!("data:text/plain;charset=utf-8,{}", js_sys::encode_uri_component(&text()));
    let there = move || hot_seat.table.with(analyse::address);
    let shown = move || {
        let told = hot_seat.is_over() || !hot_seat.has_secrets();
        told && hot_seat.phase.get() == HotSeatPhase::Playing
    };
    view! {
        <Show when=shown>
            <div class="actions">
                <button type="button" class="button" on:click=move |_| copied.set(browser::copy(&untrack(text)))>
                    {move || if copied.get() { "Copied" } else { "Copy record" }}
                </button>
                <a class="button" download=format!("{}.txt", hot_seat.game) href=address>
                    "Save record"
                </a>
                {move || view! { <A href=there() attr:class="button" attr:id="analyse">"Analyse"</A> }}
            </div>
        </Show>
    }
}
