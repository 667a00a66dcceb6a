//! Boards whose cells are too small for fingers: pinch zoom, and a magnifier under a long press.
//!
//! Where cells are at least [`SMALL`] pixels wide a finger hits them, and nothing here does anything.

use crate::browser;
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, PointerEvent};

/// Cells narrower than this, in pixels, are small.
const SMALL: f64 = 24.0;
/// The board becomes no larger than so many times its size.
const MOST: f64 = 4.0;
/// A long press of this duration opens the magnifier.
const LONG_PRESS: Duration = Duration::from_millis(400);
/// How far a finger may stray, in pixels, and still rest.
const STRAY: f64 = 8.0;
/// How much larger the magnifier shows the board.
const LENS: f64 = 3.0;

/// A place in the frame of the board, in pixels.
type Place = (f64, f64);

/// The part of the board that is seen: it is scaled, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Zoom {
    scale: f64,
    shift: Place,
}

impl Zoom {
    const WHOLE: Self = Self { scale: 1.0, shift: (0.0, 0.0) };

    /// Two fingers go from places to others: what was below them stays below them.
    fn pinched(self, from: [Place; 2], to: [Place; 2], size: Place) -> Self {
        let apart = |[a, b]: [Place; 2]| (a.0 - b.0).hypot(a.1 - b.1).max(1.0);
        let middle = |[a, b]: [Place; 2]| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        let scale = (self.scale * apart(to) / apart(from)).clamp(1.0, MOST);
        let (before, after) = (middle(from), middle(to));
        let shift =
            |before: f64, after: f64, shift: f64| after - (before - shift) / self.scale * scale;
        let (x, y) = self.shift;
        let shift = (shift(before.0, after.0, x), shift(before.1, after.1, y));
        Self { scale, shift }.within(size)
    }

    /// One finger moves what is seen.
    fn moved(self, from: Place, to: Place, size: Place) -> Self {
        let (x, y) = self.shift;
        Self { shift: (x + to.0 - from.0, y + to.1 - from.1), ..self }.within(size)
    }

    /// The board does not leave its frame.
    fn within(self, (width, height): Place) -> Self {
        let room = 1.0 - self.scale;
        let (x, y) = self.shift;
        Self { shift: (x.clamp(width * room, 0.0), y.clamp(height * room, 0.0)), ..self }
    }

    fn transform(self) -> String {
        let (x, y) = self.shift;
        format!("translate({x:.1}px, {y:.1}px) scale({:.3})", self.scale)
    }
}

/// The fingers on a board, and how it is seen.
#[derive(Clone, Copy)]
pub(super) struct BoardZoom {
    frame: NodeRef<Div>,
    lens: NodeRef<Div>,
    small: RwSignal<bool>,
    zoom: RwSignal<Zoom>,
    /// Fingers by their ids.
    fingers: StoredValue<Vec<(i32, Place)>>,
    /// Where the only finger was put down; nothing once it strayed.
    resting: StoredValue<Option<Place>>,
    /// What the magnifier shows.
    magnified: RwSignal<Option<Place>>,
}

impl BoardZoom {
    /// `changed` is read to look again at how large the cells are.
    pub(super) fn new(changed: Signal<bool>) -> Self {
        let board = Self {
            frame: NodeRef::new(),
            lens: NodeRef::new(),
            small: RwSignal::new(false),
            zoom: RwSignal::new(Zoom::WHOLE),
            fingers: StoredValue::new(Vec::new()),
            resting: StoredValue::new(None),
            magnified: RwSignal::new(None),
        };
        let resized = window_event_listener(ev::resize, move |_| board.measure());
        on_cleanup(move || resized.remove());
        Effect::new(move || {
            changed.track();
            request_animation_frame(move || board.measure());
        });
        board
    }

