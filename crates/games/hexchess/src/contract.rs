//! How a [`Position`] keeps the contract of [`game::Position`]: each promise, and the file that
//! fulfils it.

use crate::board::PAWN_CELLS;
use crate::{Kind, Move, Options, Parity, Phase, Piece, Position, View};
use crate::{check, illegal_reason, notation, position_text};
use game::{InvalidPosition, Key, MoveList, Outcome, ParseError, Side, Viewer};
use std::fmt;
use std::str::FromStr;

/// HC-2.7: five rows of setup come before it.
const FIRST_PLAY_ROW: usize = 6;

impl game::Position for Position {
    type Move = Move;
    type Options = Options;
    type View = View;

    const NAME: &'static str = "hexchess";
    const PERFT: &'static str = include_str!("../perft.txt");
    const HAS_HIDDEN_INFORMATION: bool = true;
    const HAS_DRAWS: bool = true;
    const QUIET_LIMIT: Option<usize> = Some(100);

    fn start(_: Options) -> Self {
        let mut position = Self::bare(Phase::Setup, Side::First, Parity::Even);
        for side in Side::BOTH {
            for cell in PAWN_CELLS[side] {
                position.toggle(Piece::new(side, Kind::Pawn), cell);
            }
        }
        position
    }

    fn options(&self) -> Options {
        Options
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.to_move
    }

    /// HC-4.1 and HC-4.2.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.phase == Phase::Setup {
            return None;
        }
        match Side::BOTH.map(|side| !self.pieces(side, Kind::King).is_empty()) {
            [true, true] => (!self.can_move()).then_some(Outcome::Draw),
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
            [false, false] => Some(Outcome::Draw),
        }
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.outcome()?.winner().map(|_| "king captured")
    }

    #[inline]
    fn legal_moves(&self, into: &mut MoveList<Move>) {
        match self.phase {
            Phase::Setup => {
                self.setup_placements(into);
                self.setup_lineups(into);
            }
            Phase::Play if self.both_kings_stand() => self.steps(into),
            Phase::Play => {}
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Step { from, to } => self.play_step(from, to),
            Move::Place { kind, cell } => self.play_placement(kind, cell),
            Move::PlaceAll(lineup) => self.play_lineup(lineup),
        }
    }

    /// HC-2.7: setup has five rows, however many turns it took, so that play begins with row 6. A
    /// game from a position set up by hand begins with row 6 or 7, as its moons move.
    fn move_number(before: &[Self]) -> usize {
        let is_setup = |position: &&Self| position.phase == Phase::Setup;
        let setup = before.iter().take_while(is_setup).count();
        let Some(first) = before.get(setup) else {
            let side = before.last().map_or(Side::First, |position| position.to_move);
            return before.iter().filter(|position| position.to_move == side).count();
        };
        let plies = before.len() - setup - 1 + usize::from(first.to_move == Side::Second);
        let row = if first.parity == Parity::Even { FIRST_PLAY_ROW } else { FIRST_PLAY_ROW + 1 };
        row + plies / 2
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// A capture of anything, a placement or a pawn's move (HC-4.3).
    fn is_progress(&self, mv: Move) -> bool {
        match mv {
            Move::Step { from, to } => {
                self.of_kind(Kind::Pawn).contains(from)
                    || self.of(self.to_move.other()).contains(to)
            }
            Move::Place { .. } | Move::PlaceAll(_) => true,
        }
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        check::check(self)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn move_seen(&self, mv: Move, viewer: Viewer) -> Move {
        if viewer.knows(self.to_move) {
            return mv;
        }
        match mv {
            Move::Step { .. } => mv,
            Move::Place { kind, cell } => Move::Place { kind: kind.disguised(), cell },
            Move::PlaceAll(lineup) => Move::PlaceAll(lineup.disguised()),
        }
    }

    fn write_move(&self, mv: Move) -> String {
        notation::write(self, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        notation::read(self, text)
    }

    fn why_illegal(&self, mv: Move) -> String {
        illegal_reason::why_illegal(self, mv)
    }
}

impl fmt::Display for Position {
    /// One line; with `{:#}` the drawn board, which reads back as well.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position_text::write(f, self, Viewer::Judge)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        position_text::read_position(text)
    }
}
