//! `sixfold play`: games on a drawn board, against people, the computer, other programs, and online; line by
//! line where there is no terminal.

mod lines;
mod online;

use crate::failure::{Done, Failure};
use crate::tools::random;
use crate::tools::setup::Start;
use crate::units::{TIME, time};
use bots::Level;
use catalog::{AnyRecord, GameName, with_game};
use clock::Control;
use game::{Side, Viewer};
use online::OnlineArgs;
use scene::Table;
use std::env;
use std::io::{BufRead, IsTerminal, Write};
use std::time::Duration;
use terminal::{ColourDepth, ComputerPlayer, OpponentSpec, Settings};

/// Play in this terminal: against the computer, a person, another program, or online
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold play                               choose game, opponent and clock in a menu
  sixfold play hex --size 7 --level 3
  sixfold play hexchess --level 2 --side black --clock 300+3
  sixfold play eclipse --against person --tabletop
  sixfold play hex --against 'htp:sixfold engine hex --htp'
  sixfold play hex --record games.txt:3      go on with the third game of a file
  sixfold play hex --online http://localhost:6060 --seek --clock 300+3
  printf 'c3\\n' | sixfold play hex --size 5 --against level:1

Opponents: person, level:1 to level:8, random, greedy, plain:DEPTH (fixed-depth minimax), cmd:COMMAND (speaks
UGI), htp:COMMAND (speaks HTP), and the others of `sixfold match`. In the terminal ? shows all keys.
Where standard input or output is no terminal, type a move, or: moves, undo, resign, draw, show, save FILE,
help, quit; the end of input ends the program. docs/terminal.md has the details.")]
pub(crate) struct PlayArgs {
    #[arg(help = GameName::all_texts())]
    game: Option<GameName>,
    #[command(flatten)]
    start: Start,
    /// Who plays the other side
    #[arg(long, value_name = "WHO", conflicts_with = "level")]
    against: Option<OpponentSpec>,
    /// The computer at this level, 1 to 8: short for --against level:N
    #[arg(long, value_name = "N")]
    level: Option<Level>,
    /// Your side: first, second, or its colour
    #[arg(long)]
    side: Option<String>,
    /// Time per move of the opponent
    #[arg(long, value_name = TIME, value_parser = time)]
    movetime: Option<Duration>,
    /// A clock: seconds and seconds a move (300+3), periods (600+5x30), or seconds for every move (30s)
    #[arg(long, value_name = "CLOCK", default_value = "none")]
    clock: Control,
    /// Seed of everything that is left to chance
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    online: OnlineArgs,
}

pub(crate) fn run(args: &PlayArgs, input: &mut impl BufRead, out: &mut impl Write) -> Done {
    if is_interactive() {
        return on_screen(args, out);
    }
    args.online.refuse_without_terminal()?;
    let which = || Failure::request(format!("which game? {}", GameName::all_texts()));
    with_game!(args.game.ok_or_else(which)?, P => {
        let record = args.start.game::<P>()?;
        let own = args.own_side(&record.clone().into())?.unwrap_or(Side::First);
        let seed = args.seed.unwrap_or_else(random::seed);
        let player = args.opponent().and_then(|opponent| {
            ComputerPlayer::new(&opponent, args.movetime, Control::None, seed)
        });
        lines::run(record, player.map(|player| (own.other(), player)), input, out)
    })
}

/// Whether a screen can be drawn.
fn is_interactive() -> bool {
    let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}

impl PlayArgs {
    fn opponent(&self) -> Option<OpponentSpec> {
        let level = self.level.map(|level| OpponentSpec::Program(arena::Spec::Level(level)));
        self.against.clone().or(level)
    }

    fn record(&self) -> Result<Option<AnyRecord>, Failure> {
        let Some(game) = self.game else { return Ok(None) };
        with_game!(game, P => self.start.game::<P>().map(|record| Some(record.into())))
    }

    /// The side that was asked for, by number or by colour.
    fn own_side(&self, record: &AnyRecord) -> Result<Option<Side>, Failure> {
        let Some(text) = &self.side else { return Ok(None) };
        let colours = record.scene(Viewer::Watcher).colours;
        let named = |side: &Side| {
            let number = if *side == Side::First { "first" } else { "second" };
            [number, colours[*side]].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let side = Side::BOTH.into_iter().find(named);
        let what = format!("a side is first, second, {} or {}", colours.first, colours.second);
        side.map(Some).ok_or(Failure::Request(what))
    }
}

fn on_screen(args: &PlayArgs, out: &mut impl Write) -> Done {
    let start = args.record()?;
    let side = start.as_ref().map(|record| args.own_side(record)).transpose()?.flatten();
    let online = args.online.settings(start.as_ref(), side, args.clock)?;
    let settings = Settings {
        start,
        opponent: args.opponent(),
        side,
        movetime: args.movetime,
        control: args.clock,
        seed: args.seed.unwrap_or_else(random::seed),
        online,
        colours: ColourDepth::from_environment(|name| env::var(name).ok()),
    };
    let unsaved = terminal::run(settings).map_err(|error| Failure::File(error.to_string()))?;
    if let Some(record) = unsaved {
        writeln!(out, "{record}")?;
    }
    Ok(())
}
