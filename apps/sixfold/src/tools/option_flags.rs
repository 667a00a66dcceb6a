//! Flags for the options of games, made from the settings that the games declare.
//!
//! A range is `--size N`, a switch the flag that changes it (`--no-swap`), a choice a flag for each value
//! that is not the usual one (`--tabletop`). Games that have a setting of the same name share its flag.

use crate::failure::Failure;
use catalog::GameName;
use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches};
use game::{GameOptions, Position, Setting, SettingKind};

/// The group of all these flags.
pub(crate) const OPTIONS: &str = "options";

/// What the flags say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The flags that were given, each with its number if it has one.
    given: Vec<(String, Option<u16>)>,
}

/// A flag, and the value of a setting that it chooses.
struct Flag {
    setting: &'static Setting,
    /// Without the hyphens.
    name: String,
    /// Nothing where the flag is followed by a number.
    value: Option<u16>,
    help: String,
}

/// The flags of a setting.
fn flags(setting: &'static Setting) -> Vec<Flag> {
    let flag =
        |name: String, value, help: &str| Flag { setting, name, value, help: help.to_owned() };
    match setting.kind {
        SettingKind::Range { least, most, .. } => {
            let help = format!("{}, {least} to {most}", setting.description);
            vec![flag(setting.name.to_owned(), None, &help)]
        }
        SettingKind::Switch { .. } if setting.default == 1 => {
            let help = format!("without: {}", setting.description);
            vec![flag(format!("no-{}", setting.name), Some(0), &help)]
        }
        SettingKind::Switch { .. } => {
            vec![flag(setting.name.to_owned(), Some(1), setting.description)]
        }
        SettingKind::Choice(choices) => {
            let numbered = (0..).zip(choices).filter(|(number, _)| *number != setting.default);
            numbered
                .map(|(number, choice)| {
                    flag(choice.name.to_owned(), Some(number), choice.description)
                })
                .collect()
        }
    }
}

/// The flags of all games, those of one name together: what each says of its game.
fn all_flags() -> Vec<(Flag, String)> {
    let mut all: Vec<(Flag, String)> = Vec::new();
    for game in GameName::ALL {
        for flag in game.settings().iter().flat_map(flags) {
            let help = format!("{}: {}", game.title(), flag.help);
            match all.iter_mut().find(|(known, _)| known.name == flag.name) {
                Some((_, helps)) => *helps = format!("{helps}; {help}"),
                None => all.push((flag, help)),
            }
        }
    }
    all
}

impl Options {
    /// The options of the game `P`; a flag of another game is refused by its name.
    pub(crate) fn of<P: Position>(&self) -> Result<P::Options, Failure> {
        let Some(text) = self.text::<P>()? else { return Ok(P::Options::default()) };
        text.parse().map_err(|e: game::ParseError| Failure::request(e.what))
    }

    /// The same as text; nothing where no flag is given.
    pub(crate) fn text<P: Position>(&self) -> Result<Option<String>, Failure> {
        let settings = <P::Options as GameOptions>::SETTINGS;
        let own: Vec<Flag> = settings.iter().flat_map(flags).collect();
        let mut words = Vec::new();
        for (name, number) in &self.given {
            let flag = own.iter().find(|flag| flag.name == *name);
            let flag = flag.ok_or_else(|| foreign(name, P::NAME))?;
            words.push(flag.setting.value_text(flag.value.or(*number).unwrap_or_default()));
        }
        Ok((!words.is_empty()).then(|| words.join(" ")))
    }
}

/// Why a flag is refused for a game: it belongs to others.
fn foreign(flag: &str, game: &str) -> Failure {
    let has =
        |game: &GameName| game.settings().iter().flat_map(flags).any(|known| known.name == flag);
    let owners: Vec<&str> = GameName::ALL.into_iter().filter(has).map(GameName::text).collect();
    Failure::request(format!("--{flag} is for {}, not for {game}", owners.join(" and ")))
}

impl clap::Args for Options {
    fn augment_args(command: Command) -> Command {
        let all = all_flags();
        let names: Vec<String> = all.iter().map(|(flag, _)| flag.name.clone()).collect();
        let args = all.into_iter().map(|(flag, help)| {
            let arg = Arg::new(flag.name.clone()).long(flag.name).help(help);
            match flag.value {
                Some(_) => arg.action(ArgAction::SetTrue),
                None => arg
                    .value_name("N")
                    .value_parser(ValueParser::new(clap::value_parser!(u16)))
                    .action(ArgAction::Set),
            }
        });
        command.args(args).group(ArgGroup::new(OPTIONS).args(names).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = all_flags().into_iter().filter_map(|(flag, _)| match flag.value {
            Some(_) => matches.get_flag(&flag.name).then_some((flag.name, None)),
            None => matches.get_one::<u16>(&flag.name).map(|n| (flag.name.clone(), Some(*n))),
        });
        Ok(Self { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
