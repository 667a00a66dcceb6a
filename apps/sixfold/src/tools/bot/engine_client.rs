//! Who thinks for a bot: a program that speaks UGI, or for Hex one that speaks HTP.

use bots::Playable;
use catalog::games::hex;
use game::{BySide, Record};
use std::time::Duration;

/// How long an engine may take to greet.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may think where nothing limits it, and beyond what is on its clock.
const LONGEST: Duration = Duration::from_hours(1);

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// What is left on both clocks, and what a move adds to them.
    Clocks { left: BySide<Duration>, increment: Duration },
    /// Time for this move.
    Move(Duration),
}

/// An engine behind any protocol; nothing instead of a move is to resign.
pub(super) trait EngineClient<P: Playable> {
    fn think(
        &mut self,
        record: &Record<P>,
        pace: Pace,
    ) -> Result<Option<String>, ugi::ProgramError>;
}

/// Starts the engine of a game once, so that one that does not answer is found before a game begins.
///
/// # Errors
/// What is wrong with it, in one line.
pub(super) fn try_out(command: &str, speaks_htp: bool) -> Result<(), String> {
    let started = if speaks_htp { htp(command).map(drop) } else { ugi(command).map(drop) };
    started.map_err(|fault| format!("the engine `{command}` {fault}"))
}

pub(super) fn ugi(command: &str) -> Result<ugi::Client, ugi::ProgramError> {
    let mut client = ugi::Client::start(command, PATIENCE)?;
    client.new_game()?;
    Ok(client)
}

pub(super) fn htp(command: &str) -> Result<htp::Client, ugi::ProgramError> {
    htp::Client::start(command, PATIENCE)
}

impl<P: Playable> EngineClient<P> for ugi::Client {
    fn think(
        &mut self,
        record: &Record<P>,
        pace: Pace,
    ) -> Result<Option<String>, ugi::ProgramError> {
        let words = match pace {
            Pace::Clocks { left, increment } => {
                let ([first, second], more) =
                    ([left.first, left.second].map(|l| l.as_millis()), increment.as_millis());
                format!("p1time {first} p2time {second} p1inc {more} p2inc {more}")
            }
            Pace::Move(time) => format!("movetime {}", time.as_millis()),
        };
        self.go(record, &words, LONGEST).map(|reply| Some(reply.best))
    }
}

impl EngineClient<hex::Position> for htp::Client {
    fn think(
        &mut self,
        record: &Record<hex::Position>,
        pace: Pace,
    ) -> Result<Option<String>, ugi::ProgramError> {
        let left = match pace {
            Pace::Clocks { left, .. } => Some(left),
            // How long a move takes without a clock is for HTP programs to know.
            Pace::Move(_) => None,
        };
        self.go(record, left, LONGEST).map(|mv| mv.map(|mv| mv.to_string()))
    }
}
