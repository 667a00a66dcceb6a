//! Options of `setoption`: engine configuration and options of the game.

use crate::error::LineError;
use bots::{Config, Level};
use catalog::GameName;
use game::Position;

/// Maximum of `Threads`.
const MOST_THREADS: u64 = 256;
/// Maximum of `Hash`, in MiB.
const MOST_MEMORY: u64 = 65_536;
/// Maximum of `MultiPV`.
const MOST_LINES: u64 = 256;

/// An option of the game, as it is offered.
struct Rule {
    name: &'static str,
    offer: &'static str,
    /// The option in the game's own words, if the value makes sense.
    word: fn(&str) -> Option<String>,
}

const SIZE: Rule = Rule {
    name: "Size",
    offer: "type spin default 11 min 3 max 19",
    word: |value| value.parse::<u8>().ok().map(|size| format!("size={size}")),
};

const SWAP: Rule = Rule {
    name: "Swap",
    offer: "type check default true",
    word: |value| parse_bool(value).map(|on| format!("swap={}", if on { "on" } else { "off" })),
};

const TABLETOP: Rule = Rule {
    name: "Tabletop",
    offer: "type check default false",
    word: |value| parse_bool(value).map(|on| if on { "tabletop" } else { "standard" }.to_owned()),
};

fn parse_bool(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" => Some(true),
        "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// The options of a game.
fn rules(game: &str) -> &'static [Rule] {
    match game.parse() {
        Ok(GameName::Eclipse) => &[TABLETOP],
        Ok(GameName::Hex) => &[SIZE, SWAP],
        Ok(GameName::HexChess) | Err(_) => &[],
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
        let rules = rules(P::NAME).iter();
        lines.extend(rules.map(|rule| format!("option name {} {}", rule.name, rule.offer)));
        lines
    }

    /// Sets an option; nothing has changed if that is impossible.
    pub(crate) fn set<P: Position>(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<OptionKind, LineError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some(rule) = rules(P::NAME).iter().find(|rule| is(rule.name)) {
            return self.set_rule::<P>(rule, value);
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
        rule: &'static Rule,
        value: &str,
    ) -> Result<OptionKind, LineError> {
        let word = (rule.word)(value).ok_or_else(|| LineError::NotOffered {
            option: rule.name,
            offer: rule.offer,
            found: value.to_owned(),
        })?;
        let mut changed = self.clone();
        changed.words.retain(|(name, _)| *name != rule.name);
        changed.words.push((rule.name, word));
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
    let own = rules(P::NAME).iter().map(|rule| rule.name);
    let known = ["Threads", "Hash", "MultiPV", "Level", "Seed"].into_iter().chain(own).collect();
    LineError::UnknownOption { name: name.to_owned(), known }
}
