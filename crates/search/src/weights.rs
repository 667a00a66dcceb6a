//! The weights of an evaluation as text: one line a feature, its name and its weight. What the
//! features are is for each engine to say.

use game::{ParseError, excerpt};
use std::fmt;

/// Weights beyond this are a mistake: some hundred of them must fit what a search counts with.
pub const HEAVIEST: i32 = 1 << 16;

/// Writes the weights of the features with these names.
///
/// # Errors
/// Those of the formatter.
pub fn write(f: &mut fmt::Formatter<'_>, names: &[String], weights: &[i32]) -> fmt::Result {
    names.iter().zip(weights).try_for_each(|(name, weight)| writeln!(f, "{name} {weight}"))
}

/// Reads what [`write`] writes: every feature once, in order, and nothing else.
///
/// # Errors
/// Which feature was expected where, and what stands there.
pub fn read<const N: usize>(names: &[String; N], text: &str) -> Result<[i32; N], ParseError> {
    let mut weights = [0; N];
    let mut rest = text;
    for (weight, name) in weights.iter_mut().zip(names) {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        *weight = weight_of(name, line).ok_or_else(|| {
            let what = format!("expected `{name}` and its weight, found {}", excerpt(line));
            ParseError::new(text.len() - rest.len(), what)
        })?;
        rest = after;
    }
    if rest.is_empty() {
        return Ok(weights);
    }
    let what = format!("expected nothing after the last weight, found {}", excerpt(rest));
    Err(ParseError::new(text.len() - rest.len(), what))
}

/// The weight that a line gives to the feature of this name.
fn weight_of(name: &str, line: &str) -> Option<i32> {
    let number = line.strip_prefix(name)?.strip_prefix(' ')?;
    number.trim().parse().ok().filter(|weight: &i32| weight.abs() <= HEAVIEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sample([i32; 2]);

    fn names() -> [String; 2] {
        ["tempo".to_owned(), "exits.1".to_owned()]
    }

    impl fmt::Display for Sample {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write(f, &names(), &self.0)
        }
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let text = Sample([7, -65_536]).to_string();
        assert_eq!(text, "tempo 7\nexits.1 -65536\n");
        assert_eq!(read(&names(), &text), Ok([7, -65_536]));
    }

    #[test]
    fn other_texts_are_refused_where_they_go_wrong() {
        for (text, at, what) in [
            ("", 0, "expected `tempo` and its weight, found “”"),
            ("tempo 7\nexits.2 1\n", 8, "expected `exits.1` and its weight"),
            ("tempo 65537\nexits.1 1\n", 0, "expected `tempo` and its weight"),
            ("tempo 7\nexits.1 1\nmore", 18, "expected nothing after the last weight"),
        ] {
            let error = read(&names(), text).unwrap_err();
            assert!(error.at == at && error.what.starts_with(what), "{error}");
        }
        let garbage = read(&names(), &"x".repeat(10_000_000)).unwrap_err().to_string();
        assert!(garbage.len() < 200, "{garbage}");
    }
}
