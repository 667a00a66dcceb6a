//! Zobrist key and equality of positions (Zobrist 1970; rule EC-3.5).
//!
//! A position is made of features: a chain of this side and kind on this link, this link on top of
//! that, a comet here, whose turn. Which letter a chain has is none, and history is none.

use crate::chain::{Chain, ChainSet};
use crate::link::Link;
use crate::options::Options;
use crate::position::Position;
use game::{Key, Side};
use hexgrid::Cell;
use std::hash::{Hash, Hasher};

/// Chains that may change places without changing the position: those of one side and kind.
const fn family(chain: Chain) -> u64 {
    chain.side().index() as u64 * 2 + chain.kind() as u64
}

const CHAINS: u64 = 0xec11;
const COMETS: u64 = 0xec21;
const OVERLAPS: u64 = 0xec31;

/// In the key exactly when Dark is to move.
pub(crate) const DARK_TO_MOVE: Key = Key::feature(0xec41, 0);
const TABLETOP: Key = Key::feature(0xec41, 1);

/// The feature of a chain that has this link.
#[inline]
pub(crate) fn chain_key(chain: Chain, link: Link) -> Key {
    Key::feature(CHAINS + family(chain), link.index() as u64)
}

/// The feature of a comet that stands here.
#[inline]
pub(crate) fn comet_key(side: Side, cell: Cell) -> Key {
    Key::feature(COMETS + side.index() as u64, cell.index() as u64)
}

/// The feature of one link that lies on top of another.
#[inline]
pub(crate) fn overlap_key(upper: Link, lower: Link) -> Key {
    Key::feature(OVERLAPS, (upper.index() * Link::COUNT + lower.index()) as u64)
}

/// The key from all features, as `play` keeps it up to date.
pub(crate) fn key_made_anew(position: &Position) -> Key {
    let chains = Chain::ALL.into_iter().map(|c| chain_key(c, position.link(c)));
    let comets = Side::BOTH.into_iter().map(|side| comet_key(side, position.comet(side)));
    let overlaps =
        position.overlaps().map(|(up, low)| overlap_key(position.link(up), position.link(low)));
    let turn = (position.side == Side::Second).then_some(DARK_TO_MOVE);
    let option = (position.options == Options::Tabletop).then_some(TABLETOP);
    let all = chains.chain(comets).chain(overlaps).chain(turn).chain(option);
    all.fold(Key(0), |key, feature| key ^ feature)
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && (self.side, self.options) == (other.side, other.options)
            && self.comets == other.comets
            && (self.letters_agree(other) || self.agrees_but_for_letters(other))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position {
    fn letters_agree(&self, other: &Self) -> bool {
        self.links == other.links && self.below == other.below
    }

    /// Gives every chain the letter that its like has in `other`, and compares who lies on top.
    fn agrees_but_for_letters(&self, other: &Self) -> bool {
        let mut name = Chain::ALL;
        for chain in Chain::ALL {
            match other.like(chain, self.link(chain)) {
                Some(found) => name[chain.index()] = found,
                None => return false,
            }
        }
        let renamed = |set: ChainSet| set.into_iter().map(|c| name[c.index()]).collect();
        Chain::ALL.into_iter().all(|chain| {
            let below: ChainSet = renamed(self.pinned_by(chain));
            below == other.pinned_by(name[chain.index()])
        })
    }

    /// The chain of the same side and kind as `chain` that has this link.
    fn like(&self, chain: Chain, link: Link) -> Option<Chain> {
        let fits = |&other: &Chain| family(other) == family(chain) && self.link(other) == link;
        Chain::ALL.into_iter().find(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PILED: &str = "*42 6-13 43-49 18-27 20-26 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l";

    fn position(overlaps: &str) -> Position {
        format!("{PILED} {overlaps} tabletop").parse().unwrap()
    }

    /// Keys tell nearly all positions apart, so what stands behind them is asked directly.
    #[test]
    fn without_the_key_the_parts_still_decide() {
        let piles = ["c>d,c>e,d>e", "c>d,c>e,e>d", "c>d,e>c,e>d", "d>c,d>e,e>c"];
        for (i, one) in piles.into_iter().enumerate() {
            for (j, other) in piles.into_iter().enumerate() {
                let (one, other) = (position(one), position(other));
                assert_eq!(one.agrees_but_for_letters(&other), i == j);
                assert_eq!(one.letters_agree(&other), i == j);
            }
        }
        let start = Position::starting(Options::Tabletop);
        assert!(!start.agrees_but_for_letters(&position(piles[0])));
    }
}
