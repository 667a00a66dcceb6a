//! How many workers search one position together: the number of cores, unless another is chosen.

use super::stop::has_shared_memory;
use crate::browser;
use leptos::prelude::*;
use worker_protocol::MOST_THREADS;

/// Where the browser keeps the choice.
const CHOICE: &str = "engine.threads";

/// The most workers: one for each core, if they can share memory.
fn most() -> u8 {
    let cores = window().navigator().hardware_concurrency();
    if has_shared_memory() { cores.clamp(1.0, MOST_THREADS.into()) as u8 } else { 1 }
}

/// The number of workers that was chosen, or as many as possible.
pub(super) fn chosen() -> u8 {
    within(browser::read_storage(CHOICE).as_deref(), most())
}

/// The number kept as `text`, from 1 to `most`.
fn within(text: Option<&str>, most: u8) -> u8 {
    text.and_then(|text| text.parse().ok()).unwrap_or(most).clamp(1, most)
}

/// Choice of the number of workers, where there can be several; calls `changed` after every change.
#[component]
pub(crate) fn ThreadChoice(changed: Callback<()>) -> impl IntoView {
    let (most, now) = (most(), chosen());
    let option = move |n: u8| view! { <option value=n selected=n == now>{n}</option> };
    let choose = move |event| {
        browser::write_storage(CHOICE, &event_target_value(&event));
        changed.run(());
    };
    (most > 1).then(|| {
        view! {
            <label class="field">
                <span>"Threads"</span>
                <select id="threads" on:change=choose>
                    {(1..=most).map(option).collect_view()}
                </select>
            </label>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cores_are_used_unless_fewer_are_chosen() {
        let chosen = |text, most| within(text, most);
        assert_eq!(chosen(None, 8), 8);
        assert_eq!(chosen(Some("3"), 8), 3);
        assert_eq!(chosen(Some("3"), 1), 1, "nothing is shared here");
        assert_eq!(chosen(Some("0"), 4), 1);
        assert_eq!(chosen(Some("many"), 4), 4);
    }
}
