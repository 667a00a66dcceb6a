//! Names that travel: of games, of messages, of people. Checked when they are read.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A text that is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadName {
    what: &'static str,
    most: usize,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is 1 to {} letters, digits, - or _", self.what, self.most)
    }
}

impl std::error::Error for BadName {}

macro_rules! name {
    ($(#[$doc:meta])* $Name:ident, $what:literal, $most:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $Name(Box<str>);

        impl $Name {
            /// The longest there is.
            pub const MOST: usize = $most;

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $Name {
            type Err = BadName;
            fn from_str(text: &str) -> Result<Self, BadName> {
                let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
                let fits = (1..=$most).contains(&text.len()) && text.bytes().all(plain);
                fits.then(|| Self(text.into())).ok_or(BadName { what: $what, most: $most })
            }
        }

        impl TryFrom<String> for $Name {
            type Error = BadName;
            fn try_from(text: String) -> Result<Self, BadName> {
                text.parse()
            }
        }

        impl From<$Name> for String {
            fn from(name: $Name) -> Self {
                name.0.into()
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

name!(
    /// A game on the server, as its address writes it; also a seek or a challenge before it is one.
    GameId, "a game's name", 16
);
name!(
    /// What a client calls a message of its own, an idempotency key: a message sent twice is done once.
    ClientId, "a message's id", 40
);
name!(
    /// What a person or a bot is called.
    Name, "a person's name", 20
);
