//! Parser of written proofs.

use super::ProofFault;
use hex::{Board, CellSet, Move, Position};
use hexgrid::Cell;

/// A line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ProofLine {
    Stones(CellSet),
    Link { number: usize, kind: LinkKind, ends: [LinkEnd; 2], cells: CellSet, why: LinkRule },
    Claim { number: usize, kind: LinkKind, cells: CellSet, why: ClaimRule },
    Result(usize),
}

/// The side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkKind {
    /// The opponent.
    Full,
    /// The winner.
    Semi,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkEnd {
    Near,
    Far,
    At(Cell),
}

/// The rule of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LinkRule {
    Touch,
    And(usize, usize, Cell),
    Or(Vec<usize>),
}

/// The rule of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClaimRule {
    Link(usize),
    Move(Cell, usize),
    Or(Vec<usize>),
}

/// The header of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProofHeader {
    pub(super) position: Position,
    pub(super) winner: game::Side,
}

/// The first three lines.
pub(super) fn header<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<ProofHeader, ProofFault> {
    let mut next = |name: &'static str| {
        let line = lines.next().ok_or(ProofFault::HeaderEnds(name))?;
        line.strip_prefix(name)
            .map(str::trim)
            .ok_or_else(|| ProofFault::Header { name, found: line.to_owned() })
    };
    match next("hex proof")? {
        "1" => {}
        other => return Err(ProofFault::Version(other.to_owned())),
    }
    let position = next("position")?.parse()?;
    let winner = match next("winner")? {
        "red" => game::Side::First,
        "blue" => game::Side::Second,
        other => return Err(ProofFault::Winner(other.to_owned())),
    };
    Ok(ProofHeader { position, winner })
}

/// A line after the head.
pub(super) fn line(board: &Board, text: &str) -> Result<ProofLine, ProofFault> {
    let mut words = LineParser { board, words: text.split_whitespace() };
    let line = match words.next()? {
        "stones" => ProofLine::Stones(words.rest_cells()?),
        "link" => ProofLine::Link {
            number: words.number()?,
            kind: words.kind()?,
            ends: [words.end()?, words.end()?],
            cells: words.cells()?,
            why: words.link_rule()?,
        },
        "claim" => ProofLine::Claim {
            number: words.number()?,
            kind: words.kind()?,
            cells: words.cells()?,
            why: words.claim_rule()?,
        },
        "result" => ProofLine::Result(words.number()?),
        other => return Err(ProofFault::UnknownLine(other.to_owned())),
    };
    match words.words.next() {
        None => Ok(line),
        Some(more) => Err(ProofFault::LineTooLong(more.to_owned())),
    }
}

fn unexpected(what: &'static str, found: &str) -> ProofFault {
    ProofFault::Unexpected { what, found: found.to_owned() }
}

struct LineParser<'a> {
    board: &'a Board,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> LineParser<'a> {
    fn next(&mut self) -> Result<&'a str, ProofFault> {
        self.words.next().ok_or(ProofFault::LineTooShort)
    }

    fn number(&mut self) -> Result<usize, ProofFault> {
        let word = self.next()?;
        word.parse().map_err(|_| unexpected("a number", word))
    }

    fn numbers(&mut self) -> Result<Vec<usize>, ProofFault> {
        let mut all = vec![self.number()?];
        while self.words.clone().next().is_some() {
            all.push(self.number()?);
        }
        Ok(all)
    }

    fn kind(&mut self) -> Result<LinkKind, ProofFault> {
        match self.next()? {
            "full" => Ok(LinkKind::Full),
            "semi" => Ok(LinkKind::Semi),
            other => Err(unexpected("full or semi", other)),
        }
    }

    fn end(&mut self) -> Result<LinkEnd, ProofFault> {
        match self.next()? {
            "near" => Ok(LinkEnd::Near),
            "far" => Ok(LinkEnd::Far),
            word => self.cell_of(word).map(LinkEnd::At),
        }
    }

    fn cell(&mut self) -> Result<Cell, ProofFault> {
        let word = self.next()?;
        self.cell_of(word)
    }

    fn cell_of(&self, word: &str) -> Result<Cell, ProofFault> {
        let cell = match word.parse() {
            Ok(Move::Place(at)) => self.board.cell(at),
            _ => None,
        };
        cell.ok_or_else(|| unexpected("a cell of the board", word))
    }

    /// Cells with commas between them, or `-` for none.
    fn cells(&mut self) -> Result<CellSet, ProofFault> {
        match self.next()? {
            "-" => Ok(CellSet::EMPTY),
            word => word.split(',').map(|word| self.cell_of(word)).collect(),
        }
    }

    fn rest_cells(&mut self) -> Result<CellSet, ProofFault> {
        let mut cells = CellSet::EMPTY;
        while self.words.clone().next().is_some() {
            cells.insert(self.cell()?);
        }
        Ok(cells)
    }

    fn link_rule(&mut self) -> Result<LinkRule, ProofFault> {
        match self.next()? {
            "touch" => Ok(LinkRule::Touch),
            "and" => Ok(LinkRule::And(self.number()?, self.number()?, self.cell()?)),
            "or" => Ok(LinkRule::Or(self.numbers()?)),
            other => Err(unexpected("touch, and, or or", other)),
        }
    }

    fn claim_rule(&mut self) -> Result<ClaimRule, ProofFault> {
        match self.next()? {
            "link" => Ok(ClaimRule::Link(self.number()?)),
            "move" => Ok(ClaimRule::Move(self.cell()?, self.number()?)),
            "or" => Ok(ClaimRule::Or(self.numbers()?)),
            other => Err(unexpected("link, move or or", other)),
        }
    }
}
