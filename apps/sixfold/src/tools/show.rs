//! `sixfold show`: draws a position, or lists the games of a file.

use crate::failure::{Done, Failure};
use crate::files::write_text;
use crate::tools::json_output::write_result;
use crate::tools::saved::{SavedGame, list};
use crate::tools::setup::Start;
use catalog::{GameName, with_game};
use game::{Record, Viewer};
use scene::{Depict, scene_of, svg, text};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Draw a position in the terminal or as an SVG picture
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold show hex --size 7 --moves 'd4 c5 e3'
  sixfold show eclipse --moves 34-26 --svg eclipse.svg
  sixfold show eclipse --record game.txt --svg game.svg --animate   the whole game, move by move
  sixfold show hex --record games.txt         list the games of a file
  sixfold show hex --record games.txt:3       draw the end of the third
  sixfold show hex --record games.txt --all   draw the end of each
  sixfold show hex --record games.txt --json  the end of each, as JSON with a drawing and SVG")]
pub(crate) struct ShowArgs {
    #[arg(help = GameName::all_texts())]
    game: GameName,
    #[command(flatten)]
    start: Start,
    /// Draw every game of a file of several, which is listed otherwise
    #[arg(long, requires = "record", conflicts_with = "svg")]
    all: bool,
    /// Write a picture to this file instead; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show the whole game in the picture, move by move, each position for so many seconds
    #[arg(long, value_name = "SECONDS", requires = "svg", num_args = 0..=1, default_missing_value = "1", value_parser = seconds)]
    animate: Option<f64>,
    /// Print JSON, one object a game: position, record, drawing and picture
    #[arg(long, conflicts_with_all = ["svg", "all"])]
    pub(crate) json: bool,
}

/// A number of seconds in which something can be seen.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or_else(|| format!("“{text}” is not a number of seconds from 0.1 to 60"))
}

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => show::<P>(args, out))
}

fn show<P: Depict>(args: &ShowArgs, out: &mut impl Write) -> Done {
    let games = args.start.games::<P>()?;
    if args.json {
        return games
            .iter()
            .try_for_each(|saved| write_result(out, Some(args.game), None, &as_json(saved)));
    }
    match (&games[..], &args.svg) {
        ([SavedGame { game, .. }], Some(path)) => {
            write_text(path, &picture(game, args.animate), out)
        }
        (several, Some(_)) => Err(args.start.several(several.len(), "")),
        ([SavedGame { game, .. }], None) => draw(game, out),
        (several, None) if args.all => several.iter().try_for_each(|saved| {
            writeln!(out, "game {}", saved.number)?;
            draw(&saved.game, out)?;
            Ok::<(), Failure>(writeln!(out)?)
        }),
        (several, None) => list(several, out),
    }
}

fn as_json<P: Depict>(SavedGame { number, game }: &SavedGame<Record<P>>) -> Value {
    let scene = scene_of(game, Viewer::Judge);
    json!({
        "number": number,
        "position": game.position().to_string(),
        "record": game.to_string(),
        "ply": game.ply(),
        "result": game.conclusion().map(|end| end.outcome.text()),
        "caption": scene.caption,
        "drawing": text::render(&scene, text::Ink::Plain),
        "svg": svg::render(&scene),
    })
}

fn picture<P: Depict>(record: &Record<P>, animate: Option<f64>) -> String {
    let scene_after = |ply| scene_of(&record.truncated(ply), Viewer::Judge);
    match animate {
        Some(seconds) => {
            let scenes: Vec<_> = (0..=record.ply()).map(scene_after).collect();
            svg::animate(&scenes, seconds)
        }
        None => svg::render(&scene_of(record, Viewer::Judge)),
    }
}

fn draw<P: Depict>(record: &Record<P>, out: &mut impl Write) -> Done {
    // The writer takes the colours out where there is no terminal to show them.
    write!(out, "{}", text::render(&scene_of(record, Viewer::Judge), text::Ink::Ansi))?;
    Ok(writeln!(out, "\n{}", record.position())?)
}
