//! Commands for automation: which games they are asked about, and how the answers are printed.
//!
//! One game comes from arguments, several from a file of records, or one from each line of standard
//! input. Each has one answer, as text or as a line of JSON.

use crate::failure::{Done, Failure};
use crate::tools::json_output::{write_failure, write_result};
use crate::tools::setup::{Start, Unplayed};
use catalog::GameName;
use queries::{GameQuery, QueryError, ViewerName};
use serde_json::Value;
use std::io::{BufRead, Write};

/// What the help of these commands says about their input and output.
pub(crate) const INPUT: &str = "\
Input: a start with options, --position or --record, then --moves. With `--position -` every line of
standard input is asked about: a position, `start` or a position followed by `moves` and moves, or an
object as the HTTP API takes it. Every answer is a line; a line that cannot be read is answered with an
error, and the exit code is 1. Shapes and exit codes: docs/automation.md.";

/// A game or several, and how to tell the answers.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Asked {
    #[arg(help = GameName::all_texts())]
    pub(crate) game: GameName,
    #[command(flatten)]
    start: Start,
    /// Restrict the answer to what this viewer may know: all, first, second or watcher
    #[arg(long, value_name = "WHO", default_value = "all", hide_default_value = true)]
    viewer: ViewerName,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// An answer.
pub(crate) struct CommandAnswer {
    /// For programs.
    pub(crate) json: Value,
    /// For people: one line where there are several answers.
    pub(crate) text: String,
    /// Whether something was checked and found wrong.
    pub(crate) wrong: bool,
}

impl CommandAnswer {
    pub(crate) fn new(json: Value, text: String) -> Self {
        Self { json, text, wrong: false }
    }
}

/// The input of a query: a game, moves to be played from there, and the viewer.
pub(crate) struct Asking {
    pub(crate) game: Unplayed,
    pub(crate) viewer: ViewerName,
    /// Whether the answer is one of several, so that its text is one line.
    pub(crate) several: bool,
}

impl Asking {
    /// The game after its moves.
    pub(crate) fn played(&self) -> Result<catalog::AnyRecord, QueryError> {
        queries::after(&self.game.0, &self.game.1)
    }
}

impl Asked {
    /// Answers for every game that is asked about.
    pub(crate) fn each(
        &self,
        input: impl BufRead,
        out: &mut impl Write,
        mut answer: impl FnMut(Asking) -> Result<CommandAnswer, QueryError>,
    ) -> Done {
        if self.start.is_lines() {
            return self.each_line(input, out, answer);
        }
        let games = self.start.unplayed(self.game)?;
        let several = games.len() > 1;
        let mut wrong = false;
        for game in games {
            let told = answer(Asking { game, viewer: self.viewer, several })?;
            wrong |= told.wrong;
            self.write(out, None, &told)?;
        }
        if wrong { Err(Failure::Found) } else { Ok(()) }
    }

    fn each_line(
        &self,
        input: impl BufRead,
        out: &mut impl Write,
        mut answer: impl FnMut(Asking) -> Result<CommandAnswer, QueryError>,
    ) -> Done {
        let mut wrong = false;
        for (i, line) in input.lines().enumerate() {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            match self.asking(&line).and_then(&mut answer) {
                Ok(told) => {
                    wrong |= told.wrong;
                    self.write(out, Some(i + 1), &told)?;
                }
                Err(error) => {
                    wrong = true;
                    self.write_error(out, i + 1, error)?;
                }
            }
        }
        if wrong { Err(Failure::Found) } else { Ok(()) }
    }

    /// What a line asks about.
    fn asking(&self, line: &str) -> Result<Asking, QueryError> {
        let query = queries::read_line(line)?;
        let (mut moves, viewer) = (query.moves, query.viewer);
        moves.extend(self.start.move_texts());
        let base = queries::read(self.game, &GameQuery { moves: Vec::new(), ..query })?;
        let viewer = if viewer == ViewerName::All { self.viewer } else { viewer };
        Ok(Asking { game: (base, moves), viewer, several: true })
    }

    fn write(&self, out: &mut impl Write, line: Option<usize>, told: &CommandAnswer) -> Done {
        if self.json {
            return write_result(out, Some(self.game), line, &told.json);
        }
        writeln!(out, "{}", told.text.trim_end())?;
        Ok(out.flush()?)
    }

    fn write_error(&self, out: &mut impl Write, line: usize, error: QueryError) -> Done {
        if self.json {
            return write_failure(out, Some(line), &Failure::Query(error));
        }
        writeln!(out, "error: {}", error.in_words())?;
        Ok(out.flush()?)
    }
}
