//! Another game with keys of a few bits: unrelated positions share them all the time.

use super::Mv;
use game::{Key, MoveList, Outcome, ParseError, Position, Side};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash<P>(pub P);

impl<P: fmt::Display> fmt::Display for Clash<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: FromStr<Err = ParseError>> FromStr for Clash<P> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(Self)
    }
}

impl<P: Position<Move = Mv>> Position for Clash<P> {
    common!();
    type Options = P::Options;
    const NAME: &'static str = "clash";
    const HAS_HIDDEN_INFORMATION: bool = false;
    const QUIET_LIMIT: Option<usize> = P::QUIET_LIMIT;

    fn start(options: P::Options) -> Self {
        Self(P::start(options))
    }

    fn options(&self) -> P::Options {
        self.0.options()
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, into: &mut MoveList<Mv>) {
        self.0.legal_moves(into);
    }

    fn play_unchecked(&mut self, mv: Mv) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> Key {
        // Few bits in both halves, so that buckets and guards collide.
        Key(self.0.key().0 & 0x7000_0000_0000_0007)
    }

    fn is_progress(&self, mv: Mv) -> bool {
        self.0.is_progress(mv)
    }
}
