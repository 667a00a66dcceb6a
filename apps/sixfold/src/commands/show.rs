//! `sixfold show`: draws a position.

use crate::failure::{Done, Failure};
use crate::setup::Start;
use catalog::{GameName, with_game};
use game::Viewer;
use scene::{Depict, scene_of, svg, text};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Draw a position in the terminal or as an SVG picture
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold show hex --size 7 --moves 'd4 c5 e3'
  sixfold show eclipse --position 'TEXT' --svg eclipse.svg")]
pub(crate) struct ShowArgs {
    /// eclipse, hexchess or hex
    game: GameName,
    #[command(flatten)]
    start: Start,
    /// Write a picture to this file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> Done {
    with_game!(args.game, P => draw::<P>(args, out))
}

fn draw<P: Depict>(args: &ShowArgs, out: &mut impl Write) -> Done {
    let record = args.start.game::<P>()?;
    let scene = scene_of(&record, Viewer::Judge);
    if let Some(path) = &args.svg {
        fs::write(path, svg::render(&scene)).map_err(|e| Failure::file(path, &e))?;
        writeln!(out, "wrote {}", path.display())?;
    } else {
        // The writer takes the colours out where there is no terminal to show them.
        write!(out, "{}", text::render(&scene, text::Ink::Ansi))?;
        writeln!(out, "\n{}", record.position())?;
    }
    Ok(())
}
