//! The contract of games and their texts, for any placement game.

use crate::{Board, CellSet, Move, Notation, PlacedStones, Setup, SwapRule};
use game::{BySide, InvalidPosition, MoveList, Side};

/// A position of a placement game, made by [`contract!`](crate::contract): what code for any of them needs.
pub trait StonePosition: game::Position {
    /// How its positions are written.
    const NOTATION: Notation;

    /// A position set up by hand.
    ///
    /// # Errors
    /// If it is none of this game.
    fn from_setup(setup: Setup) -> Result<Self, InvalidPosition>;

    /// What [`from_setup`](Self::from_setup) makes this position of.
    fn to_setup(&self) -> Setup;

    /// The empty board.
    ///
    /// # Errors
    /// If no game is played on a board of this size.
    fn empty_board(size: usize, swap: SwapRule) -> Result<Self, InvalidPosition> {
        let Notation { shape, sizes: (least, most), .. } = Self::NOTATION;
        if !(least..=most).contains(&size) {
            return Err(InvalidPosition::new(shape.no_such_board(&(least..=most), size)));
        }
        let stones = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
        Self::from_setup(Setup { size, stones, to_move: Side::First, swap })
    }

    /// The board under the stones.
    ///
    /// # Panics
    /// Never: a position has a size that exists.
    fn tables(&self) -> &'static Board {
        Board::sized(Self::NOTATION.shape, self.to_setup().size).expect("a position has a board")
    }
}

/// Empty cells along the rows from the top, then the swap.
pub fn list_moves<W: Copy, const SKEW: i8>(
    stones: &PlacedStones<W>,
    board: &Board,
    vacant: CellSet,
    into: &mut MoveList<Move<SKEW>>,
) {
    into.extend(vacant.into_iter().map(|cell| Move::Place(board.axial(cell))));
    if stones.can_swap() {
        into.push(Move::Swap);
    }
}

/// Why a move is illegal while the game goes on.
pub fn why_illegal<W: Copy, const SKEW: i8>(
    stones: &PlacedStones<W>,
    board: &Board,
    notation: &Notation,
    mv: Move<SKEW>,
) -> String {
    match mv {
        Move::Place(at) if board.cell(at).is_none() => {
            format!("{mv} is off {}", notation.shape.board_text(stones.size()))
        }
        Move::Place(_) => format!("{mv} is taken"),
        Move::Swap => stones.swap_rule().refusal(notation.colours.second),
    }
}

/// Implements [`game::Position`], [`StonePosition`] and the texts of positions for a placement game.
///
/// The position dereferences to [`PlacedStones`] and has the functions `setup`, `board`, `empties`, `place`
/// and `swap`, and `why_over`, which says why nothing can be played when the game is over. What differs
/// between games is written in the braces: the types of moves and options, the constants, `start`, `options`,
/// `outcome` and `decided_by`. The second argument is the game's [`Notation`].
#[macro_export]
macro_rules! contract {
    ($position:ty, $notation:expr, { $($own:tt)* }) => {
        impl ::game::Position for $position {
            type View = Self;

            const HAS_HIDDEN_INFORMATION: bool = false;

            $($own)*

            #[inline]
            fn side_to_move(&self) -> ::game::Side {
                self.turn()
            }

            fn legal_moves(&self, into: &mut ::game::MoveList<Self::Move>) {
                if ::game::Position::outcome(self).is_none() {
                    $crate::list_moves(self, self.board(), self.empties(), into);
                }
            }

            #[inline]
            fn play_unchecked(&mut self, mv: Self::Move) {
                match mv {
                    $crate::Move::Place(at) => {
                        self.place(self.board().cell(at).expect("a legal move is on the board"));
                    }
                    $crate::Move::Swap => self.swap(),
                }
            }

            #[inline]
            fn key(&self) -> ::game::Key {
                self.fingerprint()
            }

            /// Always: stones only ever come, so no position of a game occurs twice.
            fn is_progress(&self, _mv: Self::Move) -> bool {
                true
            }

            fn check(&self) -> Result<(), ::game::InvalidPosition> {
                let again = Self::setup(self.size(), *self.both(), self.turn(), self.swap_rule())?;
                let differs = || {
                    ::game::InvalidPosition::new("what is kept is not what the stones say")
                };
                (again == *self).then_some(()).ok_or_else(differs)
            }

            fn view(&self, _viewer: ::game::Viewer) -> Self {
                self.clone()
            }

            fn write_move(&self, mv: Self::Move) -> String {
                mv.to_string()
            }

            fn parse_move(&self, text: &str) -> Result<Self::Move, ::game::ParseError> {
                text.parse()
            }

            fn why_illegal(&self, mv: Self::Move) -> String {
                match self.why_over() {
                    Some(why) => format!("the game is over, {why}"),
                    None => $crate::why_illegal(self, self.board(), &$notation, mv),
                }
            }
        }

        impl $crate::StonePosition for $position {
            const NOTATION: $crate::Notation = $notation;

            fn from_setup(setup: $crate::Setup) -> Result<Self, ::game::InvalidPosition> {
                let $crate::Setup { size, stones, to_move, swap } = setup;
                Self::setup(size, stones, to_move, swap)
            }

            fn to_setup(&self) -> $crate::Setup {
                $crate::PlacedStones::setup(self)
            }
        }

        /// The text, or with `{:#}` a drawing.
        impl ::std::fmt::Display for $position {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $notation.write(&$crate::PlacedStones::setup(self), f)
            }
        }

        impl ::std::str::FromStr for $position {
            type Err = ::game::ParseError;

            /// Reads the text; several lines are read as a drawing.
            fn from_str(text: &str) -> Result<Self, ::game::ParseError> {
                let setup = $notation.read(text)?;
                let at = text.len() - text.trim_start().len();
                $crate::StonePosition::from_setup(setup).map_err(|error| error.in_text(at))
            }
        }
    };
}
