//! `sixfold convert`: games of Hex from one way of writing them to another.

use crate::failure::{Done, Failure};
use crate::setup::read_text;
use catalog::games::hex::Position;
use clap::ValueEnum;
use game::Record;
use sgf::{Tree, read_hexworld, read_sgf, write_hexworld, write_sgf};
use std::io::Write;
use std::path::Path;

/// Convert a game of Hex between our records, SGF and HexWorld links
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold convert game.sgf --to record
  sixfold convert 'https://hexworld.org/board/#11c1,a2:sf6e7' --to sgf > game.sgf
  sixfold convert game.txt --to hexworld

What the game is written in is found out from the text. Variations and comments stay in SGF; records
and links hold the game alone.")]
pub(crate) struct ConvertArgs {
    /// A file, or a HexWorld link
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
    let tree = if args.source.contains("hexworld.org/") {
        link("the link", &args.source)?
    } else {
        let path = Path::new(&args.source);
        read(&path.display().to_string(), &read_text(path)?)?
    };
    match args.to {
        Form::Record => write!(out, "{}", tree.main_line())?,
        Form::Sgf => write!(out, "{}", write_sgf(&tree))?,
        Form::Hexworld => {
            let link = write_hexworld(&tree.main_line()).map_err(Failure::Request)?;
            writeln!(out, "{link}")?;
        }
    }
    Ok(())
}

/// Reads whatever it looks like.
fn read(name: &str, text: &str) -> Result<Tree, Failure> {
    let body = text.trim_start_matches('\u{feff}').trim_start();
    if body.starts_with('(') {
        read_sgf(text).map_err(|trouble| Failure::Request(format!("{name}: {trouble}")))
    } else if body.contains("hexworld.org/") {
        link(name, text)
    } else {
        let record = text.parse::<Record<Position>>();
        let record = record.map_err(|error| Failure::Request(format!("{name}: {error}")))?;
        Ok(Tree::of(&record))
    }
}

fn link(name: &str, text: &str) -> Result<Tree, Failure> {
    let record = read_hexworld(text);
    let record = record.map_err(|trouble| Failure::Request(format!("{name}: {trouble}")))?;
    Ok(Tree::of(&record))
}
