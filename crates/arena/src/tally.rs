//! Match results: games and pairs of games (pentanomial counts).

use crate::elo::Pairs;
use game::{BySide, Outcome, Side};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Score from 0 to 1; ½ without games.
    pub fn score(&self) -> f64 {
        let games = self.games();
        if games == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / games as f64
    }

    fn add(&mut self, halves: usize) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// The results of a match, from the first contestant's view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs by points (pentanomial counts).
    pub pairs: Pairs,
    /// The games in which the first contestant played each side.
    pub by_side: BySide<WinDrawLoss>,
}

/// Half points of the player of `side`.
pub(crate) fn half_points(outcome: Outcome, side: Side) -> usize {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
    }
}

impl Tally {
    /// Counts the two games of a pair: first the one in which the first contestant moved first.
    pub fn add(&mut self, outcomes: [Outcome; 2]) {
        let first = half_points(outcomes[0], Side::First);
        let second = half_points(outcomes[1], Side::Second);
        self.by_side[Side::First].add(first);
        self.by_side[Side::Second].add(second);
        self.pairs[first + second] += 1;
    }

    /// All games together.
    pub fn total(&self) -> WinDrawLoss {
        let BySide { first, second } = self.by_side;
        WinDrawLoss {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_from_the_first_contestants_view() {
        let (first, second) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
        let mut tally = Tally::default();
        tally.add([first, second]);
        tally.add([first, first]);
        tally.add([Outcome::Draw, second]);
        tally.add([second, first]);
        assert_eq!(tally.pairs, [1, 0, 1, 1, 1]);
        let total = tally.total();
        assert_eq!((total.wins, total.draws, total.losses), (4, 1, 3));
        assert!((total.score() - 4.5 / 8.0).abs() < 1e-12);
        assert_eq!(tally.by_side[Side::First], WinDrawLoss { wins: 2, draws: 1, losses: 1 });
    }
}
