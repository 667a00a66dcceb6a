//! How a game ends: by its rules, by repetition, or by what the players do.

use crate::Side;

/// Who won, from nobody's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    ///
    /// ```
    /// use game::{Outcome, Side};
    /// assert_eq!(Outcome::Win(Side::Second).winner(), Some(Side::Second));
    /// assert_eq!(Outcome::Draw.winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, as records write it.
    ///
    /// ```
    /// use game::{Outcome, Side};
    /// assert_eq!(Outcome::Win(Side::First).text(), "1-0");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// An end that lies outside the rules of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This side gave up.
    Resignation(Side),
    /// This side's time ran out.
    Time(Side),
    /// Both agreed to a draw.
    Agreement,
    /// An arbiter decided: a program crashed or broke the rules, or the rest was not played out.
    Adjudication(Outcome),
}

impl Ending {
    /// The outcome it brings.
    ///
    /// ```
    /// use game::{Ending, Outcome, Side};
    /// assert_eq!(Ending::Time(Side::First).outcome(), Outcome::Win(Side::Second));
    /// assert_eq!(Ending::Agreement.outcome(), Outcome::Draw);
    /// ```
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Resignation(side) | Self::Time(side) => Outcome::Win(side.other()),
            Self::Agreement => Outcome::Draw,
            Self::Adjudication(outcome) => outcome,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The position itself is won, lost or drawn.
    Rules,
    /// The same position stood for the third time.
    Repetition,
    /// Too many plies passed without progress.
    QuietLimit,
    /// A side gave up.
    Resignation,
    /// A side's time ran out.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// An arbiter decided.
    Adjudication,
}

/// The end of a game: what, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Conclusion {
    /// Who won.
    pub outcome: Outcome,
    /// By what.
    pub reason: Reason,
    /// What decided it on the board, where the rules did: `ring`, `king captured`.
    pub by: Option<&'static str>,
}

impl Conclusion {
    /// An end for a reason that is not on the board.
    pub const fn new(outcome: Outcome, reason: Reason) -> Self {
        Self { outcome, reason, by: None }
    }
}

impl From<Ending> for Conclusion {
    fn from(ending: Ending) -> Self {
        let reason = match ending {
            Ending::Resignation(_) => Reason::Resignation,
            Ending::Time(_) => Reason::Time,
            Ending::Agreement => Reason::Agreement,
            Ending::Adjudication(_) => Reason::Adjudication,
        };
        Self::new(ending.outcome(), reason)
    }
}
