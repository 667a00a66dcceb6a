//! Contestants on the command line: `WHO,SETTING=VALUE,…`.

use super::pace::{PaceArgs, clock};
use arena::{DescriptionError, Entrant, Pace, Resources, Spec};
use game::excerpt;
use std::str::FromStr;

/// A contestant with what is set for it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EntrantArg {
    spec: Spec,
    name: Option<String>,
    threads: Option<usize>,
    memory_mib: Option<usize>,
    pace: Option<Pace>,
    options: Vec<(String, String)>,
    commands: Vec<String>,
}

impl EntrantArg {
    /// One with the usual options.
    pub(super) fn of(spec: Spec) -> Self {
        let (options, commands) = (Vec::new(), Vec::new());
        Self { spec, name: None, threads: None, memory_mib: None, pace: None, options, commands }
    }

    /// The entrant, with what all have in common where nothing else is set.
    pub(super) fn entrant(&self, resources: Resources, pace: &PaceArgs) -> Entrant {
        let resources = Resources {
            memory_mib: self.memory_mib.unwrap_or(resources.memory_mib),
            threads: self.threads.unwrap_or(resources.threads),
        };
        let pace = self.pace.unwrap_or_else(|| pace.pace());
        let entrant = Entrant::new(self.spec.clone(), resources, pace);
        let name = self.name.clone().unwrap_or_else(|| entrant.name.clone());
        let (options, commands) = (self.options.clone(), self.commands.clone());
        Entrant { name, options, commands, ..entrant }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let pace = |pace: Pace| Some(pace);
        match name {
            "name" => self.name = Some(value.to_owned()),
            "threads" => self.threads = Some(number(value, 1, 256)? as usize),
            "memory" => self.memory_mib = Some(number(value, 1, 65_536)? as usize),
            "movetime" => self.pace = pace(Pace::MoveTime(crate::units::time_with_unit(value)?)),
            "nodes" => self.pace = pace(Pace::Nodes(number(value, 1, u64::MAX)?)),
            "depth" => self.pace = pace(Pace::Depth(number(value, 1, 1000)? as usize)),
            "clock" => self.pace = pace(clock(value)?),
            "send" => self.commands.push(value.to_owned()),
            _ => match name.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(no_setting(name)),
            },
        }
        let unheard = matches!(self.spec, Spec::Htp(_)) && matches!(name, "threads" | "memory");
        if unheard {
            return Err(format!("HTP cannot set {name}: set it in the command or with send="));
        }
        Ok(())
    }
}

fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| match most {
        u64::MAX => format!("expected a number from {least}, found {}", excerpt(text)),
        _ => format!("expected a number from {least} to {most}, found {}", excerpt(text)),
    })
}

fn no_setting(name: &str) -> String {
    format!(
        "{} is no setting: there are name, threads, memory, movetime, nodes, depth, clock, \
         option.NAME and send; a comma inside a command must be quoted",
        excerpt(name)
    )
}

impl FromStr for EntrantArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = split(text).into_iter();
        let spec = parts.next().unwrap_or_default().parse();
        let mut arg = Self::of(spec.map_err(|error: DescriptionError| error.to_string())?);
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| no_setting(part.trim()))?;
            let value = unquoted(value.trim());
            arg.set(name.trim(), value).map_err(|why| format!("{}: {why}", name.trim()))?;
        }
        Ok(arg)
    }
}

/// The parts between commas, except for commas in quotes.
fn split(text: &str) -> Vec<&str> {
    let mut quote = None;
    text.split(|c| {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (',', None) => return true,
            _ => {}
        }
        false
    })
    .collect()
}

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|t| t.strip_suffix(quote));
    inside('\'').or_else(|| inside('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn settings_follow_the_contestant() {
        let arg: EntrantArg = "full,name=A,threads=2,memory=32,movetime=100ms".parse().unwrap();
        let expected = EntrantArg {
            name: Some("A".into()),
            threads: Some(2),
            memory_mib: Some(32),
            pace: Some(Pace::MoveTime(Duration::from_millis(100))),
            ..EntrantArg::of(Spec::Full)
        };
        assert_eq!(arg, expected);
    }

    #[test]
    fn commands_keep_their_commas_in_quotes() {
        let text = "htp:mohex '--a,b' -c,send='param_mohex x 1,2',send=param_mohex y,nodes=5";
        let arg: EntrantArg = text.parse().unwrap();
        assert_eq!(arg.spec, Spec::Htp("mohex '--a,b' -c".into()));
        assert_eq!(arg.commands, ["param_mohex x 1,2", "param_mohex y"]);
        assert_eq!(arg.pace, Some(Pace::Nodes(5)));
        let arg: EntrantArg = "cmd:x y,option.Move Overhead=3".parse().unwrap();
        assert_eq!(arg.options, [("Move Overhead".to_owned(), "3".to_owned())]);
    }

    #[test]
    fn what_is_no_setting_is_refused_by_name() {
        for (text, expected) in [
            ("full,thread=2", "“thread” is no setting"),
            ("full,fast", "“fast” is no setting"),
            ("full,threads=0", "threads: expected a number from 1 to 256, found “0”"),
            ("full,movetime=100", "movetime: a time needs its unit"),
            ("full,clock=x", "clock: expected"),
            ("full,option.=1", "“option.” is no setting"),
            ("htp:mohex,threads=2", "threads: HTP cannot set threads"),
            ("bob,name=A", "no player is called “bob”"),
        ] {
            let error = text.parse::<EntrantArg>().unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
