//! Confusable detection by skeletons (Unicode Technical Standard 39, section 4) for account names.
//!
//! Names that look alike have the same skeleton, and a skeleton is taken once; letters outside ASCII, where most
//! look-alikes live, are not allowed at all.

use protocol::Name;
use std::fmt;

/// The shortest and the longest name.
pub const SHORTEST: usize = 2;
/// See [`SHORTEST`].
pub const LONGEST: usize = 20;

/// Names, and what looks like them, that could be taken for a computer player or for a missing account.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "api",
    "bot",
    "deleted",
    "everyone",
    "help",
    "house",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "owner",
    "root",
    "server",
    "sixfold",
    "staff",
    "superuser",
    "support",
    "system",
    "team",
    "undefined",
    "you",
];

/// How reserved names begin: those that guests, closed accounts and computer players are given.
const RESERVED_STARTS: &[&str] = &["guest", "gone", "house", "sixfold"];

/// Why a name cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Too short or too long.
    Length,
    /// Something else than letters, digits, `-` and `_`.
    Characters,
    /// It does not begin with a letter, or ends with or doubles a `-` or `_`.
    Shape,
    /// It is, or looks like, a name of a computer player.
    Reserved,
    /// The name, or one that looks like it, is in use.
    Taken,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "a name has {SHORTEST} to {LONGEST} characters"),
            Self::Characters => f.write_str("a name has letters a to z, digits, - and _ only"),
            Self::Shape => f.write_str("a name begins with a letter, and - and _ stand between"),
            Self::Reserved => f.write_str("that name is reserved"),
            Self::Taken => f.write_str("that name is taken, or looks like one that is"),
        }
    }
}

impl std::error::Error for NameError {}

/// Makes sure that a name may be chosen, in use or not.
///
/// # Errors
/// The first error there is, in the order in which they are listed.
pub fn check(name: &str) -> Result<(), NameError> {
    // In bytes first: a name of a million characters is not counted.
    if name.len() > 4 * LONGEST || !(SHORTEST..=LONGEST).contains(&name.chars().count()) {
        Err(NameError::Length)
    } else if !name.bytes().all(|b| b.is_ascii_alphanumeric() || is_joint(b)) {
        Err(NameError::Characters)
    } else if !well_shaped(name.as_bytes()) {
        Err(NameError::Shape)
    } else if is_reserved(name) {
        Err(NameError::Reserved)
    } else {
        Ok(())
    }
}

/// A name that may be chosen.
///
/// # Errors
/// As [`check`].
pub fn read(name: &str) -> Result<Name, NameError> {
    check(name)?;
    name.parse().map_err(|_| NameError::Characters)
}

fn is_joint(byte: u8) -> bool {
    matches!(byte, b'-' | b'_')
}

fn well_shaped(name: &[u8]) -> bool {
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    let ends = name.last().is_some_and(|&b| !is_joint(b));
    begins && ends && !name.windows(2).any(|two| two.iter().all(|&b| is_joint(b)))
}

fn is_reserved(name: &str) -> bool {
    let skeleton = skeleton(name);
    RESERVED.iter().any(|word| self::skeleton(word) == skeleton)
        || RESERVED_STARTS.iter().any(|word| skeleton.starts_with(&self::skeleton(word)))
}

/// What is left of a name when everything is made equal that looks equal: `Mr_B0b` and `mrbob`.
pub fn skeleton(name: &str) -> String {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    // Pairs that run together into one letter.
    let plain = plain.replace("rn", "m").replace("vv", "w").replace("cl", "d");
    plain.chars().map(alike).collect()
}

/// One letter for all that look like it.
fn alike(letter: char) -> char {
    match letter {
        '0' => 'o',
        '1' | 'i' => 'l',
        '2' => 'z',
        '5' => 's',
        '8' => 'b',
        '9' => 'g',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_allowed() {
        for name in ["Ann", "bo", "x7", "Mary-Jane_2", "abcdefghijklmnopqrst", "Dorothy"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn names_are_neither_too_short_nor_too_long() {
        let long = "x".repeat(200_000);
        for name in ["", "a", "abcdefghijklmnopqrstu", &long, &"é".repeat(21)] {
            assert_eq!(check(name), Err(NameError::Length), "{} bytes", name.len());
        }
    }

    #[test]
    fn only_plain_letters_digits_and_joints_are_allowed() {
        let foreign =
            ["аnn", "an n", "ann\n", "<b>ann</b>", "ann'--", "a\u{202e}nn", "ann😀", "a.b"];
        for name in foreign {
            assert_eq!(check(name), Err(NameError::Characters), "{name:?}");
        }
    }

    #[test]
    fn joints_stand_between_letters_only() {
        for name in ["-ann", "_ann", "ann-", "an--n", "an_-n", "7up", "12"] {
            assert_eq!(check(name), Err(NameError::Shape), "{name}");
        }
    }

    #[test]
    fn names_of_computer_players_are_reserved_with_all_that_look_like_them() {
        for name in ["admin", "Adm1n", "a-d-m-i-n", "Adrnin", "SIXF0LD", "guest42", "Gue5t-1"] {
            assert_eq!(check(name), Err(NameError::Reserved), "{name}");
        }
        for name in ["house", "House-level-8", "sixfold-team", "sYstem", "cleleted"] {
            assert_eq!(check(name), Err(NameError::Reserved), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        let alike = [
            ("Bob", "b0b"),
            ("mary_jane", "MaryJane"),
            ("lllll", "I1iIl"),
            ("modern", "rnodem"),
            ("Wanda", "vvanda"),
            ("S5S", "sss"),
        ];
        for (one, other) in alike {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Bob", "Bab"), ("ann", "anna"), ("x1", "x2")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
