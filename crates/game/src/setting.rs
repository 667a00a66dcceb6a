//! Settings: what is chosen before a game starts, declared as data.
//!
//! A game lists its [`Setting`]s, and everything that shows or reads them (texts, forms, flags of
//! commands, options of engine protocols, captions) is made from that list. Values are numbers: that of
//! a range, the index of a choice, 0 or 1 of a switch.

mod reader;

pub use reader::read;

use std::fmt::Debug;

/// Something that is chosen before a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name in texts and flags: `size`.
    pub name: &'static str,
    /// The name in forms.
    pub title: &'static str,
    /// A sentence without its full stop.
    pub description: &'static str,
    /// What can be chosen.
    pub kind: SettingKind,
    /// The value where nothing is chosen.
    pub default: u16,
}

/// The values of a [`Setting`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingKind {
    /// A number, written `name=number`.
    Range {
        /// The smallest.
        least: u16,
        /// The largest.
        most: u16,
        /// Those that forms offer; all can be played.
        offered: &'static [u16],
        /// How people read a number, each `#` of this being the number: `# × #`.
        caption: &'static str,
    },
    /// One of a few, written as its name alone.
    Choice(&'static [SettingChoice]),
    /// On (1) or off (0), written `name=on` or `name=off`.
    Switch {
        /// How captions say that it is on, where that is unusual.
        on: &'static str,
        /// How captions say that it is off, where that is unusual.
        off: &'static str,
    },
}

/// One of the values of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingChoice {
    /// The name in texts and flags.
    pub name: &'static str,
    /// The name in forms.
    pub title: &'static str,
    /// A sentence without its full stop.
    pub description: &'static str,
}

/// The options of a game, declared as settings. [`option_traits!`](crate::option_traits) gives the type its
/// `Default`, `Display` and `FromStr`.
pub trait GameOptions: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// What can be chosen, in the order in which it is written.
    const SETTINGS: &'static [Setting];

    /// The value of each setting.
    fn values(self) -> Vec<u16>;

    /// The options with these values, one for each setting and each in its range.
    fn from_values(values: &[u16]) -> Self;
}

/// Implements `Default` of a [`GameOptions`] type by the defaults of its settings, and `Display` and `FromStr` by the
/// one text form of all games.
#[macro_export]
macro_rules! option_traits {
    ($options:ty) => {
        impl ::std::default::Default for $options {
            fn default() -> Self {
                let settings = <$options as $crate::GameOptions>::SETTINGS;
                $crate::GameOptions::from_values(&$crate::setting::defaults(settings))
            }
        }

        impl ::std::fmt::Display for $options {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let values = $crate::GameOptions::values(*self);
                f.pad(&$crate::setting::write(<$options as $crate::GameOptions>::SETTINGS, &values))
            }
        }

        impl ::std::str::FromStr for $options {
            type Err = $crate::ParseError;

            /// Forgiving in order, case and spacing; what is not said is as usual.
            fn from_str(text: &str) -> Result<Self, $crate::ParseError> {
                let settings = <$options as $crate::GameOptions>::SETTINGS;
                let values = $crate::setting::read(settings, text)?;
                Ok(<$options as $crate::GameOptions>::from_values(&values))
            }
        }
    };
}

/// What games without settings write as their options.
const STANDARD: &str = "standard";

/// The options of a game that is played in one way only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoOptions;

impl GameOptions for NoOptions {
    const SETTINGS: &'static [Setting] = &[];

    fn values(self) -> Vec<u16> {
        Vec::new()
    }

    fn from_values(_values: &[u16]) -> Self {
        Self
    }
}

option_traits!(NoOptions);

impl Setting {
    /// Whether this is one of its values.
    ///
    /// ```
    /// use game::GameOptions;
    /// let size = &hex::Options::SETTINGS[0];
    /// assert!(size.allows(11) && !size.allows(2));
    /// assert_eq!((size.value_title(11), size.value_text(11)), ("11 × 11".into(), "size=11".into()));
    /// assert!(size.offered().len() < size.all().len());
    /// ```
    pub fn allows(&self, value: u16) -> bool {
        match self.kind {
            SettingKind::Range { least, most, .. } => (least..=most).contains(&value),
            SettingKind::Choice(choices) => usize::from(value) < choices.len(),
            SettingKind::Switch { .. } => value <= 1,
        }
    }

