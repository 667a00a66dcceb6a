//! The reader of options: one for all games.

use super::{STANDARD, Setting, SettingKind, defaults, write};
use crate::{ParseError, excerpt};

/// Reads options in any order, case and spacing: `size=11 swap=on`, `11x11, noswap`, `Tabletop`.
///
/// # Errors
/// Where and why the text cannot be read, or a value is out of range.
///
/// ```
/// use game::{GameOptions, setting};
/// let settings = hex::Options::SETTINGS;
/// assert_eq!(setting::read(settings, "9x9, noswap"), Ok(vec![9, 0]));
/// assert_eq!(setting::read(settings, "swap=on size=2").unwrap_err().at, 13, "at the value");
/// ```
pub fn read(settings: &[Setting], text: &str) -> Result<Vec<u16>, ParseError> {
    let mut found = vec![None; settings.len()];
    let mut words = Words { text, at: 0 };
    while let Some((at, word)) = words.next() {
        if settings.is_empty() && word.eq_ignore_ascii_case(STANDARD) {
            continue;
        }
        let (index, at, value) = assignment(settings, at, word, &mut words)?;
        let setting = &settings[index];
        if !setting.allows(value) {
            return Err(ParseError::new(at, setting.out_of_range(value)));
        }
        if found[index].replace(value).is_some() {
            return Err(ParseError::new(at, format!("the {} is given twice", setting.name)));
        }
    }
    Ok(found.iter().zip(settings).map(|(value, s)| value.unwrap_or(s.default)).collect())
}

/// What a word says, with the words that belong to it: which setting, where its value stands, the value.
fn assignment(
    settings: &[Setting],
    at: usize,
    word: &str,
    words: &mut Words<'_>,
) -> Result<(usize, usize, u16), ParseError> {
    let refused = |at, word| ParseError::new(at, expected(settings, word));
    if let Some(index) = settings.iter().position(|s| s.name.eq_ignore_ascii_case(word)) {
        let setting = &settings[index];
        let before = words.at;
        let given = words.next();
        let value = given.and_then(|(_, word)| setting.value_of(word));
        return match (value, setting.kind, given) {
            (Some(value), _, Some((at, _))) => Ok((index, at, value)),
            // A switch by its name alone is on.
            (None, SettingKind::Switch { .. }, _) if !words.assigned(before) => {
                words.at = before;
                Ok((index, at, 1))
            }
            (_, _, Some((at, word))) => Err(refused(at, word)),
            (_, _, None) => {
                let usual = setting.value_text(setting.default);
                let what = format!("expected a {}, such as {usual}", setting.name);
                Err(ParseError::new(words.text.len(), what))
            }
        };
    }
    let off = |setting: &Setting| {
        matches!(setting.kind, SettingKind::Switch { .. }) && denies(word, setting.name)
    };
    if let Some(index) = settings.iter().position(off) {
        return Ok((index, at, 0));
    }
    let bare = settings.iter().enumerate().find_map(|(index, setting)| match setting.kind {
        SettingKind::Switch { .. } => None,
        _ => setting.value_of(word).map(|value| (index, at, value)),
    });
    bare.ok_or_else(|| refused(at, word))
}

fn expected(settings: &[Setting], word: &str) -> String {
    let found = excerpt(word);
    match settings {
        [] => format!("the only options are “{STANDARD}”, not {found}"),
        [Setting { kind: SettingKind::Choice(choices), .. }] => {
            let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
            format!("expected {}, found {found}", names.join(" or "))
        }
        _ => {
            let usual = write(settings, &defaults(settings));
            format!("expected options such as {usual}, found {found}")
        }
    }
}

/// `noswap` or `no-swap`.
fn denies(word: &str, name: &str) -> bool {
    let rest = word.get(..2).filter(|no| no.eq_ignore_ascii_case("no")).map(|_| &word[2..]);
    rest.is_some_and(|rest| rest.strip_prefix('-').unwrap_or(rest).eq_ignore_ascii_case(name))
}

/// Words between spaces, commas, colons and equals signs, each with the bytes before it.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c| !is_separator(c))?;
        let rest = &self.text[start..];
        let word = &rest[..rest.find(is_separator).unwrap_or(rest.len())];
        self.at = start + word.len();
        Some((start, word))
    }

    /// Whether a value is announced after `at`, by an equals sign or a colon.
    fn assigned(&self, at: usize) -> bool {
        self.text[at..].trim_start().starts_with(['=', ':'])
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';')
}
