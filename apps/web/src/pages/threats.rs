//! The opponent's threats: drawn on the board by a switch, listed by a text command and by the coach.
//! What finds threats is a part of the module of its own, which is fetched when it is first needed.

use crate::board::{Overlay, OverlayKind};
use crate::browser;
use crate::lazy_pages::{CoachFunctions, coach_functions};
use crate::settings::{Settings, Visibility};
use catalog::AnyRecord;
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::coach::CoachNote;

#[derive(Clone, Copy)]
pub(crate) struct Threats {
    /// The game, in the view of the side to move.
    table: RwSignal<AnyRecord, LocalStorage>,
    /// Whether it is the player's turn.
    open: Signal<bool>,
    /// Whether threats are drawn on the board.
    shown: RwSignal<bool>,
    functions: RwSignal<Option<CoachFunctions>>,
}

impl Threats {
    /// The threats of a game, while `open`.
    pub(crate) fn new(table: RwSignal<AnyRecord, LocalStorage>, open: Signal<bool>) -> Self {
        let shown = remembered("threats");
        let threats = Self { table, open, shown, functions: RwSignal::new(None) };
        Effect::new(move || {
            if shown.get() {
                threats.fetch();
            }
        });
        threats
    }

    pub(crate) fn fetch(self) {
        spawn_local(self.load());
    }

    /// Fetches what finds threats; without a network there is nothing to find them with.
    pub(crate) async fn load(self) {
        if self.functions().is_none()
            && let Ok(functions) = coach_functions().await
        {
            let _ = self.functions.try_set(Some(functions));
        }
    }

    /// Whether what finds threats has come.
    pub(crate) fn is_loaded(self) -> bool {
        self.functions().is_some()
    }

    /// What finds threats, if it has come.
    pub(crate) fn functions(self) -> Option<CoachFunctions> {
        self.functions.try_get_untracked().flatten()
    }

    /// What the opponent threatens, as far as it has been looked for.
    pub(crate) fn notes(self) -> Vec<CoachNote> {
        let Some(functions) = self.functions.get().filter(|_| self.open.get()) else {
            return Vec::new();
        };
        self.table.with(|table| (functions.threats)(table))
    }

    /// The threats on the board, where they are to be seen.
    pub(crate) fn overlays(self) -> Vec<Overlay> {
        let notes = if self.shown.get() { self.notes() } else { Vec::new() };
        notes.into_iter().filter_map(|note| Overlay::on(note.cells, OverlayKind::Threat)).collect()
    }

    /// The switch for the threats on the board.
    pub(crate) fn switch(self) -> impl IntoView {
        switch("show-threats", "Threats", self.shown.into(), move |on| self.shown.set(on))
    }
}

/// A row of switches for what is shown on the board; the last one is for legal moves.
pub(crate) fn help_switches(switches: impl IntoView) -> impl IntoView {
    let hints = Settings::here().hints;
    let targets = Signal::derive(move || hints.get() == Visibility::Shown);
    let show = move |on| hints.set(if on { Visibility::Shown } else { Visibility::Hidden });
    view! {
        <fieldset class="help-switches">
            <legend class="unseen">"Help"</legend>
            {switches}
            {switch("show-targets", "Legal moves", targets, show)}
        </fieldset>
    }
}

pub(crate) fn switch(
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
pub(crate) fn remembered(name: &'static str) -> RwSignal<bool> {
    let kept = browser::read_storage(name);
    let signal = RwSignal::new(kept.is_some_and(|text| text == "on"));
    Effect::new(move || browser::write_storage(name, if signal.get() { "on" } else { "off" }));
    signal
}
