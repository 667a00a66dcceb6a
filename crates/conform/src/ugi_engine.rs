//! UGI commands for the checks: handshake, readiness, positions and moves.

use crate::engine::{Engine, in_words};
use crate::report::{Fault, wrong};
use game::{Position, Record, excerpt};
use std::time::{Duration, Instant};

/// First words of the lines that an engine may write.
const OUTPUT: [&str; 9] =
    ["id", "option", "ugiok", "readyok", "info", "bestmove", "response", "error", "string"];

/// The answer to `ugi`.
pub(crate) struct HandshakeAnswer {
    /// The lines that begin with `option name`, without these words.
    pub(crate) options: Vec<String>,
}

impl Engine {
    /// A line of the protocol; anything else is a fault.
    pub(crate) fn output(&mut self, expected: &str, limit: Duration) -> Result<String, Fault> {
        let line = self.line(expected, limit)?;
        let first = line.split_whitespace().next().unwrap_or_default();
        if first.is_empty() || OUTPUT.contains(&first) {
            Ok(line)
        } else {
            wrong(format!("it writes a line that is none of the protocol: {}", excerpt(&line)))
        }
    }

    /// `ugi` and its answer.
    pub(crate) fn handshake(&mut self) -> Result<HandshakeAnswer, Fault> {
        self.send("ugi")?;
        let mut options = Vec::new();
        loop {
            let line = self.output("`ugiok`", self.patience.answer)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.trim().to_owned());
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.trim().to_owned());
            } else if line.trim() == "ugiok" {
                return Ok(HandshakeAnswer { options });
            }
        }
    }

    /// `isready`: the lines that came before `readyok`.
    pub(crate) fn ready(&mut self) -> Result<Vec<String>, Fault> {
        self.send("isready")?;
        let mut lines = Vec::new();
        loop {
            let line = self.output("`readyok`", self.patience.answer)?;
            if line.trim() == "readyok" {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Sends the position of a game; an `error` is a fault.
    pub(crate) fn set_position<P: Position>(&mut self, record: &Record<P>) -> Result<(), Fault> {
        let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
        let from = if *record.start() == P::start(P::Options::default()) {
            "startpos".to_owned()
        } else {
            format!("fen {}", record.start())
        };
        let played =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position {from}{played}"))?;
        match self.ready()?.into_iter().find(|line| line.starts_with("error")) {
            Some(error) => {
                wrong(format!("it refuses `position {from}{played}`: {}", excerpt(&error)))
            }
            None => Ok(()),
        }
    }

    /// `bestmove` and how long it took; what comes before may be `info` only.
    pub(crate) fn best_move(&mut self, limit: Duration) -> Result<(String, Duration), Fault> {
        let begun = Instant::now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            let line = self.output("`bestmove`", left)?;
            if let Some(mv) = line.strip_prefix("bestmove") {
                let mv = mv.split_whitespace().next().unwrap_or_default();
                return Ok((mv.to_owned(), begun.elapsed()));
            }
            if line.starts_with("error") {
                return wrong(format!("it refuses `go`: {}", excerpt(&line)));
            }
        }
    }

    /// A legal move for a position within a short time, and no second one.
    pub(crate) fn legal_move<P: Position>(
        &mut self,
        record: &Record<P>,
        go: &str,
    ) -> Result<Duration, Fault> {
        self.set_position(record)?;
        self.send(go)?;
        let (mv, time) = self.best_move(self.patience.search)?;
        check_move(record, &mv)?;
        let more = self.ready()?.into_iter().any(|line| line.starts_with("bestmove"));
        if more {
            wrong(format!("`{go}` is answered by more than one `bestmove`"))
        } else {
            Ok(time)
        }
    }

    /// How much later than allowed.
    pub(crate) fn in_time(
        &self,
        taken: Duration,
        allowed: Duration,
        after: &str,
    ) -> Result<Option<String>, Fault> {
        let (told, limit) = (in_words(taken), allowed + self.patience.late);
        if taken <= limit {
            Ok(Some(format!("{told} after {after}")))
        } else {
            wrong(format!("`bestmove` comes {told} after {after}; at most {}", in_words(limit)))
        }
    }
}

/// Checks that a move is legal, or `none` once the game is over.
pub(crate) fn check_move<P: Position>(record: &Record<P>, mv: &str) -> Result<(), Fault> {
    let position = record.position();
    if record.conclusion().is_some() {
        return if mv == "none" {
            Ok(())
        } else {
            wrong(format!("`bestmove {mv}` where the game is over and `bestmove none` is expected"))
        };
    }
    match mv.parse::<P::Move>() {
        Err(error) => wrong(format!("`bestmove {mv}` cannot be read: {error}")),
        Ok(parsed) if position.is_legal(parsed) => Ok(()),
        Ok(parsed) => {
            wrong(format!("`bestmove {mv}` is not legal: {}", position.why_illegal(parsed)))
        }
    }
}
