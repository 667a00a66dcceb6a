//! What SGF must know of a placement game: its number, which colour is which side, and how its
//! cells are named. Whatever else differs between Hex and Havannah, their rules know.

use game::Side;
use hexgrid::Axial;
use placement::StonePosition;

/// A game that is read from and written to SGF.
pub trait SgfGame: StonePosition<Move: StoneMove> {
    /// The value of `GM` that is written.
    const GM: &'static str;
    /// All values of `GM` that are read, in lower case.
    const GM_READ: &'static [&'static str];
    /// The side that files call Black.
    const BLACK: Side;
    /// The swap as files write it.
    const SWAP: &'static str;
    /// Whether a result without a reason, such as `RE[B]`, ends a game that its moves do not end. Files
    /// of Hex do not agree on the colour that it names.
    const BARE_RESULT_ENDS: bool;

    /// The move that a file writes for this one after a swap of sides, and the other way round.
    fn swap_image(mv: Self::Move) -> Self::Move;
}

/// A move that places a stone or swaps.
pub trait StoneMove: Copy {
    /// The swap.
    const SWAP: Self;

    /// A stone on a cell, with column and row counted from 0.
    fn place(column: i16, row: i16) -> Self;

    /// Where the stone is placed; nothing for the swap.
    fn axial(self) -> Option<Axial>;

    /// The column and the row of the stone, counted from 0; nothing for the swap.
    fn column_and_row(self) -> Option<(i16, i16)>;
}

impl<const SKEW: i8> StoneMove for placement::Move<SKEW> {
    const SWAP: Self = Self::Swap;

    fn place(column: i16, row: i16) -> Self {
        Self::Place(Axial::new((column - i16::from(SKEW) * row) as i8, row as i8))
    }

    fn axial(self) -> Option<Axial> {
        match self {
            Self::Place(at) => Some(at),
            Self::Swap => None,
        }
    }

    fn column_and_row(self) -> Option<(i16, i16)> {
        let (q, r) = self.axial().map(|at| (i16::from(at.q), i16::from(at.r)))?;
        Some((q + i16::from(SKEW) * r, r))
    }
}

impl SgfGame for hex::Position {
    const GM: &'static str = "11";
    const GM_READ: &'static [&'static str] = &["11", "hex"];
    const BLACK: Side = Side::First;
    const SWAP: &'static str = "swap-pieces";
    const BARE_RESULT_ENDS: bool = false;

    /// In the mirror along the long diagonal (HX-2.3).
    fn swap_image(mv: hex::Move) -> hex::Move {
        match mv {
            hex::Move::Place(at) => hex::Move::Place(Axial::new(at.r, at.q)),
            hex::Move::Swap => hex::Move::Swap,
        }
    }
}

impl SgfGame for havannah::Position {
    /// SGF has no number for it. Of the programs that others wrote, Morat reads this text alone.
    const GM: &'static str = "havannah";
    const GM_READ: &'static [&'static str] = &["havannah", "4100"];
    const BLACK: Side = Side::Second;
    const SWAP: &'static str = "swap";
    const BARE_RESULT_ENDS: bool = true;

    /// A swap leaves the stone where it is (HV-3.1).
    fn swap_image(mv: havannah::Move) -> havannah::Move {
        mv
    }
}
