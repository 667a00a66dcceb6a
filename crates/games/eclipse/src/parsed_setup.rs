//! A setup read from a text, together with where in the text each part stands.

use crate::chain::Chain;
use crate::options::Options;
use crate::position::Position;
use crate::setup::{Part, Setup};
use game::{BySide, ParseError, Side};
use hexgrid::Cell;

/// A setup, and for each part the bytes before it.
pub(crate) struct ParsedSetup {
    pub(crate) setup: Setup,
    pub(crate) overlaps_at: usize,
    comets_at: BySide<usize>,
    chains_at: [usize; Chain::COUNT],
}

impl Default for ParsedSetup {
    fn default() -> Self {
        let nowhere = Cell::new(0);
        Self {
            setup: Setup {
                comets: BySide::new(nowhere, nowhere),
                chains: [[nowhere; 2]; Chain::COUNT],
                overlaps: Vec::new(),
                side: Side::First,
                options: Options::Standard,
            },
            overlaps_at: 0,
            comets_at: BySide::default(),
            chains_at: [0; Chain::COUNT],
        }
    }
}

impl ParsedSetup {
    /// Puts a comet on a cell.
    pub(crate) fn put_comet(&mut self, side: Side, at: usize, cell: Cell) {
        self.setup.comets[side] = cell;
        self.comets_at[side] = at;
    }

    /// Puts the satellites of a chain on two cells.
    pub(crate) fn put_chain(&mut self, chain: Chain, at: usize, cells: [Cell; 2]) {
        self.setup.chains[chain.index()] = cells;
        self.chains_at[chain.index()] = at;
    }

    /// The position, or what is wrong and where in the text.
    pub(crate) fn position(&self) -> Result<Position, ParseError> {
        self.setup.position().map_err(|fault| {
            let at = match fault.part {
                Part::Comet(side) => self.comets_at[side],
                Part::Chain(chain) => self.chains_at[chain.index()],
                // Each overlap before it takes three letters and a comma.
                Part::Overlap(i) => self.overlaps_at + 4 * i,
                Part::Overlaps => self.overlaps_at,
            };
            ParseError::new(at, fault.what)
        })
    }
}
