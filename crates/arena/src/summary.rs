//! What the games of a pairing came to, and how it was lost outside the board.

use crate::Tally;
use crate::match_game::{GameEnd, PlayedGame};
use bots::Playable;
use game::Side;
use std::fmt;

/// The results of two contestants against each other.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The results.
    pub tally: Tally,
    /// Games that each contestant lost by a fault.
    pub faults: [Faults; 2],
    /// The last such fault.
    pub last_fault: Option<String>,
    /// Plies played in all games.
    pub plies: u64,
    /// Games that became too long.
    pub too_long: u64,
}

/// Games that were lost outside the board, by cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// The program ended.
    pub crashes: u64,
    /// The time was exceeded.
    pub time: u64,
    /// The move was illegal.
    pub illegal: u64,
    /// The answer was no move.
    pub protocol: u64,
}

impl Faults {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.crashes + self.time + self.illegal + self.protocol
    }

    fn add(&mut self, end: &GameEnd) {
        match end {
            GameEnd::Crashed(..) => self.crashes += 1,
            GameEnd::Late(_) => self.time += 1,
            GameEnd::Illegal(..) => self.illegal += 1,
            GameEnd::ProtocolError(..) => self.protocol += 1,
            GameEnd::Rules | GameEnd::TooLong | GameEnd::Adjudicated | GameEnd::Resigned(_) => {}
        }
    }
}

/// `3 (2 crashes, 1 on time)`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let crashes = if self.crashes == 1 { "crash" } else { "crashes" };
        let causes = [
            (self.crashes, crashes),
            (self.time, "on time"),
            (self.illegal, "by illegal moves"),
            (self.protocol, "by protocol errors"),
        ];
        let causes = causes.iter().filter(|(count, _)| *count > 0);
        let causes: Vec<String> = causes.map(|(count, what)| format!("{count} {what}")).collect();
        match causes.as_slice() {
            [] => write!(f, "0"),
            causes => write!(f, "{} ({})", self.total(), causes.join(", ")),
        }
    }
}

impl Summary {
    /// Counts a pair of games.
    pub(crate) fn add<P: Playable>(&mut self, games: &[PlayedGame<P>; 2]) {
        self.tally.add([games[0].outcome, games[1].outcome]);
        for (played, first) in games.iter().zip(Side::BOTH) {
            self.plies += played.record.ply() as u64;
            self.too_long += u64::from(played.end == GameEnd::TooLong);
            if let Some(side) = played.end.at_fault() {
                self.faults[usize::from(side != first)].add(&played.end);
                self.last_fault = Some(played.end.text());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_by_cause() {
        assert_eq!(Faults::default().to_string(), "0");
        let faults = Faults { crashes: 2, time: 1, ..Faults::default() };
        assert_eq!(faults.to_string(), "3 (2 crashes, 1 on time)");
    }
}
