//! A player's bar in games on one device: colour, name, clock, pieces in hand.

use super::clock::LocalClock;
use crate::board::{Picking, Tray, piece_picture};
use crate::sound;
use game::Side;
use leptos::prelude::*;
use scene::{Glyph, Scene};

/// What is shown of a player.
#[derive(Clone, Copy)]
pub(crate) struct PlayerBar {
    pub(crate) side: Side,
    /// The player's name.
    pub(crate) name: Signal<String>,
    /// Whether it is their turn.
    pub(crate) due: Signal<bool>,
    /// The clock of the game, if it has one.
    pub(crate) clock: Signal<Option<LocalClock>>,
}

impl PlayerBar {
    pub(crate) fn view(self, scene: Memo<Scene>, picking: Picking) -> impl IntoView {
        let Self { side, name, due, clock } = self;
        let face = Memo::new(move |_| clock.get().map(|clock| clock.text(side)));
        let low = Memo::new(move |_| clock.get().is_some_and(|clock| clock.is_low(side)));
        sound::warn(low.into());
        let label = move || format!("{}'s clock", scene.with(|s| s.colours[side]));
        let clock = move || {
            let face = face.get()?;
            Some(view! {
                <span class="clock" class:low=low role="timer" aria-label=label>
                    {face}
                </span>
            })
        };
        view! {
            <div class="seat-line" class:due=due data-side=side.index() + 1>
                {colour_mark(side)}
                <span class="colour">{name}</span>
                {clock}
            </div>
            <Tray scene picking side />
        }
    }
}

/// The colour of a side: a stone as it lies on the board.
pub(crate) fn colour_mark(side: Side) -> impl IntoView {
    view! { <span class="seat-mark" aria-hidden="true">{piece_picture(Glyph::Stone, side)}</span> }
}
