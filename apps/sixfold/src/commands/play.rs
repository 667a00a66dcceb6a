//! `sixfold play`: two people at one terminal.

use crate::failure::{Done, Failure};
use crate::random;
use crate::setup::Start;
use catalog::{GameName, with_game};
use game::{Dice, Ending, MoveError, Reason, Record, Side, Viewer};
use scene::{Depict, Shortcut, scene_of, text};
use std::fs;
use std::io::{BufRead, Write};

/// Play a game at this terminal, two people taking turns
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold play hex --size 7
  sixfold play eclipse --tabletop
  sixfold play hexchess --record yesterday.txt
  sixfold play hex --record games.txt:3      go on with the third game of a file

Type a move, or: moves, undo, resign, draw, show, save FILE, help, quit.")]
pub(crate) struct PlayArgs {
    /// eclipse, hexchess or hex
    game: GameName,
    #[command(flatten)]
    start: Start,
}

const HELP: &str = "\
  a move         as players write it, such as the ones that `moves` lists
  moves          what can be played now; `moves 17` only what contains 17
  undo           take the last move back
  resign         give up
  draw           end the game as a draw by agreement (not in Hex, which has none)
  show           draw the board again
  save FILE      write the game to a file; `sixfold play --record FILE` goes on with it
  quit           leave";

/// More than this many moves are counted instead of listed.
const MOST_LISTED: usize = 200;

pub(crate) fn run(args: &PlayArgs, input: &mut impl BufRead, out: &mut impl Write) -> Done {
    with_game!(args.game, P => {
        let record = args.start.game::<P>()?;
        TerminalGame { record, saved: true }.sit(input, out)
    })
}

/// A game in progress at a terminal.
struct TerminalGame<P: Depict> {
    record: Record<P>,
    saved: bool,
}

/// What comes after a line of input.
enum Next {
    Draw,
    Ask,
    Leave,
}

impl<P: Depict> TerminalGame<P> {
    fn sit(mut self, input: &mut impl BufRead, out: &mut impl Write) -> Done {
        let mut next = Next::Draw;
        loop {
            match next {
                Next::Draw => self.draw(out)?,
                Next::Ask => {}
                Next::Leave => return self.leave(out),
            }
            write!(out, "{}> ", self.prompt())?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line).map_err(Failure::from)? == 0 {
                writeln!(out)?;
                return self.leave(out);
            }
            next = self.answer(line.trim(), out)?;
        }
    }

    fn viewer(&self) -> Viewer {
        match self.record.conclusion() {
            Some(_) => Viewer::Judge,
            None => Viewer::Player(self.record.position().side_to_move()),
        }
    }

    fn draw(&self, out: &mut impl Write) -> Done {
        let scene = scene_of(&self.record, self.viewer());
        write!(out, "\n{}", text::render(&scene, text::Ink::Ansi))?;
        if let Some(conclusion) = self.record.conclusion().filter(|c| c.reason != Reason::Rules) {
            let reason = match conclusion.reason {
                Reason::Rules => "",
                Reason::Repetition => "the same position for the third time",
                Reason::QuietLimit => "too many moves without progress",
                Reason::Resignation => "resignation",
                Reason::Time => "time",
                Reason::Agreement => "agreement",
                Reason::Adjudication => "adjudication",
            };
            writeln!(out, "The game is over by {reason}: {}", conclusion.outcome.text())?;
        }
        Ok(())
    }

    fn prompt(&self) -> String {
        let colours = self.record.position().scene(Viewer::Watcher).colours;
        match self.record.conclusion() {
            Some(_) => "game over".to_owned(),
            None => colours[self.record.position().side_to_move()].to_owned(),
        }
    }

    fn answer(&mut self, line: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Ok(Next::Ask),
            "help" | "?" => say(out, HELP),
            "quit" | "exit" => Ok(Next::Leave),
            "show" => Ok(Next::Draw),
            "moves" => self.list(rest.trim(), out),
            "undo" => self.undo(out),
            "resign" => self.end(Ending::Resignation(self.side()), out),
            "draw" if !P::HAS_DRAWS => say(out, "This game has no draws: play on or resign."),
            "draw" => self.end(Ending::Agreement, out),
            "save" => self.save(rest.trim(), out),
            _ => self.play(line, out),
        }
    }

    fn side(&self) -> Side {
        self.record.position().side_to_move()
    }

    fn list(&self, part: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let position = self.record.position();
        let moves = position.touchable();
        let texts = moves.iter().map(|&mv| position.write_move(mv)).collect::<Vec<_>>();
        let shown: Vec<_> = texts.iter().filter(|text| text.contains(part)).collect();
        for line in shown.iter().take(MOST_LISTED).collect::<Vec<_>>().chunks(8) {
            let padded: Vec<String> = line.iter().map(|text| format!("{text:<11}")).collect();
            writeln!(out, "  {}", padded.join(" ").trim_end())?;
        }
        if shown.len() > MOST_LISTED {
            writeln!(out, "  … and {} more", shown.len() - MOST_LISTED)?;
        }
        if shown.is_empty() {
            writeln!(out, "  none")?;
        }
        for Shortcut { label, hint, .. } in position.shortcuts(&mut Dice::new(0)) {
            writeln!(out, "  {:<20} {hint}", label.to_lowercase())?;
        }
        Ok(Next::Ask)
    }

    fn undo(&mut self, out: &mut impl Write) -> Result<Next, Failure> {
        let before = (self.record.ply(), self.record.ending());
        self.record.undo();
        if before == (self.record.ply(), self.record.ending()) {
            return say(out, "  There is nothing to take back.");
        }
        self.saved = false;
        Ok(Next::Draw)
    }

    fn end(&mut self, ending: Ending, out: &mut impl Write) -> Result<Next, Failure> {
        if self.record.end(ending).is_err() {
            return say(out, "  The game is over already; `undo` takes the last move back.");
        }
        self.saved = false;
        Ok(Next::Draw)
    }

    fn save(&mut self, path: &str, out: &mut impl Write) -> Result<Next, Failure> {
        if path.is_empty() {
            return say(out, "  Save where? For example: save game.txt");
        }
        match fs::write(path, self.record.to_string()) {
            Ok(()) => {
                self.saved = true;
                say(out, &format!("  Saved to {path}."))
            }
            Err(error) => say(out, &format!("  {path} could not be written: {error}.")),
        }
    }

    /// Plays a typed move, or one of the moves that have a name of their own.
    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let named = self.record.position().shortcuts(&mut Dice::new(random::seed()));
        let named = named.into_iter().find(|named| named.label.eq_ignore_ascii_case(text));
        let played = match named {
            Some(Shortcut { mv, .. }) => self.record.play(mv).map_err(MoveError::from),
            None => self.record.play_text(text).map(|_| ()),
        };
        match played {
            Ok(()) => {
                self.saved = false;
                Ok(Next::Draw)
            }
            Err(error) => say(out, &format!("  {error}. `moves` lists what can be played.")),
        }
    }

    /// Nothing is lost: a game that was not saved is printed.
    fn leave(&self, out: &mut impl Write) -> Done {
        if !self.saved {
            writeln!(out, "\n{}", self.record)?;
        }
        Ok(())
    }
}

fn say(out: &mut impl Write, what: &str) -> Result<Next, Failure> {
    writeln!(out, "{what}")?;
    Ok(Next::Ask)
}
