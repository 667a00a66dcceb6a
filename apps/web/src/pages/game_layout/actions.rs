//! Buttons of the action bar: an icon above a short label.

use leptos::prelude::*;

/// Drawings of the action bar, 24 × 24, as lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    TakeBack,
    Hint,
    Resign,
    Draw,
    Abort,
    Menu,
    Result,
    Confirm,
    Cancel,
    Engine,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::TakeBack => "M8,5 L4,9 L8,13 M4,9 H14 A5,5 0 0 1 14,19 H9",
            Self::Hint => {
                "M9.5,17 C9.5,14 6.5,13 6.5,9.5 A5.5,5.5 0 0 1 17.5,9.5 C17.5,13 14.5,14 14.5,17 Z M10,20.5 H14"
            }
            Self::Resign => "M6,21 V4 M6,4.5 H18 L15,8.5 L18,12.5 H6",
            Self::Draw => {
                "M7,5 V12 M5,6.5 L7,5 M6,19 L18,5 M15,14.5 A2,2 0 0 1 19,14.5 C19,16.5 15,17.5 15,19.5 H19"
            }
            Self::Abort | Self::Cancel => "M6,6 L18,18 M18,6 L6,18",
            Self::Menu => "M4,7 H20 M4,12 H20 M4,17 H14",
            Self::Result => {
                "M7,4 H17 V9 A5,5 0 0 1 7,9 Z M12,14 V18 M8,20 H16 M7,6 H4 A3,3 0 0 0 7,10 M17,6 H20 A3,3 0 0 1 17,10"
            }
            Self::Engine => {
                "M8,8 H16 V16 H8 Z M10,8 V4 M14,8 V4 M10,20 V16 M14,20 V16 M8,10 H4 M8,14 H4 M20,10 H16 M20,14 H16"
            }
            Self::Confirm => "M5,12.5 L10,17.5 L19,7",
        }
    }

    /// The drawing.
    pub(crate) fn draw(self) -> impl IntoView {
        view! {
            <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
                <path d=self.path() />
            </svg>
        }
    }
}

/// A button of the action bar.
pub(crate) fn action(
    id: &'static str,
    icon: Icon,
    label: impl Fn() -> String + Send + Sync + 'static,
    disabled: impl Fn() -> bool + Send + Sync + 'static,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" class="button" id=id disabled=disabled on:click=move |_| press()>
            {icon.draw()}
            <span>{label}</span>
        </button>
    }
}

/// Resignation, which is asked for twice: it cannot be undone.
pub(crate) fn resign_action(resign: impl Fn() + 'static) -> impl IntoView {
    let sure = RwSignal::new(false);
    let press = move |_| {
        if sure.get_untracked() {
            resign();
        }
        sure.update(|sure| *sure = !*sure);
    };
    let label = move || if sure.get() { "Really resign?" } else { "Resign" };
    view! {
        <button
            type="button"
            class="button"
            class:danger=sure
            id="resign"
            on:click=press
            on:blur=move |_| sure.set(false)
        >
            {Icon::Resign.draw()}
            <span>{label}</span>
        </button>
    }
}
