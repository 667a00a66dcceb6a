//! Configuration of a player: threads, memory, number of variations, level and seed.

use game::excerpt;
use std::fmt;
use std::str::FromStr;

/// Configuration of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Search threads.
    pub threads: usize,
    /// Memory of transposition table or tree in MiB.
    pub memory_mib: usize,
    /// How many of the best moves to report at full strength.
    pub lines: usize,
    /// Playing strength.
    pub level: Level,
    /// Seed of every random choice: below full strength among good moves, and at every strength the
    /// draw of a setup that hides something. The same seed gives the same moves; with 0 the best setup
    /// is taken.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self { threads: 1, memory_mib: 64, lines: 1, level: Level::FULL, seed: 0 }
    }
}

/// Playing strength, from 1 (beginner) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Self = Self(1);
    /// The engine without restriction.
    pub const FULL: Self = Self(8);

    /// This level, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LOWEST.0..=Self::FULL.0).map(Self)
    }

    /// From 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        let number = text.trim().parse().ok();
        let level = number.and_then(Self::new);
        level.ok_or_else(|| NoSuchLevel { text: text.to_owned() })
    }
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLevel {
    /// The text.
    pub text: String,
}

impl fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "levels go from 1 to 8, not {}", excerpt(&self.text))
    }
}

impl std::error::Error for NoSuchLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_one_to_eight() {
        assert_eq!(Level::all().count(), 8);
        assert!(Level::all().all(|level| level.to_string().parse() == Ok(level)));
        for text in ["0", "9", "-1", "", "full", "256", "1.5"] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(error.starts_with("levels go from 1 to 8"), "{error}");
        }
        assert!("8".repeat(10_000_000).parse::<Level>().unwrap_err().to_string().len() < 120);
    }
}
