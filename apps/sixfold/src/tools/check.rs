//! `sixfold check`: whether a move is legal, and if not, why.

use super::moves::row;
use crate::failure::Done;
use crate::tools::asked::{Asked, Asking, CommandAnswer, INPUT};
use queries::QueryError;
use serde_json::json;
use std::io::{BufRead, Write};

/// Say whether a move is legal; if it is not, why
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold check hex c3
  sixfold check eclipse 34-26 --json
  sixfold check hexchess 12-13 --moves 'fixed fixed'
  echo 'start moves c3 d4' | sixfold check hex --position -

Without MOVE the last of the moves is checked. The exit code is 1 if a move is not legal. {INPUT}"))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// The move, in either notation
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
}

pub(crate) fn run(args: &CheckArgs, input: impl BufRead, out: &mut impl Write) -> Done {
    args.asked.each(input, out, |asking| check(args, asking))
}

fn check(args: &CheckArgs, mut asking: Asking) -> Result<CommandAnswer, QueryError> {
    let last = args.mv.clone().or_else(|| asking.game.1.pop());
    let mv = last.ok_or_else(|| QueryError::bad_question("say which move to check"))?;
    let answer = queries::check(&asking.played()?, &mv, asking.viewer);
    let text = match (&answer.mv, &answer.reason) {
        (Some(mv), _) => format!("legal: {}", row(mv)),
        (None, Some(reason)) => format!("not legal: {}", reason.in_words()),
        (None, None) => String::new(),
    };
    Ok(CommandAnswer { wrong: !answer.legal, ..CommandAnswer::new(json!(answer), text) })
}
