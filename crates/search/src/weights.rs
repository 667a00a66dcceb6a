//! Weights of a linear evaluation (Samuel 1959) and their text format: one line per feature, its name and
//! its weight. Each engine defines its features.

use game::{ParseError, excerpt};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Largest absolute weight: sums of some hundred must fit into the values of the search.
const MAX_WEIGHT: i32 = 1 << 16;

/// The features of a linear evaluation.
pub trait Features<const N: usize> {
    /// The text of the default weights.
    const DEFAULT: &'static str;

    /// Names of the features, in order.
    fn names() -> &'static [String; N];
}

/// A weight for every feature, in the evaluator's units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights<F, const N: usize> {
    all: [i32; N],
    features: PhantomData<F>,
}

impl<F: Features<N>, const N: usize> Weights<F, N> {
    /// These weights, each clamped to ±65,536.
    pub fn new(weights: [i32; N]) -> Self {
        let all = weights.map(|weight| weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
        Self { all, features: PhantomData }
    }

    /// Fitted weights rounded to integers; missing features get 0.
    ///
    /// ```
    /// use search::{Features, Weights};
    /// enum Sample {}
    /// impl Features<2> for Sample {
    ///     const DEFAULT: &'static str = "tempo 7\nexits 40\n";
    ///     fn names() -> &'static [String; 2] {
    ///         static NAMES: std::sync::LazyLock<[String; 2]> =
    ///             std::sync::LazyLock::new(|| ["tempo".into(), "exits".into()]);
    ///         &NAMES
    ///     }
    /// }
    /// let weights = Weights::<Sample, 2>::rounded(&[6.6, 39.8]);
    /// assert_eq!(weights.to_string(), Sample::DEFAULT);
    /// ```
    pub fn rounded(fitted: &[f32]) -> Self {
        Self::new(std::array::from_fn(|i| fitted.get(i).map_or(0, |weight| weight.round() as i32)))
    }

    /// Every weight, in the order of the features.
    pub fn all(&self) -> &[i32; N] {
        &self.all
    }

    /// The weights as floating-point numbers, for fitting.
    ///
    /// ```
    /// use search::{Features, Weights};
    /// enum Sample {}
    /// impl Features<1> for Sample {
    ///     const DEFAULT: &'static str = "tempo 7\n";
    ///     fn names() -> &'static [String; 1] {
    ///         static NAMES: std::sync::LazyLock<[String; 1]> = std::sync::LazyLock::new(|| ["tempo".into()]);
    ///         &NAMES
    ///     }
    /// }
    /// assert_eq!(Weights::<Sample, 1>::default().to_f32(), [7.0]);
    /// assert_eq!(Weights::<Sample, 1>::new([100_000]).all(), &[65_536], "clamped");
    /// ```
    pub fn to_f32(&self) -> Vec<f32> {
        self.all.map(|weight| weight as f32).to_vec()
    }
}

/// The weights of the engine at full strength.
impl<F: Features<N>, const N: usize> Default for Weights<F, N> {
    fn default() -> Self {
        F::DEFAULT.parse().expect("the weights that come with the engine")
    }
}

impl<F: Features<N>, const N: usize> fmt::Display for Weights<F, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        F::names()
            .iter()
            .zip(&self.all)
            .try_for_each(|(name, weight)| writeln!(f, "{name} {weight}"))
    }
}

/// Parses every feature once, in order. Errors have the line and column.
impl<F: Features<N>, const N: usize> FromStr for Weights<F, N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut weights = [0; N];
        let mut rest = text;
        for (weight, name) in weights.iter_mut().zip(F::names()) {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            *weight = weight_of(name, line).ok_or_else(|| {
                let what = format!("expected `{name}` and its weight, found {}", excerpt(line));
                ParseError::new(text.len() - rest.len(), what)
            })?;
            rest = after;
        }
        if rest.is_empty() {
            return Ok(Self::new(weights));
        }
        let what = format!("expected nothing after the last weight, found {}", excerpt(rest));
        Err(ParseError::new(text.len() - rest.len(), what))
    }
}

/// The weight that a line gives to the feature of this name.
fn weight_of(name: &str, line: &str) -> Option<i32> {
    let number = line.strip_prefix(name)?.strip_prefix(' ')?;
    number.trim().parse().ok().filter(|weight: &i32| weight.abs() <= MAX_WEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    #[derive(Clone, PartialEq, Eq, Debug)]
    enum Sample {}

    impl Features<2> for Sample {
        const DEFAULT: &'static str = "tempo 7\nexits.1 -65536\n";

        fn names() -> &'static [String; 2] {
            static NAMES: LazyLock<[String; 2]> =
                LazyLock::new(|| ["tempo".to_owned(), "exits.1".to_owned()]);
            &NAMES
        }
    }

    type Two = Weights<Sample, 2>;

    #[test]
    fn weights_are_read_as_they_are_written() {
        let weights = Two::new([7, -1_000_000]);
        assert_eq!(weights, Two::default(), "cut off");
        assert_eq!(weights.to_string(), Sample::DEFAULT);
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn what_is_fitted_is_rounded() {
        assert_eq!(Two::rounded(&[6.6, -2.4]).all(), &[7, -2]);
        assert_eq!(Two::rounded(&[6.6]).to_f32(), [7.0, 0.0]);
    }

    #[test]
    fn other_texts_are_refused_where_they_go_wrong() {
        for (text, at, what) in [
            ("", 0, "expected `tempo` and its weight, found “”"),
            ("tempo 7\nexits.2 1\n", 8, "expected `exits.1` and its weight"),
            ("tempo 65537\nexits.1 1\n", 0, "expected `tempo` and its weight"),
            ("tempo 7\nexits.1 1\nmore", 18, "expected nothing after the last weight"),
        ] {
            let error = text.parse::<Two>().unwrap_err();
            assert!(error.at == at && error.what.starts_with(what), "{error}");
        }
        let garbage = "x".repeat(10_000_000).parse::<Two>().unwrap_err().to_string();
        assert!(garbage.len() < 200, "{garbage}");
    }
}
