//! Positions put together by hand, and what can be wrong with them (EC-2.3, EC-3.2, EC-3.5).

use crate::board::{number, on_board};
use crate::chain::{Chain, ChainSet, Kind};
use crate::link::Link;
use crate::options::Options;
use crate::position::{Piece, Position};
use game::{BySide, Side};
use hexgrid::Cell;
use std::fmt;

/// The parts of a position, not yet known to fit each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Where the comets stand.
    pub comets: BySide<Cell>,
    /// Where the satellites of chains a to j stand.
    pub chains: [[Cell; 2]; Chain::COUNT],
    /// For every two crossing chains that can pin each other the upper one, then the lower one.
    pub overlaps: Vec<(Chain, Chain)>,
    /// Whose turn it is.
    pub side: Side,
    /// Which rules are played.
    pub options: Options,
}

/// A part of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A comet.
    Comet(Side),
    /// A chain.
    Chain(Chain),
    /// The overlap at this place in their list.
    Overlap(usize),
    /// The list of overlaps as a whole.
    Overlaps,
}

/// Why a setup is not a position: the part that is wrong, and a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// Where.
    pub part: Part,
    /// What.
    pub what: String,
}

impl SetupError {
    fn new(part: Part, what: impl Into<String>) -> Self {
        Self { part, what: what.into() }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for SetupError {}

/// What people call a side.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "Light",
        Side::Second => "Dark",
    }
}

fn piece_name(piece: Piece) -> String {
    match piece {
        Piece::Comet(side) => format!("{}'s comet", side_name(side)),
        Piece::Satellite(chain) => format!("chain {chain}"),
    }
}

impl Position {
    /// The parts of this position.
    pub fn setup(&self) -> Setup {
        Setup {
            comets: self.comets,
            chains: self.links.map(Link::ends),
            overlaps: self.overlaps().collect(),
            side: self.side,
            options: self.options,
        }
    }
}

impl Setup {
    /// The position with these parts.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.one_piece_a_cell()?;
        let mut links = [Link::joining(Cell::new(0), Cell::new(1)); Chain::COUNT];
        for chain in Chain::ALL {
            links[chain.index()] = self.link(chain)?;
        }
        let below = self.piled(&links)?;
        acyclic(&below)?;
        Ok(Position::assembled(self.comets, links, below, self.side, self.options))
    }

    fn pieces(&self) -> impl Iterator<Item = (Part, Piece, Cell)> + '_ {
        let comets = Side::BOTH.into_iter().map(|side| {
            let cell = self.comets[side];
            (Part::Comet(side), Piece::Comet(side), cell)
        });
        comets.chain(Chain::ALL.into_iter().flat_map(|chain| {
            let ends = self.chains[chain.index()];
            ends.into_iter().map(move |cell| (Part::Chain(chain), Piece::Satellite(chain), cell))
        }))
    }

    fn one_piece_a_cell(&self) -> Result<(), SetupError> {
        let mut standing: Vec<(Piece, Cell)> = Vec::new();
        for (part, piece, cell) in self.pieces() {
            if !on_board(cell) {
                let what = format!("{} stands outside the board", piece_name(piece));
                return Err(SetupError::new(part, what));
            }
            if let Some(&(first, _)) = standing.iter().find(|(_, taken)| *taken == cell) {
                let (one, two) = (piece_name(first), piece_name(piece));
                let what = if first == piece {
                    format!("both satellites of {one} stand on cell {}", number(cell))
                } else {
                    format!("{one} and {two} both stand on cell {}", number(cell))
                };
                return Err(SetupError::new(part, what));
            }
            standing.push((piece, cell));
        }
        Ok(())
    }

    fn link(&self, chain: Chain) -> Result<Link, SetupError> {
        let [a, b] = self.chains[chain.index()];
        let fits = Link::between(a, b).filter(|link| link.suits(chain.kind()));
        fits.ok_or_else(|| {
            let must = match chain.kind() {
                Kind::Short => "must be neighbours for a short chain",
                Kind::Long => "must be neighbours or a diagonal apart for a long chain",
            };
            let (a, b) = (number(a), number(b));
            SetupError::new(
                Part::Chain(chain),
                format!("cells {a} and {b} of chain {chain} {must}"),
            )
        })
    }

    /// The overlaps as sets, made sure that there is exactly one for every pair that needs it.
    fn piled(&self, links: &[Link; Chain::COUNT]) -> Result<[ChainSet; Chain::COUNT], SetupError> {
        let mut below = [ChainSet::EMPTY; Chain::COUNT];
        for (i, &(upper, lower)) in self.overlaps.iter().enumerate() {
            let fault = |what: String| Err(SetupError::new(Part::Overlap(i), what));
            if !links[upper.index()].crosses(links[lower.index()]) {
                return fault(format!("chains {upper} and {lower} do not cross"));
            }
            if !Position::can_pin(self.options, upper, lower) {
                return fault(format!(
                    "chains {upper} and {lower} are friends, which matters only under tabletop"
                ));
            }
            let known = [(upper, lower), (lower, upper)];
            if known.iter().any(|(up, low)| below[up.index()].contains(*low)) {
                return fault(format!("who lies on top of {upper} and {lower} is said twice"));
            }
            below[upper.index()] = below[upper.index()].with(lower);
        }
        match self.unsaid(links, &below) {
            None => Ok(below),
            Some((a, b)) => {
                let what = format!("chains {a} and {b} cross, but which lies on top is not said");
                Err(SetupError::new(Part::Overlaps, what))
            }
        }
    }

    /// Two crossing chains of which it is not said who lies on top.
    fn unsaid(
        &self,
        links: &[Link; Chain::COUNT],
        below: &[ChainSet; Chain::COUNT],
    ) -> Option<(Chain, Chain)> {
        let pairs = Chain::ALL.into_iter().flat_map(|a| Chain::ALL.map(|b| (a, b)));
        pairs.into_iter().find(|&(a, b)| {
            let said = below[a.index()].contains(b) || below[b.index()].contains(a);
            a < b
                && Position::can_pin(self.options, a, b)
                && links[a.index()].crosses(links[b.index()])
                && !said
        })
    }
}

/// Who moved last lies on top (EC-3.4), so chains can never lie on each other in a circle: again
/// and again take away every chain that lies on nothing left.
fn acyclic(below: &[ChainSet; Chain::COUNT]) -> Result<(), SetupError> {
    let mut left: Vec<Chain> = Chain::ALL.to_vec();
    loop {
        let rests = |chain: &Chain| left.iter().any(|&l| below[chain.index()].contains(l));
        let still: Vec<Chain> = left.iter().copied().filter(rests).collect();
        if still.is_empty() {
            return Ok(());
        }
        if still.len() == left.len() {
            let names: Vec<String> = still.iter().map(Chain::to_string).collect();
            let what = format!("chains {} lie on each other in a circle", names.join(", "));
            return Err(SetupError::new(Part::Overlaps, what));
        }
        left = still;
    }
}
