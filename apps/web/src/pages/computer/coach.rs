//! The coach of a game against the computer: says what is threatened, warns before a blunder and
//! offers to take the move back. What it knows is loaded when it is switched on.

use super::computer_game::ComputerGame;
use crate::board::{Overlay, OverlayKind};
use crate::browser;
use crate::pages::threats::{Threats, help_switches, remembered, switch};
use leptos::prelude::*;
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
    pub(super) threats: Threats,
    doubtful: RwSignal<Option<DoubtfulMove>>,
}

impl Coach {
    pub(super) fn new(computer_game: ComputerGame) -> Self {
        let open = Signal::derive(move || computer_game.is_humans_turn());
        let coach = Self {
            computer_game,
            on: remembered("coach"),
            threats: Threats::new(computer_game.table, open),
            doubtful: RwSignal::new(None),
        };
        Effect::new(move || {
            if coach.on.get() {
                coach.threats.fetch();
            }
        });
        // A warning is about one position.
        Effect::new(move || {
            computer_game.table.track();
            coach.doubtful.set(None);
        });
        coach
    }

    /// Plays a move, or asks first if it is a blunder.
    pub(super) fn play(self, choice: Choice) {
        let functions = self.threats.functions().filter(|_| self.on.get_untracked());
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

    /// What is drawn on the board: a doubtful move with its answer, or else the threats.
    pub(super) fn overlays(self) -> Vec<Overlay> {
        let Some(DoubtfulMove { choice, warning }) = self.doubtful.get() else {
            return self.threats.overlays();
        };
        let own = Overlay::on(choice.path.cells().collect(), OverlayKind::Other);
        own.into_iter().chain(Overlay::on(warning.cells, OverlayKind::Threat)).collect()
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

    /// What the coach says, in sentences; nothing if there is nothing to say.
    fn sentences(self) -> Option<String> {
        let notes = if self.on.get() { self.threats.notes() } else { Vec::new() };
        let sentences: Vec<String> = notes.into_iter().map(|note| note.text).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// The same in the place of the status line, where the panel is a drawer: there is always room for it.
    pub(super) fn line(self) -> impl IntoView {
        let note = move || self.sentences().map(|text| view! { <p><b>"Coach: "</b>{text}</p> });
        view! {
            <div class="coach-line" role="status">
                {note}
            </div>
        }
    }

    /// What the coach says, and the switches.
    pub(super) fn panel(self) -> impl IntoView {
        let note = move || {
            self.sentences()
                .map(|text| view! { <p class="notice coach-says"><b>"Coach: "</b>{text}</p> })
        };
        let switches = view! {
            {switch("coach", "Coach", self.on.into(), move |on| self.on.set(on))}
            {self.threats.switch()}
        };
        view! {
            <div role="status">{note}</div>
            {help_switches(switches)}
        }
    }
}
