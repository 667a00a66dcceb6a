//! Options of `setoption`: engine configuration and options of the game.

use crate::error::LineError;
use bots::{Config, Level};
use game::{GameOptions, Position, Setting, SettingKind};

/// Maximum of `Threads`.
const MOST_THREADS: u64 = 256;
/// Maximum of `Hash`, in MiB.
const MOST_MEMORY: u64 = 65_536;
/// Maximum of `MultiPV`.
const MOST_LINES: u64 = 256;

/// The settings of a game.
const fn settings<P: Position>() -> &'static [Setting] {
    <P::Options as GameOptions>::SETTINGS
}

/// A setting as an option of the protocol: its name begins with a capital letter.
fn option_name(setting: &Setting) -> String {
    let (first, rest) = setting.name.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// The type of the option, its default and its values.
fn offer(setting: &Setting) -> String {
    match setting.kind {
        SettingKind::Range { least, most, .. } => {
            format!("type spin default {} min {least} max {most}", setting.default)
        }
        SettingKind::Switch { .. } => format!("type check default {}", setting.default == 1),
        SettingKind::Choice(choices) => {
            let values: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            let default = setting.value_text(setting.default);
            format!("type combo default {default} var {}", values.join(" var "))
        }
    }
}

/// The option that a name and a value set, in the words of the game; nothing if the value makes no sense.
fn rule_word(setting: &Setting, value: &str) -> Option<String> {
    match setting.kind {
        SettingKind::Range { .. } => value.parse::<u16>().ok().map(|n| setting.value_text(n)),
        SettingKind::Switch { .. } => parse_bool(value).map(|on| setting.value_text(u16::from(on))),
        SettingKind::Choice(choices) => {
            let chosen = choices.iter().find(|choice| choice.name.eq_ignore_ascii_case(value));
            chosen.map(|choice| choice.name.to_owned())
        }
    }
}

/// A value of a choice as an option of its own, as `Tabletop`: the word that `value` makes it.
fn choice_word(setting: &Setting, name: &str, value: &str) -> Option<String> {
    let SettingKind::Choice(choices) = setting.kind else { return None };
    let named = choices.iter().find(|choice| choice.name.eq_ignore_ascii_case(name))?;
    let usual = setting.value_text(setting.default);
    parse_bool(value).map(|on| if on { named.name.to_owned() } else { usual })
}

fn parse_bool(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" => Some(true),
        "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// All option values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) config: Config,
    /// The game's options in its own words, by the option's name.
    words: Vec<(&'static str, String)>,
}

/// The kind of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OptionKind {
    /// Engine configuration.
    Thinking,
    /// An option of the game.
    Rules,
}

impl Settings {
    pub(crate) fn new(config: Config) -> Self {
        Self { config, words: Vec::new() }
    }

    /// The game's options as they were set; what was not set is as usual.
    pub(crate) fn rules<P: Position>(&self) -> Result<P::Options, LineError> {
        if self.words.is_empty() {
            return Ok(P::Options::default());
        }
        let words: Vec<&str> = self.words.iter().map(|(_, word)| word.as_str()).collect();
        words.join(" ").parse().map_err(LineError::Rules)
    }

    /// The lines that offer every option.
    pub(crate) fn offers<P: Position>(&self) -> Vec<String> {
        let config = self.config;
        let spin = |name: &str, default: u64, min: u64, max: u64| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        let mut lines = vec![
            spin("Threads", config.threads as u64, 1, MOST_THREADS),
            spin("Hash", config.memory_mib as u64, 1, MOST_MEMORY),
            spin("MultiPV", config.lines as u64, 1, MOST_LINES),
            spin("Level", config.level.number().into(), 1, Level::FULL.number().into()),
            spin("Seed", config.seed, 0, u64::MAX),
        ];
        let rules = settings::<P>().iter();
        lines.extend(rules.map(|s| format!("option name {} {}", option_name(s), offer(s))));
        lines
    }

    /// Sets an option; nothing has changed if that is impossible.
    pub(crate) fn set<P: Position>(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<OptionKind, LineError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some(setting) = settings::<P>().iter().find(|setting| is(setting.name)) {
            let word = rule_word(setting, value).ok_or_else(|| LineError::NotOffered {
                option: option_name(setting),
                offer: offer(setting),
                found: value.to_owned(),
            })?;
            return self.set_rule::<P>(setting.name, word);
        }
        let choice = |s: &'static Setting| choice_word(s, name, value).map(|word| (s.name, word));
        if let Some((setting, word)) = settings::<P>().iter().find_map(choice) {
            return self.set_rule::<P>(setting, word);
        }
        let spin = |least, most| within(name, value, least, most);
        match () {
            () if is("Threads") => self.config.threads = spin(1, MOST_THREADS)? as usize,
            () if is("Hash") => self.config.memory_mib = spin(1, MOST_MEMORY)? as usize,
            () if is("MultiPV") => self.config.lines = spin(1, MOST_LINES)? as usize,
            () if is("Level") => self.config.level = value.parse::<Level>()?,
            () if is("Seed") => self.config.seed = spin(0, u64::MAX)?,
            () => return Err(no_such_option::<P>(name)),
        }
        Ok(OptionKind::Thinking)
    }

    fn set_rule<P: Position>(
        &mut self,
        setting: &'static str,
        word: String,
    ) -> Result<OptionKind, LineError> {
        let mut changed = self.clone();
        changed.words.retain(|(name, _)| *name != setting);
        changed.words.push((setting, word));
        changed.rules::<P>()?;
        *self = changed;
        Ok(OptionKind::Rules)
    }
}

fn within(name: &str, value: &str, least: u64, most: u64) -> Result<u64, LineError> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let (name, found) = (name.to_owned(), value.to_owned());
        LineError::OutOfRange { name, least, most, found }
    })
}

fn no_such_option<P: Position>(name: &str) -> LineError {
    let own = settings::<P>().iter().map(option_name);
    let engine = ["Threads", "Hash", "MultiPV", "Level", "Seed"].map(str::to_owned);
    let known = engine.into_iter().chain(own).collect();
    LineError::UnknownOption { name: name.to_owned(), known }
}
