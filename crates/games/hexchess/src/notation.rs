//! Moves as players write and type them.
//!
//! `17Dx21` from, piece, `x` for a capture, to · `17D21` quiet · `22Go28` a guardian and a friend
//! change places · `18-19`, `12x18` a pawn · `20-21=Q` a promotion · `S:K4` a piece placed ·
//! `S:KCDGF` all placed at once · `fixed` whatever a fixed placement gives.
//!
//! Reading forgives case, spaces and signs that are left out, and understands machine notation.
//! It does not forgive what is wrong: a letter, `x`, `o` or `=Q` that does not fit is refused. The
//! refusal names what stands there, so whoever must not know reads through a
//! [`View`](crate::View).

use crate::board::{BACK_RANKS, number, read_number};
use crate::{Effects, Kind, Lineup, Move, MoverOutcome, Position};
use game::{ParseError, excerpt};
use hexgrid::Cell;

/// No move as anybody would type it is longer.
const MOST_BYTES: usize = 64;

// ---- writing -----------------------------------------------------------------------------------

pub(crate) fn write(position: &Position, mv: Move) -> String {
    match mv {
        Move::Step { from, to } => step(position, from, to, position.effects(mv)),
        Move::Place { kind, cell } => format!("S:{}{}", kind.letter(), number(cell)),
        Move::PlaceAll(lineup) => format!("S:{lineup}"),
    }
}

fn step(position: &Position, from: Cell, to: Cell, effects: Effects) -> String {
    let (letter, quiet) = match position.kind_at(from) {
        Kind::Pawn => (String::new(), "-"),
        kind => (kind.letter().to_string(), ""),
    };
    let sign = match effects {
        Effects { captured: Some(_), .. } => "x",
        Effects { swapped: Some(_), .. } => "o",
        _ => quiet,
    };
    let promotion = if effects.mover_outcome == MoverOutcome::Promoted { "=Q" } else { "" };
    format!("{}{letter}{sign}{}{promotion}", number(from), number(to))
}

// ---- reading -----------------------------------------------------------------------------------

pub(crate) fn read(position: &Position, text: &str) -> Result<Move, ParseError> {
    if text.trim().len() > MOST_BYTES {
        return Err(unreadable(text));
    }
    let mut scanner = Scanner { text, at: 0 };
    match scanner.peek() {
        Some(c) if c.is_ascii_digit() => read_step(position, scanner, text),
        _ => read_placement(position, scanner, text),
    }
}

fn unreadable(text: &str) -> ParseError {
    let what = "expected a move such as 17Dx21, 18-19 or S:K4";
    ParseError::new(0, format!("{what}, found {}", excerpt(text)))
}

fn read_placement(position: &Position, mut s: Scanner, text: &str) -> Result<Move, ParseError> {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.to_ascii_lowercase().as_str() {
        "fixed" | "allfixed" | "placeallfixed" => {
            let nothing = || ParseError::new(0, "the setup is over: nothing is left to place");
            return position.place_all_fixed().ok_or_else(nothing);
        }
        "random" | "allrandom" | "placeallrandom" => {
            let what = "chance is not a move: name the pieces, as in S:KCDGF";
            return Err(ParseError::new(0, what));
        }
        _ => {}
    }
    let all = s.take_word("all");
    let setup = all || s.take_word("s");
    if setup {
        s.take(':');
    }
    let kinds = s.kinds();
    let mv = match (all, kinds.as_slice()) {
        (false, &[kind]) if !setup || s.peek().is_some() => {
            s.take('@');
            Move::Place { kind, cell: s.cell()? }
        }
        (_, kinds) if setup => Lineup::new(kinds)
            .map(Move::PlaceAll)
            .ok_or_else(|| ParseError::new(s.at, "expected one to five pieces, as in S:KCDGF"))?,
        _ => return Err(unreadable(text)),
    };
    s.end()?;
    Ok(mv)
}

/// What stands between the two cells of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    None,
    Capture,
    Swap,
    Plain,
}

