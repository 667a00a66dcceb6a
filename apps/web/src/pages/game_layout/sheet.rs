//! The sheet over the board: offers, choices, the result. It can be put away to see the board, and
//! comes back by a button of the action bar, or by itself when there is something else to decide.

use super::Icon;
use leptos::prelude::*;

/// What is to be decided, and whether it has been put away.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    /// A word for it, which is also the label of the button that brings it back.
    subject: Memo<Option<&'static str>>,
    closed: RwSignal<bool>,
}

impl Sheet {
    pub(crate) fn new(subject: impl Fn() -> Option<&'static str> + Send + Sync + 'static) -> Self {
        let sheet = Self { subject: Memo::new(move |_| subject()), closed: RwSignal::new(false) };
        Effect::new(move || {
            sheet.subject.track();
            sheet.closed.set(false);
        });
        sheet
    }

    fn is_open(self) -> bool {
        self.subject.get().is_some() && !self.closed.get()
    }

    /// The sheet with its content, which stays on the page while it is put away.
    pub(super) fn view(self, content: AnyView) -> impl IntoView {
        view! {
            <section class="sheet" aria-label=move || self.subject.get() hidden=move || !self.is_open()>
                <button
                    type="button"
                    class="icon close"
                    title="Show the board"
                    aria-label="Show the board"
                    on:click=move |_| self.closed.set(true)
                >
                    {Icon::Cancel.draw()}
                </button>
                {content}
            </section>
        }
    }

    /// Brings it back.
    pub(super) fn button(self) -> impl IntoView {
        view! {
            <Show when=move || self.closed.get() && self.subject.get().is_some()>
                <button
                    type="button"
                    class="button primary"
                    id="open-sheet"
                    on:click=move |_| self.closed.set(false)
                >
                    {Icon::Result.draw()}
                    <span>{move || self.subject.get()}</span>
                </button>
            </Show>
        }
    }
}
