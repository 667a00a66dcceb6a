//! `sixfold moves`: the legal moves of a position.

use crate::failure::Done;
use crate::tools::asked::{Asked, CommandAnswer, INPUT};
use queries::{MoveAnswer, MoveSelection};
use serde_json::json;
use std::io::{BufRead, Write};

/// List the legal moves, in both notations and with what they do
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold moves hex --size 5 --moves c3
  sixfold moves eclipse --json
  sixfold moves hexchess --all
  sixfold moves hexchess --moves 'fixed fixed' --viewer watcher
  echo 'start moves c3 swap' | sixfold moves hex --position - --json

Columns: machine notation, players' notation, what the move does. {INPUT}"))]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// List whole line-ups of a setup too, of which there are thousands
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &MovesArgs, input: impl BufRead, out: &mut impl Write) -> Done {
    let selection = if args.all { MoveSelection::All } else { MoveSelection::WithoutLineUps };
    args.asked.each(input, out, |asking| {
        let answer = queries::moves(&asking.played()?, asking.viewer, selection);
        let text = if asking.several {
            join(answer.moves.iter().map(|mv| mv.mv.as_str()), " ")
        } else {
            let rows: Vec<String> = answer.moves.iter().map(row).collect();
            join(rows.iter().map(String::as_str), "\n")
        };
        Ok(CommandAnswer::new(json!(answer), text))
    })
}

/// A move in both notations, and what it does.
pub(super) fn row(mv: &MoveAnswer) -> String {
    let flags: Vec<String> =
        mv.flags.iter().filter_map(|flag| json!(flag).as_str().map(str::to_owned)).collect();
    let row = format!("{:<10} {:<14} {}", mv.mv, mv.text, flags.join(" "));
    row.trim_end().to_owned()
}

fn join<'a>(texts: impl Iterator<Item = &'a str>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}
