//! The contract, kept for Havannah: what may be played, and what it does (HV-2.1 to HV-3.1).

use crate::{Move, NOTATION, Options, Position, WinKind};
use game::{Outcome, Side};

placement::contract!(Position, NOTATION, {
    type Move = Move;
    type Options = Options;

    const NAME: &'static str = "havannah";
    const PERFT: &'static str = include_str!("../perft.txt");

    /// HV-2.7: a full board without a winner.
    const HAS_DRAWS: bool = true;

    fn start(options: Options) -> Self {
        Self::empty(options, Side::First)
    }

    fn options(&self) -> Options {
        self.chosen()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(side) => Some(Outcome::Win(side)),
            None if self.empties().is_empty() => Some(Outcome::Draw),
            None => None,
        }
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.win_kind().map(WinKind::name)
    }
});

impl Position {
    fn why_over(&self) -> Option<String> {
        match self.won() {
            Some((side, kind)) => Some(format!("{} has a {}", NOTATION.colours[side], kind.name())),
            None => self.empties().is_empty().then(|| "the board is full".into()),
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
        let one = "4/1w3/6/7/6/5/4 b";
        let cases = [
            (format!("{one} swap=on"), "b2", "b2 is not legal: b2 is taken"),
            (
                format!("{one} swap=on"),
                "a5",
                "a5 is not legal: a5 is off the board with 4 cells a side",
            ),
            (
                format!("{one} swap=off"),
                "swap",
                "swap is not legal: the game is played without the swap rule",
            ),
            (
                "4/1w3/6/7/6/5/4 w swap=on".into(),
                "swap",
                "swap is not legal: the swap is only possible on Black's first turn",
            ),
            (
                "wwww/5/6/7/6/5/4 b swap=on".into(),
                "a2",
                "a2 is not legal: the game is over, White has a bridge",
            ),
            (
                "4/5/1bb3/1b1b3/1bb3/5/4 w swap=on".into(),
                "a2",
                "a2 is not legal: the game is over, Black has a ring",
            ),
        ];
        for (position, mv, expected) in cases {
            assert_eq!(refusal(&position, mv), expected);
        }
    }

    #[test]
    fn the_swap_recolours_the_stone_and_gives_white_the_turn() {
        let position: Position = "4/1w3/6/7/6/5/4 b swap=on".parse().unwrap();
        let swapped = position.after(position.read_move("swap").unwrap());
        assert_eq!(swapped.to_string(), "4/1b3/6/7/6/5/4 w swap=on");
        assert!(swapped.read_move("swap").is_err(), "nobody swaps twice");
        let replied = swapped.after(swapped.read_move("d4").unwrap());
        assert!(replied.read_move("swap").is_err(), "nor on a later turn");
    }
}
