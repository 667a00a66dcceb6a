//! Contestants as the command line describes them.

use crate::DescriptionError;
use bots::Level;
use search::alphabeta::Technique;
use std::fmt;
use std::str::FromStr;

/// The description of a contestant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Our engine at a level.
    Level(Level),
    /// Our engine at full strength.
    Full,
    /// Our engine without domain knowledge.
    Bare,
    /// Random legal moves.
    Random,
    /// One ply with the static evaluation.
    Greedy,
    /// Monte-Carlo tree search without domain knowledge.
    Mcts,
    /// The baseline at this depth.
    Baseline(usize),
    /// Our engine without one technique.
    Without(Technique),
    /// Our engine with a technique that it does not use by default.
    With(Technique),
    /// Our engine with weights from a file.
    Weights(String),
    /// Another program that speaks UGI.
    Command(String),
    /// Another program that speaks HTP.
    Htp(String),
}

/// Maximum depth of the baseline; deeper searches take too long.
const MAX_BASELINE_DEPTH: usize = 12;

const KNOWN: &str = "full, bare, level:N, greedy, random, mcts, plain:DEPTH, without:TECHNIQUE, \
                     with:TECHNIQUE, weights:FILE, cmd:COMMAND or htp:COMMAND";

impl FromStr for Spec {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let text = text.trim();
        let (kind, detail) = text.split_once(':').unwrap_or((text, ""));
        let detail = detail.trim();
        match (kind, detail) {
            ("full", "") => Ok(Self::Full),
            ("bare", "") => Ok(Self::Bare),
            ("random", "") => Ok(Self::Random),
            ("greedy", "") => Ok(Self::Greedy),
            ("mcts", "") => Ok(Self::Mcts),
            ("level", number) => Ok(Self::Level(number.parse()?)),
            ("plain", text) => {
                let (most, found) = (MAX_BASELINE_DEPTH, text.to_owned());
                let depth = text.parse().ok().filter(|depth| (1..=most).contains(depth));
                depth.map(Self::Baseline).ok_or(DescriptionError::BaselineDepth { most, found })
            }
            ("without", technique) => Ok(Self::Without(technique.parse()?)),
            ("with", technique) => Ok(Self::With(technique.parse()?)),
            ("weights", "") => Err(DescriptionError::NoWeightsFile),
            ("weights", file) => Ok(Self::Weights(file.to_owned())),
            ("cmd", "") => Err(DescriptionError::NoCommand { example: "cmd:'sixfold engine hex'" }),
            ("cmd", command) => Ok(Self::Command(command.to_owned())),
            ("htp", "") => {
                Err(DescriptionError::NoCommand { example: "htp:'sixfold engine hex --htp'" })
            }
            ("htp", command) => Ok(Self::Htp(command.to_owned())),
            _ => {
                let found = text.to_owned();
                Err(DescriptionError::UnknownContestant { found, known: KNOWN })
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Level(level) => format!("level:{level}"),
            Self::Full => "full".to_owned(),
            Self::Bare => "bare".to_owned(),
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Mcts => "mcts".to_owned(),
            Self::Baseline(depth) => format!("plain:{depth}"),
            Self::Without(technique) => format!("without:{technique}"),
            Self::With(technique) => format!("with:{technique}"),
            Self::Weights(file) => format!("weights:{file}"),
            Self::Command(command) => format!("cmd:{command}"),
            Self::Htp(command) => format!("htp:{command}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_round_trip() {
        for text in [
            "full",
            "bare",
            "level:5",
            "greedy",
            "random",
            "mcts",
            "plain:4",
            "without:history",
            "with:null-move",
            "weights:a b.txt",
            "cmd:sixfold engine hex",
            "htp:mohex --quiet",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nobody_else_plays() {
        for (text, expected) in [
            ("ful", "no player is called “ful”"),
            ("full:2", "no player is called “full:2”"),
            ("level", "levels go from 1 to 8, not “”"),
            ("level:9", "levels go from 1 to 8, not “9”"),
            ("plain:0", "plain goes 1 to 12 plies deep, not “0”"),
            ("plain", "plain goes 1 to 12 plies deep, not “”"),
            ("without:luck", "no technique is called “luck”"),
            ("weights:", "weights of which file?"),
            ("cmd: ", "which command?"),
            ("htp:", "which command?"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