fn read_step(position: &Position, mut s: Scanner, text: &str) -> Result<Move, ParseError> {
    let from = s.cell()?;
    let letter_at = s.at;
    let kind = s.kind();
    let sign_at = s.at;
    let sign = s.sign();
    if kind.is_none() && sign == Sign::None {
        return Err(unreadable(text));
    }
    let to = s.cell()?;
    let promotion_at = s.at;
    let promoted = s.promotion()?;
    s.end()?;
    if let Some(kind) = kind {
        letter_fits(position, from, kind, letter_at)?;
    }
    sign_fits(position, sign, to, sign_at)?;
    if promoted {
        promotion_fits(position, from, to, promotion_at)?;
    }
    Ok(Move::Step { from, to })
}

/// A fool answers to `N` as well: to everyone but its owner that is its name.
fn letter_fits(
    position: &Position,
    from: Cell,
    kind: Kind,
    letter_at: usize,
) -> Result<(), ParseError> {
    let (cell, named) = (number(from), kind.name());
    let what = match position.piece_at(from).map(|piece| piece.kind) {
        Some(found) if found == kind || found.disguised() == kind => return Ok(()),
        Some(found) => format!("cell {cell} holds a {}, not a {named}", found.name()),
        None => format!("cell {cell} is empty: no {named} stands there"),
    };
    Err(ParseError::new(letter_at, what))
}

fn sign_fits(position: &Position, sign: Sign, to: Cell, sign_at: usize) -> Result<(), ParseError> {
    let (us, cell) = (position.to_move, number(to));
    let what = match sign {
        Sign::Capture if !position.of(us.other()).contains(to) => {
            format!("x captures, and cell {cell} holds no enemy")
        }
        Sign::Swap if !position.of(us).contains(to) => {
            format!("o changes places with a friend, and cell {cell} holds none")
        }
        _ => return Ok(()),
    };
    Err(ParseError::new(sign_at, what))
}

/// Whether a pawn goes to the last rank; whether it survives there need not be known yet.
fn promotion_fits(
    position: &Position,
    from: Cell,
    to: Cell,
    promotion_at: usize,
) -> Result<(), ParseError> {
    let us = position.to_move;
    let pawn = position.pieces(us, Kind::Pawn).contains(from);
    if pawn && BACK_RANKS[us.other()].contains(to) {
        Ok(())
    } else {
        let what = format!("no pawn becomes a queen on cell {} by this move", number(to));
        Err(ParseError::new(promotion_at, what))
    }
}

/// Reads a text piece by piece, spaces skipped and case forgiven.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn peek(&mut self) -> Option<char> {
        self.rest().chars().next().map(|c| c.to_ascii_lowercase())
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found =
            self.rest().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn kind(&mut self) -> Option<Kind> {
        let kind = Kind::from_letter(self.peek()?)?;
        self.at += 1;
        Some(kind)
    }

    fn kinds(&mut self) -> Vec<Kind> {
        std::iter::from_fn(|| self.kind()).collect()
    }

    fn cell(&mut self) -> Result<Cell, ParseError> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let shown = if digits == 0 { rest } else { &rest[..digits] };
        let cell = read_number(shown).map_err(|e| e.shifted(self.at))?;
        self.at += digits;
        Ok(cell)
    }

    fn sign(&mut self) -> Sign {
        if self.take('x') {
            Sign::Capture
        } else if self.take('o') {
            Sign::Swap
        } else if self.take('-') {
            Sign::Plain
        } else {
            Sign::None
        }
    }

    fn promotion(&mut self) -> Result<bool, ParseError> {
        if !self.take('=') {
            return Ok(false);
        }
        let at = self.at;
        match self.kind() {
            Some(Kind::Queen) => Ok(true),
            _ => Err(ParseError::new(at, "a pawn becomes a queen: expected =Q")),
        }
    }

    fn end(&mut self) -> Result<(), ParseError> {
        let rest = self.rest();
        if rest.is_empty() {
            Ok(())
        } else {
            Err(ParseError::new(self.at, format!("the move ends before {}", excerpt(rest))))
        }
    }
}
