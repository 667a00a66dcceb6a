//! `sixfold state`: who is to move, the result, repetition, what is pinned, threatened and hidden.

use crate::failure::Done;
use crate::tools::asked::{Asked, CommandAnswer, INPUT};
use queries::StateAnswer;
use serde_json::json;
use std::io::{BufRead, Write};

/// Tell side to move, result, repetition, pins, threats, hidden pieces
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold state eclipse --moves '34-5 15-23'
  sixfold state hexchess --moves 'fixed fixed' --viewer second --json
  sixfold state hex --record games.txt
  echo 'start moves c3' | sixfold state hex --position - --json

{INPUT}"))]
pub(crate) struct StateArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
}

pub(crate) fn run(args: &StateArgs, input: impl BufRead, out: &mut impl Write) -> Done {
    args.asked.each(input, out, |asking| {
        let answer = queries::state(&asking.played()?, asking.viewer);
        let text = if asking.several { one_line(&answer) } else { in_words(&answer) };
        Ok(CommandAnswer::new(json!(answer), text))
    })
}

/// The ply, the result and where the game stands.
fn one_line(state: &StateAnswer) -> String {
    let result = state.result.as_ref().map_or("*", |result| result.outcome.as_str());
    format!("{}\t{result}\t{}", state.ply, state.caption)
}

fn in_words(state: &StateAnswer) -> String {
    let mut lines = vec![state.position.clone(), format!("{} (ply {})", state.caption, state.ply)];
    lines.extend(
        state
            .result
            .iter()
            .map(|result| format!("result: {} by {}", result.outcome, result.reason)),
    );
    let limit = state.quiet_limit.map_or_else(String::new, |limit| format!(" of {limit}"));
    lines.push(format!("occurrences of this position: {} of 3", state.occurrences));
    lines.push(format!("plies without progress: {}{limit}", state.quiet_plies));
    lines.extend(state.pinned.iter().map(|link| {
        let by: Vec<String> = link.by.iter().map(char::to_string).collect();
        format!("pinned: chain {} ({}) by {}", link.chain, link.cells.join("-"), by.join(" and "))
    }));
    lines.extend(state.in_danger.iter().map(|cell| format!("in danger: {cell}")));
    lines.extend(
        state
            .threats
            .iter()
            .map(|threat| format!("threat: {} ({})", threat.text, threat.cells.join(" "))),
    );
    lines.extend(state.hidden.iter().map(|piece| {
        let is = piece.is.as_deref().unwrap_or("not known");
        format!("hidden: {} looks like a {}, is {is}", piece.cell, piece.looks)
    }));
    lines.join("\n")
}
