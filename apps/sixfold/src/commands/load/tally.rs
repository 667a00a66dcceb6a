//! What many games came to: how soon moves arrived, and what went wrong.

use super::client::Gone;
use std::fmt;

/// How soon moves came, in milliseconds, and why games failed.
#[derive(Default)]
pub(super) struct Tally {
    times: Vec<f64>,
    pub(super) failed: Vec<Gone>,
}

impl Tally {
    pub(super) fn of(games: Vec<Result<Vec<f64>, Gone>>) -> Self {
        let mut tally = Self::default();
        for game in games {
            match game {
                Ok(times) => tally.times.extend(times),
                Err(gone) => tally.failed.push(gone),
            }
        }
        tally.times.sort_by(f64::total_cmp);
        tally
    }

    fn share(&self, hundredths: usize) -> f64 {
        let last = self.times.len().saturating_sub(1);
        self.times.get(last * hundredths / 100).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, all] = [50, 99, 100].map(|share| self.share(share));
        write!(f, "{} moves, p50 {half:.1} ms, p99 {most:.1} ms, ", self.times.len())?;
        write!(f, "max {all:.1} ms, {} failed", self.failed.len())?;
        self.failed.first().map_or(Ok(()), |why| write!(f, " ({why:?} first)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_moves_together() {
        let times = |from: u32| Ok((from..from + 50).map(f64::from).collect());
        let tally = Tally::of(vec![times(51), Err(Gone::Refused), times(1)]);
        let shares = [50, 99, 100].map(|share| tally.share(share).round() as u32);
        assert_eq!(shares, [50, 99, 100]);
        let told = tally.to_string();
        assert!(told.starts_with("100 moves, p50 50.0 ms, p99 99.0 ms"), "{told}");
        assert!(told.ends_with("1 failed (Refused first)"), "{told}");
        assert!(Tally::of(Vec::new()).to_string().starts_with("0 moves"));
    }
}
