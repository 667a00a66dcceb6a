//! Client side: runs an external HTP program as a child process and asks it for moves.
//!
//! Programs do not agree on what a swap does to the board (docs/htp.md). So no swap is ever sent:
//! after a swap the board is set up again with the stones as they are.

use catalog::games::hex::{Move, Position, SwapRule};
use game::{BySide, Position as _, Record, Side};
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use ugi::{Program, ProgramError};

/// A running program that speaks HTP. It is told to quit, and then ended, when this is dropped.
pub struct Client {
    program: Program,
    /// How long it may take for anything but a move.
    patience: Duration,
    name: String,
    /// The board as the program has it.
    told: Option<Stones>,
}

/// The stones of a game in the order in which they came.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stones {
    size: usize,
    /// Whether the next move may still be a swap.
    swap: SwapRule,
    placed: Vec<(Side, Move)>,
}

impl Stones {
    fn of(record: &Record<Position>) -> Self {
        let start = record.start();
        let mut stones =
            Self { size: start.size(), swap: start.swap_rule(), placed: standing(start) };
        for (&mv, around) in record.moves().iter().zip(record.positions().windows(2)) {
            match mv {
                Move::Place(_) => stones.placed.push((around[0].side_to_move(), mv)),
                Move::Swap => {
                    stones.swap = SwapRule::Off;
                    stones.placed = standing(&around[1]);
                }
            }
        }
        stones
    }

    /// What has to be added to `told` to get this; nothing if that cannot be.
    fn beyond(&self, told: &Self) -> Option<&[(Side, Move)]> {
        let same = (told.size, told.swap) == (self.size, self.swap);
        self.placed.strip_prefix(&told.placed[..]).filter(|_| same)
    }
}

/// A response that begins with `?`: what the program says against the command.
struct Refused(String);

impl From<Refused> for ProgramError {
    fn from(Refused(why): Refused) -> Self {
        Self::Unexpected(why)
    }
}

