//! Texts that people write for others to read: chat lines, reports, notes.

use std::fmt;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// How many combining marks may follow one another; more make towers over other lines.
const MOST_MARKS: usize = 2;

/// Why a text is not one line for others to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineError {
    /// It has a character that ends a line or controls a terminal.
    ControlCharacter,
    /// It has more characters than this.
    TooLong { longest: usize },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ControlCharacter => {
                f.write_str("a text is one line of letters, signs and spaces")
            }
            Self::TooLong { longest } => write!(f, "a text has at most {longest} characters"),
        }
    }
}

impl std::error::Error for LineError {}

/// Whether a character ends a line or controls a terminal.
pub(crate) fn is_control(c: char) -> bool {
    use GeneralCategory::{LineSeparator, ParagraphSeparator};
    c.is_control() || matches!(c.general_category(), LineSeparator | ParagraphSeparator)
}

fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    matches!(c.general_category(), NonspacingMark | EnclosingMark)
}

/// The text without characters that only change how others are shown (Unicode category Cf: overrides of the
/// direction of writing, zero-width characters), and with few combining marks in a row.
pub(crate) fn readable(text: &str) -> String {
    let mut marks = 0;
    let shown = text.chars().filter(|&c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks <= MOST_MARKS && c.general_category() != GeneralCategory::Format
    });
    shown.collect::<String>().trim().to_owned()
}

/// A text of one line of at most so many characters, without what is not shown; nothing is a text too.
pub(crate) fn one_line(text: &str, longest: usize) -> Result<String, LineError> {
    let text = readable(text);
    if text.chars().any(is_control) {
        return Err(LineError::ControlCharacter);
    }
    if text.chars().count() > longest {
        return Err(LineError::TooLong { longest });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_characters_are_left_out() {
        let odd = ["\u{2066}", "\u{2069}", "\u{200b}", "\u{200f}", "\u{202a}", "\u{202e}"];
        for c in odd.into_iter().chain(["\u{feff}", "\u{00ad}", "\u{061c}", "\u{e0041}"]) {
            assert_eq!(readable(&format!("{c}well{c} played{c}")), "well played", "{c:?}");
            assert_eq!(readable(c), "");
        }
    }

    #[test]
    fn marks_do_not_tower() {
        let tower = format!("a{}b", "\u{0301}".repeat(40));
        assert_eq!(readable(&tower), "a\u{0301}\u{0301}b");
        for plain in ["Việt Nam", "שָׁלוֹם", "नमस्ते", "né à Zoë", "👍🏽 ok"]
        {
            assert_eq!(readable(plain), plain);
        }
    }

    #[test]
    fn a_line_has_a_length_and_no_other_lines() {
        assert_eq!(one_line("  well played ", 11), Ok("well played".to_owned()));
        assert_eq!(one_line("", 11), Ok(String::new()));
        assert!(one_line("well played!", 11).is_err());
        assert!(one_line("well\nplayed", 99).is_err());
    }
}
