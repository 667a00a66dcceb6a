//! Keys of a page: what they do, and the list that `?` shows.
//!
//! The board takes its own keys first; a key pressed in a field is a letter and nothing else.

use crate::browser;
use crate::settings::{Settings, Switch};
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// A key and what it does.
#[derive(Clone)]
pub(crate) struct Key {
    names: &'static [&'static str],
    shown: &'static str,
    does: &'static str,
    action: Callback<()>,
}

impl Key {
    pub(crate) fn new(
        names: &'static [&'static str],
        shown: &'static str,
        does: &'static str,
        action: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self { names, shown, does, action: Callback::new(move |()| action()) }
    }
}

/// The keys of a page, which listens to them for as long as it is there.
#[derive(Clone, Copy)]
pub(crate) struct Keys {
    keys: StoredValue<Vec<Key>>,
    dialog: NodeRef<Dialog>,
}

/// What the board does with keys by itself.
const ON_BOARD: [(&str, &str); 3] = [
    ("arrows, Shift", "On the board: to the next cell, in six directions"),
    ("Enter", "On the board: pick up, put down"),
    ("Esc", "On the board: cancel the selection"),
];

impl Keys {
    pub(crate) fn new(mut own: Vec<Key>) -> Self {
        own.push(Key::new(&["z"], "z", "Zen mode: only the board", toggle_zen));
        let keys = Self { keys: StoredValue::new(own), dialog: NodeRef::new() };
        if Settings::here().zen.get_untracked() == Switch::On {
            browser::mark_page("zen", "on");
        }
        let listener = window_event_listener(ev::keydown, move |event| keys.press(&event));
        on_cleanup(move || {
            listener.remove();
            browser::mark_page("zen", "off");
        });
        keys
    }

    fn press(self, event: &KeyboardEvent) {
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if modified || event.default_prevented() || is_writing(event) {
            return;
        }
        let name = event.key();
        if name == "?" {
            self.toggle();
        } else {
            let action = self.keys.try_with_value(|keys| {
                let key = keys.iter().find(|key| key.names.contains(&name.as_str()));
                key.map(|key| key.action)
            });
            let Some(Some(action)) = action else { return };
            action.run(());
        }
        event.prevent_default();
    }

    fn toggle(self) {
        let Some(dialog) = self.dialog.get_untracked() else { return };
        if dialog.open() {
            dialog.close();
        } else {
            // It is shown already only if it is open.
            let _ = dialog.show_modal();
        }
    }

    /// The button for those who do not know the key.
    pub(crate) fn button(self) -> impl IntoView {
        view! {
            <button type="button" class="button" id="keys" on:click=move |_| self.toggle()>
                "Keys"
            </button>
        }
    }

    /// The list, out of sight until it is asked for.
    pub(crate) fn list(self) -> impl IntoView {
        let own = self.keys.with_value(|keys| {
            let rows = keys.iter().map(|key| (key.shown, key.does));
            rows.chain([("?", "This list")]).chain(ON_BOARD).collect::<Vec<_>>()
        });
        let row = |(key, does): (&'static str, &'static str)| {
            view! {
                <dt>
                    <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
            }
        };
        view! {
            <button type="button" class="button leave-zen" on:click=move |_| toggle_zen()>
                "Leave zen mode"
            </button>
            <dialog class="keys" node_ref=self.dialog aria-labelledby="keys-title">
                <h2 id="keys-title">"Keys"</h2>
                <dl>{own.into_iter().map(row).collect_view()}</dl>
                <button type="button" class="button" on:click=move |_| self.toggle()>
                    "Close"
                </button>
            </dialog>
        }
    }
}

/// Whether the key goes into something that takes letters or has keys of its own.
fn is_writing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let fields = "input:not([type=radio]), textarea, select, [contenteditable]";
    let radio = matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight");
    target.is_some_and(|element| {
        let writes = element.closest(fields).ok().flatten().is_some();
        writes || (radio && element.closest("input").ok().flatten().is_some())
    })
}

/// The board and nothing else, or everything again.
fn toggle_zen() {
    let zen = browser::marked("zen").as_deref() == Some("on");
    browser::mark_page("zen", if zen { "off" } else { "on" });
}
