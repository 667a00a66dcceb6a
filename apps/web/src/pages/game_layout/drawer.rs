//! The panel beside the board. Where there is no room beside it, it is a drawer: a modal dialog that
//! is closed by its button, Escape, a touch beside it, or a swipe towards the edge it came from.

use super::Icon;
use crate::browser;
use leptos::ev;
use leptos::prelude::*;
use web_sys::PointerEvent;

/// Where the panel has a place of its own; the style sheet says the same.
const WIDE: &str = "(orientation: landscape) and (min-width: 56rem) and (min-height: 34rem)";

/// So far, in pixels, a finger moves the drawer to close it.
const SWIPE: f64 = 50.0;

/// What cannot be reached while the drawer is open.
const BEHIND: [&str; 9] = [
    ".top",
    ".bottom",
    ".bottom-nav",
    ".seat.far",
    ".board-frame",
    ".seat.near",
    ".status-line",
    ".action-bar",
    ".sheet",
];

#[derive(Clone, Copy)]
pub(crate) struct Drawer {
    label: &'static str,
    open: RwSignal<bool>,
    /// Where a finger was put on its handle.
    pressed: StoredValue<Option<(f64, f64)>>,
}

impl Drawer {
    /// A drawer whose button says `label`.
    pub(crate) fn new(label: &'static str) -> Self {
        let drawer = Self { label, open: RwSignal::new(false), pressed: StoredValue::new(None) };
        let resized = window_event_listener(ev::resize, move |_| {
            if browser::matches(WIDE) {
                drawer.close();
            }
        });
        let keys = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" && drawer.open.try_get_untracked() == Some(true) {
                event.prevent_default();
                drawer.close();
            }
        });
        on_cleanup(move || {
            resized.remove();
            keys.remove();
            browser::set_inert(&BEHIND, false);
        });
        drawer
    }

    /// Opens it where it is a drawer; a panel is open anyway.
    pub(crate) fn show(self) {
        if !browser::matches(WIDE) && !self.open.get_untracked() {
            self.open();
        }
    }

    fn open(self) {
        self.open.set(true);
        browser::set_inert(&BEHIND, true);
        request_animation_frame(|| browser::focus("close-drawer"));
    }

    fn close(self) {
        if self.open.try_get_untracked() == Some(true) {
            self.open.set(false);
            browser::set_inert(&BEHIND, false);
            browser::focus("open-drawer");
        }
    }

    /// The button of the action bar that opens it.
    pub(super) fn button(self) -> impl IntoView {
        view! {
            <button
                type="button"
                class="button"
                id="open-drawer"
                aria-haspopup="dialog"
                aria-expanded=move || self.open.get().to_string()
                on:click=move |_| self.open()
            >
                {Icon::Menu.draw()}
                <span>{self.label}</span>
            </button>
        }
    }

    fn press(self, event: &PointerEvent) {
        self.pressed.set_value(Some((f64::from(event.client_x()), f64::from(event.client_y()))));
    }

    fn release(self, event: &PointerEvent) {
        let Some((x, y)) = self.pressed.get_value() else { return };
        self.pressed.set_value(None);
        let (dx, dy) = (f64::from(event.client_x()) - x, f64::from(event.client_y()) - y);
        if dx.max(dy) > SWIPE {
            self.close();
        }
    }

    /// The panel, and what lies behind it while it is a drawer.
    pub(super) fn panel(self, content: AnyView) -> impl IntoView {
        let open = self.open;
        view! {
            <div class="backdrop" hidden=move || !open.get() on:click=move |_| self.close()></div>
            <section
                class="panel"
                class:open=open
                role=move || if open.get() { "dialog" } else { "region" }
                aria-modal=move || open.get().then_some("true")
                aria-label=self.label
            >
                <div
                    class="drawer-head"
                    on:pointerdown=move |event| self.press(&event)
                    on:pointerup=move |event| self.release(&event)
                >
                    <span class="handle" aria-hidden="true"></span>
                    <b>{self.label}</b>
                    <button
                        type="button"
                        class="icon"
                        id="close-drawer"
                        aria-label="Close"
                        on:click=move |_| self.close()
                    >
                        {Icon::Cancel.draw()}
                    </button>
                </div>
                {content}
            </section>
        }
    }
}
