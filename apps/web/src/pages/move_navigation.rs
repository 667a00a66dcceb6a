//! Navigation through the moves of a game: first, previous, next, last.

use super::keys::Key;
use leptos::prelude::*;

/// A step through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Start,
    Back,
    On,
    End,
}

/// The four buttons; at the first move there is nothing before, at the last nothing after.
pub(crate) fn buttons(
    first: impl Fn() -> bool + Copy + Send + Sync + 'static,
    last: impl Fn() -> bool + Copy + Send + Sync + 'static,
    step: impl Fn(Step) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let button = move |label: &'static str, path: &'static str, to: Step| {
        let disabled =
            move || if matches!(to, Step::Start | Step::Back) { first() } else { last() };
        view! {
            <button type="button" class="icon" title=label aria-label=label disabled=disabled on:click=move |_| step(to)>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d=path />
                </svg>
            </button>
        }
    };
    view! {
        <div class="steps" role="group" aria-label="Move navigation">
            {button("To the start", "M6,5 V19 M19,5 L10,12 L19,19 Z", Step::Start)}
            {button("One move back", "M16,5 L7,12 L16,19 Z", Step::Back)}
            {button("One move on", "M8,5 L17,12 L8,19 Z", Step::On)}
            {button("To the end", "M18,5 V19 M5,5 L14,12 L5,19 Z", Step::End)}
        </div>
    }
}

/// A look at an earlier moment of a game that is being played.
#[derive(Clone, Copy)]
pub(crate) struct MoveNavigation {
    /// How many moves had been made then; nothing is the present.
    shown: RwSignal<Option<usize>>,
    ply: Signal<usize>,
}

impl MoveNavigation {
    /// Looks at a game of `ply` moves. Whatever happens in it, one is back at the present.
    pub(crate) fn new(ply: Signal<usize>) -> Self {
        let navigation = Self { shown: RwSignal::new(None), ply };
        Effect::new(move || {
            ply.track();
            navigation.shown.set(None);
        });
        navigation
    }

    /// Which moment is shown, if not the present.
    pub(crate) fn shown(self) -> Option<usize> {
        self.shown.get()
    }

    pub(crate) fn step(self, step: Step) {
        let last = self.ply.get_untracked();
        let now = self.shown.get_untracked().unwrap_or(last);
        let next = match step {
            Step::Start => 0,
            Step::Back => now.saturating_sub(1),
            Step::On => now + 1,
            Step::End => last,
        };
        self.go(next);
    }

    /// Looks at the moment after so many moves.
    pub(crate) fn go(self, ply: usize) {
        self.shown.set((ply < self.ply.get_untracked()).then_some(ply));
    }

    pub(crate) fn buttons(self) -> impl IntoView {
        let first = move || self.shown.get().unwrap_or(self.ply.get()) == 0;
        let last = move || self.shown.get().is_none();
        buttons(first, last, move |step| self.step(step))
    }

    /// A move that shows the board as it stood after it.
    pub(crate) fn button(self, ply: usize, text: String) -> impl IntoView {
        let now = move || self.shown.get().unwrap_or(self.ply.get()) == ply;
        view! {
            <button
                type="button"
                aria-current=move || now().then_some("true")
                on:click=move |_| self.go(ply)
            >
                {text}
            </button>
        }
    }

    pub(crate) fn keys(self) -> Vec<Key> {
        vec![
            Key::new(&["ArrowLeft", "["], "← [", "Look one move back", move || {
                self.step(Step::Back);
            }),
            Key::new(&["ArrowRight", "]"], "→ ]", "Look one move on", move || {
                self.step(Step::On);
            }),
            Key::new(&["Home"], "Home", "Look at the start", move || self.step(Step::Start)),
            Key::new(&["End"], "End", "To the current position", move || self.step(Step::End)),
        ]
    }
}
