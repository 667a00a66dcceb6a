//! `sixfold convert`: games of Hex from one way of writing them to another.

use crate::failure::{Done, Failure};
use crate::saved::SavedGames;
use catalog::games::hex::Position;
use clap::ValueEnum;
use game::{Record, RecordError, RecordText, split_records};
use sgf::{Tree, read_hexworld, read_sgf, write_hexworld, write_sgf};
use std::io::Write;

/// Convert a game of Hex between our records, SGF and HexWorld links
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold convert game.sgf --to record
  sixfold convert 'https://hexworld.org/board/#11c1,a2:sf6e7' --to sgf > game.sgf
  sixfold convert games.txt --to hexworld    every game of the file
  sixfold convert games.txt:3 --to sgf       the third

What the game is written in is found out from the text. Variations and comments stay in SGF; records
and links hold the game alone.")]
pub(crate) struct ConvertArgs {
    /// A file, FILE:N for the Nth game in it, - for standard input, or a HexWorld link
    source: String,
    /// What to write
    #[arg(long, value_enum)]
    to: Form,
}

/// A way of writing a game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Our own text
    Record,
    /// SGF, FF[4] GM[11]
    Sgf,
    /// A link
    Hexworld,
}

pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> Done {
    let trees = if args.source.contains("hexworld.org/") {
        vec![link("the link", &args.source)?]
    } else {
        let Ok(saved) = args.source.parse::<SavedGames>();
        let games = saved.chosen(read(&saved.name(), &saved.text()?)?)?;
        games.into_iter().map(|saved| saved.game).collect()
    };
    for (i, tree) in trees.iter().enumerate() {
        if i > 0 && args.to != Form::Hexworld {
            writeln!(out)?;
        }
        write_game(tree, args.to, out)?;
    }
    Ok(())
}

fn write_game(tree: &Tree, to: Form, out: &mut impl Write) -> Done {
    match to {
        Form::Record => write!(out, "{}", tree.main_line())?,
        Form::Sgf => write!(out, "{}", write_sgf(tree))?,
        Form::Hexworld => {
            let link = write_hexworld(&tree.main_line()).map_err(Failure::Request)?;
            writeln!(out, "{link}")?;
        }
    }
    Ok(())
}

/// Reads whatever it looks like: every game of a file.
fn read(name: &str, text: &str) -> Result<Vec<Tree>, Failure> {
    let body = text.trim_start();
    if body.starts_with('(') {
        let tree = read_sgf(text);
        let tree = tree.map_err(|trouble| Failure::Request(format!("{name}: {trouble}")))?;
        Ok(vec![tree])
    } else if body.contains("hexworld.org/") {
        Ok(vec![link(name, text)?])
    } else {
        split_records(text).into_iter().map(|record| read_record(name, record)).collect()
    }
}

fn read_record(name: &str, record: RecordText<'_>) -> Result<Tree, Failure> {
    let read: Result<Record<Position>, RecordError<Position>> = record.text.parse();
    let read = read.map_err(|error| {
        let line = record.line + error.line - 1;
        Failure::Request(format!("{name}: line {line}: {}", error.what))
    })?;
    Ok(Tree::of(&read))
}

fn link(name: &str, text: &str) -> Result<Tree, Failure> {
    let record = read_hexworld(text);
    let record = record.map_err(|trouble| Failure::Request(format!("{name}: {trouble}")))?;
    Ok(Tree::of(&record))
}
