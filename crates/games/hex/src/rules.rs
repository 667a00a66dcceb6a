//! The contract, kept for Hex: what may be played, and what it does (HX-2.1 to HX-2.3).

use crate::{CellSet, Move, Options, Position, SwapRule, colour};
use game::{BySide, InvalidPosition, Key, MoveList, Outcome, ParseError, Side, Viewer};

impl game::Position for Position {
    type Move = Move;
    type Options = Options;
    type View = Self;

    const NAME: &'static str = "hex";

    /// HX-2.2: exactly one side connects its edges.
    const HAS_DRAWS: bool = false;

    fn start(options: Options) -> Self {
        let none = BySide::from_fn(|_| CellSet::EMPTY);
        Self::with_stones(options.size(), none, Side::First, options.swap())
    }

    fn options(&self) -> Options {
        self.chosen()
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    /// Empty cells along the rows from the top, then the swap.
    fn legal_moves(&self, into: &mut MoveList<Move>) {
        if self.winner().is_some() {
            return;
        }
        let board = self.board();
        into.extend(self.empties().into_iter().map(|cell| Move::Place(board.axial(cell))));
        if self.can_swap() {
            into.push(Move::Swap);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place(at) => {
                self.place(self.board().cell(at).expect("a legal move is on the board"));
            }
            Move::Swap => self.swap(),
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.fingerprint()
    }

    /// Always: stones only ever come, so no position of a game stands twice.
    fn is_progress(&self, _mv: Move) -> bool {
        true
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        let stones = BySide::from_fn(|side| self.stones(side));
        let again = Self::setup(self.size(), stones, self.turn(), self.swap_rule())?;
        let differs = || InvalidPosition::new("what is kept is not what the stones say");
        (again == *self).then_some(()).ok_or_else(differs)
    }

    fn view(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }

    fn why_illegal(&self, mv: Move) -> String {
        if let Some(winner) = self.winner() {
            return format!("the game is over, {} has connected", colour(winner));
        }
        match mv {
            Move::Place(at) if self.board().cell(at).is_none() => {
                format!("{mv} is off the {0}×{0} board", self.size())
            }
            Move::Place(_) => format!("{mv} is taken"),
            Move::Swap if self.swap_rule() == SwapRule::Off => {
                "the game is played without the swap rule".into()
            }
            Move::Swap => "the swap is only possible on Blue's first turn".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use game::Position as _;

    fn refusal(position: &str, mv: &str) -> String {
        let position: Position = position.parse().unwrap();
        position.read_move(mv).unwrap_err().to_string()
    }

    #[test]
    fn refusals_say_why() {
        let cases = [
            ("3/1r1/3 b swap=on", "b2", "b2 is not legal: b2 is taken"),
            ("3/1r1/3 b swap=on", "d1", "d1 is not legal: d1 is off the 3×3 board"),
            ("3/1r1/3 b swap=on", "a4", "a4 is not legal: a4 is off the 3×3 board"),
            (
                "3/1r1/3 b swap=off",
                "swap",
                "swap is not legal: the game is played without the swap rule",
            ),
            (
                "3/1r1/3 r swap=on",
                "swap",
                "swap is not legal: the swap is only possible on Blue's first turn",
            ),
            (
                "3/1b1/3 r swap=on",
                "swap",
                "swap is not legal: the swap is only possible on Blue's first turn",
            ),
            (
                "1r1/1r1/1r1 b swap=off",
                "a1",
                "a1 is not legal: the game is over, Red has connected",
            ),
            ("3/bbb/3 r swap=off", "a1", "a1 is not legal: the game is over, Blue has connected"),
        ];
        for (position, mv, expected) in cases {
            assert_eq!(refusal(position, mv), expected);
        }
    }

    #[test]
    fn swap_pieces_mirrors_the_stone_and_gives_red_the_turn() {
        let position: Position = "3/3/r2 b swap=on".parse().unwrap();
        let swapped = position.after(position.read_move("swap").unwrap());
        assert_eq!(swapped.to_string(), "2b/3/3 r swap=on");
        assert_eq!(swapped, position.mirrored());
        assert!(swapped.read_move("swap").is_err(), "nobody swaps twice");
        let replied = swapped.after(swapped.read_move("b2").unwrap());
        assert!(replied.read_move("swap").is_err(), "nor on a later turn");
    }
}
