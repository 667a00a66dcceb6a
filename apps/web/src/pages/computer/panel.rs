//! Beside the board during a game: whose turn it is, what was played, and what can be done.

use super::computer_game::ComputerGame;
use super::engine_output::EngineOutput;
use super::outcome_text::{has_moved, outcome_class, outcome_text};
use crate::board::{Buttons, Picking};
use crate::pages::analyse;
use crate::pages::move_navigation::MoveNavigation;
use crate::pages::moves::{Moves, written};
use crate::pages::shortcuts::Shortcuts;
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Scene;
use scene::Table as _;

#[component]
pub(super) fn Panel(
    computer_game: ComputerGame,
    scene: Memo<Scene>,
    picking: Picking,
    navigation: MoveNavigation,
) -> impl IntoView {
    // As the person may see them.
    let moves =
        Memo::new(move |_| computer_game.table.with(|t| written(t.played(computer_game.viewer()))));
    let free =
        Signal::derive(move || computer_game.is_humans_turn() && navigation.shown().is_none());
    view! {
        <p class="quiet opponent">{move || opponent(computer_game, scene)}</p>
        {move || banner(computer_game, scene)}
        <p class="caption" role="status">
            {move || status(computer_game, scene)}
        </p>
        <Notices computer_game />
        <div class="actions">
            <Buttons picking />
            <Shortcuts
                table=computer_game.table
                shown=free
                thinking=computer_game.thinking
                play=Callback::new(move |mv: String| computer_game.play(&mv))
            />
            <Actions computer_game />
        </div>
        <Show when=move || { computer_game.table.with(|t| t.ply() > 0) }>{navigation.buttons()}</Show>
        <Moves moves scene navigation />
        <EngineOutput computer_game />
    }
}

/// Who plays whom.
fn opponent(computer_game: ComputerGame, scene: Memo<Scene>) -> String {
    let terms = computer_game.terms.get();
    let colour = scene.with(|s| s.colours[terms.human]);
    format!(
        "You are {colour}. Computer: level {}, {}.",
        terms.level,
        terms.level_name().to_lowercase()
    )
}

/// Whose turn it is, or how it ended.
fn status(computer_game: ComputerGame, scene: Memo<Scene>) -> String {
    let caption = scene.with(|s| s.caption.clone());
    if let Some(end) = computer_game.table.with(catalog::AnyRecord::conclusion) {
        let (who, why) = outcome_text(end, computer_game.terms.get().human, &caption);
        return format!("{who}. {why}");
    }
    let last = computer_game.table.with(|t| t.played(computer_game.viewer()).pop());
    if !computer_game.is_humans_turn() {
        return "The computer is thinking …".to_owned();
    }
    match last.filter(|played| played.side != computer_game.terms.get().human) {
        Some(played) => format!("The computer played {}. Your turn: {caption}.", played.human),
        None => format!("Your turn: {caption}."),
    }
}

/// Who won, for all to see; it is spoken by the status line.
fn banner(computer_game: ComputerGame, scene: Memo<Scene>) -> impl IntoView {
    let end = computer_game.table.with(catalog::AnyRecord::conclusion)?;
    let human = computer_game.terms.get().human;
    let (who, _) = outcome_text(end, human, &scene.with(|s| s.caption.clone()));
    let class = format!("banner {}", outcome_class(end, human));
    Some(view! {
        <div class=class>
            <p aria-hidden="true">{who}</p>
            <div class="actions">
                <button type="button" class="button primary" on:click=move |_| computer_game.rematch()>
                    "Rematch"
                </button>
                <button type="button" class="button" on:click=move |_| computer_game.leave()>
                    "New game"
                </button>
                {analyse(computer_game)}
            </div>
        </div>
    })
}

/// The way to the analysis board; not before the end where that would tell secrets.
fn analyse(computer_game: ComputerGame) -> impl IntoView {
    move || {
        let told = computer_game.game != GameName::HexChess
            || computer_game.table.with(|t| t.conclusion().is_some());
        told.then(|| {
            let there = computer_game.table.with(analyse::address);
            view! { <A href=there attr:class="button" attr:id="analyse">"Analyse this game"</A> }
        })
    }
}

/// What the person should know: a hint, an engine that was started again, something wrong.
#[component]
fn Notices(computer_game: ComputerGame) -> impl IntoView {
    let thinking = computer_game.thinking;
    let hint = move || {
        let hint = computer_game.hint.get()?;
        Some(view! { <p class="notice hint" role="status">"Hint: " <b>{hint.human}</b></p> })
    };
    let notice = move || {
        let notice = thinking.notice().get()?;
        Some(view! { <p class="notice" role="status">{notice}</p> })
    };
    let trouble = move || {
        let trouble = computer_game.trouble.get()?;
        Some(view! {
            <div class="notice wrong" role="alert">
                <p>{trouble}</p>
                <button type="button" class="button" on:click=move |_| computer_game.proceed()>
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
fn Actions(computer_game: ComputerGame) -> impl IntoView {
    let over = move || computer_game.table.with(|t| t.conclusion().is_some());
    let moved = move || {
        let human = computer_game.terms.get().human;
        computer_game.table.with(|t| has_moved(&t.played(computer_game.viewer()), human))
    };
    let can_hint = move || computer_game.is_humans_turn() && !computer_game.thinking.is_busy();
    let sure = RwSignal::new(false);
    let resign = move |_| {
        if sure.get_untracked() {
            computer_game.resign();
        }
        sure.update(|sure| *sure = !*sure);
    };
    let word = move || if sure.get() { "Really resign?" } else { "Resign" };
    view! {
        <button type="button" class="button" id="take-back" disabled=move || !moved() on:click=move |_| computer_game.take_back()>
            "Take back"
        </button>
        <Show when=move || !over()>
            <button type="button" class="button" id="hint" disabled=move || !can_hint() on:click=move |_| computer_game.ask_hint()>
                {move || if can_hint() || !computer_game.is_humans_turn() { "Hint" } else { "Looking …" }}
            </button>
            <button type="button" class="button" id="resign" on:click=resign on:blur=move |_| sure.set(false)>
                {word}
            </button>
            {analyse(computer_game)}
        </Show>
    }
}
