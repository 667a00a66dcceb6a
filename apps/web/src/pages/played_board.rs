//! A board that is played on, against whomever: how it lies, what is touched on it, and why a touch
//! did nothing. Every game page has one, so that all of them answer alike.

use super::board_rotation::BoardRotation;
use super::why_not::WhyNot;
use crate::board::{Board, BoardOrientation, Overlay, Picking};
use crate::settings::{Names, Settings};
use crate::startup::sliced;
use catalog::AnyRecord;
use game::Side;
use leptos::prelude::*;
use scene::{Scene, Turning};

#[derive(Clone, Copy)]
pub(crate) struct PlayedBoard {
    pub(crate) scene: Memo<Scene>,
    pub(crate) picking: Picking,
    pub(crate) rotation: BoardRotation,
    why_not: WhyNot,
    /// Whether something on the page names cells just now, apart from reasons.
    naming: Signal<bool>,
}

impl PlayedBoard {
    /// A board with this picture; `seen` gives the game in the player's view, while it is
    /// their turn.
    pub(crate) fn new(
        scene: Memo<Scene>,
        picking: Picking,
        seen: impl Fn() -> Option<AnyRecord> + Send + Sync + 'static,
    ) -> Self {
        let why_not = WhyNot::new(seen, scene, picking);
        let rotation = BoardRotation::new(scene.into());
        Self { scene, picking, rotation, why_not, naming: Signal::stored(false) }
    }

    /// Shows the names of cells while `naming`: messages name no cell whose name cannot be seen.
    #[must_use]
    pub(crate) fn named_while(self, naming: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { naming: Signal::derive(naming), ..self }
    }

    /// Whether the names of cells are seen on it.
    pub(crate) fn names(self) -> Signal<Names> {
        let names = Settings::here().names;
        Signal::derive(move || {
            let needed = self.naming.get() || self.why_not.names_cells();
            if needed { Names::Shown } else { names.get() }
        })
    }

    /// As it is turned when `below` sits below: upside down for the second side, where sides have a seat at the
    /// board.
    pub(crate) fn seen_from(self, below: Memo<Side>) -> Signal<BoardOrientation> {
        let has_seats = Memo::new(move |_| self.scene.with(|s| s.turning == Turning::Flip));
        Signal::derive(move || {
            let orientation = self.rotation.orientation.get();
            let flips = below.get() == Side::Second && has_seats.get();
            if flips { orientation.flipped() } else { orientation }
        })
    }

    /// The board, and the reason why the last touch did nothing.
    pub(crate) fn view(
        self,
        orientation: Signal<BoardOrientation>,
        overlays: impl Fn() -> Vec<Overlay> + Send + Sync + 'static,
    ) -> impl IntoView {
        let Self { scene, picking, why_not, .. } = self;
        let overlays =
            Signal::derive(move || overlays().into_iter().chain(why_not.overlays()).collect());
        view! {
            {sliced(move || {
                view! { <Board scene picking orientation names=self.names() overlays /> }.into_any()
            })}
            {why_not.sentence()}
        }
    }
}
