//! `sixfold best`: the best move that the engine finds, its score and the line of play.

use crate::failure::Done;
use crate::tools::asked::{Asked, Asking, CommandAnswer, INPUT};
use crate::units::{TIME, time};
use analysis::{Limits, Report};
use bots::{Config, Engine, Level, Playable, in_notation, player};
use catalog::with_game;
use queries::{BestAnswer, QueryError};
use serde_json::json;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Find the best move: move, score and line of play
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  sixfold best hex --size 5 --moves 'c3' --time 1s
  sixfold best eclipse --depth 6 --json
  sixfold best hexchess --moves 'fixed fixed' --nodes 20000
  sixfold best hex --size 7 --level 3
  echo 'start moves c3 swap' | sixfold best hex --position - --nodes 1000

Scores are for the side to move. With --nodes or --depth alone the answer is the same every time.
{INPUT}"))]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// Time for a position [default: 1s]
    #[arg(long, value_name = TIME, value_parser = time)]
    time: Option<Duration>,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Strength, from 1 (beginner) to 8
    #[arg(long, value_name = "N", default_value = "8")]
    level: Level,
    /// How many of the best moves to tell
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
}

impl BestArgs {
    fn limits(&self) -> Limits {
        let given = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        Limits {
            time: self.time.or((!given).then_some(Duration::from_secs(1))),
            depth: self.depth.map(usize::from),
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

pub(crate) fn run(args: &BestArgs, input: impl BufRead, out: &mut impl Write) -> Done {
    let config = Config {
        memory_mib: with_game!(args.asked.game, P => P::MEMORY.best),
        lines: usize::from(args.lines),
        level: args.level,
        ..Config::default()
    };
    with_game!(args.asked.game, P => {
        let mut engine: Engine<P> = player(&config);
        args.asked.each(input, out, |asking| best(args, &mut engine, &asking))
    })
}

fn best<P: Playable>(
    args: &BestArgs,
    engine: &mut Engine<P>,
    asking: &Asking,
) -> Result<CommandAnswer, QueryError> {
    let any = asking.played()?;
    let record = any.of_game::<P>().expect("a game of the name that was given");
    let report = if record.conclusion().is_some() {
        Report::empty()
    } else {
        engine.forget();
        in_notation(record.position(), &engine.search(record, &args.limits(), &mut |_| ()))
    };
    let answer = queries::best(any.position(), &report);
    let text = if asking.several { one_line(&answer) } else { in_words(&answer) };
    Ok(CommandAnswer::new(json!(answer), text))
}

fn one_line(answer: &BestAnswer) -> String {
    match answer.lines.first() {
        Some(line) => format!("{}\t{}\t{}", line.moves[0], line.score, line.text.join(" ")),
        None => "the game is over".to_owned(),
    }
}

fn in_words(answer: &BestAnswer) -> String {
    let Some(mv) = &answer.mv else { return "the game is over".to_owned() };
    let mut rows = vec![mv.clone()];
    rows.extend(
        answer
            .lines
            .iter()
            .map(|line| format!("{:>10}  {}", line.score.to_string(), line.text.join(" "))),
    );
    rows.push(format!(
        "depth {}, {} nodes, {} ms",
        answer.depth, answer.nodes, answer.milliseconds
    ));
    rows.join("\n")
}
