//! Something the server is asked to do: whether it is on its way, and what came of it.

use super::Refusal;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// One thing at a time is asked of the server.
#[derive(Clone, Copy)]
pub(crate) struct Errand {
    busy: RwSignal<bool>,
    trouble: RwSignal<Option<Refusal>>,
}

impl Errand {
    pub(crate) fn new() -> Self {
        Self { busy: RwSignal::new(false), trouble: RwSignal::new(None) }
    }

    /// Goes and asks, unless it is on its way already; then does something with the answer.
    pub(crate) fn run<T: 'static>(
        self,
        work: impl Future<Output = Result<T, Refusal>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.trouble.set(None);
        spawn_local(async move {
            let answer = work.await;
            // Who has left the page does not wait for it any more.
            if self.busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(answer) => done(answer),
                Err(refusal) => self.trouble.set(Some(refusal)),
            }
        });
    }

    pub(crate) fn is_busy(self) -> bool {
        self.busy.get()
    }

    /// Forgets what was wrong.
    pub(crate) fn forget(self) {
        self.trouble.set(None);
    }

    /// What was wrong the last time.
    pub(crate) fn trouble(self) -> Option<Refusal> {
        self.trouble.get()
    }

    /// What was wrong the last time, to be read.
    pub(crate) fn notice(self) -> impl IntoView {
        let words = move || self.trouble.get().map(|refusal| refusal.to_string());
        move || words().map(|why| view! { <p class="notice wrong" role="alert">{why}</p> })
    }
}
