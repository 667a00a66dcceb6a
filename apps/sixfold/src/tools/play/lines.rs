//! The line-based mode of `sixfold play`: moves and commands on standard input, boards on standard output. For
//! scripts, and for terminals that cannot be drawn on.

use crate::failure::{Done, Failure};
use crate::tools::random;
use catalog::{AnyRecord, GameName};
use game::{BySide, Dice, Ending, MoveError, Reason, Record, Side, Viewer};
use scene::{Depict, Shortcut, scene_of, text};
use std::fs;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use terminal::{ComputerPlayer, Opponent, OpponentFailure, OpponentReply, result_text};

const HELP: &str = "\
  a move         as players write it, such as the ones that `moves` lists
  moves          what can be played now; `moves 17` only what contains 17
  undo           take the last move back
  resign         give up
  draw           end the game as a draw by agreement (not in games that have none)
  show           draw the board again
  save FILE      write the game to a file; `sixfold play --record FILE` goes on with it
  quit           leave";

/// More than this many moves are counted instead of listed.
const MOST_LISTED: usize = 200;

/// Plays on from `record` until the input ends; `computer` plays the side it is given with.
pub(super) fn run<P: Depict>(
    record: Record<P>,
    computer: Option<(Side, ComputerPlayer)>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Done
where
    AnyRecord: From<Record<P>>,
{
    let computer = computer.map(|(side, player)| Computer::start::<P>(side, player)).transpose()?;
    TerminalGame { record, saved: true, computer }.sit(input, out)
}

/// A program that plays a side.
struct Computer {
    side: Side,
    name: String,
    opponent: Opponent,
    replies: Receiver<OpponentReply>,
}

impl Computer {
    fn start<P: Depict>(side: Side, player: ComputerPlayer) -> Result<Self, Failure> {
        let game: GameName = P::NAME.parse().map_err(Failure::request)?;
        let (tell, replies) = channel();
        let name = player.spec.to_string();
        let opponent = Opponent::start(game, player, move |reply| drop(tell.send(reply)));
        Ok(Self { side, name, opponent, replies })
    }

    /// Its move in machine notation, however long it takes.
    fn reply(&mut self, record: AnyRecord) -> Result<String, OpponentFailure> {
        self.opponent.ask(0, record, BySide::default());
        let gone = |_| OpponentFailure::Failed("has gone away".to_owned());
        self.replies.recv().map_err(gone)?.answer
    }
}

/// A game in progress at a terminal.
struct TerminalGame<P: Depict> {
    record: Record<P>,
    saved: bool,
    computer: Option<Computer>,
}

/// What comes after a line of input.
enum Next {
    Draw,
    Ask,
    Leave,
}

impl<P: Depict> TerminalGame<P>
where
    AnyRecord: From<Record<P>>,
{
    fn sit(mut self, input: &mut impl BufRead, out: &mut impl Write) -> Done {
        let mut next = Next::Draw;
        loop {
            match next {
                Next::Draw => {
                    self.draw(out)?;
                    if self.computer_moves(out)? {
                        continue;
                    }
                }
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
        if self.record.conclusion().is_some() {
            return Viewer::Judge;
        }
        let own = self.computer.as_ref().map(|computer| computer.side.other());
        Viewer::Player(own.unwrap_or_else(|| self.side()))
    }

    fn is_computers_turn(&self) -> bool {
        let side = self.side();
        let open = self.record.conclusion().is_none();
        open && self.computer.as_ref().is_some_and(|computer| computer.side == side)
    }

    /// Lets the computer move, if it is its turn; whether the board has changed. A player against one
    /// that fails plays both sides from then on.
    fn computer_moves(&mut self, out: &mut impl Write) -> Result<bool, Failure> {
        if !self.is_computers_turn() {
            return Ok(false);
        }
        let Some(mut computer) = self.computer.take() else { return Ok(false) };
        let (side, record) = (self.side(), AnyRecord::from(self.record.clone()));
        let colour = self.prompt();
        let reply = computer.reply(record);
        let played = reply.map(|text| self.record.play_text(&text).map(|mv| (text, mv)));
        match played {
            Ok(Ok((text, _))) => {
                let shown = self.last_move().unwrap_or(text);
                writeln!(out, "\n{colour} ({}) plays {shown}.", computer.name)?;
                self.computer = Some(computer);
            }
            Ok(Err(error)) => {
                writeln!(out, "{}: {error}. You play both sides now.", computer.name)?;
            }
            Err(OpponentFailure::Resigned) => {
                writeln!(out, "{colour} ({}) resigns.", computer.name)?;
                // It was its turn, so that the game can be ended.
                let _ = self.record.end(Ending::Resignation(side));
                self.computer = Some(computer);
            }
            Err(failure) => writeln!(out, "{} {failure}. You play both sides now.", computer.name)?,
        }
        self.saved = false;
        Ok(true)
    }

    /// The last move as the viewer may see it.
    fn last_move(&self) -> Option<String> {
        let ply = self.record.ply().checked_sub(1)?;
        P::played_at(&self.record, ply, self.viewer()).map(|played| played.human)
    }

    fn draw(&self, out: &mut impl Write) -> Done {
        let scene = scene_of(&self.record, self.viewer());
        write!(out, "\n{}", text::render(&scene, text::Ink::Ansi))?;
        if let Some(conclusion) = self.record.conclusion().filter(|c| c.reason != Reason::Rules) {
            let how = result_text(&AnyRecord::from(self.record.clone())).unwrap_or_default();
            writeln!(out, "The game is over. {how}: {}", conclusion.outcome.text())?;
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
        while self.is_computers_turn() && self.record.undo().is_some() {}
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