    /// Every value, in order.
    pub fn all(&self) -> Vec<u16> {
        match self.kind {
            SettingKind::Range { least, most, .. } => (least..=most).collect(),
            SettingKind::Choice(_) | SettingKind::Switch { .. } => self.offered(),
        }
    }

    /// The values that forms offer.
    pub fn offered(&self) -> Vec<u16> {
        match self.kind {
            SettingKind::Range { offered, .. } => offered.to_vec(),
            SettingKind::Choice(choices) => (0..choices.len() as u16).collect(),
            SettingKind::Switch { .. } => vec![1, 0],
        }
    }

    /// A value as forms show it: `11 × 11`, `Tabletop`, `On`.
    pub fn value_title(&self, value: u16) -> String {
        match self.kind {
            SettingKind::Range { caption, .. } => caption.replace('#', &value.to_string()),
            SettingKind::Choice(choices) => {
                choices.get(usize::from(value)).map_or("", |choice| choice.title).to_owned()
            }
            SettingKind::Switch { .. } => if value == 1 { "On" } else { "Off" }.to_owned(),
        }
    }

    /// A value as texts write it: `size=11`, `tabletop`, `swap=on`.
    pub fn value_text(&self, value: u16) -> String {
        match self.kind {
            SettingKind::Range { .. } => format!("{}={value}", self.name),
            SettingKind::Choice(choices) => {
                choices.get(usize::from(value)).map_or("", |choice| choice.name).to_owned()
            }
            SettingKind::Switch { .. } => {
                format!("{}={}", self.name, if value == 1 { "on" } else { "off" })
            }
        }
    }

    /// A value as the caption of a game says it; nothing where it goes without saying.
    fn value_caption(&self, value: u16) -> Option<String> {
        match self.kind {
            SettingKind::Range { .. } => Some(self.value_title(value)),
            _ if value == self.default => None,
            SettingKind::Choice(_) => Some(self.value_text(value)),
            SettingKind::Switch { on, off } => Some(if value == 1 { on } else { off }.to_owned()),
        }
    }

    /// The value that a word stands for, without the name of the setting.
    fn value_of(&self, word: &str) -> Option<u16> {
        match self.kind {
            SettingKind::Range { .. } => number(word),
            SettingKind::Choice(choices) => {
                let is = |choice: &SettingChoice| choice.name.eq_ignore_ascii_case(word);
                choices.iter().position(is).map(|at| at as u16)
            }
            SettingKind::Switch { .. } => switch(word),
        }
    }

    /// Why a value is not possible.
    fn out_of_range(&self, value: u16) -> String {
        match self.kind {
            SettingKind::Range { least, most, .. } => {
                format!("the {} is {least} to {most}, not {value}", self.name)
            }
            SettingKind::Choice(_) | SettingKind::Switch { .. } => {
                format!("{} has no value {value}", self.name)
            }
        }
    }
}

/// The usual values.
///
/// ```
/// use game::{GameOptions, setting};
/// let settings = hex::Options::SETTINGS;
/// assert_eq!(setting::write(settings, &setting::defaults(settings)), "size=11 swap=on");
/// ```
pub fn defaults(settings: &[Setting]) -> Vec<u16> {
    settings.iter().map(|setting| setting.default).collect()
}

/// The text of options: `size=11 swap=on`.
pub fn write(settings: &[Setting], values: &[u16]) -> String {
    if settings.is_empty() {
        return STANDARD.to_owned();
    }
    let words = settings.iter().zip(values).map(|(setting, value)| setting.value_text(*value));
    words.collect::<Vec<_>>().join(" ")
}

/// What is to be said of options behind the name of a game: `9 × 9, no swap`; often nothing.
///
/// ```
/// use game::{GameOptions, setting};
/// let settings = hex::Options::SETTINGS;
/// assert_eq!(setting::caption(settings, &[9, 0]), "9 × 9, no swap");
/// ```
pub fn caption(settings: &[Setting], values: &[u16]) -> String {
    let words = settings.iter().zip(values).filter_map(|(setting, v)| setting.value_caption(*v));
    words.collect::<Vec<_>>().join(", ")
}

/// `11`, `11x11` or `11×11`.
fn number(word: &str) -> Option<u16> {
    let number =
        |text: &str| text.parse().ok().filter(|_| text.len() <= 4 && !text.starts_with('+'));
    match word.split_once(['x', 'X', '×']) {
        Some((columns, rows)) if columns == rows => number(columns),
        Some(_) => None,
        None => number(word),
    }
}

