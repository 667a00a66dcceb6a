//! A position set up by hand: comets and chains where the picture has them.

use crate::scene::COLOURS;
use crate::{Chain, Link, Options, Part, Position, Setup};
use depict::{EditedScene, Glyph, Piece};
use game::{BySide, InvalidPosition, Position as _, Side};
use hexgrid::Cell;

/// The position that a sketch shows.
pub(crate) fn read(
    options: Options,
    edited: &EditedScene<'_>,
) -> Result<Position, InvalidPosition> {
    let comets = BySide::new(comet(edited, Side::First)?, comet(edited, Side::Second)?);
    let chains = chains(edited)?;
    let overlaps = crossings(edited, &chains);
    let mut setup = Setup { comets, chains, overlaps, side: edited.side, options };
    // Whether it matters who lies on whom, the rules say.
    loop {
        match setup.position() {
            Ok(position) => return position.check().map(|()| position),
            Err(fault) => match fault.part {
                Part::Overlap(place) if place < setup.overlaps.len() => {
                    setup.overlaps.remove(place);
                }
                _ => return Err(InvalidPosition::new(fault.what)),
            },
        }
    }
}

fn comet(edited: &EditedScene<'_>, side: Side) -> Result<Cell, InvalidPosition> {
    let of = |piece: &&Piece| piece.glyph == Glyph::Comet && piece.side == side;
    let comet = edited.scene.pieces.iter().find(of).map(|piece| piece.cell);
    comet.ok_or_else(|| InvalidPosition::new(format!("{} has no comet", COLOURS[side])))
}

fn chains(edited: &EditedScene<'_>) -> Result<[[Cell; 2]; Chain::COUNT], InvalidPosition> {
    let mut chains = [[Cell::new(0); 2]; Chain::COUNT];
    for chain in Chain::ALL {
        let link = edited.scene.link(chain.letter());
        let missing = || InvalidPosition::new(format!("chain {chain} is missing"));
        let link = link.ok_or_else(missing)?;
        chains[chain.index()] = [link.from, link.to];
    }
    Ok(chains)
}

/// Every two chains that cross, the upper one first.
fn crossings(edited: &EditedScene<'_>, chains: &[[Cell; 2]; Chain::COUNT]) -> Vec<(Chain, Chain)> {
    let link = |chain: Chain| {
        let [a, b] = chains[chain.index()];
        Link::between(a, b)
    };
    let height = |chain: Chain| edited.link_order.iter().position(|name| *name == chain.letter());
    let pairs = Chain::ALL.into_iter().flat_map(|a| Chain::ALL.map(|b| (a, b)));
    let cross = |&(upper, lower): &(Chain, Chain)| {
        let both = link(upper).zip(link(lower));
        height(upper) > height(lower) && both.is_some_and(|(a, b)| a.crosses(b))
    };
    pairs.filter(cross).collect()
}
