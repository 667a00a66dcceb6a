//! `sixfold convert`: games from one way of writing them to another.

use crate::failure::{Done, Failure};
use crate::tools::json_output::write_result;
use crate::tools::saved::{SavedGames, read_trees};
use catalog::GameName;
use clap::ValueEnum;
use scene::FileFormat;
use serde_json::{Value, json};
use std::io::Write;
use study::{Tree, hexworld, sgf_format};

/// Convert games between our records, SGF and HexWorld links
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold convert game.sgf --to record
  sixfold convert 'https://hexworld.org/board/#11c1,a2:sf6e7' --to sgf > game.sgf
  sixfold convert games.txt --to hexworld    every game of the file
  sixfold convert games.txt:3 --to sgf       the third
  cat games.txt | sixfold convert - --to sgf
  sixfold convert game.sgf --to record --json

What the games are written in is found out from the text. Records and SGF keep variations, comments
and markup; a link holds the game alone, and what it leaves out is counted on standard error.")]
pub(crate) struct ConvertArgs {
    /// A file, `FILE:N` for the Nth game in it, - for standard input, or a link
    source: String,
    /// What to write
    #[arg(long, value_enum)]
    to: Form,
    /// Print JSON, one object a game
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way of writing a game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Our own text
    Record,
    /// SGF, file format 4, of games that have it
    Sgf,
    /// A `HexWorld` link, of games that have it
    Hexworld,
}

impl Form {
    /// The format of other programs that it is, if it is one.
    const fn format(self) -> Option<FileFormat> {
        match self {
            Self::Record => None,
            Self::Sgf => Some(FileFormat::Sgf),
            Self::Hexworld => Some(FileFormat::HexWorld),
        }
    }
}

pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> Done {
    let trees: Vec<Tree> = if args.source.contains("://") {
        read_trees(GameName::FAVOURITE, &args.source).map_err(Failure::Request)?
    } else {
        let Ok(saved) = args.source.parse::<SavedGames>();
        saved.trees(GameName::FAVOURITE)?.into_iter().map(|saved| saved.game).collect()
    };
    for (i, tree) in trees.iter().enumerate() {
        if let Some(format) = args.to.format()
            && !tree.game().description().has_format(format)
        {
            let what = format!("{} is not written in this format; game {}", tree.game(), i + 1);
            return Err(Failure::Request(what));
        }
        let text = written(tree, i + 1, args.to)?;
        if args.json {
            write_result(out, Some(tree.game()), None, &as_json(tree, i + 1, args.to, &text))?;
            continue;
        }
        if i > 0 && args.to != Form::Hexworld {
            writeln!(out)?;
        }
        write!(out, "{text}")?;
        if args.to == Form::Hexworld {
            warn_of_loss(tree, i + 1);
        }
    }
    Ok(())
}

fn as_json(tree: &Tree, number: usize, to: Form, text: &str) -> Value {
    let to = match to {
        Form::Record => "record",
        Form::Sgf => "sgf",
        Form::Hexworld => "hexworld",
    };
    let (variations, notes) =
        if to == "hexworld" { hexworld::left_out(tree) } else { Default::default() };
    let left_out = json!({ "variations": variations, "notes": notes });
    json!({ "number": number, "to": to, "text": text, "left_out": left_out })
}

fn written(tree: &Tree, number: usize, to: Form) -> Result<String, Failure> {
    let unwritten = || Failure::request(format!("game {number} cannot be written"));
    match to {
        Form::Record => Ok(tree.to_string()),
        Form::Sgf => sgf_format::write_sgf(tree).ok_or_else(unwritten),
        Form::Hexworld => {
            let link = hexworld::write_hexworld(tree).ok_or_else(|| {
                Failure::request(format!(
                    "game {number} starts from a position; a HexWorld link starts on an empty board"
                ))
            })?;
            Ok(format!("{link}\n"))
        }
    }
}

/// Says on standard error what a link does not hold.
fn warn_of_loss(tree: &Tree, number: usize) {
    let (variations, notes) = hexworld::left_out(tree);
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        n => Some(format!("{n} {what}s")),
    };
    let lost = [counted(variations, "variation"), counted(notes, "comment or mark")];
    let lost: Vec<String> = lost.into_iter().flatten().collect();
    if !lost.is_empty() {
        let lost = lost.join(" and ").replace("or marks", "and marks");
        anstream::eprintln!(
            "\x1b[1;33mwarning:\x1b[0m the link of game {number} leaves out {lost}"
        );
    }
}
