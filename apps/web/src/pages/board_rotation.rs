//! Rotation of the board: the orientation that fills the window best, until the user turns it.

use super::keys::Key;
use crate::board::BoardOrientation;
use crate::browser;
use leptos::ev;
use leptos::prelude::*;
use scene::{Scene, Turning};

/// What a tall window shows above and below the board, in pixels: bars, status, actions.
const BARS: f64 = 250.0;
/// What a wide window shows above the board.
const TOP: f64 = 70.0;
/// How wide the column beside the board is in a wide window: a share of it, within limits.
const COLUMN: (f64, f64, f64) = (240.0, 0.32, 400.0);

/// The space that a window of this size leaves to a board.
fn space(width: f64, height: f64) -> (f64, f64) {
    if height >= width {
        return (width, height - BARS);
    }
    let (least, share, most) = COLUMN;
    (width - (share * width).clamp(least, most), height - TOP)
}

#[derive(Clone, Copy)]
pub(crate) struct BoardRotation {
    scene: Signal<Scene>,
    chosen: RwSignal<Option<BoardOrientation>>,
    pub(crate) orientation: Signal<BoardOrientation>,
}

impl BoardRotation {
    pub(crate) fn new(scene: Signal<Scene>) -> Self {
        let size = RwSignal::new(browser::window_size());
        let listener = window_event_listener(ev::resize, move |_| size.set(browser::window_size()));
        on_cleanup(move || listener.remove());
        let chosen = RwSignal::new(None);
        let usual = Memo::new(move |_| {
            let (width, height) = size.get();
            let (width, height) = space(width, height);
            scene.with(|s| BoardOrientation::best_fit(s, width, height))
        });
        let orientation = Signal::derive(move || chosen.get().unwrap_or_else(|| usual.get()));
        Self { scene, chosen, orientation }
    }

    fn turn(self, how: impl Fn(BoardOrientation) -> BoardOrientation) {
        self.chosen.set(Some(how(self.orientation.get_untracked())));
    }

    /// The key that flips the board.
    pub(crate) fn key(self) -> Key {
        Key::new(&["f"], "f", "Flip the board", move || self.turn(BoardOrientation::flipped))
    }

    /// Flip for every board; all twelve ways for one that takes them.
    pub(crate) fn buttons(self) -> impl IntoView {
        let rotates = Memo::new(move |_| self.scene.with(|s| s.turning == Turning::Rotations));
        view! {
            {self.button("Flip", BoardOrientation::flipped)}
            <Show when=move || rotates.get()>
                {self.menu()}
            </Show>
        }
    }

    /// All the ways a board can lie, and the one that fills the window best.
    fn menu(self) -> impl IntoView {
        let modes = BoardOrientation::all().enumerate().map(|(place, orientation)| {
            view! {
                <option value=place selected=move || self.chosen.get() == Some(orientation)>
                    {orientation.name()}
                </option>
            }
        });
        let choose = move |event| {
            let place = event_target_value(&event).parse::<usize>().ok();
            self.chosen.set(place.and_then(|place| BoardOrientation::all().nth(place)));
        };
        view! {
            <label class="field orientation">
                <span class="unseen">"Orientation"</span>
                <select on:change=choose>
                    <option value="fit" selected=move || self.chosen.get().is_none()>
                        "as it fits"
                    </option>
                    {modes.collect_view()}
                </select>
            </label>
        }
    }

    fn button(
        self,
        label: &'static str,
        how: fn(BoardOrientation) -> BoardOrientation,
    ) -> impl IntoView {
        view! {
            <button type="button" class="button" on:click=move |_| self.turn(how)>
                {label}
            </button>
        }
    }
}
