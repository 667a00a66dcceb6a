//! Move input: the clicks made so far, shared by a board, its trays and its buttons; drag and drop.

use super::touch::{TouchResult, touch};
use crate::settings::{MoveInput, SettingSignal, Settings};
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
    /// The cell under the pointer while something is picked up.
    over: RwSignal<Option<Cell>>,
    /// The links that the move to that cell would pin.
    would_pin: Memo<Vec<char>>,
    /// Whether the last move was made by drag and drop.
    dropped: RwSignal<bool>,
    /// The last touch that led to nothing.
    refused: RwSignal<Option<RefusedTouch>>,
    /// A click follows the end of every press; after a drag it means nothing.
    deaf: StoredValue<bool>,
    chosen: Callback<Choice>,
    input: SettingSignal<MoveInput>,
}

/// A touch of a cell that led to nothing, while something could be touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RefusedTouch {
    /// What was picked up before: a piece on a cell, or one beside the board.
    pub(crate) held: Option<Click>,
    pub(crate) cell: Cell,
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
        let over = RwSignal::new(None);
        let would_pin = move |_: Option<&_>| match over.get() {
            Some(cell) => choices.with(|c| made.with(|m| pinned_by(c, m, cell))),
            None => Vec::new(),
        };
        let picking = Self {
            choices,
            made,
            over,
            would_pin: Memo::new(would_pin),
            next: Memo::new(next),
            starts: Memo::new(move |_| choices.with(|c| next_clicks(c, &[]).into_iter().collect())),
            press: StoredValue::new(None),
            carried: RwSignal::new(None),
            dropped: RwSignal::new(false),
            refused: RwSignal::new(None),
            deaf: StoredValue::new(false),
            chosen,
            input: Settings::here().input,
        };
        // In another position the selection is cleared.
        Effect::new(move || {
            choices.track();
            picking.refused.set(None);
            picking.clear_selection();
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

    /// The links that the move to the cell under the pointer would pin, by their letters.
    pub(super) fn would_pin(self) -> Memo<Vec<char>> {
        self.would_pin
    }

    pub(super) fn was_dropped(self) -> bool {
        self.dropped.get()
    }

    /// The last touch that led to nothing, until the next touch.
    pub(crate) fn refused(self) -> ReadSignal<Option<RefusedTouch>> {
        self.refused.read_only()
    }

    /// Clears the selection.
    pub(crate) fn clear_selection(self) {
        self.made.set(Vec::new());
        self.carried.set(None);
        self.over.set(None);
    }

    /// Touches something.
    pub(super) fn touch(self, click: Click) {
        let touched = self
            .choices
            .with_untracked(|choices| self.made.with_untracked(|made| touch(choices, made, click)));
        self.refused.set(self.refusal(&touched, click));
        match touched {
            TouchResult::Made(made) => self.made.set(made),
            TouchResult::Chosen(choice) => {
                self.clear_selection();
                self.chosen.run(choice);
            }
        }
    }

    /// A touch that led to nothing, unless it cancelled the selection.
    fn refusal(self, touched: &TouchResult, click: Click) -> Option<RefusedTouch> {
        let Click::Cell(cell) = click else { return None };
        let nothing = matches!(touched, TouchResult::Made(made) if made.is_empty());
        let held = self.made.with_untracked(|made| made.last().copied());
        let free = self.choices.with_untracked(|choices| !choices.is_empty());
        (nothing && free && held != Some(click)).then_some(RefusedTouch { held, cell })
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
        if self.made.try_with_untracked(|made| !made.is_empty()).unwrap_or_default() {
            let over = cell_at(event);
            if self.over.get_untracked() != over {
                self.over.set(over);
            }
        }
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
        if self.input.get_untracked() == MoveInput::Tap {
            return false;
        }
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

/// The links that a move to a cell would pin.
fn pinned_by(choices: &[Choice], made: &[Click], to: Cell) -> Vec<char> {
    let path = [made, &[Click::Cell(to)]].concat();
    choices.iter().find(|c| c.path.0 == path).map(|c| c.pins.clone()).unwrap_or_default()
}

/// The cell under the pointer.
fn cell_at(event: &PointerEvent) -> Option<Cell> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let element = document().element_from_point(x, y)?.closest("[data-cell]").ok()??;
    Some(Cell::new(element.get_attribute("data-cell")?.parse().ok()?))
}