    /// Looks at how large the cells are.
    fn measure(self) {
        let Some(Some(frame)) = self.frame.try_get_untracked() else { return };
        let cell = frame.query_selector(".cell .reach").ok().flatten();
        self.zoom.set(Zoom::WHOLE);
        let bounds = cell.and_then(|cell| browser::bounds(&cell));
        self.small.set(bounds.is_some_and(|[_, _, width, _]| width < SMALL));
    }

    fn place(self, event: &PointerEvent) -> Option<Place> {
        let frame = self.frame.get_untracked()?;
        let [left, top, ..] = browser::bounds(&frame)?;
        Some((f64::from(event.client_x()) - left, f64::from(event.client_y()) - top))
    }

    fn size(self) -> Place {
        let frame = self.frame.get_untracked();
        frame.map_or((1.0, 1.0), |frame| {
            (f64::from(frame.client_width()), f64::from(frame.client_height()))
        })
    }

    fn pressed(self, event: &PointerEvent) {
        if !self.small.get_untracked() || event.pointer_type() != "touch" {
            return;
        }
        let Some(place) = self.place(event) else { return };
        self.fingers.update_value(|fingers| fingers.push((event.pointer_id(), place)));
        let alone = self.fingers.with_value(Vec::len) == 1;
        self.resting.set_value(alone.then_some(place));
        if alone {
            set_timeout(move || self.magnify(place), LONG_PRESS);
        }
    }

    /// The finger still rests where it was put down.
    fn magnify(self, place: Place) {
        if self.resting.try_get_value().flatten() == Some(place) {
            self.magnified.set(Some(place));
            request_animation_frame(move || self.fill_lens());
        }
    }

    /// Puts a copy of the drawing into the magnifier, without what can be touched.
    fn fill_lens(self) {
        let (Some(frame), Some(lens)) = (self.frame.get_untracked(), self.lens.get_untracked())
        else {
            return;
        };
        let Ok(Some(board)) = frame.query_selector(".board-zoom .board") else { return };
        let Ok(copy) = board.clone_node_with_deep(true) else { return };
        let copy = copy.unchecked_into::<Element>();
        if let Ok(Some(cells)) = copy.query_selector(".cells") {
            cells.remove();
        }
        // An element that was just made belongs nowhere yet.
        let _ = copy.set_attribute("aria-hidden", "true");
        let _ = copy.remove_attribute("role");
        let _ = lens.append_child(&copy);
    }

    fn moved(self, event: &PointerEvent) {
        let fingers = self.fingers.get_value();
        let Some(at) = fingers.iter().position(|(id, _)| *id == event.pointer_id()) else { return };
        let (before, Some(place)) = (fingers[at].1, self.place(event)) else { return };
        self.fingers.update_value(|fingers| fingers[at].1 = place);
        if self.magnified.with_untracked(Option::is_some) {
            self.magnified.set(Some(place));
            return;
        }
        let strayed = |(x, y): Place| (place.0 - x).hypot(place.1 - y) > STRAY;
        if self.resting.get_value().is_none_or(strayed) {
            self.resting.set_value(None);
        }
        let zoom = self.zoom.get_untracked();
        match fingers[..] {
            [_] if self.resting.get_value().is_none() && zoom != Zoom::WHOLE => {
                self.zoom.set(zoom.moved(before, place, self.size()));
            }
            [(_, a), (_, b)] => {
                let to = if at == 0 { [place, b] } else { [a, place] };
                self.zoom.set(zoom.pinched([a, b], to, self.size()));
            }
            _ => {}
        }
    }

    fn released(self, event: &PointerEvent) {
        self.fingers.update_value(|fingers| fingers.retain(|(id, _)| *id != event.pointer_id()));
        self.resting.set_value(None);
        if self.magnified.get_untracked().is_some() {
            self.magnified.set(None);
            if event.type_() == "pointerup" {
                click_below(event);
            }
        }
    }

