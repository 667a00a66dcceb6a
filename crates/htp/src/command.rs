//! Parser of GTP lines: an optional id, a command, and its arguments.

use crate::error::CommandError;
use game::Side;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command<'a> {
    /// The number to be repeated in the answer.
    pub(crate) id: Option<u32>,
    pub(crate) name: &'a str,
    pub(crate) words: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// Cuts a line into words; `None` if nothing but a comment is in it.
    pub(crate) fn read(line: &'a str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split(|c: char| c.is_whitespace() || c.is_control());
        let mut words = words.by_ref().filter(|word| !word.is_empty()).peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        let name = words.next();
        let words: Vec<&str> = words.collect();
        match (id, name) {
            (_, Some(name)) => Some(Self { id, name, words }),
            (Some(_), None) => Some(Self { id, name: "", words }),
            (None, None) => None,
        }
    }

    /// The word at `place`, which the command needs.
    pub(crate) fn word(&self, place: usize, what: &'static str) -> Result<&'a str, CommandError> {
        let word = self.words.get(place).copied();
        word.ok_or_else(|| CommandError::Missing { command: self.name.to_owned(), what })
    }

    /// The number at `place`, which the command needs.
    pub(crate) fn number(&self, place: usize, what: &'static str) -> Result<f64, CommandError> {
        let word = self.word(place, what)?;
        let number = word.parse::<f64>().ok().filter(|n| n.is_finite() && (0.0..1e9).contains(n));
        number.ok_or_else(|| CommandError::Unexpected { what, found: word.to_owned() })
    }

    /// The colour at `place`, which the command needs.
    pub(crate) fn colour(&self, place: usize) -> Result<Side, CommandError> {
        let what = "a colour, black or white";
        let word = self.word(place, what)?;
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        if is(["black", "b"]) {
            Ok(Side::First)
        } else if is(["white", "w"]) {
            Ok(Side::Second)
        } else {
            Err(CommandError::Unexpected { what, found: word.to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_and_spaces_are_understood() {
        let read = Command::read("  12\tplay  b   a1 # a stone\r").expect("a command");
        assert_eq!((read.id, read.name, &read.words[..]), (Some(12), "play", &["b", "a1"][..]));
        assert_eq!(Command::read(" # nothing"), None);
        assert_eq!(Command::read(""), None);
        assert_eq!(Command::read("7").map(|c| c.name), Some(""));
    }
}
