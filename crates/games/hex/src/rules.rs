//! The contract, kept for Hex: what may be played, and what it does (HX-2.1 to HX-2.3).

use crate::{CellSet, Move, NOTATION, Options, Position};
use game::{BySide, Outcome, Side};

placement::contract!(Position, NOTATION, {
    type Move = Move;
    type Options = Options;

    const NAME: &'static str = "hex";
    const PERFT: &'static str = include_str!("../perft.txt");

    /// HX-2.2: exactly one side connects its edges.
    const HAS_DRAWS: bool = false;

    fn start(options: Options) -> Self {
        let none = BySide::from_fn(|_| CellSet::EMPTY);
        Self::with_stones(options.size(), none, Side::First, options.swap())
    }

    fn options(&self) -> Options {
        Options::unchecked(self.size(), self.swap_rule())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.winner().map(|_| "connection")
    }
});

impl Position {
    fn why_over(&self) -> Option<String> {
        self.winner().map(|winner| format!("{} has connected", NOTATION.colours[winner]))
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