    /// The board, and over it the magnifier while there is one.
    pub(super) fn view(self, board: AnyView) -> impl IntoView {
        let (frame, zoom) = (self.frame, self.zoom);
        view! {
            <div
                class="board-frame"
                class:small-cells=self.small
                node_ref=frame
                on:pointerdown=move |event| self.pressed(&event)
                on:pointermove=move |event| self.moved(&event)
                on:pointerup=move |event| self.released(&event)
                on:pointercancel=move |event| self.released(&event)
                on:contextmenu=move |event| {
                    if self.small.get_untracked() {
                        event.prevent_default();
                    }
                }
            >
                <div
                    class="board-zoom"
                    class:zoomed=move || zoom.get() != Zoom::WHOLE
                    style:transform=move || (zoom.get() != Zoom::WHOLE).then(|| zoom.get().transform())
                >
                    {board}
                </div>
                <Show when=move || self.magnified.with(Option::is_some)>{self.lens()}</Show>
            </div>
        }
    }

    fn lens(self) -> impl IntoView {
        let at = move || self.magnified.get().unwrap_or_default();
        let zoom = self.zoom.get_untracked();
        let inner = move || {
            let (x, y) = at();
            let scale = zoom.scale * LENS;
            let shift = |place: f64, shift: f64| 72.0 - (place - shift) / zoom.scale * scale;
            let (x, y) = (shift(x, zoom.shift.0), shift(y, zoom.shift.1));
            format!("translate({x:.1}px, {y:.1}px) scale({scale:.2})")
        };
        let (width, height) = self.size();
        let left = move || format!("{:.0}px", (at().0 - 72.0).clamp(0.0, (width - 144.0).max(0.0)));
        // Above the finger, or beside it where there is no room above.
        let top = move || {
            let y = at().1;
            format!("{:.0}px", if y > 190.0 { y - 190.0 } else { y + 50.0 })
        };
        view! {
            <div class="lens" style:left=left style:top=top>
                <div
                    node_ref=self.lens
                    style:width=format!("{width:.0}px")
                    style:height=format!("{height:.0}px")
                    style:transform=inner
                ></div>
            </div>
        }
    }
}

/// A finger that looked through the magnifier touches what it let go over.
fn click_below(event: &PointerEvent) {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let cell = document().element_from_point(x, y).and_then(|e| e.closest(".cell").ok()?);
    let made = || -> Result<web_sys::Event, JsValue> {
        let class = js_sys::Reflect::get(&window(), &"MouseEvent".into())?;
        let init = js_sys::Object::new();
        js_sys::Reflect::set(&init, &"bubbles".into(), &true.into())?;
        let args = js_sys::Array::of2(&"click".into(), &init);
        let class = class.unchecked_into::<js_sys::Function>();
        Ok(js_sys::Reflect::construct(&class, &args)?.unchecked_into())
    };
    if let (Some(cell), Ok(click)) = (cell, made()) {
        // The result of a dispatched event does not matter.
        let _ = cell.dispatch_event(&click);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Place = (300.0, 400.0);

    #[test]
    fn a_pinch_keeps_what_is_between_the_fingers() {
        let zoom = Zoom::WHOLE.pinched(
            [(100.0, 200.0), (200.0, 200.0)],
            [(50.0, 200.0), (250.0, 200.0)],
            SIZE,
        );
        assert!((zoom.scale - 2.0).abs() < 1e-9);
        // The middle was at (150, 200) and is there still.
        assert_eq!(zoom.shift, (-150.0, -200.0));
    }

    #[test]
    fn the_board_neither_shrinks_nor_leaves_its_frame() {
        let apart = [(0.0, 0.0), (300.0, 400.0)];
        let close = [(140.0, 190.0), (150.0, 200.0)];
        assert_eq!(Zoom::WHOLE.pinched(apart, close, SIZE), Zoom::WHOLE);
        let most = Zoom::WHOLE.pinched(close, apart, SIZE);
        assert!((most.scale - MOST).abs() < 1e-9);
        let far = most.moved((0.0, 0.0), (5000.0, -5000.0), SIZE);
        assert_eq!(far.shift, (0.0, -1200.0));
    }
}
