//! The cells as targets of pointer, keyboard and screen reader.
//!
//! One cell at a time is in the page's tab order; keys move it (see `cursor`). All cells are written into the page
//! as one text, and the layer listens for all of them (event delegation): a signal and a listener for each would
//! cost most of the time in which a page is drawn.

use super::aria_label;
use super::cursor;
use super::layout::{BoardLayout, CellLayout};
use super::overlays::Overlay;
use super::picking::Picking;
use super::piece_card::{CardPiece, PieceCards};
use hexgrid::Cell;
use leptos::prelude::*;
use leptos::svg::{G, Svg};
use scene::svg::escape;
use scene::{Click, Scene};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, KeyboardEvent, PointerEvent};

/// What touching a cell would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum CellAction {
    #[default]
    Nothing,
    /// A piece that can be picked up.
    Pick,
    /// An empty cell where something can be put.
    Target,
    /// A piece of either side that can be moved onto.
    Take,
    /// It is picked up.
    Held,
}

impl CellAction {
    /// The text for screen readers.
    pub(super) const fn word(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Pick => Some("can move"),
            Self::Target => Some("free to play"),
            Self::Take => Some("can be moved onto"),
            Self::Held => Some("picked up"),
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Nothing => "cell",
            Self::Pick => "cell pick",
            Self::Target => "cell place",
            Self::Take => "cell take",
            Self::Held => "cell held",
        }
    }

    fn of(scene: &Scene, cell: Cell, picked: &PickState) -> Self {
        let click = Click::Cell(cell);
        if picked.made.contains(&click) {
            return Self::Held;
        }
        let next = picked.next.contains(&click);
        match scene.piece_on(cell) {
            None if next => Self::Target,
            Some(_) if next && !picked.made.is_empty() => Self::Take,
            Some(_) if picked.starts.contains(&click) => Self::Pick,
            _ => Self::Nothing,
        }
    }
}

/// How far the picking has come.
struct PickState {
    made: Vec<Click>,
    next: BTreeSet<Click>,
    starts: BTreeSet<Click>,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct CellState {
    offer: CellAction,
    label: String,
}

impl CellState {
    /// The value of `aria-disabled`.
    fn is_disabled(&self) -> &'static str {
        if self.offer == CellAction::Nothing { "true" } else { "false" }
    }
}

/// The layer of cells.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    scene: Signal<Scene>,
    layout: Memo<BoardLayout>,
    picking: Picking,
    sheet: NodeRef<Svg>,
    /// The cell in the tab order.
    cursor: RwSignal<Option<Cell>>,
    states: Memo<Vec<CellState>>,
    /// The states that the page shows.
    shown: StoredValue<Vec<CellState>>,
    group: NodeRef<G>,
    cards: PieceCards,
}

impl Cells {
    pub(super) fn new(
        scene: Signal<Scene>,
        layout: Memo<BoardLayout>,
        picking: Picking,
        overlays: Signal<Vec<Overlay>>,
        sheet: NodeRef<Svg>,
    ) -> Self {
        let states = Memo::new(move |_| {
            let picked = PickState {
                made: picking.made().get(),
                next: picking.next().get(),
                starts: picking.starts().get(),
            };
            overlays.with(|overlays| scene.with(|s| states(s, &picked, overlays)))
        });
        let (cursor, cards) = (RwSignal::new(None), PieceCards::here());
        let (shown, group) = (StoredValue::new(Vec::new()), NodeRef::new());
        Self { scene, layout, picking, sheet, cursor, states, shown, group, cards }
    }

    /// Whether something can be put on every cell without a piece.
    pub(super) fn is_free(self) -> Memo<bool> {
        let Self { scene, states, .. } = self;
        Memo::new(move |_| {
            let taken = scene.with(|s| s.pieces.len());
            states.with(|states| {
                let targets = states.iter().filter(|state| state.offer == CellAction::Target);
                targets.count() + taken == states.len()
            })
        })
    }

    pub(super) fn layer(self) -> impl IntoView {
        let Self { cursor, cards, picking, .. } = self;
        Effect::new(move || self.states.with(|states| self.show(states)));
        Effect::new(move |before: Option<Option<Cell>>| {
            let now = cursor.get();
            if let Some(before) = before.filter(|before| *before != now) {
                self.set_tab_index(before.or_else(|| self.first()), "-1");
                self.set_tab_index(now, "0");
            }
            now
        });
        let pressed = move |event: PointerEvent| {
            let Some(cell) = cell_of(event.target()) else { return };
            picking.press(Click::Cell(cell), &event);
            cards.point(self.card(cell), &event);
        };
        view! {
            <g
                class="cells"
                node_ref=self.group
                inner_html=move || self.html()
                on:focusin=move |event| {
                    let Some(cell) = cell_of(event.target()) else { return };
                    cursor.set(Some(cell));
                    cards.focus(self.card(cell), &event);
                }
                on:focusout=move |_| cards.hide()
                on:pointerover=move |event| {
                    if let Some(cell) = other_cell(event.target(), event.related_target()) {
                        cards.point(self.card(cell), &event);
                    }
                }
                on:pointerout=move |event| {
                    if other_cell(event.target(), event.related_target()).is_some() {
                        cards.hide();
                    }
                }
                on:pointerdown=pressed
                on:click=move |event| {
                    if let Some(cell) = cell_of(event.target()) {
                        picking.click(Click::Cell(cell));
                    }
                }
            />
        }
    }