/// `on`, `off` and other words for them.
fn switch(word: &str) -> Option<u16> {
    let is = |name: &&str| word.eq_ignore_ascii_case(name);
    if ["on", "yes", "true"].iter().any(is) {
        Some(1)
    } else if ["off", "no", "false"].iter().any(is) {
        Some(0)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Setting = Setting {
        name: "size",
        title: "Board",
        description: "the number of rows and columns",
        kind: SettingKind::Range { least: 3, most: 19, offered: &[5, 11], caption: "# × #" },
        default: 11,
    };
    const SWAP: Setting = Setting {
        name: "swap",
        title: "Swap rule",
        description: "whether the second player may take over the first move",
        kind: SettingKind::Switch { on: "swap", off: "no swap" },
        default: 1,
    };
    const RULES: Setting = Setting {
        name: "rules",
        title: "Rules",
        description: "the rule book",
        kind: SettingKind::Choice(&[
            SettingChoice { name: "standard", title: "Standard", description: "as usual" },
            SettingChoice { name: "tabletop", title: "Tabletop", description: "as printed" },
        ]),
        default: 0,
    };
    const BOARD: [Setting; 2] = [SIZE, SWAP];

    fn again(settings: &[Setting], text: &str) -> String {
        read(settings, text).map_or_else(|e| e.to_string(), |values| write(settings, &values))
    }

    #[test]
    fn options_are_read_in_any_order_and_case() {
        let usual = "size=11 swap=on";
        for text in ["", "11", "SWAP", "swap=on size=11", "11x11, Swap: yes", " 11×11 swap = ON "]
        {
            assert_eq!(again(&BOARD, text), usual, "{text}");
        }
        for text in ["noswap 13", "13 no-swap", "size=13 swap=off", "swap off 13X13"] {
            assert_eq!(again(&BOARD, text), "size=13 swap=off", "{text}");
        }
        assert_eq!(again(&BOARD, "swap 13"), "size=13 swap=on");
        for text in ["tabletop", "TableTop ", "rules=tabletop", "Rules: Tabletop"] {
            assert_eq!(again(&[RULES], text), "tabletop", "{text}");
        }
        assert_eq!(
            (again(&[], ""), again(&[], "Standard")),
            ("standard".into(), "standard".into())
        );
    }

    #[test]
    fn what_cannot_be_meant_is_refused_in_one_line() {
        let cases = [
            ("300", "the size is 3 to 19, not 300 (at character 1)"),
            ("size=2", "the size is 3 to 19, not 2 (at character 6)"),
            ("20x20", "the size is 3 to 19, not 20 (at character 1)"),
            ("11 13", "the size is given twice (at character 4)"),
            ("swap noswap", "the swap is given twice (at character 6)"),
            ("size=", "expected a size, such as size=11 (at character 6)"),
            ("5x6", "expected options such as size=11 swap=on, found “5x6” (at character 1)"),
            ("swap=x", "expected options such as size=11 swap=on, found “x” (at character 6)"),
            ("-3", "expected options such as size=11 swap=on, found “-3” (at character 1)"),
        ];
        for (text, refusal) in cases {
            assert_eq!(again(&BOARD, text), refusal);
        }
        let chess = "expected standard or tabletop, found “chess” (at character 3)";
        assert_eq!(again(&[RULES], "  chess"), chess);
        assert_eq!(again(&[], "x"), "the only options are “standard”, not “x” (at character 1)");
        assert!(read(&BOARD, &"9".repeat(10_000_000)).unwrap_err().to_string().len() < 120);
    }

    #[test]
    fn captions_say_what_does_not_go_without_saying() {
        assert_eq!(caption(&BOARD, &[9, 0]), "9 × 9, no swap");
        assert_eq!(caption(&BOARD, &[11, 1]), "11 × 11");
        assert_eq!(
            (caption(&[RULES], &[0]), caption(&[RULES], &[1])),
            (String::new(), "tabletop".into())
        );
    }

    #[test]
    fn what_is_offered_is_allowed_and_has_a_title() {
        for setting in [SIZE, SWAP, RULES] {
            assert!(setting.allows(setting.default));
            for value in setting.offered() {
                assert!(setting.allows(value) && !setting.value_title(value).is_empty());
            }
            assert!(!setting.allows(999));
        }
    }
}
