//! Data fetched from the HTTP API, drawn when it has come.

use super::{FromJson, Refusal, get};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The server's answer, once it has arrived. It is requested again whenever the address changes; until the
/// new answer is there, the old one stands.
pub(crate) struct Fetched<T: 'static> {
    answer: RwSignal<Option<Result<T, Refusal>>>,
    tries: RwSignal<u32>,
}

impl<T> Clone for Fetched<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Fetched<T> {}

impl<T: FromJson + Clone + Send + Sync + 'static> Fetched<T> {
    /// Fetches an address; `None` fetches nothing.
    pub(crate) fn new(address: impl Fn() -> Option<String> + Send + Sync + 'static) -> Self {
        let (answer, tries) = (RwSignal::new(None), RwSignal::new(0));
        let asked = StoredValue::new(0_u32);
        Effect::new(move || {
            tries.track();
            let Some(address) = address() else { return };
            let this = asked.try_update_value(|asked| {
                *asked += 1;
                *asked
            });
            spawn_local(async move {
                let answered = get::<T>(&address).await;
                // An answer to an older request, or for a page that was left, is dropped.
                if this.is_some() && asked.try_get_value() == this {
                    answer.try_set(Some(answered));
                }
            });
        });
        Self { answer, tries }
    }

    /// Asks once more.
    pub(crate) fn again(self) {
        self.tries.update(|tries| *tries += 1);
    }

    /// The answer, if it is there and a good one.
    pub(crate) fn get(self) -> Option<T> {
        self.answer.with(|answer| answer.as_ref()?.as_ref().ok().cloned())
    }

    /// Draws the answer, or why there is none.
    pub(crate) fn draw<V: IntoView + 'static>(
        self,
        draw: impl Fn(T) -> V + Send + Sync + 'static,
    ) -> impl IntoView {
        move || match self.answer.get() {
            None => view! { <p class="quiet waiting" role="status">"Loading …"</p> }.into_any(),
            Some(Ok(answered)) => draw(answered).into_any(),
            Some(Err(refusal)) => self.failure(&refusal).into_any(),
        }
    }

    fn failure(self, refusal: &Refusal) -> impl IntoView + use<T> {
        // What is not there will not be there the next time either.
        let again = (refusal.status() != 404).then(|| {
            view! {
                <button type="button" class="button" on:click=move |_| self.again()>
                    "Try again"
                </button>
            }
        });
        view! {
            <div class="notice wrong" role="alert">
                <p>{refusal.to_string()}</p>
                {again}
            </div>
        }
    }
}
