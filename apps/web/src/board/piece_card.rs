//! Piece cards: what a piece is and does, shown beside it on hover, long press or focus.
//!
//! The board and the trays ask for a card; one place in the page shows it. What a card says is
//! loaded with the first card (`lazy_pages`).

use crate::lazy_pages::{Draw, lazy_page, piece_card};
use game::Side;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use scene::{Glyph, Scene};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, PointerEvent};

/// How long a pointer rests on a piece, or a finger on it, before its card is shown.
const REST: Duration = Duration::from_millis(550);

/// The piece that a card is about, and where it is on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CardRequest {
    pub(crate) glyph: Glyph,
    pub(crate) side: Side,
    pub(crate) phase: u8,
    x: f64,
    y: f64,
}

/// The card that is shown, if any.
#[derive(Clone, Copy)]
pub(crate) struct PieceCards {
    shown: RwSignal<Option<CardRequest>>,
    pending: StoredValue<Option<TimeoutHandle>>,
}

impl PieceCards {
    pub(crate) fn new() -> Self {
        Self { shown: RwSignal::new(None), pending: StoredValue::new(None) }
    }

    /// The cards of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides its piece cards")
    }

    /// Shows the card of a piece in a moment, unless [`hide`](Self::hide) comes first.
    fn ask(self, request: CardRequest) {
        self.hide();
        let show = move || {
            let _ = self.shown.try_set(Some(request));
        };
        self.pending.set_value(set_timeout_with_handle(show, REST).ok());
    }

    /// Takes the card away, and forgets the one that was asked for.
    pub(crate) fn hide(self) {
        if let Some(pending) = self.pending.try_update_value(Option::take).flatten() {
            pending.clear();
        }
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    /// A pointer comes to a piece, or is put down on it.
    pub(super) fn point(self, piece: Option<CardPiece>, event: &PointerEvent) {
        match piece {
            // A finger that only passes means nothing; one that is put down and stays does.
            Some(_) if event.pointer_type() == "touch" && event.type_() != "pointerdown" => {}
            Some(_) if event.pointer_type() != "touch" && event.type_() == "pointerdown" => {
                self.hide();
            }
            Some(piece) => {
                let at = (f64::from(event.client_x()), f64::from(event.client_y()));
                self.ask(piece.at(at));
            }
            None => self.hide(),
        }
    }

    /// A piece is focused by the keyboard.
    pub(super) fn focus(self, piece: Option<CardPiece>, event: &FocusEvent) {
        let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let by_keyboard = |e: &Element| e.matches(":focus-visible").unwrap_or(false);
        match (piece, element.filter(by_keyboard)) {
            (Some(piece), Some(element)) => {
                let place = element.get_bounding_client_rect();
                self.ask(piece.at((place.right(), place.bottom())));
            }
            _ => self.hide(),
        }
    }
}

/// A piece that has a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CardPiece {
    pub(super) glyph: Glyph,
    pub(super) side: Side,
    pub(super) phase: u8,
}

impl CardPiece {
    /// The piece on a cell. A stone needs no card.
    pub(super) fn on(scene: &Scene, cell: hexgrid::Cell) -> Option<Self> {
        let piece = scene.piece_on(cell).filter(|piece| piece.glyph != Glyph::Stone)?;
        Some(Self { glyph: piece.glyph, side: piece.side, phase: scene.phase })
    }

    const fn at(self, (x, y): (f64, f64)) -> CardRequest {
        let Self { glyph, side, phase } = self;
        CardRequest { glyph, side, phase, x, y }
    }
}

/// Where the card is shown, above everything else.
#[component]
pub(crate) fn PieceCardPlace() -> impl IntoView {
    let cards = PieceCards::here();
    let hide = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" {
            cards.hide();
        }
    });
    let leave = window_event_listener(leptos::ev::pointerup, move |_| cards.hide());
    on_cleanup(move || {
        hide.remove();
        leave.remove();
    });
    move || {
        let request = cards.shown.get()?;
        let (width, height) = crate::browser::window_size();
        let class = match (request.x > width / 2.0, request.y > height / 2.0) {
            (false, false) => "piece-card",
            (true, false) => "piece-card to-left",
            (false, true) => "piece-card upwards",
            (true, true) => "piece-card to-left upwards",
        };
        let draw = move |card: Draw<CardRequest>| card(request);
        Some(view! {
            <div
                class=class
                role="tooltip"
                style=("--x", format!("{:.0}px", request.x))
                style=("--y", format!("{:.0}px", request.y))
            >
                {lazy_page(piece_card, draw)}
            </div>
        })
    }
}
