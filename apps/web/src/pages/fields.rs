//! Fields of forms: one of a few side by side, one of many in a list.

use leptos::prelude::*;

/// One of a few, side by side.
pub(crate) fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    title: &'static str,
    signal: RwSignal<T>,
    values: impl IntoIterator<Item = (T, &'static str)>,
) -> impl IntoView {
    let option = |(value, word): (T, &'static str)| {
        view! {
            <label>
                <input
                    type="radio"
                    name=name
                    value=word
                    prop:checked=move || signal.get() == value
                    on:change=move |_| signal.set(value)
                />
                <span>{word}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>{title}</legend>
            <div>{values.into_iter().map(option).collect_view()}</div>
        </fieldset>
    }
}

/// One of many, by a list that opens.
pub(crate) fn select(
    id: &'static str,
    title: &'static str,
    signal: RwSignal<u16>,
    values: &'static [u16],
    word: fn(u16) -> String,
) -> impl IntoView {
    select_unless(false.into(), id, title, signal, values, word)
}

/// The same, which sometimes cannot be opened.
pub(crate) fn select_unless(
    disabled: Signal<bool>,
    id: &'static str,
    title: &'static str,
    signal: RwSignal<u16>,
    values: &'static [u16],
    word: fn(u16) -> String,
) -> impl IntoView {
    let option = move |&value: &u16| {
        view! {
            <option value=value selected=move || signal.get() == value>
                {word(value)}
            </option>
        }
    };
    let choose = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            signal.set(value);
        }
    };
    view! {
        <label class="field">
            <span>{title}</span>
            <select id=id disabled=disabled on:change=choose>
                {values.iter().map(option).collect_view()}
            </select>
        </label>
    }
}
