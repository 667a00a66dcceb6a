//! Quantities that several commands take: lengths of time and memory, written and defaulted alike.

use std::time::Duration;

/// What a flag for the memory of an engine says.
pub(crate) const MEMORY: &str =
    "Memory of transposition table or tree, in MiB; that of the game if not given, usually 256";

/// How a length of time is written, for help texts.
pub(crate) const TIME: &str = "TIME";

/// Lengths that make sense on a command line.
const RANGE: std::ops::RangeInclusive<f64> = 0.001..=1e6;

/// `100ms`, `1.5s`, `2m`, `1h`; a number alone is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    read(text, Some(1.0)).ok_or_else(|| "expected a time such as 100ms, 1s or 2m".to_owned())
}

/// The same for flags that once took milliseconds: a number alone might mean either.
pub(crate) fn time_with_unit(text: &str) -> Result<Duration, String> {
    read(text, None).ok_or_else(|| match text.trim().parse::<f64>() {
        Ok(_) => format!("a time needs its unit: {0}ms or {0}s", text.trim()),
        Err(_) => "expected a time such as 100ms, 1s or 2m".to_owned(),
    })
}

/// `30m`, `12h`, `7d`: up to ten years.
pub(crate) fn long_time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 30m, 12h or 7d".to_owned();
    let text = text.trim();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].trim().parse().map_err(|_| wrong())?;
    let seconds = number.saturating_mul(seconds);
    let fits = (60..=3_650 * 86_400).contains(&seconds);
    fits.then(|| Duration::from_secs(seconds)).ok_or_else(wrong)
}

fn read(text: &str, without_unit: Option<f64>) -> Option<Duration> {
    let text = text.trim();
    let digits = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "" => without_unit?,
        _ => return None,
    };
    let number: f64 = number.trim().parse().ok()?;
    let seconds = number * seconds;
    RANGE.contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_minutes_hours_or_days() {
        assert_eq!(long_time("7d"), Ok(Duration::from_hours(168)));
        assert_eq!(long_time(" 90m "), Ok(Duration::from_mins(90)));
        for wrong in
            ["", "d", "0d", "7", "7w", "-1d", "1.5h", "3651d", "99999999999999999999d", "ü"]
        {
            assert!(long_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_a_unit() {
        for (text, ms) in [
            ("100ms", 100),
            ("1s", 1000),
            ("1.5 s", 1500),
            ("2m", 120_000),
            ("2min", 120_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(ms)));
            assert_eq!(time_with_unit(text), Ok(Duration::from_millis(ms)));
        }
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(time_with_unit("100").unwrap_err(), "a time needs its unit: 100ms or 100s");
        for wrong in ["", "0", "-1s", "x", "1 fortnight", "nan", "1e99s", "s", "1S"] {
            assert!(time(wrong).is_err(), "{wrong}");
            assert!(time_with_unit(wrong).is_err(), "{wrong}");
        }
    }
}
