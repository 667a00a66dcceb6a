//! The coach of a game against the computer: says what is threatened, warns before a blunder and
//! offers to take the move back. What it knows is loaded when it is switched on.

use super::computer_game::ComputerGame;
use crate::board::{Overlay, OverlayKind};
use crate::browser;
use crate::lazy_pages::{CoachFunctions, coach_functions};
use crate::settings::{Settings, Visibility};
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::coach::CoachNote;
use scene::table::Choice;

/// A move that the coach warns of, before it is played.
#[derive(Clone, PartialEq, Debug)]
struct DoubtfulMove {
    choice: Choice,
    warning: CoachNote,
}

#[derive(Clone, Copy)]
pub(super) struct Coach {
    computer_game: ComputerGame,
    /// Whether it speaks and warns.
    on: RwSignal<bool>,
    /// Whether threats are drawn on the board.
    threats: RwSignal<bool>,
    functions: RwSignal<Option<CoachFunctions>>,
    doubtful: RwSignal<Option<DoubtfulMove>>,
}

impl Coach {
    pub(super) fn new(computer_game: ComputerGame) -> Self {
        let coach = Self {
            computer_game,
            on: remembered("coach"),
            threats: remembered("threats"),
            functions: RwSignal::new(None),
            doubtful: RwSignal::new(None),
        };
        Effect::new(move || {
            if coach.on.get() || coach.threats.get() {
                coach.fetch();
            }
        });
        // A warning is about one position.
        Effect::new(move || {
            computer_game.table.track();
            coach.doubtful.set(None);
        });
        coach
    }

    fn fetch(self) {
        if self.functions.with_untracked(Option::is_some) {
            return;
        }
        spawn_local(async move {
            if let Ok(functions) = coach_functions().await {
                let _ = self.functions.try_set(Some(functions));
            }
        });
    }

    /// Plays a move, or asks first if it is a blunder.
    pub(super) fn play(self, choice: Choice) {
        let functions = self.functions.get_untracked().filter(|_| self.on.get_untracked());
        let warning = functions.and_then(|functions| {
            self.computer_game.table.with_untracked(|t| (functions.warning)(t, &choice.mv))
        });
        match warning {
            Some(warning) => {
                self.doubtful.set(Some(DoubtfulMove { choice, warning }));
                request_animation_frame(|| browser::focus("coach-take-back"));
            }
            None => self.computer_game.play(&choice.mv),
        }
    }

    /// What the opponent threatens, while the person is to move.
    fn notes(self) -> Vec<CoachNote> {
        let Some(functions) = self.functions.get() else { return Vec::new() };
        if !self.computer_game.is_humans_turn() {
            return Vec::new();
        }
        self.computer_game.table.with(|table| (functions.threats)(table))
    }

    /// What is drawn on the board: a doubtful move with its answer, or else the threats.
    pub(super) fn overlays(self) -> Vec<Overlay> {
        let overlay = |cells: Vec<_>, kind| {
            (!cells.is_empty()).then(|| Overlay { cells, kind, weight: 0.9, label: String::new() })
        };
        if let Some(DoubtfulMove { choice, warning }) = self.doubtful.get() {
            let own = overlay(choice.path.cells().collect(), OverlayKind::Other);
            return own.into_iter().chain(overlay(warning.cells, OverlayKind::Threat)).collect();
        }
        if !self.threats.get() {
            return Vec::new();
        }
        let notes = self.notes().into_iter();
        notes.filter_map(|note| overlay(note.cells, OverlayKind::Threat)).collect()
    }

    /// The question before a blunder, over the board.
    pub(super) fn question(self) -> impl IntoView {
        move || {
            let DoubtfulMove { choice, warning } = self.doubtful.get()?;
            let play = move |_| {
                self.doubtful.set(None);
                self.computer_game.play(&choice.mv);
            };
            Some(view! {
                <div class="coach-question" role="alertdialog" aria-labelledby="coach-warning">
                    <p id="coach-warning">{warning.text}</p>
                    <div class="actions">
                        <button
                            type="button"
                            class="button primary"
                            id="coach-take-back"
                            on:click=move |_| self.doubtful.set(None)
                        >
                            "Take back"
                        </button>
                        <button type="button" class="button" id="coach-play" on:click=play>
                            "Play anyway"
                        </button>
                    </div>
                </div>
            })
        }
    }

    /// What the coach says, and the switches.
    pub(super) fn panel(self) -> impl IntoView {
        let said = move || {
            let notes = if self.on.get() { self.notes() } else { Vec::new() };
            let sentences: Vec<String> = notes.into_iter().map(|note| note.text).collect();
            (!sentences.is_empty()).then(|| {
                view! { <p class="notice coach-says"><b>"Coach: "</b>{sentences.join(" ")}</p> }
            })
        };
        let hints = Settings::here().hints;
        let targets = Signal::derive(move || hints.get() == Visibility::Shown);
        let show = move |on| hints.set(if on { Visibility::Shown } else { Visibility::Hidden });
        view! {
            <div role="status">{said}</div>
            <fieldset class="help-switches">
                <legend class="unseen">"Help"</legend>
                {switch("coach", "Coach", self.on.into(), move |on| self.on.set(on))}
                {switch("show-threats", "Threats", self.threats.into(), move |on| self.threats.set(on))}
                {switch("show-targets", "Legal moves", targets, show)}
            </fieldset>
        }
    }
}

fn switch(
    id: &'static str,
    label: &'static str,
    value: Signal<bool>,
    set: impl Fn(bool) + 'static,
) -> impl IntoView {
    view! {
        <label>
            <input
                type="checkbox"
                id=id
                prop:checked=value
                on:change=move |event| set(event_target_checked(&event))
            />
            <span>{label}</span>
        </label>
    }
}

/// A switch that starts as it was left.
fn remembered(name: &'static str) -> RwSignal<bool> {
    let kept = browser::kept(name);
    let signal = RwSignal::new(kept.is_some_and(|text| text == "on"));
    Effect::new(move || browser::keep(name, if signal.get() { "on" } else { "off" }));
    signal
}