    /// The piece on a cell, if it has a card.
    fn card(self, cell: Cell) -> Option<CardPiece> {
        self.scene.with_untracked(|scene| CardPiece::on(scene, cell))
    }

    /// All cells as they are now.
    fn html(self) -> String {
        let states = self.states.get_untracked();
        let cursor = self.cursor.get_untracked();
        let html = self.layout.with(|layout| {
            let mut html = String::new();
            for (index, (place, state)) in layout.places.iter().zip(&states).enumerate() {
                let in_order = cursor.map_or(index == 0, |at| at == place.cell);
                write_cell(&mut html, place, state, in_order).expect("a string takes everything");
            }
            html
        });
        self.shown.set_value(states);
        html
    }

    /// Changes what the page shows of the cells whose state is another now.
    fn show(self, states: &[CellState]) {
        let Some(group) = self.group.get_untracked() else { return };
        self.shown.update_value(|shown| {
            if shown.len() != states.len() {
                // Another board, which is written anew.
                return;
            }
            let mut next = group.first_element_child();
            for (before, now) in shown.iter_mut().zip(states) {
                let Some(element) = next else { return };
                if before != now {
                    mark(&element, now);
                    before.clone_from(now);
                }
                next = element.next_element_sibling();
            }
        });
    }

    fn set_tab_index(self, cell: Option<Cell>, index: &str) {
        if let Some(element) = cell.and_then(|cell| self.element(cell)) {
            set(&element, "tabindex", index);
        }
    }

    /// A key pressed while the board has the focus.
    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let at = self.cursor.get_untracked().or_else(|| self.first());
        let Some(at) = at else { return };
        let hex_layout = self.scene.with_untracked(|s| s.hex_layout);
        match event.key().as_str() {
            "Enter" | " " => self.picking.click(Click::Cell(at)),
            // Not stopped here: it also closes the piece card.
            "Escape" => return self.picking.clear_selection(),
            key => match cursor::heading(key, event.shift_key(), hex_layout) {
                Some(heading) => self.walk(at, heading),
                None => return,
            },
        }
        event.prevent_default();
        event.stop_propagation();
    }

    fn first(self) -> Option<Cell> {
        self.layout.with_untracked(|p| p.places.first().map(|place| place.cell))
    }

    fn walk(self, at: Cell, heading: cursor::Heading) {
        let next = self.layout.with_untracked(|p| {
            cursor::step(p.places.iter().map(|place| (place.cell, place.at)), p.centre(at), heading)
        });
        if let Some(cell) = next {
            self.focus(cell);
        }
    }

    /// Focusing moves the cursor along.
    fn focus(self, cell: Cell) {
        if let Some(element) = self.element(cell) {
            // SVG elements take the focus as HTML elements do.
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    }

    fn element(self, cell: Cell) -> Option<Element> {
        let wanted = format!("[data-cell='{}']", cell.index());
        self.sheet.get_untracked()?.query_selector(&wanted).ok()?
    }
}

fn write_cell(
    html: &mut String,
    place: &CellLayout,
    state: &CellState,
    in_order: bool,
) -> fmt::Result {
    let (x, y) = (place.at.x, place.at.y);
    write!(
        html,
        "<g class=\"{}\" data-cell=\"{}\" role=\"button\" tabindex=\"{}\" aria-label=\"{}\" \
         aria-disabled=\"{}\"><path class=\"reach\" d=\"{}\"/>\
         <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\"/>\
         <circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"38\"/></g>",
        state.offer.class(),
        place.cell.index(),
        if in_order { "0" } else { "-1" },
        escape(&state.label),
        state.is_disabled(),
        place.outline,
    )
}

/// Shows a state on the element of its cell.
fn mark(element: &Element, state: &CellState) {
    set(element, "class", state.offer.class());
    set(element, "aria-label", &state.label);
    set(element, "aria-disabled", state.is_disabled());
}

fn set(element: &Element, name: &str, value: &str) {
    // Names of attributes are plain: no browser refuses them.
    let _ = element.set_attribute(name, value);
}

/// The cell whose element an event is about.
fn cell_of(target: Option<EventTarget>) -> Option<Cell> {
    let element = target?.dyn_into::<Element>().ok()?.closest("[data-cell]").ok()??;
    Some(Cell::new(element.get_attribute("data-cell")?.parse().ok()?))
}

/// The cell that a pointer comes to or leaves, unless it moves within the cell.
fn other_cell(target: Option<EventTarget>, related: Option<EventTarget>) -> Option<Cell> {
    let cell = cell_of(target)?;
    (cell_of(related) != Some(cell)).then_some(cell)
}

fn states(scene: &Scene, picked: &PickState, overlays: &[Overlay]) -> Vec<CellState> {
    let state = |tile: &scene::Tile| {
        let offer = CellAction::of(scene, tile.cell, picked);
        CellState { offer, label: aria_label::label(scene, tile, offer, overlays) }
    };
    scene.tiles.iter().map(state).collect()
}
