//! What a piece card says: name, how it moves on a small board, special power.

use crate::board::{CardRequest, Picture, piece_picture};
use leptos::prelude::*;
use lessons::{card_diagram, piece_card};

#[component]
pub(crate) fn PieceCardView(request: CardRequest) -> impl IntoView {
    let card = piece_card(request.glyph, request.phase)?;
    let diagram = card_diagram(&card);
    let colours = diagram.as_ref().map(|diagram| format!("game-{}", diagram.game));
    let picture = diagram.map(|diagram| {
        view! { <Picture scene=Signal::stored(diagram.scene()) /> }
    });
    Some(view! {
        <div class=colours>
            <div class="piece-card-head">
                {piece_picture(request.glyph, request.side)}
                <strong>{card.title}</strong>
            </div>
            {picture}
            <p>{card.moves}</p>
            <p class="quiet">{card.power}</p>
        </div>
    })
}
