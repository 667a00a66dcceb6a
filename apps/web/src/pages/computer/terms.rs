//! What a game against the computer is played on: how strong it is, who begins, and its time.

use crate::pages::clock::TimeControl;
use game::Side;

/// The levels, in words.
pub(super) const LEVELS: [&str; 8] =
    ["Beginner", "Learner", "Casual", "Steady", "Skilled", "Strong", "Expert", "Full strength"];

/// The times for a move that are offered, in milliseconds.
pub(super) const PACES: [(u32, &str); 5] =
    [(300, "⅓ s"), (1000, "1 s"), (3000, "3 s"), (10_000, "10 s"), (30_000, "30 s")];

/// The clocks that are offered: minutes for the game, seconds for every move; none without.
pub(super) const CLOCKS: [(Option<TimeControl>, &str); 6] = [
    (None, "No clock"),
    (Some(TimeControl { minutes: 1, bonus: 1 }), "1 + 1"),
    (Some(TimeControl { minutes: 3, bonus: 2 }), "3 + 2"),
    (Some(TimeControl { minutes: 5, bonus: 3 }), "5 + 3"),
    (Some(TimeControl { minutes: 10, bonus: 5 }), "10 + 5"),
    (Some(TimeControl { minutes: 30, bonus: 10 }), "30 + 10"),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ComputerTerms {
    /// From 1 to 8.
    pub(super) level: u8,
    /// The side of the person.
    pub(super) human: Side,
    /// The most that the computer thinks about a move, in milliseconds.
    pub(super) pace: u32,
    /// The clock, if both play by one; the computer then divides its own time.
    pub(super) clock: Option<TimeControl>,
    /// What the computer's chance goes by.
    pub(super) seed: u64,
}

impl Default for ComputerTerms {
    fn default() -> Self {
        Self { level: 3, human: Side::First, pace: 1000, clock: None, seed: 0 }
    }
}

impl ComputerTerms {
    /// The level in words.
    pub(super) fn level_name(self) -> &'static str {
        LEVELS[usize::from(self.level.clamp(1, 8)) - 1]
    }

    /// In one line, to be kept.
    pub(super) fn text(self) -> String {
        let Self { level, human, pace, clock, seed } = self;
        let clock =
            clock.map_or(String::new(), |pace| format!(" clock={}+{}", pace.minutes, pace.bonus));
        format!("level={level} side={} pace={pace} seed={seed}{clock}", human.index() + 1)
    }

    /// What was kept; nothing if it makes no sense.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut terms = Self::default();
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=')?;
            match name {
                "level" => terms.level = value.parse().ok().filter(|n| (1..=8).contains(n))?,
                "side" if value == "1" => terms.human = Side::First,
                "side" if value == "2" => terms.human = Side::Second,
                "pace" => terms.pace = value.parse().ok().filter(|n| *n > 0)?,
                "clock" => {
                    let (minutes, bonus) = value.split_once('+')?;
                    let (minutes, bonus) = (minutes.parse().ok()?, bonus.parse().ok()?);
                    terms.clock = Some(TimeControl { minutes, bonus });
                }
                "seed" => terms.seed = value.parse().ok()?,
                _ => return None,
            }
        }
        Some(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_were_kept() {
        for human in Side::BOTH {
            for clock in [None, Some(TimeControl { minutes: 5, bonus: 3 })] {
                let terms = ComputerTerms { level: 8, human, pace: 300, clock, seed: u64::MAX };
                assert_eq!(ComputerTerms::read(&terms.text()), Some(terms));
            }
        }
    }

    #[test]
    fn nonsense_is_no_terms() {
        for text in
            ["level=0", "level=9", "side=3", "pace=0", "seed=-1", "colour=red", "level", "clock=5"]
        {
            assert_eq!(ComputerTerms::read(text), None, "{text}");
        }
    }
}
