//! A position: what stands where, who lies on top, whose turn it is (EC-3.5). What may be played
//! is in `legal`, what happens then in `play`.

use crate::board::{ALL_CELLS, at};
use crate::chain::{Chain, ChainSet};
use crate::key;
use crate::link::Link;
use crate::options::Options;
use game::{BySide, Key, Side};
use hexgrid::{Cell, CellSet};

/// A position of Eclipse.
///
/// Two positions are equal when they agree in where the pieces are, in who is to move and in who
/// lies on top; it does not matter which letter a chain has (EC-3.5).
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) key: Key,
    pub(crate) occupied: CellSet,
    /// For every chain the chains that it crosses and lies on top of. Only pairs in which the
    /// lower is pinned are kept: opponents, and friends too under the tabletop option.
    pub(crate) below: [ChainSet; Chain::COUNT],
    pub(crate) links: [Link; Chain::COUNT],
    pub(crate) comets: BySide<Cell>,
    pub(crate) side: Side,
    pub(crate) options: Options,
}

/// What can stand on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// The comet of this side.
    Comet(Side),
    /// One of the two satellites of this chain.
    Satellite(Chain),
}

impl Piece {
    /// The owner.
    pub const fn side(self) -> Side {
        match self {
            Self::Comet(side) => side,
            Self::Satellite(chain) => chain.side(),
        }
    }
}

/// Light's pieces at the start (EC-2.2): the comet and chains a to e. Dark's are their images.
const START_COMET: Cell = at(3, 0);
const START_CHAINS: [[Cell; 2]; Chain::EACH] = [
    [at(4, -3), at(4, -2)],
    [at(2, 2), at(1, 3)],
    [at(4, -1), at(3, 1)],
    [at(3, -1), at(2, 1)],
    [at(2, -1), at(1, 1)],
];

impl Position {
    /// Where a game starts.
    pub(crate) fn starting(options: Options) -> Self {
        let turn = crate::board::half_turn;
        let links = Chain::ALL.map(|chain| {
            let [a, b] = START_CHAINS[chain.index() % Chain::EACH];
            match chain.side() {
                Side::First => Link::joining(a, b),
                Side::Second => Link::joining(turn(a), turn(b)),
            }
        });
        let comets = BySide::new(START_COMET, turn(START_COMET));
        Self::assembled(comets, links, [ChainSet::EMPTY; Chain::COUNT], Side::First, options)
    }

    /// The position with these parts, which must fit each other.
    pub(crate) fn assembled(
        comets: BySide<Cell>,
        links: [Link; Chain::COUNT],
        below: [ChainSet; Chain::COUNT],
        side: Side,
        options: Options,
    ) -> Self {
        let occupied = links.iter().fold(CellSet::EMPTY, |set, link| set | link.cells());
        let occupied = occupied.with(comets.first).with(comets.second);
        let mut position = Self { key: Key(0), occupied, below, links, comets, side, options };
        position.key = key::key_made_anew(&position);
        position
    }

    /// Where the comet of `side` stands.
    #[inline]
    pub fn comet(&self, side: Side) -> Cell {
        self.comets[side]
    }

    /// The link of a chain.
    #[inline]
    pub fn link(&self, chain: Chain) -> Link {
        self.links[chain.index()]
    }

    /// The links of the chains of `side`, in the order of the letters.
    #[inline]
    pub fn links(&self, side: Side) -> [Link; Chain::EACH] {
        let first = side.index() * Chain::EACH;
        std::array::from_fn(|i| self.links[first + i])
    }

    /// Every chain with the two cells of its satellites, in the order of the letters.
    pub fn chains(&self) -> impl Iterator<Item = (Chain, [Cell; 2])> + '_ {
        Chain::ALL.into_iter().map(|chain| (chain, self.link(chain).ends()))
    }

    /// What stands on a cell, if anything does.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        if let Some(side) = Side::BOTH.into_iter().find(|&side| self.comets[side] == cell) {
            return Some(Piece::Comet(side));
        }
        let chain = Chain::ALL.into_iter().find(|&c| self.link(c).ends().contains(&cell))?;
        Some(Piece::Satellite(chain))
    }

    /// The cells on which something stands.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.occupied
    }

    /// The cells on which nothing stands.
    #[inline]
    pub fn empty(&self) -> CellSet {
        ALL_CELLS & !self.occupied
    }

    /// The chains that are pinned (EC-3.4, EC-5.1).
    #[inline]
    pub fn pinned(&self) -> ChainSet {
        self.below.iter().fold(ChainSet::EMPTY, |set, &below| set.union(below))
    }

    /// The chains that `chain` pins: those it crosses and lies on top of.
    #[inline]
    pub fn pinned_by(&self, chain: Chain) -> ChainSet {
        self.below[chain.index()]
    }

    /// The chains that pin `chain`: those that cross it and lie on top.
    pub fn pinners(&self, chain: Chain) -> ChainSet {
        Chain::ALL.into_iter().filter(|upper| self.pinned_by(*upper).contains(chain)).collect()
    }

    /// Who lies on whom: every pair that matters, the upper chain first, in the order of letters.
    pub fn overlaps(&self) -> impl Iterator<Item = (Chain, Chain)> + '_ {
        Chain::ALL
            .into_iter()
            .flat_map(|upper| self.pinned_by(upper).into_iter().map(move |lower| (upper, lower)))
    }

    /// Whether it matters who lies on top when these two cross (EC-3.4, EC-5.1).
    #[inline]
    pub(crate) fn can_pin(options: Options, a: Chain, b: Chain) -> bool {
        a.side() != b.side() || options == Options::Tabletop
    }
}
