//! A toy game: two stones, of which one is taken at a turn; whoever takes the last one wins. It has no draws and
//! hides nothing, or declares so wrongly.

pub(crate) mod guess;

use game::{
    InvalidPosition, Key, MoveList, NoOptions, Outcome, ParseError, Position, Side, Viewer,
};
use std::fmt;
use std::str::FromStr;

/// It keeps every law.
pub(crate) const HONEST: u8 = 0;
/// It ends in a draw.
pub(crate) const DRAWN: u8 = 1;
/// Nobody sees the position as it is.
pub(crate) const HIDING: u8 = 2;
/// It does not say what decided it.
pub(crate) const SILENT: u8 = 3;

/// The only move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Take;

/// How many stones are left, and whether this is what a viewer is shown instead of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Toy<const FAULT: u8> {
    left: u8,
    is_masked: bool,
}

impl<const FAULT: u8> Position for Toy<FAULT> {
    type Move = Take;
    type Options = NoOptions;
    type View = Self;
    const NAME: &'static str = "toy";
    const HAS_HIDDEN_INFORMATION: bool = false;
    const HAS_DRAWS: bool = false;
    const PERFT: &'static str = "";

    fn start(_: NoOptions) -> Self {
        Self { left: 2, is_masked: false }
    }

    fn options(&self) -> NoOptions {
        NoOptions
    }

    fn side_to_move(&self) -> Side {
        if self.left == 1 { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = if FAULT == DRAWN { Outcome::Draw } else { Outcome::Win(Side::Second) };
        (self.left == 0).then_some(end)
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.outcome()?.winner().filter(|_| FAULT != SILENT).map(|_| "last stone")
    }

    fn legal_moves(&self, into: &mut MoveList<Take>) {
        if self.left > 0 {
            into.push(Take);
        }
    }

    fn play_unchecked(&mut self, _: Take) {
        self.left -= 1;
    }

    fn key(&self) -> Key {
        Key::feature(u64::from(self.is_masked), u64::from(self.left))
    }

    fn is_progress(&self, _: Take) -> bool {
        true
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        Ok(())
    }

    fn view(&self, _: Viewer) -> Self {
        Self { is_masked: FAULT == HIDING, ..self.clone() }
    }

    fn write_move(&self, mv: Take) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Take, ParseError> {
        text.parse()
    }

    fn why_illegal(&self, _: Take) -> String {
        "no stone is left".into()
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take")
    }
}

impl FromStr for Take {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_take = text.trim().eq_ignore_ascii_case("take");
        is_take.then_some(Self).ok_or_else(|| ParseError::new(0, "expected take"))
    }
}

/// The number of stones, with a question mark behind it in a masked view.
impl<const FAULT: u8> fmt::Display for Toy<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.left, if self.is_masked { "?" } else { "" })
    }
}

impl<const FAULT: u8> FromStr for Toy<FAULT> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = text.trim_end_matches('?');
        let left = number.parse().ok().filter(|left| *left <= 2);
        let left = left.ok_or_else(|| ParseError::new(0, "expected 0, 1 or 2"))?;
        Ok(Self { left, is_masked: number.len() < text.len() })
    }
}
