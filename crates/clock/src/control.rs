//! How time is given: chosen before a game, written as one word.

use crate::Span;
use game::{ParseError, excerpt};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest time that can be given at once.
const MOST_DAYS: u64 = 30;

/// How much time the players have.
///
/// As text: `none`, `300+3` (seconds, and seconds a move), `600+5x30` (seconds, then 5 periods of
/// 30), `3d` (days for every move), `90s` (seconds for every move).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Control {
    /// No clock.
    #[default]
    None,
    /// Fischer clock: main time, and an increment with every move.
    Fischer {
        /// What there is at the start.
        start: Span,
        /// What every move adds.
        increment: Span,
    },
    /// Byo-yomi: main time, then periods, each lost only when it is used up.
    ByoYomi {
        /// What there is at the start.
        main: Span,
        /// How many periods follow.
        periods: u8,
        /// How long each is.
        period: Span,
    },
    /// The same for every move.
    PerMove(
        /// How long a move may take.
        Span,
    ),
}

/// Classes of pace; ratings are kept for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Less than three minutes a side.
    Bullet,
    /// Less than ten.
    Blitz,
    /// Less than half an hour.
    Rapid,
    /// Longer, but in one session.
    Classical,
    /// Days for a move, or no clock at all.
    Correspondence,
}

impl Speed {
    /// All of them, fastest first.
    pub const ALL: [Self; 5] =
        [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// The name as addresses and tables write it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Speed {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL
            .into_iter()
            .find(|speed| speed.text() == text)
            .ok_or_else(|| ParseError::new(0, format!("there is no speed {}", excerpt(text))))
    }
}

impl Control {
    /// How many moves a game is reckoned to take from each side.
    const MOVES: u64 = 40;

    /// The class of pace, by what a side would use in forty moves.
    pub fn speed(self) -> Speed {
        let whole = match self {
            Self::None => return Speed::Correspondence,
            Self::Fischer { start, increment } => start + increment.times(Self::MOVES),
            Self::ByoYomi { main, period, .. } => main + period.times(Self::MOVES / 2),
            Self::PerMove(each) => each.times(Self::MOVES / 2),
        };
        match whole.0 / 60_000 {
            0..3 => Speed::Bullet,
            3..10 => Speed::Blitz,
            10..30 => Speed::Rapid,
            30..600 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }

    /// Main time and number of periods at the start.
    pub(crate) fn initial_time(self) -> (Span, u8) {
        match self {
            Self::None => (Span::ZERO, 0),
            Self::Fischer { start, .. } => (start, 0),
            Self::ByoYomi { main, periods, .. } => (main, periods),
            Self::PerMove(each) => (each, 0),
        }
    }

    /// Whether a player can lose on time.
    pub fn is_timed(self) -> bool {
        self != Self::None
    }

    /// Whether a game with these times could be played at all.
    fn check(self) -> Result<Self, Unplayable> {
        let most = Span::days(MOST_DAYS);
        let (left, periods) = self.initial_time();
        let each = match self {
            Self::Fischer { increment, .. } => increment,
            Self::ByoYomi { period, .. } => period,
            Self::None | Self::PerMove(_) => Span::ZERO,
        };
        let enough = match self {
            Self::None => true,
            Self::Fischer { .. } => left + each >= Span::seconds(1),
            Self::ByoYomi { .. } => periods > 0 && each >= Span::seconds(1),
            Self::PerMove(each) => each >= Span::seconds(1),
        };
        if !enough {
            Err(Unplayable::TooShort)
        } else if left > most || each > most {
            Err(Unplayable::TooLong)
        } else {
            Ok(self)
        }
    }
}

/// Why no game can be played with a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unplayable {
    /// Less than a second.
    TooShort,
    /// More than [`MOST_DAYS`].
    TooLong,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("there must be a second at least"),
            Self::TooLong => write!(f, "more than {MOST_DAYS} days are too many"),
        }
    }
}

impl std::error::Error for Unplayable {}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |span: &Span| span.0 / 1_000;
        match self {
            Self::None => f.write_str("none"),
            Self::Fischer { start, increment } => write!(f, "{}+{}", s(start), s(increment)),
            Self::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", s(main), s(period))
            }
            Self::PerMove(each) if s(each).is_multiple_of(86_400) => {
                write!(f, "{}d", s(each) / 86_400)
            }
            Self::PerMove(each) => write!(f, "{}s", s(each)),
        }
    }
}

impl FromStr for Control {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let control = read(text).ok_or_else(|| {
            let what = "expected a time such as none, 300+3, 600+5x30 or 3d, found";
            ParseError::new(0, format!("{what} {}", excerpt(text)))
        })?;
        control.check().map_err(|fault| ParseError::new(0, fault.to_string()))
    }
}

fn read(text: &str) -> Option<Control> {
    if text == "none" {
        return Some(Control::None);
    }
    if let Some(days) = text.strip_suffix('d') {
        return Some(Control::PerMove(Span::days(number(days)?)));
    }
    if let Some(seconds) = text.strip_suffix('s') {
        return Some(Control::PerMove(Span::seconds(number(seconds)?)));
    }
    let (start, more) = text.split_once('+')?;
    let start = Span::seconds(number(start)?);
    match more.split_once('x') {
        None => Some(Control::Fischer { start, increment: Span::seconds(number(more)?) }),
        Some((periods, period)) => Some(Control::ByoYomi {
            main: start,
            periods: u8::try_from(number(periods)?).ok()?,
            period: Span::seconds(number(period)?),
        }),
    }
}

/// Digits only: no sign, no more than seven.
fn number(text: &str) -> Option<u64> {
    let plain = (1..=7).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

impl TryFrom<String> for Control {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<Control> for String {
    fn from(control: Control) -> Self {
        control.to_string()
    }
}
