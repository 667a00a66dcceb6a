//! A position set up by hand, in the setup or in play: as the sketch began, or else as it can be.

use crate::scene::{COLOURS, glyph};
use crate::{Kind, Phase, Position};
use depict::{EditedScene, EditorPiece, Glyph, Piece};
use game::{InvalidPosition, Side};

/// Every kind of either side.
pub(crate) fn pieces() -> Vec<EditorPiece> {
    let of = |side| Kind::ALL.map(|kind| EditorPiece { glyph: glyph(kind), side });
    [of(Side::First), of(Side::Second)].concat()
}

/// The position that a sketch shows; `began` is the one it began with.
pub(crate) fn read(
    began: &Position,
    edited: &EditedScene<'_>,
) -> Result<Position, InvalidPosition> {
    let words: Vec<String> = began.to_string().split_whitespace().map(str::to_owned).collect();
    let turn = words.get(2).map_or("even", String::as_str);
    let placing = known(&text(edited, "even", &pools(edited)));
    let playing = kings(edited).and_then(|()| known(&text(edited, turn, "-")));
    if began.phase() == Phase::Play {
        playing.or_else(|why| placing.map_err(|_| why))
    } else {
        placing.or(playing)
    }
}

fn known(text: &str) -> Result<Position, InvalidPosition> {
    text.parse().map_err(|error: game::ParseError| InvalidPosition::new(error.what))
}

fn kings(edited: &EditedScene<'_>) -> Result<(), InvalidPosition> {
    let king = |p: &Piece, side| p.side == side && p.glyph == Glyph::King;
    let has = |side: &Side| edited.scene.pieces.iter().any(|piece| king(piece, *side));
    match Side::BOTH.iter().find(|side| !has(side)) {
        Some(&side) => Err(InvalidPosition::new(format!("{} has no king", COLOURS[side]))),
        None => Ok(()),
    }
}

/// What either side may still place: of every kind but the pawn, what does not stand yet.
fn pools(edited: &EditedScene<'_>) -> String {
    let pool = |side| {
        let stands = |kind: Kind| {
            edited.scene.pieces.iter().any(|p| p.side == side && p.glyph == glyph(kind))
        };
        let left = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Pawn && !stands(kind));
        left.map(Kind::letter).collect::<String>()
    };
    format!("{}/{}", pool(Side::First), pool(Side::Second).to_ascii_lowercase())
}

fn text(edited: &EditedScene<'_>, turn: &str, pools: &str) -> String {
    let letter = |piece: &Piece| {
        let kind = Kind::ALL.into_iter().find(|&kind| glyph(kind) == piece.glyph);
        let letter = kind.unwrap_or(Kind::Pawn).letter();
        if piece.side == Side::First { letter } else { letter.to_ascii_lowercase() }
    };
    let columns = edited.rows(|tile| (tile.coord.x, -tile.coord.y), letter);
    let side = if edited.side == Side::First { "w" } else { "b" };
    format!("{columns} {side} {turn} {pools}")
}
