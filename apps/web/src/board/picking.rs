//! Move input: the clicks made so far, shared by a board, its trays and its buttons; drag and drop.

use super::touch::{TouchResult, touch};
use hexgrid::Cell;
use leptos::ev;
use leptos::prelude::*;
use scene::Click;
use scene::table::{Choice, next_clicks};
use std::collections::BTreeSet;
use web_sys::PointerEvent;

/// How far a pointer may stray, in pixels, and still only touch.
const STRAY: f64 = 6.0;

/// The narrowing of choices by touching. It hands on the one that is left.
#[derive(Clone, Copy)]
pub(crate) struct Picking {
    choices: Signal<Vec<Choice>>,
    made: RwSignal<Vec<Click>>,
    next: Memo<BTreeSet<Click>>,
    starts: Memo<BTreeSet<Click>>,
    press: StoredValue<Option<PointerPress>>,
    carried: RwSignal<Option<PointerPress>>,
    /// Whether the last choice was made by letting go of what was carried.
    dropped: RwSignal<bool>,
    /// A click follows the end of every press; after a drag it means nothing.
    deaf: StoredValue<bool>,
    chosen: Callback<Choice>,
}

/// A pointer held down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PointerPress {
    /// What it was put on.
    pub(super) click: Click,
    /// Where it is now, in the window.
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Picking {
    /// Picks among `choices`; `chosen` gets what was picked.
    pub(crate) fn new(choices: Signal<Vec<Choice>>, chosen: Callback<Choice>) -> Self {
        let made = RwSignal::new(Vec::new());
        let next = move |_: Option<&_>| {
            choices.with(|c| made.with(|m| next_clicks(c, m).into_iter().collect()))
        };
        let picking = Self {
            choices,
            made,
            next: Memo::new(next),
            starts: Memo::new(move |_| choices.with(|c| next_clicks(c, &[]).into_iter().collect())),
            press: StoredValue::new(None),
            carried: RwSignal::new(None),
            dropped: RwSignal::new(false),
            deaf: StoredValue::new(false),
            chosen,
        };
        // What was half picked means nothing in another position.
        Effect::new(move || {
            choices.track();
            picking.let_go();
        });
        picking.follow_pointer();
        picking
    }

    /// What can be touched next.
    pub(super) fn next(self) -> Memo<BTreeSet<Click>> {
        self.next
    }

    /// What can be touched to begin anew.
    pub(super) fn starts(self) -> Memo<BTreeSet<Click>> {
        self.starts
    }

    /// What was touched so far.
    pub(super) fn made(self) -> ReadSignal<Vec<Click>> {
        self.made.read_only()
    }

    pub(super) fn carried(self) -> Option<PointerPress> {
        self.carried.get()
    }

    pub(super) fn was_dropped(self) -> bool {
        self.dropped.get()
    }

    pub(crate) fn let_go(self) {
        self.made.set(Vec::new());
        self.carried.set(None);
    }

    /// Touches something.
    pub(super) fn touch(self, click: Click) {
        let touched = self
            .choices
            .with_untracked(|choices| self.made.with_untracked(|made| touch(choices, made, click)));
        match touched {
            TouchResult::Made(made) => self.made.set(made),
            TouchResult::Chosen(choice) => {
                self.let_go();
                self.chosen.run(choice);
            }
        }
    }

    /// Touches something by a click of the pointer, or by what stands in for one.
    pub(super) fn click(self, click: Click) {
        if !self.deaf.get_value() {
            self.dropped.set(false);
            self.touch(click);
        }
        self.deaf.set_value(false);
    }

    /// A pointer is put down.
    pub(super) fn press(self, click: Click, event: &PointerEvent) {
        self.deaf.set_value(false);
        if event.button() == 0 && event.is_primary() {
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            self.press.set_value(Some(PointerPress { click, x, y }));
        }
    }

    /// The pointer may leave the board while it carries a piece: the window listens.
    fn follow_pointer(self) {
        let moves = window_event_listener(ev::pointermove, move |event| self.moved(&event));
        let ends = window_event_listener(ev::pointerup, move |event| self.released(&event));
        let stops = window_event_listener(ev::pointercancel, move |_| {
            self.press.set_value(None);
            self.carried.set(None);
        });
        on_cleanup(move || {
            moves.remove();
            ends.remove();
            stops.remove();
        });
    }

    fn moved(self, event: &PointerEvent) {
        let Some(press) = self.press.try_get_value().flatten() else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let carries = self.carried.with_untracked(Option::is_some);
        let strayed = (x - press.x).hypot(y - press.y) > STRAY;
        if carries || (strayed && self.pick_up(press.click)) {
            self.carried.set(Some(PointerPress { click: press.click, x, y }));
        }
    }

    /// Takes something up to carry it, if it can be taken and something follows.
    fn pick_up(self, click: Click) -> bool {
        let held = self.made.with_untracked(|made| made.last() == Some(&click));
        let starts = self.choices.with_untracked(|choices| {
            choices.iter().any(|c| c.path.0.len() > 1 && c.path.0.first() == Some(&click))
        });
        if !held && starts {
            self.made.set(vec![click]);
        }
        held || starts
    }

    fn released(self, event: &PointerEvent) {
        self.press.set_value(None);
        if self.carried.with_untracked(Option::is_none) {
            return;
        }
        self.carried.set(None);
        self.deaf.set_value(true);
        let below = cell_at(event).map(Click::Cell);
        if let Some(click) = below.filter(|c| self.next.with_untracked(|next| next.contains(c))) {
            self.dropped.set(true);
            self.touch(click);
        }
    }
}

/// The cell under the pointer.
fn cell_at(event: &PointerEvent) -> Option<Cell> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let element = document().element_from_point(x, y)?.closest("[data-cell]").ok()??;
    Some(Cell::new(element.get_attribute("data-cell")?.parse().ok()?))
}
