//! `HexWorld` links: `https://hexworld.org/board/#11c1,a2:sf6e7:rb`.
//!
//! A size, options of drawing (letters with numbers; `n` for no swap), and the moves: those shown,
//! and after a second comma those yet to come. `:s` swaps pieces, `:S` swaps sides, `:rb` and `:rw`
//! say who gave up, `:fb` and `:fw` whose time ran out.

use crate::{ReadError, SWAP_TAG, SgfGame as _, Steps, SwapForm, swap_form};
use game::{Ending, IllegalMove, Position as _, Record, Side, excerpt};
use hex::{BoardSizeError, Move, Options, Position, SwapRule};
use std::fmt::Write as _;

/// The prefix of links.
const SITE: &str = "https://hexworld.org/board/#";

/// A game that no link can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a HexWorld link starts on an empty board; this game does not")]
pub struct NotFromEmptyBoard;

/// What is wrong with a link.
#[derive(Debug, thiserror::Error)]
enum LinkFault {
    #[error("expected a size such as 11, found {}", excerpt(.0))]
    Size(String),
    #[error("boards are as wide as high, not {}", excerpt(.0))]
    NotSquare(String),
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    #[error("expected a cell such as c4, or :s, found {}", excerpt(.0))]
    Unclear(String),
    #[error("move {number}: {error}")]
    Illegal { number: usize, error: IllegalMove },
    #[error("the game was over before it was ended")]
    AlreadyOver,
    #[error("nobody may pass")]
    Pass,
}

/// A game as a link.
///
/// # Errors
/// If it did not start on an empty board: links cannot say so.
pub fn write_hexworld(record: &Record<Position>) -> Result<String, NotFromEmptyBoard> {
    let start = record.start();
    if *start != Position::start(start.options()) {
        return Err(NotFromEmptyBoard);
    }
    let form = swap_form(&record.tags);
    let rule = if start.swap_rule() == SwapRule::Off { "n" } else { "" };
    let mut link = format!("{SITE}{}{rule}c1,", start.size());
    let mut mirrored = false;
    for &mv in record.moves() {
        match mv {
            Move::Swap if form == SwapForm::Sides => {
                mirrored = true;
                link.push_str(":S");
            }
            Move::Swap => link.push_str(":s"),
            mv @ Move::Place(_) => {
                let _ = write!(link, "{}", if mirrored { Position::swap_image(mv) } else { mv });
            }
        }
    }
    let loser = |side: Side| if (side == Side::First) == mirrored { 'w' } else { 'b' };
    match record.ending() {
        Some(Ending::Resignation(side)) => link.extend([':', 'r', loser(side)]),
        Some(Ending::Time(side)) => link.extend([':', 'f', loser(side)]),
        Some(Ending::Agreement | Ending::Adjudication(_)) | None => {}
    }
    Ok(link)
}

/// Reads a link, or what stands behind its `#`.
///
/// # Errors
/// Where it cannot be understood or a move cannot be played, and why.
pub fn read_hexworld(text: &str) -> Result<Record<Position>, ReadError> {
    read_hexworld_counted(text, &mut Steps::default())
}

/// [`read_hexworld`], with a count of the work.
///
/// # Errors
/// As [`read_hexworld`].
pub fn read_hexworld_counted(text: &str, steps: &mut Steps) -> Result<Record<Position>, ReadError> {
    steps.add(text.len());
    let begin = text.find('#').map_or_else(|| text.len() - text.trim_start().len(), |at| at + 1);
    let end = text.trim_end().len().max(begin);
    let body = &text[begin..end];
    let (head, moves) = body.split_once(',').unwrap_or((body, ""));
    let options = options(head).map_err(|fault| ReadError::at(text, begin, fault.to_string()))?;
    let mut reader = LinkReader { record: Record::new(options), mirrored: false };
    let mut at = begin + (head.len() + 1).min(body.len());
    let mut rest = moves;
    while !rest.is_empty() {
        let taken = reader.take(rest);
        let length = taken.map_err(|fault| ReadError::at(text, at, fault.to_string()))?;
        steps.add(1 + length);
        at += length;
        rest = &rest[length..];
    }
    Ok(reader.record)
}

/// `11`, `11c1`, `11nr9c1`.
fn options(head: &str) -> Result<Options, LinkFault> {
    let wrong = || LinkFault::Size(head.to_owned());
    let digits = head.find(|c: char| !c.is_ascii_digit()).unwrap_or(head.len());
    let size: usize = head[..digits].parse().ok().filter(|size| *size < 1000).ok_or_else(wrong)?;
    let rest = &head[digits..];
    if let Some(high) = rest.strip_prefix('x') {
        let digits = high.find(|c: char| !c.is_ascii_digit()).unwrap_or(high.len());
        if high[..digits].parse() != Ok(size) {
            return Err(LinkFault::NotSquare(head.to_owned()));
        }
    }
    if !rest.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(wrong());
    }
    let swap = if rest.contains('n') { SwapRule::Off } else { SwapRule::On };
    Ok(Options::new(size, swap)?)
}

struct LinkReader {
    record: Record<Position>,
    mirrored: bool,
}

impl LinkReader {
    /// Takes the next token, and says how long it is.
    fn take(&mut self, rest: &str) -> Result<usize, LinkFault> {
        if rest.starts_with(',') {
            return Ok(1);
        }
        if rest.starts_with(':') {
            return self.take_word(rest);
        }
        let letters = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(rest.len(), |digits| letters + digits);
        let mv: Move = rest[..end].parse().map_err(|_| unclear(rest))?;
        self.play(if self.mirrored { Position::swap_image(mv) } else { mv })?;
        Ok(end)
    }

    fn take_word(&mut self, rest: &str) -> Result<usize, LinkFault> {
        let word = rest.get(..2).ok_or_else(|| unclear(rest))?;
        match word {
            ":s" | ":S" => {
                self.play(Move::Swap)?;
                if word == ":S" {
                    self.mirrored = true;
                    self.record.tags.push((SWAP_TAG.into(), "sides".into()));
                }
                Ok(2)
            }
            ":r" | ":f" => {
                let first = match rest.get(2..3) {
                    Some("b") => !self.mirrored,
                    Some("w") => self.mirrored,
                    _ => return Err(unclear(rest)),
                };
                let loser = if first { Side::First } else { Side::Second };
                let ending =
                    if word == ":r" { Ending::Resignation(loser) } else { Ending::Time(loser) };
                self.record.end(ending).map_err(|_| LinkFault::AlreadyOver)?;
                Ok(3)
            }
            ":p" => Err(LinkFault::Pass),
            _ => Err(unclear(rest)),
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), LinkFault> {
        let number = self.record.ply() + 1;
        self.record.play(mv).map_err(|error| LinkFault::Illegal { number, error })
    }
}

fn unclear(rest: &str) -> LinkFault {
    LinkFault::Unclear(rest.to_owned())
}
