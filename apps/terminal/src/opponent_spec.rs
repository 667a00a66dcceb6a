//! Who plays the other side, as the command line describes it.

use arena::{DescriptionError, Spec};
use bots::Level;
use std::fmt;
use std::str::FromStr;

/// Who plays the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpponentSpec {
    /// A person at the same terminal.
    Person,
    /// One of our players, or an external program.
    Program(Spec),
}

impl OpponentSpec {
    /// Whether the player limits its search by itself, so that it needs no time per move.
    pub(crate) fn limits_itself(&self) -> bool {
        match self {
            Self::Person => true,
            Self::Program(spec) => match spec {
                Spec::Level(level) => *level < Level::FULL,
                Spec::Random | Spec::Greedy | Spec::Baseline(_) => true,
                _ => false,
            },
        }
    }

    /// The name that players read.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Person => "another person".to_owned(),
            Self::Program(Spec::Level(level)) => format!("level {level}"),
            Self::Program(Spec::Full) => "full strength".to_owned(),
            Self::Program(spec) => spec.to_string(),
        }
    }
}

impl FromStr for OpponentSpec {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        if text.trim() == "person" { Ok(Self::Person) } else { text.parse().map(Self::Program) }
    }
}

impl fmt::Display for OpponentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.pad("person"),
            Self::Program(spec) => spec.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read_and_written() {
        for text in ["person", "level:3", "random", "greedy", "plain:2", "cmd:a b", "htp:c"] {
            assert_eq!(text.parse::<OpponentSpec>().unwrap().to_string(), text);
        }
        assert!("nobody".parse::<OpponentSpec>().is_err());
    }
}
