//! Round-robin and gauntlet tournaments: the pairings. Pairs in order, not in rounds (Berger tables).

use crate::DescriptionError;
use std::fmt;
use std::str::FromStr;

/// The kind of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Each entrant plays each other.
    RoundRobin,
    /// The first plays each other entrant.
    Gauntlet,
}

impl Schedule {
    /// The pairings of so many contestants, in the order in which they are played.
    pub fn pairings(self, contestants: usize) -> Vec<[usize; 2]> {
        let all = (0..contestants).flat_map(|a| (a + 1..contestants).map(move |b| [a, b]));
        all.filter(|[a, _]| self == Self::RoundRobin || *a == 0).collect()
    }
}

impl FromStr for Schedule {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(DescriptionError::Schedule(text.to_owned())),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(Schedule::RoundRobin.pairings(4), all);
        assert_eq!(Schedule::Gauntlet.pairings(4), all[..3]);
        assert_eq!(Schedule::Gauntlet.pairings(2), Schedule::RoundRobin.pairings(2));
        for schedule in [Schedule::RoundRobin, Schedule::Gauntlet] {
            assert_eq!(schedule.to_string().parse(), Ok(schedule));
        }
        assert!("swiss".parse::<Schedule>().is_err());
    }
}
