//! How soon moves arrived, as shares of all of them.

use std::fmt;
use std::time::Instant;

/// A move: when it was sent, and how long it took until the opponent had it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) sent: Instant,
    pub(super) milliseconds: f64,
}

/// How soon moves came, in milliseconds, the quickest first.
#[derive(Default)]
pub(super) struct Tally {
    times: Vec<f64>,
}

impl Tally {
    pub(super) fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self { times }
    }

    /// How many moves there were.
    pub(super) fn count(&self) -> usize {
        self.times.len()
    }

    /// The time within which so many hundredths of the moves came (a percentile).
    pub(super) fn share(&self, hundredths: usize) -> f64 {
        let last = self.times.len().saturating_sub(1);
        self.times.get(last * hundredths / 100).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, all] = [50, 99, 100].map(|share| self.share(share));
        write!(f, "{} moves, p50 {half:.1} ms, p99 {most:.1} ms, ", self.times.len())?;
        write!(f, "max {all:.1} ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_moves_together() {
        let times = |from: u32| (from..from + 50).map(f64::from);
        let tally = Tally::of(times(51).chain(times(1)).collect());
        let shares = [50, 99, 100].map(|share| tally.share(share).round() as u32);
        assert_eq!(shares, [50, 99, 100]);
        let told = tally.to_string();
        assert!(told.starts_with("100 moves, p50 50.0 ms, p99 99.0 ms"), "{told}");
        assert!(Tally::of(Vec::new()).to_string().starts_with("0 moves"));
    }
}
