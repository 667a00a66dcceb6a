//! Beside the board during a game: whose turn it is, what was played, and what can be done.

use super::duel::Duel;
use super::thoughts::Thoughts;
use super::verdict::{has_moved, mood, verdict};
use crate::board::{Buttons, Picking};
use crate::pages::analyse;
use crate::pages::moves::{Moves, written};
use crate::pages::shortcuts::Shortcuts;
use crate::pages::walk::Walk;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Scene;
use scene::Table as _;

#[component]
pub(super) fn Panel(duel: Duel, scene: Memo<Scene>, picking: Picking, walk: Walk) -> impl IntoView {
    // As the person may see them.
    let moves = Memo::new(move |_| duel.table.with(|t| written(t.played(duel.viewer()))));
    let free = Signal::derive(move || duel.is_humans_turn() && walk.shown().is_none());
    view! {
        <p class="quiet opponent">{move || opponent(duel, scene)}</p>
        {move || banner(duel, scene)}
        <p class="caption" role="status">
            {move || status(duel, scene)}
        </p>
        <Notices duel />
        <div class="actions">
            <Buttons picking />
            <Shortcuts
                table=duel.table
                shown=free
                thinking=duel.thinking
                play=Callback::new(move |mv: String| duel.play(&mv))
            />
            <Actions duel />
        </div>
        <Show when=move || { duel.table.with(|t| t.ply() > 0) }>{walk.buttons()}</Show>
        <Moves moves scene walk />
        <Thoughts duel />
    }
}

/// Who plays whom.
fn opponent(duel: Duel, scene: Memo<Scene>) -> String {
    let terms = duel.terms.get();
    let colour = scene.with(|s| s.colours[terms.human]);
    format!(
        "You are {colour}. Computer: level {}, {}.",
        terms.level,
        terms.level_name().to_lowercase()
    )
}

/// Whose turn it is, or how it ended.
fn status(duel: Duel, scene: Memo<Scene>) -> String {
    let caption = scene.with(|s| s.caption.clone());
    if let Some(end) = duel.table.with(|t| t.conclusion()) {
        let (who, why) = verdict(end, duel.terms.get().human, &caption);
        return format!("{who}. {why}");
    }
    let last = duel.table.with(|t| t.played(duel.viewer()).pop());
    if !duel.is_humans_turn() {
        return "The computer is thinking …".to_owned();
    }
    match last.filter(|played| played.side != duel.terms.get().human) {
        Some(played) => format!("The computer played {}. Your turn: {caption}.", played.human),
        None => format!("Your turn: {caption}."),
    }
}

/// Who won, for all to see; it is spoken by the status line.
fn banner(duel: Duel, scene: Memo<Scene>) -> impl IntoView {
    let end = duel.table.with(|t| t.conclusion())?;
    let human = duel.terms.get().human;
    let (who, _) = verdict(end, human, &scene.with(|s| s.caption.clone()));
    let class = format!("banner {}", mood(end, human));
    Some(view! {
        <div class=class>
            <p aria-hidden="true">{who}</p>
            <div class="actions">
                <button type="button" class="button primary" on:click=move |_| duel.rematch()>
                    "Rematch"
                </button>
                <button type="button" class="button" on:click=move |_| duel.leave()>
                    "New game"
                </button>
                {analyse(duel)}
            </div>
        </div>
    })
}

/// The way to the analysis board; not before the end where that would tell secrets.
fn analyse(duel: Duel) -> impl IntoView {
    move || {
        let told = duel.game != GameName::HexChess || duel.table.with(|t| t.conclusion().is_some());
        told.then(|| {
            let there = duel.table.with(|t| analyse::address(t));
            view! { <A href=there attr:class="button" attr:id="analyse">"Analyse this game"</A> }
        })
    }
}

/// What the person should know: a hint, an engine that was started again, something wrong.
#[component]
fn Notices(duel: Duel) -> impl IntoView {
    let thinking = duel.thinking;
    let hint = move || {
        let hint = duel.hint.get()?;
        Some(view! { <p class="notice hint" role="status">"Hint: " <b>{hint.human}</b></p> })
    };
    let notice = move || {
        let notice = thinking.notice().get()?;
        Some(view! { <p class="notice" role="status">{notice}</p> })
    };
    let trouble = move || {
        let trouble = duel.trouble.get()?;
        Some(view! {
            <div class="notice wrong" role="alert">
                <p>{trouble}</p>
                <button type="button" class="button" on:click=move |_| duel.proceed()>
                    "Try again"
                </button>
            </div>
        })
    };
    view! {
        {hint}
        {notice}
        {trouble}
    }
}

#[component]
fn Actions(duel: Duel) -> impl IntoView {
    let over = move || duel.table.with(|t| t.conclusion().is_some());
    let moved = move || {
        let human = duel.terms.get().human;
        duel.table.with(|t| has_moved(&t.played(duel.viewer()), human))
    };
    let can_hint = move || duel.is_humans_turn() && !duel.thinking.is_busy();
    let sure = RwSignal::new(false);
    let resign = move |_| {
        if sure.get_untracked() {
            duel.resign();
        }
        sure.update(|sure| *sure = !*sure);
    };
    let word = move || if sure.get() { "Really resign?" } else { "Resign" };
    view! {
        <button type="button" class="button" id="take-back" disabled=move || !moved() on:click=move |_| duel.take_back()>
            "Take back"
        </button>
        <Show when=move || !over()>
            <button type="button" class="button" id="hint" disabled=move || !can_hint() on:click=move |_| duel.ask_hint()>
                {move || if can_hint() || !duel.is_humans_turn() { "Hint" } else { "Looking …" }}
            </button>
            <button type="button" class="button" id="resign" on:click=resign on:blur=move |_| sure.set(false)>
                {word}
            </button>
            {analyse(duel)}
        </Show>
    }
}
