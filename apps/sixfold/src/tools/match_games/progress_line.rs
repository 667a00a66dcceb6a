//! How far a match has come: a bar on a terminal, otherwise a line every few games.

use super::table;
use crate::progress;
use arena::{Progress, Tournament};
use bots::Playable;
use indicatif::ProgressBar;
use std::io::IsTerminal;

/// Where progress is shown: on standard error.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    total: usize,
    /// Games from one line to the next, where there is no terminal.
    every: Option<usize>,
}

/// Lines for a whole match, about.
const LINES: usize = 20;

/// The most games between two lines.
const MOST: usize = 100;

impl ProgressLine {
    pub(super) fn new(total: usize) -> Self {
        let every = (total / LINES / 2 * 2).clamp(2, MOST);
        let every = (!std::io::stderr().is_terminal()).then_some(every);
        Self { bar: progress::bar("games", total), total, every }
    }

    /// Shows a pair of games that has been counted.
    pub(super) fn show<P: Playable>(
        &mut self,
        contest: &Tournament<P>,
        progress: &Progress<'_, P>,
    ) {
        let played = progress.games_played();
        let said = table::brief(contest, progress);
        if self.every.is_some_and(|every| played.is_multiple_of(every)) {
            eprintln!("{played}/{} games  {said}", self.total);
        }
        self.bar.set_position(played as u64);
        self.bar.set_message(said);
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
