//! Confirmation of moves: a move is shown on the board first, and played by a button, or by making it
//! a second time. Whether it is asked for is a setting of the player, for each speed.

use super::game_layout::{Icon, action};
use super::words::StatusText;
use crate::board::{Overlay, OverlayKind};
use leptos::prelude::*;
use scene::table::Choice;

#[derive(Clone, Copy)]
pub(crate) struct MoveConfirmation {
    /// Whether moves wait now.
    wanted: Signal<bool>,
    waiting: RwSignal<Option<Choice>>,
    choices: Memo<Vec<Choice>>,
    play: Callback<Choice>,
}

impl MoveConfirmation {
    /// Holds back what is chosen among `choices` while `wanted`, and hands it on to `play`.
    pub(crate) fn new(
        wanted: Signal<bool>,
        choices: Memo<Vec<Choice>>,
        play: Callback<Choice>,
    ) -> Self {
        let confirmation = Self { wanted, waiting: RwSignal::new(None), choices, play };
        // In another position it is another move.
        Effect::new(move || {
            choices.track();
            confirmation.waiting.set(None);
        });
        confirmation
    }

    /// What a move that is chosen on the board comes to.
    pub(crate) fn chosen(self) -> Callback<Choice> {
        Callback::new(move |choice: Choice| {
            let again = self.waiting.with_untracked(|waiting| waiting.as_ref() == Some(&choice));
            if again || !self.wanted.get_untracked() {
                self.waiting.set(None);
                self.play.run(choice);
            } else {
                self.waiting.set(Some(choice));
            }
        })
    }

    /// The move that waits, drawn on the board.
    pub(crate) fn overlay(self) -> Option<Overlay> {
        let mv = self.waiting.with(|waiting| waiting.as_ref().map(|choice| choice.mv.clone()))?;
        Overlay::of(&self.choices.read(), &mv, OverlayKind::Best)
    }

    /// The status line while a move waits for confirmation.
    pub(crate) fn question(self) -> Option<StatusText> {
        let waiting = self.waiting.with(|waiting| waiting.as_ref().map(|c| c.human.clone()))?;
        let moved = Some(format!("{waiting}."));
        Some(StatusText { moved, standing: "Play this move?".to_owned() })
    }

    /// Buttons of the action bar while a move waits.
    pub(crate) fn buttons(self) -> impl IntoView {
        let confirm = move || {
            if let Some(choice) = self.waiting.get_untracked() {
                self.waiting.set(None);
                self.play.run(choice);
            }
        };
        view! {
            <Show when=move || self.waiting.with(Option::is_some)>
                {action("confirm-move", Icon::Confirm, || "Confirm".to_owned(), || false, confirm)}
                {action("cancel-move", Icon::Cancel, || "Cancel".to_owned(), || false, move || self.waiting.set(None))}
            </Show>
        }
    }
}
