//! `sixfold apply`: the position and the record after moves.

use crate::failure::Done;
use crate::tools::asked::{Asked, CommandAnswer, INPUT};
use serde_json::json;
use std::io::{BufRead, Write};

/// Play moves, and print the position that they lead to
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold apply hex c3 d4 --size 5
  sixfold apply eclipse 34-26 --json
  sixfold apply hex --record games.txt:1 --text
  echo 'start moves c3 swap' | sixfold apply hex --position -

{INPUT}"))]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// The moves, in either notation, after those of --moves
    #[arg(value_name = "MOVE")]
    played: Vec<String>,
    /// Print the whole game as a record
    #[arg(long)]
    text: bool,
}

pub(crate) fn run(args: &ApplyArgs, input: impl BufRead, out: &mut impl Write) -> Done {
    args.asked.each(input, out, |mut asking| {
        asking.game.1.extend(args.played.iter().cloned());
        let answer = queries::apply(&asking.game.0, &asking.game.1, asking.viewer)?;
        let record = answer.record.clone().filter(|_| args.text);
        let text = record.unwrap_or_else(|| answer.position.clone());
        Ok(CommandAnswer::new(json!(answer), text))
    })
}
