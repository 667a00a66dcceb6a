//! What a piece card says: name, how it moves on a small board, special power.

use crate::board::{CardRequest, Picture, piece_picture};
use leptos::prelude::*;
use lessons::piece_card;

#[component]
pub(crate) fn PieceCardView(request: CardRequest) -> impl IntoView {
    let card = piece_card(request.glyph, request.phase);
    let diagram = card.diagram().map(|diagram| {
        view! { <Picture scene=Signal::stored(diagram.scene()) /> }
    });
    view! {
        <div class="piece-card-head">
            {piece_picture(request.glyph, request.side, false)}
            <strong>{card.title}</strong>
        </div>
        {diagram}
        <p>{card.moves}</p>
        <p class="quiet">{card.power}</p>
    }
}
