//! Why a move may not be played, in words (EC-3, EC-4.1, EC-5).

use crate::board::{number, on_board};
use crate::chain::{Chain, Kind};
use crate::link::{Link, neighbours, reach};
use crate::moves::Move;
use crate::position::{Piece, Position};
use crate::setup::side_name;
use game::Side;

/// Why `mv` is illegal, as a sentence without its full stop.
pub(crate) fn why(position: &Position, mv: Move) -> String {
    if let Some(end) = [mv.from, mv.to].into_iter().find(|&end| !on_board(end)) {
        return format!("there is no cell {}", number(end));
    }
    if position.result().is_some() {
        return "the game is over".into();
    }
    let Some(piece) = position.piece(mv.from) else {
        return format!("no piece stands on {}", number(mv.from));
    };
    if piece.side() != position.side {
        let (owner, mover) = (side_name(piece.side()), side_name(position.side));
        return format!("the piece on {} is {owner}'s, and {mover} is to move", number(mv.from));
    }
    if mv.from == mv.to {
        return "a move goes to another cell".into();
    }
    if position.occupied().contains(mv.to) {
        return format!("cell {} is taken", number(mv.to));
    }
    match piece {
        Piece::Comet(side) => why_not_comet(position, side, mv),
        Piece::Satellite(chain) => why_not_satellite(position, chain, mv),
    }
}

fn why_not_comet(position: &Position, side: Side, mv: Move) -> String {
    if !neighbours(mv.from).contains(mv.to) {
        let (from, to) = (number(mv.from), number(mv.to));
        return format!("a comet steps to a neighbouring cell, and {to} is not next to {from}");
    }
    let step = Link::joining(mv.from, mv.to);
    match Chain::of(side.other()).find(|&chain| position.link(chain).crosses(step)) {
        Some(chain) => format!("the comet's step crosses chain {chain}"),
        None => "the rules allow it".into(),
    }
}

fn why_not_satellite(position: &Position, chain: Chain, mv: Move) -> String {
    if let Some(upper) = position.pinners(chain).lowest() {
        return format!("chain {chain} is pinned by chain {upper}");
    }
    let partner = position.link(chain).partner(mv.from);
    if reach(chain.kind(), partner).contains(mv.to) {
        return "the rules allow it".into();
    }
    let (to, partner) = (number(mv.to), number(partner));
    let (length, rule) = match chain.kind() {
        Kind::Short => ("short", "neighbours"),
        Kind::Long => ("long", "neighbours or a diagonal apart"),
    };
    format!(
        "the link {partner}-{to} would be too long: chain {chain} is {length}, and its satellites \
         must be {rule}"
    )
}
