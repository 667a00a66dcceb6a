//! Tables in Markdown for the documents, each with the command, commit and date that produced it.

use crate::failure::Done;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes where the following table comes from: the command, the version with its commit, the date.
pub(crate) fn provenance(out: &mut impl Write) -> Done {
    let arguments: Vec<String> = std::env::args().skip(1).map(|text| quoted(&text)).collect();
    let (command, date) = (arguments.join(" "), civil_date(days_since_1970()));
    writeln!(out, "`sixfold {command}`, version {}, {date}\n", env!("SIXFOLD_VERSION"))?;
    Ok(())
}

/// Writes one row of a table.
pub(crate) fn row(out: &mut impl Write, cells: &[&str]) -> Done {
    writeln!(out, "| {} |", cells.join(" | "))?;
    out.flush()?;
    Ok(())
}

/// Writes the heading of a table.
pub(crate) fn heading(out: &mut impl Write, cells: &[&str]) -> Done {
    row(out, cells)?;
    writeln!(out, "|{}", "---|".repeat(cells.len()))?;
    Ok(())
}

/// An argument as it is typed in a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,.+/".contains(c);
    if text.chars().all(plain) { text.to_owned() } else { format!("'{text}'") }
}

fn days_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

/// `2026-11-17` in the Gregorian calendar (UTC).
fn civil_date(days: u64) -> String {
    let (mut year, mut rest) = (1970, days);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while rest >= 365 + u64::from(is_leap(year)) {
        rest -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while rest >= lengths[month] {
        rest -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_774, "2026-11-17"),
            (20_818, "2026-12-31"),
            (20_819, "2027-01-01"),
        ] {
            assert_eq!(civil_date(days), date);
        }
    }

    #[test]
    fn a_table_has_a_heading_and_rows() {
        let mut out = Vec::new();
        heading(&mut out, &["a", "b"]).expect("written");
        row(&mut out, &["1", "2"]).expect("written");
        assert_eq!(out, b"| a | b |\n|---|---|\n| 1 | 2 |\n");
    }
}