fn standing(position: &Position) -> Vec<(Side, Move)> {
    let board = position.board();
    let of = |side| position.stones(side).into_iter().map(move |cell| (side, cell));
    let all = Side::BOTH.into_iter().flat_map(of);
    all.map(|(side, cell)| (side, Move::Place(board.axial(cell)))).collect()
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

impl Client {
    /// Runs `command` (a program and its arguments, quoted where they hold spaces) and asks for its
    /// name, for which it has as long as `patience`.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn start(command: &str, patience: Duration) -> Result<Self, ProgramError> {
        let program = Program::start(command)?;
        let mut client = Self { program, patience, name: String::new(), told: None };
        client.name = client.command("name")?;
        Ok(client)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the program ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.program.exit_status()
    }

    /// The next position has nothing to do with the last: the board is cleared before it is set up.
    pub fn new_game(&mut self) {
        self.told = None;
    }

    /// Tells a main time for the game, or a time for each move. A program that knows no clocks plays
    /// without.
    ///
    /// # Errors
    /// If it is gone or late.
    pub fn set_time(&mut self, main: Duration, each: Duration) -> Result<(), ProgramError> {
        let (main, stones) = (main.as_secs_f64(), u8::from(!each.is_zero()));
        let line = format!("time_settings {main} {} {stones}", each.as_secs_f64());
        self.ask(&line, self.patience).map(drop)
    }

    /// Asks for a move, which must come within `patience`; nothing if the program resigns. `left` is
    /// what is on the clocks, where there are any.
    ///
    /// # Errors
    /// If it is gone, late, or complains.
    pub fn go(
        &mut self,
        record: &Record<Position>,
        left: Option<BySide<Duration>>,
        patience: Duration,
    ) -> Result<Option<Move>, ProgramError> {
        self.set_up(Stones::of(record))?;
        for side in Side::BOTH {
            if let Some(left) = left {
                // A program that knows no clocks plays without.
                let _ = self.ask(&time_left(side, left[side]), self.patience)?;
            }
        }
        let side = record.position().side_to_move();
        let answer = self.ask(&format!("genmove {}", colour(side)), patience)?;
        let answer = answer?;
        let mv = match answer.to_ascii_lowercase().as_str() {
            "resign" => return Ok(None),
            "swap" | "swap-pieces" | "swap-sides" => Move::Swap,
            cell => cell.parse().map_err(|_| ProgramError::Unexpected(answer))?,
        };
        self.took(side, mv);
        Ok(Some(mv))
    }

    /// The program has put its own move on its board.
    fn took(&mut self, side: Side, mv: Move) {
        match (mv, &mut self.told) {
            (Move::Place(_), Some(told)) => told.placed.push((side, mv)),
            _ => self.told = None,
        }
    }

    fn set_up(&mut self, stones: Stones) -> Result<(), ProgramError> {
        let known = self.told.take();
        let more = known.as_ref().and_then(|told| stones.beyond(told)).map(<[_]>::to_vec);
        let more = if let Some(more) = more {
            more
        } else {
            self.clear(&stones)?;
            stones.placed.clone()
        };
        for (side, mv) in more {
            self.command(&format!("play {} {mv}", colour(side)))?;
        }
        self.told = Some(stones);
        Ok(())
    }

    fn clear(&mut self, stones: &Stones) -> Result<(), ProgramError> {
        self.command(&format!("boardsize {}", stones.size))?;
        self.command("clear_board")?;
        let allowed = u8::from(stones.swap == SwapRule::On);
        // A program without such a parameter never swaps, and need not.
        let _ = self.ask(&format!("param_game allow_swap {allowed}"), self.patience)?;
        Ok(())
    }

    /// Sends a command and gives its answer.
    ///
    /// # Errors
    /// If it is gone or late, or refuses.
    pub fn command(&mut self, line: &str) -> Result<String, ProgramError> {
        Ok(self.ask(line, self.patience)??)
    }

    /// Sends a line and reads the response.
    fn ask(
        &mut self,
        line: &str,
        patience: Duration,
    ) -> Result<Result<String, Refused>, ProgramError> {
        self.program.write_line(line)?;
        let until = Instant::now() + patience;
        let mut first = self.program.read_line(until)?;
        while first.trim().is_empty() {
            first = self.program.read_line(until)?;
        }
        let answer = match (first.strip_prefix('='), first.strip_prefix('?')) {
            (Some(said), _) => Ok(said.trim().to_owned()),
            (_, Some(why)) => Err(Refused(why.trim().to_owned())),
            _ => return Err(ProgramError::Unexpected(first)),
        };
        while !self.program.read_line(until)?.trim().is_empty() {}
        Ok(answer)
    }
}

fn time_left(side: Side, left: Duration) -> String {
    format!("time_left {} {:.1} 0", colour(side), left.as_secs_f64())
}

impl Drop for Client {
    fn drop(&mut self) {
        // If it is gone it has nothing to be told.
        let _ = self.program.write_line("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(options: &str, moves: &str) -> Stones {
        let mut record = Record::<Position>::new(options.parse().expect("options"));
        for word in moves.split_whitespace() {
            record.play_text(word).expect("legal");
        }
        Stones::of(&record)
    }

    #[test]
    fn a_longer_game_goes_on_and_a_swap_begins_anew() {
        let told = stones("size=5 swap=on", "a2");
        let longer = stones("size=5 swap=on", "a2 c3");
        assert_eq!(longer.beyond(&told), Some(&[(Side::Second, "c3".parse().unwrap())][..]));
        assert_eq!(told.beyond(&longer), None, "a move was taken back");
        let swapped = stones("size=5 swap=on", "a2 swap c3");
        assert_eq!(swapped.beyond(&told), None);
        // The stone has changed its owner and lies in the mirror (HX-2.3).
        let placed = [(Side::Second, "b1"), (Side::First, "c3")];
        assert_eq!(swapped.placed, placed.map(|(side, cell)| (side, cell.parse().unwrap())));
        assert_eq!(stones("size=6 swap=on", "a2 c3").beyond(&told), None, "another board");
    }
}
