//! State of a request to the HTTP API: whether it is pending, and how it was refused.

use super::Refusal;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A request that a form or button sends, one at a time.
#[derive(Clone, Copy)]
pub(crate) struct ApiRequest {
    busy: RwSignal<bool>,
    refusal: RwSignal<Option<Refusal>>,
}

impl ApiRequest {
    pub(crate) fn new() -> Self {
        Self { busy: RwSignal::new(false), refusal: RwSignal::new(None) }
    }

    /// Sends the request unless one is pending; `done` gets the answer.
    pub(crate) fn run<T: 'static>(
        self,
        work: impl Future<Output = Result<T, Refusal>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.refusal.set(None);
        spawn_local(async move {
            let answer = work.await;
            // The page may be gone by now.
            if self.busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(answer) => done(answer),
                Err(refusal) => self.refusal.set(Some(refusal)),
            }
        });
    }

    pub(crate) fn is_busy(self) -> bool {
        self.busy.get()
    }

    /// Clears the refusal.
    pub(crate) fn clear(self) {
        self.refusal.set(None);
    }

    /// The last refusal.
    pub(crate) fn refusal(self) -> Option<Refusal> {
        self.refusal.get()
    }

    /// The text of the last refusal.
    pub(crate) fn refusal_text(self) -> Signal<Option<String>> {
        Signal::derive(move || self.refusal.get().map(|refusal| refusal.to_string()))
    }

    /// The text of the last refusal if it has this status: for the field that it is about.
    pub(crate) fn refusal_with(self, status: u16) -> Signal<Option<String>> {
        let of_field = move |refusal: &Refusal| refusal.status() == status;
        Signal::derive(move || {
            self.refusal.get().filter(of_field).map(|refusal| refusal.to_string())
        })
    }

    /// A notice with the last refusal.
    pub(crate) fn notice(self) -> impl IntoView {
        self.notice_unless(&[])
    }

    /// A notice with the last refusal, unless its status is one of those shown at a field.
    pub(crate) fn notice_unless(self, at_fields: &'static [u16]) -> impl IntoView {
        let other = move |refusal: &Refusal| !at_fields.contains(&refusal.status());
        move || {
            let refusal = self.refusal.get().filter(other)?;
            Some(view! { <p class="notice wrong" role="alert">{refusal.to_string()}</p> })
        }
    }
}
