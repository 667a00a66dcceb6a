//! The cells as targets of pointer, keyboard and screen reader.
//!
//! One cell at a time is in the page's tab order; keys move it (see `cursor`).

use super::aria_label;
use super::cursor;
use super::layout::{BoardLayout, CellLayout};
use super::overlays::Overlay;
use super::picking::Picking;
use super::piece_card::{CardPiece, PieceCards};
use crate::startup::sliced;
use hexgrid::Cell;
use leptos::prelude::*;
use leptos::svg::Svg;
use scene::{Click, Scene};
use std::collections::BTreeSet;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// How many cells are drawn in a slice at start-up.
const SLICE: usize = 25;

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
        Self { scene, layout, picking, sheet, cursor, states, cards }
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
        view! {
            <g class="cells">
                {move || {
                    self.layout.with(|layout| {
                        let slices = layout.places.chunks(SLICE).enumerate();
                        slices.map(|(n, places)| self.slice(n * SLICE, places)).collect_view()
                    })
                }}
            </g>
        }
    }

    /// Some cells, the first of which has this index.
    fn slice(self, first: usize, places: &[CellLayout]) -> AnyView {
        let places = places.to_vec();
        sliced(move || {
            let cells = places.iter().enumerate();
            cells.map(|(i, place)| self.draw(first + i, place)).collect_view().into_any()
        })
    }

    fn draw(self, index: usize, place: &CellLayout) -> impl IntoView + use<> {
        let Self { scene, states, picking, cursor, cards, .. } = self;
        let (cell, click) = (place.cell, Click::Cell(place.cell));
        let state = Memo::new(move |_| states.with(|s| s.get(index).cloned().unwrap_or_default()));
        let in_order = move || cursor.get().map_or(index == 0, |at| at == cell);
        let piece = move || scene.with_untracked(|s| CardPiece::on(s, cell));
        let offered = move || state.with(|s| s.offer != CellAction::Nothing);
        view! {
            <g
                class=move || state.with(|s| s.offer.class())
                data-cell=cell.index()
                role="button"
                tabindex=move || if in_order() { "0" } else { "-1" }
                aria-label=move || state.with(|s| s.label.clone())
                aria-disabled=move || (!offered()).to_string()
                on:focus=move |event| {
                    cursor.set(Some(cell));
                    cards.focus(piece(), &event);
                }
                on:blur=move |_| cards.hide()
                on:pointerenter=move |event| cards.point(piece(), &event)
                on:pointerleave=move |_| cards.hide()
                on:pointerdown=move |event| {
                    picking.press(click, &event);
                    cards.point(piece(), &event);
                }
                on:click=move |_| picking.click(click)
            >
                <path class="reach" d=place.outline.clone() />
                <circle class="dot" cx=place.at.x cy=place.at.y r="11" />
                <circle class="ring" cx=place.at.x cy=place.at.y r="38" />
            </g>
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
        let Some(sheet) = self.sheet.get_untracked() else { return };
        let wanted = format!("[data-cell='{}']", cell.index());
        if let Ok(Some(element)) = sheet.query_selector(&wanted) {
            // SVG elements take the focus as HTML elements do.
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    }
}

fn states(scene: &Scene, picked: &PickState, overlays: &[Overlay]) -> Vec<CellState> {
    let state = |tile: &scene::Tile| {
        let offer = CellAction::of(scene, tile.cell, picked);
        CellState { offer, label: aria_label::label(scene, tile, offer, overlays) }
    };
    scene.tiles.iter().map(state).collect()
}
