//! Elo difference (Elo 1978) with confidence interval, from pentanomial counts of pairs of games (Van den Bergh 2019).
//!
//! Two games from one opening with sides changed are not independent, so pairs are counted: five
//! classes, from 0 to 2 points.

/// The quantile of the normal distribution that leaves 95 % between it and its negative.
const Z: f64 = 1.959_963_984_540_054;

/// Number of pairs with 0, ½, 1, 1½ and 2 points.
pub type Pairs = [u64; 5];

/// A rating difference with its 95 % confidence interval. Ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The difference at which a side is expected to score `score`, from 0 to 1: `−400 · log₁₀(1/s − 1)`.
pub fn from_score(score: f64) -> f64 {
    match score {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => -400.0 * (1.0 / s - 1.0).log10(),
    }
}

/// The score to be expected at a difference: `1 / (1 + 10^(−elo/400))`.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean score of a game and the variance of a pair's mean; `None` without pairs.
pub(crate) fn moments(pairs: &Pairs) -> Option<(f64, f64)> {
    let total: u64 = pairs.iter().sum();
    if total == 0 {
        return None;
    }
    let average = |f: &dyn Fn(f64) -> f64| {
        let sum: f64 = (0..5).map(|i| pairs[i] as f64 * f(i as f64 / 4.0)).sum();
        sum / total as f64
    };
    let mean = average(&|score| score);
    Some((mean, average(&|score| (score - mean).powi(2))))
}

/// A score from 0 to 1 with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreInterval {
    /// The mean score.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The score of a game with its interval; `None` without pairs.
pub fn score_interval(pairs: &Pairs) -> Option<ScoreInterval> {
    let (mean, variance) = moments(pairs)?;
    let total: u64 = pairs.iter().sum();
    let (low, high) = if variance > 0.0 {
        let deviation = half_width(variance, total);
        ((mean - deviation).max(0.0), (mean + deviation).min(1.0))
    } else {
        all_alike(mean, total)
    };
    Some(ScoreInterval { mean, low, high })
}

/// Half the width of the interval of a mean: by the normal distribution, and for few pairs by
/// Student's, with the unbiased variance.
fn half_width(variance: f64, total: u64) -> f64 {
    let n = total as f64;
    match STUDENT.get(total as usize) {
        Some(quantile) => quantile * (variance / (n - 1.0)).sqrt(),
        None => Z * (variance / n).sqrt(),
    }
}

/// The same quantile as [`Z`] of Student's t distribution for so many pairs, one less than which are
/// the degrees of freedom. (Fewer than two pairs have no variance.)
const STUDENT: [f64; 31] = [
    0.0, 0.0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
    2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060,
    2.056, 2.052, 2.048, 2.045,
];

/// What these pairs say; `None` without pairs.
pub fn estimate(pairs: &Pairs) -> Option<Estimate> {
    let ScoreInterval { mean, low, high } = score_interval(pairs)?;
    Some(Estimate { elo: from_score(mean), low: from_score(low), high: from_score(high) })
}

/// The interval where every pair ended alike, so that no spread was seen: what is compatible with
/// a coin that never fell the other way.
fn all_alike(mean: f64, total: u64) -> (f64, f64) {
    let unseen = 1.0 - 0.025f64.powf(1.0 / total as f64);
    ((mean - unseen).max(0.0), (mean + unseen).min(1.0))
}

/// Likelihood of superiority (LOS): the probability that the first side is stronger.
///
/// With a flat prior the five classes have a Dirichlet distribution: one pair more in each. So a few
/// pairs that all end alike are not taken for certainty.
pub fn likelihood_of_superiority(pairs: &Pairs) -> Option<f64> {
    let total: u64 = pairs.iter().sum();
    if total == 0 {
        return None;
    }
    let (mean, variance) = moments(&pairs.map(|count| count + 1))?;
    let deviation = (variance / (total as f64 + 6.0)).sqrt();
    Some(normal((mean - 0.5) / deviation))
}

/// The normal distribution function, by the rational approximation 26.2.17 of Abramowitz and
/// Stegun; within 10⁻⁷.
fn normal(x: f64) -> f64 {
    const C: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = C.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = series * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    #[test]
    fn differences_and_scores_belong_together() {
        for (elo, score) in
            [(0.0, 0.5), (100.0, 0.640_065), (190.848_5, 0.75), (-400.0, 1.0 / 11.0)]
        {
            assert!(near(to_score(elo), score, 1e-6), "{elo}");
            assert!(near(from_score(score), elo, 1e-3), "{score}");
        }
        assert!(from_score(1.0) > f64::MAX && from_score(0.0) < f64::MIN);
    }

    /// Results of engine matches as other match programs reported them: pairs, difference, half
    /// the width of the interval.
    #[test]
    fn published_results_are_reproduced() {
        for (pairs, elo, half) in [
            ([40, 67, 295, 123, 54], 25.25, 13.92),
            ([73, 79, 296, 91, 118], 27.02, 15.81),
            ([598, 1553, 2651, 1569, 648], 2.87, 4.37),
            ([19, 23, 269, 81, 108], 83.57, 16.15),
            ([66, 79, 5, 0, 0], -303.61, 30.73),
        ] {
            let found = estimate(&pairs).expect("pairs");
            assert!(near(found.elo, elo, 0.006), "{found:?}");
            assert!(near((found.high - found.low) / 2.0, half, 0.006), "{found:?}");
        }
    }

    #[test]
    fn superiority_is_what_the_normal_distribution_says() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (8.0, 1.0)] {
            assert!(near(normal(x), expected, 2e-7), "{x}");
        }
        let los = likelihood_of_superiority(&[40, 67, 295, 123, 54]).expect("pairs");
        assert!(near(los, 0.9998, 1e-4), "{los}");
        assert_eq!(likelihood_of_superiority(&[0; 5]), None);
    }

    #[test]
    fn a_few_pairs_are_no_certainty() {
        let one = likelihood_of_superiority(&[0, 0, 0, 0, 1]).expect("pairs");
        assert!((0.6..0.8).contains(&one), "{one}");
        let ten = likelihood_of_superiority(&[0, 0, 0, 0, 10]).expect("pairs");
        assert!(one < ten && ten < 0.999_995, "{ten}");
        // Two pairs say next to nothing; the normal distribution would promise more than ½.
        let two = score_interval(&[0, 0, 0, 1, 1]).expect("pairs");
        assert_eq!((two.low, two.high), (0.0, 1.0));
        let even = likelihood_of_superiority(&[3, 1, 7, 1, 3]).expect("pairs");
        assert!(near(even, 0.5, 1e-6), "{even}");
    }

    #[test]
    fn a_clean_sweep_has_one_open_end() {
        let sweep = estimate(&[0, 0, 0, 0, 50]).expect("pairs");
        assert_eq!((sweep.elo, sweep.high), (f64::INFINITY, f64::INFINITY));
        // One in 25 thousandths would still win 50 pairs in a row.
        assert!(near(to_score(sweep.low).powi(50), 0.025, 1e-9), "{sweep:?}");
        let level = estimate(&[0, 0, 9, 0, 0]).expect("pairs");
        assert!(level.elo == 0.0 && level.low < -100.0 && level.high > 100.0, "{level:?}");
        assert_eq!(estimate(&[0; 5]), None);
    }
}
