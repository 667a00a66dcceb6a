//! Where a command's game starts: the options and positions that several commands take.

use crate::failure::Failure;
use game::{Position, Record};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// More than any record or vectors file needs; beyond it something is wrong.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A game's options, as flags.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Hex: the number of rows and columns, 3 to 19
    #[arg(long, value_name = "N")]
    size: Option<u32>,
    /// Hex: play without the swap rule
    #[arg(long)]
    no_swap: bool,
    /// Eclipse: play by the rules of the printed board game
    #[arg(long)]
    tabletop: bool,
}

impl Options {
    /// The options of the game `P`; one that it does not have is an error.
    pub(crate) fn of<P: Position>(&self) -> Result<P::Options, Failure> {
        let mut words = Vec::new();
        words.extend(self.size.map(|n| format!("size={n}")));
        words.extend(self.no_swap.then(|| "swap=off".to_owned()));
        words.extend(self.tabletop.then(|| "tabletop".to_owned()));
        if words.is_empty() {
            return Ok(P::Options::default());
        }
        words.join(" ").parse().map_err(|e: game::ParseError| Failure::request(e.what))
    }
}

/// Where to start: a position, a record, or the usual start with options; then moves.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Start {
    #[command(flatten)]
    options: Options,
    /// Start from this position, in machine notation
    #[arg(long, value_name = "TEXT", conflicts_with = "record")]
    position: Option<String>,
    /// Start from the end of a saved game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Start {
    /// Whether it is a saved game.
    pub(crate) fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// The game so far.
    pub(crate) fn game<P: Position>(&self) -> Result<Record<P>, Failure> {
        let mut record = match (&self.position, &self.record) {
            (Some(text), _) => Record::from_position(text.parse().map_err(Failure::request)?),
            (None, Some(path)) => read_text(path)?
                .parse()
                .map_err(|e| Failure::Request(format!("{}: {e}", path.display())))?,
            (None, None) => Record::new(self.options.of::<P>()?),
        };
        for (i, word) in self.moves.iter().flat_map(|m| m.split_whitespace()).enumerate() {
            record
                .play_text(word)
                .map_err(|e| Failure::Request(format!("move {} of --moves: {e}", i + 1)))?;
        }
        Ok(record)
    }
}

/// A file's text, if it is text and of a sane size.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let size = fs::metadata(path).map_err(|e| Failure::file(path, &e))?.len();
    if size > MOST_BYTES {
        let what = format!("{}: {size} bytes are too many", path.display());
        return Err(Failure::Request(what));
    }
    fs::read_to_string(path).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidData => Failure::Request(format!("{}: not text", path.display())),
        _ => Failure::file(path, &e),
    })
}

/// A length of time given as seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.trim().parse().unwrap_or(-1.0);
    if (0.001..=1e6).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("expected seconds, such as 10 or 0.5".to_owned())
    }
}
