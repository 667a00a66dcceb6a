//! Parts of the page during a game: status, actions, what is shown over the board, the panel.

use super::coach::Coach;
use super::computer_game::{ComputerGame, GamePhase};
use super::engine_output::EngineOutput;
use super::losing_streak::LowerLevelOffer;
use super::outcome_text::{has_moved, outcome_class, outcome_text};
use crate::board::{Buttons, Picking};
use crate::pages::analyse;
use crate::pages::game_layout::{Icon, action, resign_action};
use crate::pages::move_confirmation::MoveConfirmation;
use crate::pages::move_navigation::MoveNavigation;
use crate::pages::moves::{Moves, written};
use crate::pages::played_board::PlayedBoard;
use crate::pages::shortcuts::Shortcuts;
use crate::pages::text_commands::{TextCommands, clock_words};
use crate::pages::words::{StatusText, your_turn};
use catalog::AnyRecord;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;

/// Moves, the engine's output, the way to the analysis board.
#[component]
pub(super) fn Panel(
    computer_game: ComputerGame,
    scene: Memo<Scene>,
    choices: Memo<Vec<Choice>>,
    navigation: MoveNavigation,
    coach: Coach,
) -> impl IntoView {
    // As the person may see them.
    let moves =
        Memo::new(move |_| computer_game.table.with(|t| written(t.played(computer_game.viewer()))));
    let notice = move || {
        let notice = computer_game.thinking.notice().get()?;
        Some(view! { <p class="notice" role="status">{notice}</p> })
    };
    let clocks = Signal::derive(move || clock_words(computer_game.clock.get(), &scene.read()));
    let play = Callback::new(move |choice: Choice| computer_game.play(&choice.mv));
    let threats = Some(coach.threats);
    let commands = TextCommands { scene, choices, moves, clocks, threats, play };
    let running = move || computer_game.table.with(|t| t.conclusion().is_none());
    view! {
        {notice}
        {coach.panel()}
        <Moves moves scene navigation />
        {commands.view()}
        <EngineOutput computer_game />
        <Show when=running>{analyse(computer_game)}</Show>
    }
}

/// One line: whose turn it is, or how it ended.
#[component]
pub(super) fn Status(
    computer_game: ComputerGame,
    board: PlayedBoard,
    confirmation: MoveConfirmation,
) -> impl IntoView {
    let (scene, names) = (board.scene, board.names());
    let said = move || {
        let question = confirmation.question();
        question.unwrap_or_else(|| status(computer_game, &scene.read())).view(names.get())
    };
    view! {
        <p class="caption" role="status">
            {said}
        </p>
    }
}

fn status(computer_game: ComputerGame, scene: &Scene) -> StatusText {
    if computer_game.phase.get() == GamePhase::Choosing {
        return StatusText::plain(String::new());
    }
    if let Some(end) = computer_game.table.with(AnyRecord::conclusion) {
        let (who, why) = outcome_text(end, computer_game.terms.get().human, &scene.caption);
        return StatusText::plain(format!("{who}. {why}"));
    }
    if !computer_game.is_humans_turn() {
        return StatusText::plain("The computer is thinking …".to_owned());
    }
    if let Some(hint) = computer_game.hint.get() {
        return StatusText::plain(format!("Hint: {}", hint.human));
    }
    let last = computer_game.table.with(|t| t.played(computer_game.viewer()).pop());
    let last = last.filter(|played| played.side != computer_game.terms.get().human);
    let moved = last.map(|played| format!("The computer played {}.", played.human));
    StatusText { moved, standing: your_turn(scene) }
}

/// What the sheet over the board is about.
pub(super) fn subject(computer_game: ComputerGame) -> Option<&'static str> {
    if computer_game.table.with(|t| t.conclusion().is_some()) {
        return Some("Result");
    }
    if computer_game.trouble.with(Option::is_some) {
        return Some("Problem");
    }
    let setup =
        computer_game.is_humans_turn() && computer_game.table.with(|t| !t.shortcuts(0).is_empty());
    setup.then_some("Line-ups")
}

/// What is decided over the board: a result, a line-up, what to do about a problem.
#[component]
pub(super) fn SheetContent(computer_game: ComputerGame, scene: Memo<Scene>) -> impl IntoView {
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
        {trouble}
        {move || banner(computer_game, scene)}
        <Shortcuts
            table=computer_game.table
            shown=Signal::derive(move || computer_game.is_humans_turn())
            thinking=computer_game.thinking
            play=Callback::new(move |mv: String| computer_game.play(&mv))
        />
    }
}

/// Who won, for all to see; it is spoken by the status line.
fn banner(computer_game: ComputerGame, scene: Memo<Scene>) -> impl IntoView {
    let end = computer_game.table.with(AnyRecord::conclusion)?;
    let human = computer_game.terms.get().human;
    let (who, _) = outcome_text(end, human, &scene.with(|s| s.caption.clone()));
    let class = format!("banner {}", outcome_class(end, human));
    Some(view! {
        <div class=class>
            <p aria-hidden="true">{who}</p>
            <div class="actions">
                <button id="rematch" type="button" class="button primary" on:click=move |_| computer_game.rematch()>
                    "Rematch"
                </button>
                <button type="button" class="button" on:click=move |_| computer_game.leave()>
                    "New game"
                </button>
                {analyse(computer_game)}
            </div>
            <LowerLevelOffer computer_game />
        </div>
    })
}

/// The link to the analysis board; of games with hidden information only after the end.
fn analyse(computer_game: ComputerGame) -> impl IntoView {
    move || {
        let told = !computer_game.game.has_hidden_information()
            || computer_game.table.with(|t| t.conclusion().is_some());
        told.then(|| {
            let there = computer_game.table.with(analyse::address);
            view! { <A href=there attr:class="button" attr:id="analyse">"Analyse"</A> }
        })
    }
}

#[component]
pub(super) fn Actions(
    computer_game: ComputerGame,
    picking: Picking,
    navigation: MoveNavigation,
) -> impl IntoView {
    let over = move || computer_game.table.with(|t| t.conclusion().is_some());
    let moved = move || {
        let human = computer_game.terms.get().human;
        computer_game.table.with(|t| has_moved(&t.played(computer_game.viewer()), human))
    };
    let can_hint = move || computer_game.is_humans_turn() && !computer_game.thinking.is_busy();
    let hint_label = move || {
        let idle = can_hint() || !computer_game.is_humans_turn();
        if idle { "Hint" } else { "Looking …" }.to_owned()
    };
    let take_back = move || computer_game.take_back();
    view! {
        <Buttons picking />
        {action("take-back", Icon::TakeBack, || "Take back".to_owned(), move || !moved(), take_back)}
        <Show when=move || !over()>
            {action("hint", Icon::Hint, hint_label, move || !can_hint(), move || computer_game.ask_hint())}
            {resign_action(move || computer_game.resign())}
        </Show>
        {navigation.buttons()}
    }
}
